//! A random record at the service: moves of the scribe and of seats, right, wrong and irregular ones, and corrections.

use std::cell::RefCell;

use kifu_engine::analysis::AnalysisPart;
use kifu_engine::erased::{AnyGame, AnyRecord};
use kifu_engine::game::Chooser;
use kifu_engine::games;
use kifu_engine::record::Status;
use kifu_engine::seat::{Seat, Viewer};
use kifu_engine::text::Names;
use kifu_tests::{Chance, Client, Table, fill, mangle};
use serde_json::{Value, json};

use super::assert_judged_alike;
use super::page::Page;

/// So many forms are filled at each point.
const MAX_FILLED_FORMS: usize = 2;
/// So many statements are looked at for one that is disputed.
const MAX_STATEMENTS: usize = 60;

/// A viewer of a table.
pub struct Eyes {
    /// The token.
    pub token: Option<String>,
    /// The viewer, as pages name it.
    pub viewer: Value,
}

impl Eyes {
    /// Every viewer.
    pub fn all(table: &Table) -> Vec<Self> {
        let seats = table.seats.iter().zip(0_u8..);
        let seats = seats.map(|(token, seat)| Self { token: Some(token.clone()), viewer: json!(seat) });
        let others = [Self::scribe(table), Self { token: None, viewer: json!("public") }];
        others.into_iter().chain(seats).collect()
    }

    fn scribe(table: &Table) -> Self {
        Self { token: Some(table.scribe.clone()), viewer: json!("scribe") }
    }

    /// True for who writes the record.
    pub fn is_scribe(&self) -> bool {
        self.viewer == "scribe"
    }
}

/// A record at the service, and the engine's own fold of it.
pub struct Story {
    /// The record.
    pub table: Table,
    name: String,
    record: Box<dyn AnyRecord>,
    dice: RefCell<Chance>,
}

impl Story {
    /// Opens a record with so many erased players.
    pub fn begin(service: &Client, game: &dyn AnyGame, (seed, erased): (u64, usize)) -> Self {
        let mut dice = Chance::seeded(seed);
        let opening = game.sample_opening(&mut dice);
        let record = game.open(&opening).unwrap();
        let make = |name: String| service.post("/v1/players", &json!({"name": name})).json();
        let players: Vec<_> = (0..erased).map(|number| make(format!("Gone {number}"))).collect();
        let mut seats: Vec<_> =
            players.iter().map(|made| json!({"player": made["id"], "token": made["token"]})).collect();
        let people = [json!("Aki"), Value::Null, json!("べん"), json!("<Chika & co>")];
        seats.extend(people.into_iter().cycle().take(usize::from(opening.seats) - seats.len()));
        let slug = game.meta().slug;
        let table = service.open(&json!({"game": slug, "seats": seats, "options": opening.options}));
        for made in &players {
            let ask = service.ask("DELETE", &format!("/v1/players/{}", made["id"].as_str().unwrap()));
            assert_eq!(ask.token(made["token"].as_str().unwrap()).send().status, 204);
        }
        Self { table, name: format!("{slug}, seed {seed}"), record, dice: RefCell::new(dice) }
    }

    /// Its name and where it is.
    pub fn what(&self) -> String {
        format!("{} after {} events", self.name, self.events())
    }

    /// How many events it has.
    pub fn events(&self) -> usize {
        self.record.version().index()
    }

    /// True until it has ended.
    pub fn is_live(&self) -> bool {
        self.record.status() == Status::Live
    }

    /// True if its analysis solves it.
    pub fn is_solved(&self) -> bool {
        let game = games::find(self.record.meta().slug).unwrap();
        game.analysis_parts().contains(&AnalysisPart::Solver)
    }

    /// How many moves are disputed.
    pub fn disputes(&self) -> usize {
        self.record.disputes().len()
    }

    /// The perspectives of a record.
    pub fn perspectives(&self) -> Vec<Value> {
        let seats = (0..self.table.seats.len()).map(|seat| json!(seat));
        seats.chain([json!("public")]).collect()
    }

    /// Logs an entry as the scribe.
    pub fn log(&mut self, entry: &Value) {
        self.record.append(entry).unwrap();
        self.table.log(entry).json();
    }

    /// Logs a random entry, as the scribe or a seat. The answer is compared with the page's: a seat's always, a scribe's
    /// if it is checked.
    pub fn advance(&mut self, is_checked: bool) {
        let (seat, entry) = self.next();
        let all = Eyes::all(&self.table);
        let eyes = &all[seat.map_or(0, |seat| usize::from(seat) + 2)];
        let page = (is_checked || seat.is_some()).then(|| Page::open(&self.table, eyes));
        let what = self.what();
        let expected = self.table.post("/moves", &entry).token_if(eyes.token.as_deref()).send();
        assert_eq!(expected.status, 201, "{what}, {}: {entry}: {}", eyes.viewer, expected.text());
        let is_alike = eyes.is_scribe() || self.is_live();
        if let Some(page) = page.filter(|_| is_alike) {
            assert_judged_alike(&expected, &page, eyes, &entry, &what);
        }
    }

    /// A random entry that may be logged, and the seat that states it; the engine's own fold is after it.
    fn next(&mut self) -> (Option<u8>, Value) {
        let mut dice = self.dice.borrow_mut();
        let sample = self.record.sample(&mut *dice).unwrap();
        let kind = dice.below(12);
        let entry = match kind {
            0 if dice.below(2) == 0 => json!({"type": "take_back", "count": dice.below(2) + 1}),
            1 | 2 => self.amendment(&mut dice).unwrap_or_else(|| sample.clone()),
            3 => json!({"type": "annotate", "text": "うん <b>", "event": dice.below(self.events() + 1)}),
            4 => {
                let mut mv = mangle(&sample, &mut *dice);
                mv["irregular"] = true.into();
                mv
            }
            5 => mangle(&sample, &mut *dice),
            6 | 8 | 10 => self.statement(&mut dice).unwrap_or_else(|| sample.clone()),
            _ => sample.clone(),
        };
        let actor = self.record.actor(&entry).ok().flatten().and_then(Seat::as_u8);
        let seat = actor.filter(|_| kind.is_multiple_of(2));
        if let Some(next) = self.after(seat, &entry) {
            self.record = next;
            return (seat, entry);
        }
        self.record = self.after(None, &sample).unwrap();
        (None, sample)
    }

    fn after(&self, seat: Option<u8>, entry: &Value) -> Option<Box<dyn AnyRecord>> {
        let mut next = self.record.fork();
        match seat {
            Some(seat) => {
                self.record.seen_by(Viewer::Seat(Seat::new(seat))).append(entry).ok()?;
                next.append_statement(entry).ok()?;
            }
            None => drop(next.append(entry).ok()?),
        }
        Some(next)
    }

    /// What a seat may say; if possible, something that does not agree with a fact hidden from it.
    fn statement(&self, dice: &mut Chance) -> Option<Value> {
        let seat = u8::try_from(dice.below(self.table.seats.len())).unwrap();
        let said: Vec<_> = (0..MAX_STATEMENTS).filter_map(|_| self.fill_form(&json!(seat), dice)).collect();
        let of_seat = |entry: &&Value| {
            self.record.actor(entry).is_ok_and(|actor| actor == Some(Seat::new(seat)))
                && self.after(Some(seat), entry).is_some()
        };
        let mut may_say = said.iter().filter(of_seat).peekable();
        let first = may_say.peek().copied();
        may_say.find(|entry| self.after(None, entry).is_none()).or(first).cloned()
    }

    /// A move as a viewer might tap it.
    fn fill_form(&self, viewer: &Value, dice: &mut Chance) -> Option<Value> {
        let viewer = viewer
            .as_u64()
            .map_or(Viewer::Scribe, |seat| Viewer::Seat(Seat::new(u8::try_from(seat).unwrap())));
        let seen = self.record.seen_by(viewer);
        let forms = seen.forms(viewer, None, &Names::none(self.table.seats.len()))?;
        let form = forms.get(dice.below(forms.len()))?;
        Some(fill(&json!(form), &mut |count| dice.below(count)))
    }

    /// An earlier move, a little different.
    fn amendment(&self, dice: &mut Chance) -> Option<Value> {
        let moves = self.record.in_force();
        let earlier = moves.get(dice.below(moves.len()))?;
        let mut mv = earlier.payload.value();
        mv.as_object_mut()?.remove("statement");
        Some(json!({"type": "amend", "event": earlier.seq, "with": mangle(&mv, dice)}))
    }

    /// Entries of a viewer to be judged, most of them wrong.
    pub fn tries(&self, viewer: &Value) -> Vec<Value> {
        let mut dice = self.dice.borrow_mut();
        let wrong = [
            json!({"type": "take_back", "count": 1000}),
            json!({"type": "take_back", "count": 0}),
            json!({"type": "amend", "event": 1, "with": {"type": "nothing"}}),
            json!({"type": "annotate", "event": 999, "text": "x"}),
            json!({"type": "annotate", "text": " "}),
            json!({"type": "abandon"}),
            json!({"type": "nothing"}),
            json!({}),
            json!("move"),
            Value::Null,
        ];
        let mut tries = vec![wrong[dice.below(wrong.len())].clone()];
        tries.extend(self.amendment(&mut dice));
        let filled: Vec<_> =
            (0..MAX_FILLED_FORMS).filter_map(|_| self.fill_form(viewer, &mut dice)).collect();
        tries.extend(filled.iter().map(|mv| mangle(mv, &mut *dice)));
        tries.extend(filled);
        if let Some(sample) = self.record.sample(&mut *dice) {
            let mut marked = sample.clone();
            marked["statement"] = true.into();
            tries.extend([mangle(&sample, &mut *dice), marked, sample]);
        }
        tries
    }
}
