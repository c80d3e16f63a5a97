//! What the drawing says.

use roxmltree::Document;

use super::recorded::read;
use super::*;
use crate::seat::{Seat, Viewer};
use crate::text::Language;

/// The drawing of a recorded game after so many entries.
fn board(name: &str, step: usize, viewer: Viewer, language: Language) -> String {
    let (opening, log) = read(name);
    let mut record = crate::games::find("half_werewolf").unwrap().open(&opening).unwrap();
    for entry in log.into_iter().take(step) {
        add(&mut *record, entry);
    }
    let names = ["Aki", "Ben", "Chika", "Dai", "Emi", "Fumi"].map(|name| Some(name.to_owned()));
    let record = record.seen_by(viewer);
    record.board(record.len(), &Names::new(&names), language).unwrap()
}

fn said(svg: &str) -> String {
    let document = Document::parse(svg).unwrap();
    document.descendants().find(|node| node.has_tag_name("desc")).unwrap().text().unwrap().to_owned()
}

#[track_caller]
fn assert_says(svg: &str, sentences: &[&str]) {
    let said = said(svg);
    for sentence in sentences {
        assert!(said.contains(sentence), "{sentence} is not said: {said}");
    }
}

#[test]
fn the_start_says_the_cards_and_what_is_waited_for() {
    let public = |language| said(&board("whole_game", 0, Viewer::Public, language));
    assert_eq!(
        public(Language::En),
        "Standard cards. Morning: Everybody is to be dealt two cards. \
         The cards: 10 villagers, werewolf, seer, gravedigger, madman."
    );
    assert_eq!(
        public(Language::Ja),
        "基本のカード。朝: 2枚ずつカードを配るところ。 カードは村人10枚・人狼・占い師・墓堀・狂人。"
    );
}

/// HW-2: whoever holds the cards reads them, and everybody else sees their backs.
#[test]
fn a_hand_is_open_to_its_seat() {
    for (viewer, cards) in [
        (Viewer::Public, "Dai's cards: unknown, unknown."),
        (Viewer::Seat(Seat::new(3)), "Dai's cards: villager, werewolf."),
        (Viewer::Seat(Seat::new(2)), "Dai's cards: unknown, unknown."),
    ] {
        assert_says(&board("whole_game", 1, viewer, Language::En), &[cards]);
    }
}

/// HW-3: the two that a seat holds are told even where nobody knows which lies where.
#[test]
fn what_is_known_of_cards_in_some_order_is_said() {
    let chika = board("whole_game", 10, Viewer::Seat(Seat::new(2)), Language::En);
    assert_says(
        &chika,
        &[
            "Day: Five minutes of talk.",
            "Ben comes forward as the seer and looks at Fumi's first card.",
            "Chika's cards: unknown, unknown.",
            "Chika: these are the werewolf and a villager, in some order.",
            "Chika: got the werewolf.",
            "Emi claims to be the gravedigger: \"There was nothing but villagers in the graveyard.\"",
        ],
    );
    assert!(chika.contains("claims: gravedigger") && chika.contains("seer looked"), "{chika}");
}

/// HW-11, HW-12: ballots, the tied, and whoever shows no vote.
#[test]
fn votes_and_the_voteless_are_said() {
    let svg = board("four_madman", 5, Viewer::Public, Language::En);
    assert_says(
        &svg,
        &[
            "Evening: A tie: everybody is to vote again.",
            "Aki at Dai, Ben at Chika, Chika at nobody and Dai at Aki.",
            "Chika: showed no vote.",
        ],
    );
    assert_eq!((svg.matches("in the runoff").count(), svg.matches("1 vote\n").count()), (3, 3), "{svg}");
}

#[test]
fn the_end_says_camps_and_winners() {
    let svg = board("whole_game", 99, Viewer::Public, Language::Ja);
    assert_says(
        &svg,
        &[
            "Chikaが処刑される。",
            "人狼陣営はChikaとFumi。",
            "Aki・Ben・Dai・Emiの勝ち。",
            "Chikaのカードは村人・人狼。",
        ],
    );
    assert_eq!((svg.matches("piece hot").count(), svg.matches("処刑・人狼陣営").count()), (2, 1), "{svg}");
}
