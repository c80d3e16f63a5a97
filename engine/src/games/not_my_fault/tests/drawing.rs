//! What the drawing says.

use roxmltree::Document;

use super::*;
use crate::board::Board;
use crate::text::{Language, Names};

fn board(table: &Table, language: Language) -> String {
    let names = Names::new(&["Aki", "Ben", "Chika"].map(|name| Some(name.to_owned())));
    let mut board = Board::new(&names, language);
    NotMyFault::draw(&table.0.now().view(), &mut board);
    board.into_svg(&NotMyFault::META.name)
}

fn said(svg: &str) -> String {
    let document = Document::parse(svg).unwrap();
    document.descendants().find(|node| node.has_tag_name("desc")).unwrap().text().unwrap().to_owned()
}

#[test]
fn the_whole_table_is_said() {
    let mut table = Table::with_deck(3, [2, 2, 2, 2, 0, 0, 2]);
    table.declare(0, 4, Some(3));
    table.declare(1, 5, None);
    assert_eq!(
        said(&board(&table, Language::En)),
        "Round 1. Chika declares or audits Ben. The arrow points to 5, a black square. \
         2 cards face down, and what was declared. Aki with a 3: 4 or more. Ben with an unknown card: 5 or more. \
         Draw pile 8, 0 discards. By number, certain discards/of all: 0: 0/2, 1: 0/2, 2: 0/2, 3: 0/2, 6: 0/2. \
         Aki: warning card yellow: black only, 0 suspensions. Ben: warning card grey: any square, 0 suspensions. \
         Chika: to play, warning card grey: any square, 0 suspensions."
    );
    assert_eq!(
        said(&board(&table, Language::Ja)),
        "第1ラウンド。 Chikaの番: 宣言するか、Benを監査する。 矢印は5(黒いマス)。 伏せたカード2枚と宣言。 \
         Akiは3で「4以上」。 Benは不明のカードで「5以上」。 山札8枚、捨て札0枚。 \
         数字ごとの確かな捨て札/全部: 0: 0/2、1: 0/2、2: 0/2、3: 0/2、6: 0/2。 \
         Aki: 戒告カードは黄色: 黒いマスだけ、停職0枚。 Ben: 戒告カードは灰色: どのマスも可、停職0枚。 \
         Chika: 手番、戒告カードは灰色: どのマスも可、停職0枚。"
    );
}

/// NMF-5: the colour of a warning card is a word and a shape too, and the unknown card is hatched.
#[test]
fn colour_is_never_the_only_sign() {
    let mut table = Table::of(2);
    table.declare(0, 4, None);
    let svg = board(&table, Language::En);
    for (class, count) in [("piece yellow", 1), ("piece grey", 1), ("piece hidden", 1), ("piece black", 6)] {
        assert_eq!(svg.matches(class).count(), count, "{class}: {svg}");
    }
    assert!(svg.contains("yellow: black only") && svg.contains("grey: any square"), "{svg}");
}

/// NMF-6, NMF-8: what everybody waits for, and what it came to.
#[test]
fn a_reveal_is_awaited_and_told() {
    let mut table = Table::of(3);
    table.declarations(&[(0, 5), (1, 8)]);
    table.audit(2);
    assert!(said(&board(&table, Language::En)).contains("Turn the cards up: Chika audits Ben's 8."));
    table.cards(&[0, 3]);
    let told = said(&board(&table, Language::En));
    assert!(
        told.contains("Turned up: sum 3 < 8 declared, suspended: Ben. Aki with a 0: 5 or more."),
        "{told}"
    );
    table.declare(2, 30, None);
    assert!(said(&board(&table, Language::En)).contains("Turn the cards up: Chika declared 30."));
}

/// NMF-8, NMF-9, NMF-11: every end says who won or lost.
#[test]
fn every_end_is_said() {
    let mut thirty = Table::of(2);
    thirty.declarations(&[(0, 5), (1, 8), (0, 12), (1, 17), (0, 30)]);
    thirty.sum(30);
    let mut twice = Table::of(3);
    let mut last = Table::extreme(2);
    for table in [&mut twice, &mut last] {
        table.declare(0, 30, None);
        table.sum(0);
    }
    twice.declarations(&[(1, 5), (2, 8), (0, 30)]);
    twice.sum(9);
    for (table, end) in [
        (thirty, "The end: 30 was made and won by Aki."),
        (twice, "The end: all win but Aki, suspended twice."),
        (last, "The end: the last one left is Ben."),
    ] {
        let told = said(&board(&table, Language::En));
        assert!(told.contains(end), "{told}");
    }
}
