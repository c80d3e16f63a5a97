//! Bets, calls and cups, entered by tapping.

use serde_json::{Value, json};

use super::moves::{BetRow, CallRow, Choice, OpenNote, Placement, Range};
use super::{Animal, HAND, YouCryWolf, words};
use crate::fact::Fact;
use crate::form::{Form, Group, Key, Number, Pick, Several};
use crate::game::Game;
use crate::seat::{BySeat, Seat, Seats};
use crate::text::{Names, Text};

const DIE: Text = Text::fixed("置くダイス", "Die and row");
const CLAIM: Text = Text::fixed("宣言", "Claim");
const COUNT: Text = Text::fixed("数えた数", "Number counted");
const DICE: Text = Text::fixed("6個のダイス", "The six dice");
const SIX: usize = 6;

impl YouCryWolf {
    pub(super) fn list_forms(&self, names: &Names) -> Vec<Form> {
        self.choices().iter().flat_map(|choice| forms(self.seats, choice, names)).collect()
    }
}

fn forms(at: Seats, choice: &Choice, names: &Names) -> Vec<Form> {
    match choice {
        Choice::ChooseFirstPlayer { wolves } => first_player(at, *wolves, names).into(),
        Choice::NoteCup { cups } => vec![note(cups, names)],
        Choice::OpenDice { .. } => {
            let label = Text::fixed("公開ダイスを振る", "Roll the open dice");
            let dice = Several::of(DICE, "/dice", SIX, Animal::ALL.into_iter().map(face));
            vec![Form::new(label, json!({"type": "open_dice"})).with(dice)]
        }
        Choice::Bet { seat, rows } => vec![bet(*seat, rows)],
        Choice::Privilege { seat, placements } => vec![privilege(*seat, placements)],
        Choice::Call { seat, rows } => vec![call(*seat, rows, names)],
        Choice::Reveal { cups, count } => vec![by_count(*count), by_cups(cups, *count, names)],
        Choice::Pass { seat } => {
            let mv = json!({"type": "pass", "seat": seat});
            vec![Form::new(Text::fixed("パスする", "Pass"), mv).of(*seat)]
        }
    }
}

fn first_player(at: Seats, wolves: Range, names: &Names) -> [Form; 2] {
    let seats: Vec<Seat> = at.iter().collect();
    let mv = json!({"type": "choose_first_player"});
    let winner = Pick::seat(Text::fixed("誰", "Who"), "/seat", &seats, names);
    let rolled = seats.iter().map(|seat| {
        let label = Text::new(format!("{}の狼", names.ja(*seat)), format!("Wolves of {}", names.en(*seat)));
        Number::between(label, format!("/wolves/{seat}"), wolves.min, wolves.max)
    });
    let blank = json!({"type": "choose_first_player", "wolves": vec![Value::Null; at.len()]});
    let counted = Form::new(Text::fixed("狼の数も記録する", "With the wolves rolled"), blank).aside();
    [
        Form::new(Text::fixed("スタートプレイヤー", "First player"), mv).with(winner.clone()),
        counted.with_all(rolled).with(winner),
    ]
}

/// What somebody saw under a cup; a die that nobody saw stays unknown.
fn note(cups: &[OpenNote], names: &Names) -> Form {
    let seats: Vec<Seat> = cups.iter().map(|cup| cup.seat).collect();
    let dice = Several::of(DICE, "/dice", SIX, Animal::ALL.into_iter().map(face).chain([unseen()]));
    let form =
        Form::new(Text::fixed("カップの中を書きとめる", "Note a cup"), json!({"type": "note_cup"})).aside();
    form.with(Pick::actor(&seats, names)).with(dice)
}

fn bet(seat: Seat, rows: &[BetRow]) -> Form {
    let groups = rows.iter().map(|bet| {
        let claim = || Number::between(CLAIM, "/claim", bet.claim.min, bet.claim.max);
        Group::plain(bet.dice.iter().map(|die| placed(*die, bet.row).then(claim())))
    });
    let form = Form::new(Text::fixed("賭ける", "Bet"), json!({"type": "bet", "seat": seat})).of(seat);
    form.with(Pick::grouped(DIE, ["/die", "/row"], groups))
}

fn privilege(seat: Seat, placements: &[Placement]) -> Form {
    let groups =
        placements.iter().map(|place| Group::plain(place.rows.iter().map(|row| placed(place.die, *row))));
    let label = Text::fixed("特権でダイスを振る", "Use the privilege");
    let form = Form::new(label, json!({"type": "privilege", "seat": seat})).of(seat);
    form.with(Pick::grouped(DIE, ["/die", "/row"], groups))
}

fn call(seat: Seat, rows: &[CallRow], names: &Names) -> Form {
    let keys = rows.iter().map(|call| {
        let claimed = words::counted(call.row, call.claim);
        let label = Text::new(
            format!("{}の「{}」", names.ja(call.accused), claimed.ja),
            format!("{}'s {}", names.en(call.accused), claimed.en),
        );
        Key::new(label, call.row.word())
    });
    let form = Form::new(Text::fixed("嘘だと言う", "Call"), json!({"type": "call", "seat": seat})).of(seat);
    form.with(Pick::of(Text::fixed("どの宣言", "Which claim"), "/row", keys))
}

fn by_count(count: Range) -> Form {
    let number = Number::between(COUNT, "/count", count.min, count.max);
    Form::new(Text::fixed("数えて終わる", "Count"), json!({"type": "reveal"})).with(number)
}

fn by_cups(cups: &BySeat<Vec<Fact<Animal>>>, count: Range, names: &Names) -> Form {
    let lifted = cups.iter().filter(|(_, dice)| !dice.is_empty()).map(|(seat, dice)| {
        let label = Text::new(names.ja(seat), names.en(seat));
        left(label, format!("/cups/{seat}"), dice)
    });
    let known = cups.map(|_, dice| if dice.iter().all(Fact::is_known) { json!(dice) } else { Value::Null });
    let label = Text::fixed("カップを開ける", "Lift the cups");
    let form = Form::new(label, json!({"type": "reveal", "cups": known}));
    form.with(Number::between(COUNT, "/count", count.min, count.max).optional()).with_all(lifted)
}

/// The dice left under one's own cup.
pub(super) fn own_cup(seat: Seat, dice: &[Fact<Animal>]) -> Form {
    let label = Text::fixed("カップを開ける", "Lift your cup");
    let known = dice.iter().all(Fact::is_known);
    let cup = if known { json!(dice) } else { json!([]) };
    let form = Form::new(label, json!({"type": "reveal", "cup": cup})).of(seat);
    let dice =
        (!dice.is_empty()).then(|| left(Text::fixed("残ったダイス", "Dice left"), "/cup".into(), dice));
    form.with_all(dice)
}

fn left(label: Text, at: String, dice: &[Fact<Animal>]) -> Several {
    let keys = Animal::ALL.into_iter().map(face).chain([unseen()]);
    Several { required: dice.iter().any(Fact::is_unknown), ..Several::of(label, at, dice.len(), keys) }
}

fn face(animal: Animal) -> Key {
    Key::new(name(animal), animal.word())
}

fn unseen() -> Key {
    Key::unknown(Text::fixed("不明", "unknown"))
}

fn name(animal: Animal) -> Text {
    Text::fixed(words::ja(animal), words::en(animal))
}

/// A die on a row: "cow", "wolf on sheep".
fn placed(die: Animal, row: Animal) -> Key {
    let value = json!([die, row]);
    if die == row {
        return Key::new(name(die), value);
    }
    let label = Text::new(
        format!("{}→{}", words::ja(die), words::ja(row)),
        format!("{} → {}", words::en(die), words::en(row)),
    );
    Key::new(label, value)
}

const _: () = assert!(SIX == 6 && HAND == 6);
