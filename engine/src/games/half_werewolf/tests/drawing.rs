//! Tests of the drawing.

use roxmltree::Document;

use super::recorded::read;
use super::*;
use crate::board::Layout;
use crate::seat::{Seat, Viewer};
use crate::text::Language;

/// The drawing of a recorded game after this many entries.
fn board(name: &str, step: usize, viewer: Viewer, language: Language) -> String {
    let (opening, log) = read(name);
    let mut record = crate::games::find("half_werewolf").unwrap().open(&opening).unwrap();
    for entry in log.into_iter().take(step) {
        add(&mut *record, entry);
    }
    let names = ["Aki", "Ben", "Chika", "Dai", "Emi", "Fumi"].map(|name| Some(name.to_owned()));
    let record = record.seen_by(viewer);
    record.board(record.len(), &Names::new(&names), language, Layout::Portrait).unwrap()
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
fn the_alt_text_of_the_start_names_the_cards_and_the_awaited_move() {
    let public = |language| said(&board("whole_game", 0, Viewer::Public, language));
    assert_eq!(
        public(Language::En),
        "Variant: Standard. Morning. Everybody is to be dealt 2 cards. \
         The cards are 10 villagers, the werewolf, the seer, the gravedigger and the madman."
    );
    assert_eq!(
        public(Language::Ja),
        "レギュレーションは「基本」です。朝です。カードを2枚ずつ配るところです。\
         使うカードは村人10枚・人狼・占い師・墓堀・狂人です。"
    );
}

/// HW-2: the holder of the cards sees their faces, and all others see their backs.
#[test]
fn a_hand_is_open_to_its_seat() {
    for (viewer, cards) in [
        (Viewer::Public, "Dai has 2 unknown cards."),
        (Viewer::Seat(Seat::new(3)), "Dai has a villager and the werewolf."),
        (Viewer::Seat(Seat::new(2)), "Dai has 2 unknown cards."),
    ] {
        assert_says(&board("whole_game", 1, viewer, Language::En), &[cards]);
    }
}

/// HW-3: the two cards that a seat holds are shown even if their slots are not known.
#[test]
fn the_alt_text_names_cards_known_without_their_order() {
    let chika = board("whole_game", 10, Viewer::Seat(Seat::new(2)), Language::En);
    assert_says(
        &chika,
        &[
            "Day. There are 5 minutes of discussion.",
            "Ben comes forward as the seer and looks at Fumi's first card.",
            "Chika has 2 unknown cards.",
            "Chika holds the werewolf and a villager, in an unknown order.",
            "Chika got the werewolf.",
            "Emi claims to be the gravedigger: “There was nothing but villagers in the graveyard.”",
        ],
    );
    for sign in ["claim", "gravedigger", "seer"] {
        assert!(chika.contains(&format!("href=\"#picture-{sign}\"")), "{sign}: {chika}");
    }
}

/// HW-11, HW-12: ballots, the tied targets, and the seats that show no vote.
#[test]
fn votes_and_the_voteless_are_said() {
    let svg = board("four_madman", 5, Viewer::Public, Language::En);
    assert_says(
        &svg,
        &[
            "Evening. The vote is tied: everybody is to vote again.",
            "First vote: Aki for Dai, Ben for Chika, Chika for nobody, Dai for Aki.",
            "Chika did not vote.",
        ],
    );
    assert_eq!(svg.matches("in the runoff").count(), 3, "{svg}");
}

#[test]
fn the_end_says_camps_and_winners() {
    let svg = board("whole_game", 99, Viewer::Public, Language::Ja);
    assert_says(
        &svg,
        &[
            "Chikaが処刑されます。",
            "人狼陣営はChikaとFumiです。",
            "Aki、Ben、Dai、Emiの勝ちです。",
            "Chikaのカードは村人・人狼です。",
        ],
    );
    assert_eq!((svg.matches("piece hot").count(), svg.matches("処刑・人狼陣営").count()), (2, 1), "{svg}");
}
