//! Declarations and what follows them, entered by tapping.

use serde_json::{Value, json};

use super::NotMyFault;
use super::moves::{Choice, OpenNote, Range};
use crate::fact::Fact;
use crate::form::{Field, Form, Key, Number, Pick, Several, Span};
use crate::game::Game;
use crate::text::{Names, Text};

const CARD: Text = Text::fixed("引いたカード(見た人だけ)", "Card drawn, if you saw it");
const NUMBER: Text = Text::fixed("宣言した数", "Number declared");
const SUM: Text = Text::fixed("合計", "Sum");

impl NotMyFault {
    pub(super) fn list_forms(&self, names: &Names) -> Vec<Form> {
        self.choices().iter().flat_map(|choice| forms(choice, names)).collect()
    }
}

fn forms(choice: &Choice, names: &Names) -> Vec<Form> {
    match choice {
        Choice::Declare { seat, numbers, cards } => {
            let form =
                Form::new(Text::fixed("宣言する", "Declare"), json!({"type": "declare", "seat": seat}));
            let card = Pick::of(CARD, "/card", cards.iter().map(|card| Key::number(*card))).optional();
            vec![form.of(*seat).with(card).with(Number::one_of(NUMBER, "/number", numbers))]
        }
        Choice::Audit { seat, accused, number } => {
            let label = Text::new(
                format!("{}の{number}を監査する", names.ja(*accused)),
                format!("Audit {}'s {number}", names.en(*accused)),
            );
            vec![Form::new(label, json!({"type": "audit", "seat": seat})).of(*seat)]
        }
        Choice::NoteCard { open } => vec![note(open, names)],
        Choice::Reveal { cards, sums } => vec![by_sum(sums), by_cards(cards, sums)],
        Choice::Reshuffle { .. } => {
            let label = Text::fixed("捨て札を山札に戻す", "Shuffle the discards in");
            vec![Form::new(label, json!({"type": "reshuffle"})).aside()]
        }
    }
}

fn note(open: &[OpenNote], names: &Names) -> Form {
    let seats: Vec<_> = open.iter().map(|note| note.seat).collect();
    let mut who = Pick::actor(&seats, names);
    for (key, note) in who.groups.iter_mut().flat_map(|group| &mut group.keys).zip(open) {
        let label = Text::new(
            format!("{}を宣言したときのカード", note.declared),
            format!("The card laid with {}", note.declared),
        );
        key.then.push(Pick::of(label, "/card", note.cards.iter().map(|card| Key::number(*card))).into());
    }
    let label = Text::fixed("出したカードを書きとめる", "Note a card laid");
    Form::new(label, json!({"type": "note_card"})).aside().with(who)
}

fn by_sum(sums: &[Range]) -> Form {
    let label = Text::fixed("めくって合計する", "Turn up and add");
    Form::new(label, json!({"type": "reveal"})).with(sum(sums))
}

fn sum(sums: &[Range]) -> Number {
    let ranges = sums.iter().map(|sum| Span { min: sum.min, max: sum.max }).collect();
    Number { label: SUM, at: "/sum".into(), required: true, ranges }
}

fn by_cards(cards: &[Fact<i64>], sums: &[Range]) -> Form {
    let keys = (0..=6).map(Key::number).chain([Key::unknown(Text::fixed("不明", "unknown"))]);
    let laid = Text::fixed("出された順に", "In the order they were laid");
    let known = cards.iter().all(Fact::is_known);
    let several = Several { required: !known, ..Several::of(laid, "/cards", cards.len(), keys) };
    let label = Text::fixed("1枚ずつめくる", "Turn up card by card");
    let mv = json!({"type": "reveal", "cards": if known { json!(cards) } else { Value::Null }});
    let fields: [Field; 2] = [sum(sums).optional().into(), several.into()];
    Form::new(label, mv).with_all(fields)
}
