//! Tests of the drawing.

use roxmltree::Document;

use super::*;
use crate::board::Layout;
use crate::text::{Language, Names};

fn board(record: &dyn AnyRecord, language: Language) -> String {
    let names = ["Aki", "Beni", "Chika"].map(|name| Some(name.to_owned()));
    record.board(record.len(), &Names::new(&names), language, Layout::Portrait).unwrap()
}

fn said(svg: &str) -> String {
    let document = Document::parse(svg).unwrap();
    document.descendants().find(|node| node.has_tag_name("desc")).unwrap().text().unwrap().to_owned()
}

#[test]
fn the_alt_text_names_the_whole_table() {
    let record = record(3, &[place_dog(1), throw(&["DDFF", "SFFF", "FFFF"])]);
    assert_eq!(
        said(&board(&*record, Language::En)),
        "Round 1, throw 2: everybody throws. Around the fire: charcoal 1 of 3, meat 5 of 5. \
         1 dog in the field, in front of Beni. Aki has 4 villagers and 0 dogs. Beni has 4 villagers and 1 dog. \
         Chika has 4 villagers and 0 dogs."
    );
    assert_eq!(
        said(&board(&*record, Language::Ja)),
        "1ラウンド目の2回目です。全員が村人をふります。\
         炎のまわりのスティックは、炭が3本中1本、肉が5本中5本です。場のイヌは1匹で、Beniの前にいます。\
         Akiの村人は4個、イヌは0匹です。Beniの村人は4個、イヌは1匹です。Chikaの村人は4個、イヌは0匹です。"
    );
}

/// DV-9, DV-10: the prize of the race is marked.
#[test]
fn a_race_is_marked_and_said() {
    for (landed, sentence) in [
        (["UUUU", "UFFF", "FFFF"], "The meat is gone: who is first at the dogs?"),
        (["DDDF", "FFFF", "FFFF"], "The charcoal is gone: who is first at the fire?"),
    ] {
        let svg = board(&*record(3, &[throw(&landed)]), Language::En);
        assert!(said(&svg).starts_with(sentence), "{svg}");
        assert_eq!(svg.matches("piece hot").count(), 1, "{svg}");
    }
}

/// DV-14, DV-15: dogs beyond the seventh are counted, and places told.
#[test]
fn the_alt_text_of_the_end_names_places() {
    let record = record(2, &[throw(&["SSSSSS", "FFFFFF"]), throw(&["SSSSSS", "FFFFFF"])]);
    let svg = board(&*record, Language::En);
    assert!(
        said(&svg)
            .ends_with("Aki is 1st with 6 villagers and 12 dogs. Beni is 2nd with 6 villagers and 0 dogs."),
        "{svg}"
    );
    assert!(svg.contains("+5"), "{svg}");
}
