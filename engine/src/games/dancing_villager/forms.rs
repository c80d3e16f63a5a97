//! Throws and races, entered by tapping.

use serde_json::{Value, json};

use super::DancingVillager;
use super::landing::{LANDINGS, Landing};
use super::moves::{Choice, Touched};
use crate::form::{Cell, Form, Key, Pick, Tally};
use crate::game::Game;
use crate::seat::{BySeat, Seat, Seats};
use crate::statistics::Word;
use crate::text::{Names, Text};

/// What stands for each of [`LANDINGS`] where there is little room.
const SIGNS: [&str; 5] = ["↑", "↓", "—", "🧍", "╱"];

impl DancingVillager {
    pub(super) fn list_forms(&self, names: &Names) -> Vec<Form> {
        self.choices().iter().flat_map(|choice| forms(self.seats, choice, names)).collect()
    }
}

fn forms(at: Seats, choice: &Choice, names: &Names) -> Vec<Form> {
    let mv = json!({"type": choice.word()});
    let form = match choice {
        Choice::PlaceDog { seats } => {
            let before = Text::fixed("新しいイヌの置き場所", "Where the new dog lies");
            let label = Text::fixed("誰の前", "In front of");
            Form::new(before, mv).with(Pick::seat(label, "/seat", seats, names))
        }
        Choice::Throw { villagers } => throw(villagers, names),
        Choice::TakeDogs { dogs } => take_dogs(at, *dogs, names),
        Choice::TakeFire { seats } => {
            let label = Text::fixed("火を取った人", "Who took the fire");
            Form::new(label, mv).with(Pick::actor(seats, names))
        }
        Choice::Foul { seats } => return fouls(seats, names).into(),
    };
    vec![form]
}

fn throw(villagers: &BySeat<i64>, names: &Names) -> Form {
    let stacked = Key::new(Text::fixed("重なった村人がいる", "Villagers lie stacked"), true);
    let stacked = Pick::of(Text::fixed("重なり", "Stack"), "/stacked", [stacked]).optional();
    let fields = villagers.iter().map(|(seat, total)| landing(seat, *total, names));
    let results: Vec<Value> =
        villagers.values().map(|flat| json!(Landing { flat: *flat, ..Landing::default() })).collect();
    let mv = json!({"type": "throw", "results": results, "stacked": false});
    Form::new(Text::fixed("投げる", "Throw"), mv).with(stacked).with_all(fields)
}

fn landing(seat: Seat, total: i64, names: &Names) -> Tally {
    let cell = |(Word { name, title }, sign): (&Word, _)| Cell {
        label: title.clone(),
        sign: Some(sign),
        at: format!("/results/{seat}/{name}"),
    };
    let ways = LANDINGS.iter().zip(SIGNS);
    // Who is not counted lies flat.
    let (rest, cells): (Vec<_>, Vec<_>) = ways.partition(|(way, _)| way.name == "flat");
    Tally {
        label: Text::new(names.ja(seat), names.en(seat)),
        total,
        cells: cells.into_iter().map(cell).collect(),
        rest: rest.into_iter().map(cell).next(),
    }
}

fn take_dogs(at: Seats, dogs: i64, names: &Names) -> Form {
    let none = BySeat::new(at, |_| 0);
    let cell = |seat: Seat| Cell {
        label: Text::new(names.ja(seat), names.en(seat)),
        sign: None,
        at: format!("/taken/{seat}"),
    };
    let label = Text::new(format!("場のイヌ{dogs}匹"), format!("Dogs of the field: {dogs}"));
    let tally = Tally { label, total: dogs, cells: at.iter().map(cell).collect(), rest: None };
    let form =
        Form::new(Text::fixed("イヌを取る", "Take the dogs"), json!({"type": "take_dogs", "taken": none}));
    if dogs == 0 { form } else { form.with(tally) }
}

/// What was touched is said by the form, so that a foul is two taps.
fn fouls(seats: &[Seat], names: &Names) -> [Form; 3] {
    let foul = |label, touched: Option<Touched>| {
        let mv = json!({"type": "foul", "touched": touched});
        Form::new(label, mv).aside().with(Pick::actor(seats, names))
    };
    [
        foul(Text::fixed("お手つき", "Foul"), None),
        foul(Text::fixed("お手つき(イヌ)", "Foul: a dog"), Some(Touched::Dog)),
        foul(Text::fixed("お手つき(火)", "Foul: the fire"), Some(Touched::Fire)),
    ]
}
