//! Tests of the drawing.

use roxmltree::Document;

use super::*;
use crate::board::{Board, Layout};
use crate::game::Views;
use crate::text::{Language, Names};

fn board(table: &Table, language: Language) -> String {
    let names = Names::new(&["Aki", "Ben", "Chika"].map(|name| Some(name.to_owned())));
    let mut board = Board::new(&names, language, Layout::Portrait);
    NotMyFault::draw(&table.0.now().view(), None, &mut board);
    board.into_svg(&NotMyFault::META.name)
}

fn said(svg: &str) -> String {
    let document = Document::parse(svg).unwrap();
    document.descendants().find(|node| node.has_tag_name("desc")).unwrap().text().unwrap().to_owned()
}

#[test]
fn the_alt_text_names_the_whole_table() {
    let mut table = Table::with_deck(3, [2, 2, 2, 2, 0, 0, 2]);
    table.declare(0, 4, Some(3));
    table.declare(1, 5, None);
    assert_eq!(
        said(&board(&table, Language::En)),
        "Round 1. Chika declares a number or audits Ben. The arrow points to 5, a black square. \
         2 cards face down, each with what was declared. Aki with a 3: 4 or more. Ben with an unknown card: 5 or more. \
         Draw pile 8, discards 0 (below: certain discards / all cards) \
         Certain discards of all cards: 0 (0 of 2), 1 (0 of 2), 2 (0 of 2), 3 (0 of 2), 6 (0 of 2). \
         Aki: warning card yellow: black squares only, 0 suspensions. Ben: warning card grey: any square, 0 suspensions. \
         Chika: to play, warning card grey: any square, 0 suspensions."
    );
    assert_eq!(
        said(&board(&table, Language::Ja)),
        "1ラウンド目です。Chikaの手番です。宣言するか、Benを監査します。矢印は5、黒いマスです。\
         伏せたカード2枚と、それぞれの宣言です。Akiは3で「4以上」です。Benは不明のカードで「5以上」です。\
         山札は8枚、捨て札は0枚です（下は、確かな捨て札／全部）。\
         確かな捨て札は、0が2枚中0枚・1が2枚中0枚・2が2枚中0枚・3が2枚中0枚・6が2枚中0枚です。\
         Aki：戒告カードは黄色の面、黒いマスだけ、停職カード0枚。\
         Ben：戒告カードは灰色の面、どのマスも可、停職カード0枚。\
         Chika：手番、戒告カードは灰色の面、どのマスも可、停職カード0枚。"
    );
}

/// NMF-5: a warning card shows its colour also by a shape and by the allowed squares; an unknown card is hatched.
#[test]
fn colour_is_never_the_only_sign() {
    let mut table = Table::of(2);
    table.declare(0, 4, None);
    let svg = board(&table, Language::En);
    let signs = [
        ("href=\"#picture-warning_yellow\"", 1),
        ("href=\"#picture-warning_grey\"", 1),
        ("piece hidden", 1),
        ("piece black", 6 + 2),
        ("piece white", 24 + 1),
    ];
    for (sign, count) in signs {
        assert_eq!(svg.matches(sign).count(), count, "{sign}: {svg}");
    }
}

/// NMF-6, NMF-8: the awaited action, and its result.
#[test]
fn the_board_shows_an_awaited_reveal_and_its_result() {
    let mut table = Table::of(3);
    table.declarations(&[(0, 5), (1, 8)]);
    table.audit(2);
    assert!(said(&board(&table, Language::En)).contains("Turn up the cards: Chika audits Ben's 8."));
    table.cards(&[0, 3]);
    let alt_text = said(&board(&table, Language::En));
    assert!(
        alt_text.contains("Turned up: sum 3 < 8 declared, suspended: Ben. Aki with a 0: 5 or more."),
        "{alt_text}"
    );
    table.declare(2, 30, None);
    assert!(said(&board(&table, Language::En)).contains("Turn up the cards: Chika declared 30."));
}

/// NMF-8, NMF-9, NMF-11: every end says who won or lost.
#[test]
fn the_alt_text_names_every_ending() {
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
        (thirty, "The game is over: Aki declared 30 and made it."),
        (twice, "The game is over: everybody wins but Aki, who was suspended twice."),
        (last, "The game is over: Ben is the last one left and wins."),
    ] {
        let alt_text = said(&board(&table, Language::En));
        assert!(alt_text.contains(end), "{alt_text}");
    }
}
