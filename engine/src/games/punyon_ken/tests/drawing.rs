//! Tests of the drawing.

use roxmltree::Document;

use super::*;
use crate::board::Layout;
use crate::text::{Language, Names};

fn board(throws: &str, language: Language) -> String {
    let record = record(throws);
    let names = Names::new(&[Some("Aki".into()), Some("Beni".into())]);
    record.board(record.len(), &names, language, Layout::Portrait).unwrap()
}

fn said(svg: &str) -> String {
    let document = Document::parse(svg).unwrap();
    document.descendants().find(|node| node.has_tag_name("desc")).unwrap().text().unwrap().to_owned()
}

#[test]
fn the_alt_text_names_both_hands_and_the_winning_throws() {
    let board = |language| said(&board("SP PR", language));
    assert_eq!(
        board(Language::En),
        "Both are to throw rock, scissors or paper. Aki throws paper and Beni throws rock. Aki wins the throw with paper. \
         Aki turns the palm down. Aki's hand: 2 of 5 fingers bent, palm down. \
         For Aki, a win with paper wins the game. Beni's hand: 0 of 5 fingers bent, palm up."
    );
    assert_eq!(
        board(Language::Ja),
        "2人がじゃんけんをするところです。Akiはパー、Beniはグーを出します。Akiがパーでじゃんけんに勝ちます。Akiは掌を下に向けます。\
         Akiの曲げた指は5本中2本、掌は下です。\
         Akiは、次にパーで勝てばゲームに勝ちます。Beniの曲げた指は5本中0本、掌は上です。"
    );
}

#[test]
fn pk_5_pk_7_the_alt_text_names_the_winning_throws() {
    for (throws, chance) in [
        ("", None),
        ("SP SP", Some("rock or scissors")),
        ("SP RS", Some("scissors")),
        ("SP RS PR", Some("scissors or paper")),
        ("SP SP RS", None),
    ] {
        let said = said(&board(throws, Language::En));
        let expected = chance.map(|chance| format!(", a win with {chance} wins the game."));
        match expected {
            Some(expected) => assert!(said.contains(&expected), "{throws}: {said}"),
            None => assert!(!said.contains("a win with"), "{throws}: {said}"),
        }
    }
}

#[test]
fn the_winning_hand_is_marked() {
    for (throws, sentence) in [
        ("SP SP RS", "Aki has won the game: all 5 fingers are bent."),
        ("RP RP", "Beni has won the game: paper won while the palm was down."),
    ] {
        let svg = board(throws, Language::En);
        assert!(said(&svg).starts_with(sentence), "{svg}");
        assert!(svg.contains("skin won") && svg.contains("Wins!"), "{svg}");
    }
    assert!(!board("SP SP", Language::En).contains("skin won"));
}

/// Every number of bent fingers looks different, and so does either side of the palm.
#[test]
fn every_hand_looks_different() {
    let pictures: std::collections::BTreeSet<String> =
        ["", "RS", "SP", "SP RS", "SP SP", "SP SP RS", "PR", "RS PR", "SP PR", "SP RS PR", "SP SP PR"]
            .map(|throws| {
                let svg = board(throws, Language::En);
                let document = Document::parse(&svg).unwrap();
                let paths = document.descendants().filter(|node| node.has_tag_name("path"));
                paths.filter_map(|path| path.attribute("d")).collect::<Vec<_>>().join("/")
            })
            .into();
    assert_eq!(pictures.len(), 11);
}
