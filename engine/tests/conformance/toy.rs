//! Cups: the smallest game with every kind of secret, so that the laws can be broken on purpose.
//!
//! In turn each seat hides a die under its cup. A seat may peek at its own die and tell the
//! scribe; nobody else notices. A nudge shows the die to the left neighbour. When all are hidden,
//! the cups are lifted, by custom from seat 0 on.

use kifu_engine::board::Board;
use kifu_engine::erased::Registered;
use kifu_engine::fact::Fact;
use kifu_engine::form::{Form, Key};
use kifu_engine::game::{Game, Meta, Outcome, Pick, Seq};
use kifu_engine::record::Replay;
use kifu_engine::seat::{BySeat, Seat, Seats, Viewer};
use kifu_engine::statistics::{Observation, Word, word};
use kifu_engine::text::{Names, Text};
use kifu_engine::violation::{Referee, Violation};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

const ENDINGS: &[Word] = &[word("all_lifted", Text::fixed("全部開いた", "all lifted"))];

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Options {
    #[serde(default)]
    pub faces: Option<i64>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[schemars(tag = "type")]
pub enum Move {
    Hide {
        seat: Seat,
        #[serde(default)]
        face: Fact<i64>,
    },
    Peek {
        seat: Seat,
        face: i64,
    },
    Nudge {
        seat: Seat,
    },
    Lift {
        seat: Seat,
        #[serde(default)]
        face: Fact<i64>,
    },
}

#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Effect {
    Shown { seat: Seat, face: Fact<i64> },
}

#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Choice {
    Hide { seat: Seat, faces: i64 },
    Peek { seat: Seat, faces: Vec<i64> },
    Nudge { seat: Seat },
    Lift { seat: Seat, faces: Vec<i64> },
}

#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Cup {
    face: Fact<i64>,
    #[serde(skip)]
    said: Option<Seq>,
    hidden: bool,
    nudged: bool,
    lifted: bool,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Cups {
    seats: Seats,
    faces: i64,
    table: BySeat<Cup>,
}

const FACE: Text = Text::fixed("目", "The face");

impl Cups {
    fn turn(&self) -> Option<Seat> {
        self.table.iter().find(|(_, cup)| !cup.hidden).map(|(seat, _)| seat)
    }

    fn to_lift(&self) -> impl Iterator<Item = (Seat, &Cup)> {
        self.table.iter().filter(|(_, cup)| !cup.lifted)
    }

    fn faces_of(&self, seat: Seat) -> Vec<i64> {
        self.table[seat].face.known().map_or_else(|| (1..=self.faces).collect(), |face| vec![face])
    }

    fn check_face(&self, face: Fact<i64>) -> Result<(), Violation> {
        match face {
            Fact::Known(face) if !(1..=self.faces).contains(&face) => {
                let allowed = json!({"min": 1, "max": self.faces});
                Err(Violation::out_of_bounds(FACE, &face.into(), &allowed))
            }
            _ => Ok(()),
        }
    }

    fn learn(&mut self, at: Seq, seat: Seat, face: Fact<i64>) -> Result<(), Violation> {
        self.check_face(face)?;
        let cup = &mut self.table[seat];
        if !cup.face.agrees_with(&face) {
            let message =
                Text::fixed("目が前の記録と違います。", "The face differs from what was said before.");
            return Err(Violation::contradiction(message, json!({"face": face}), cup.said.unwrap_or(at)));
        }
        if cup.face.is_unknown() && face.is_known() {
            cup.said = Some(at);
            cup.face = face;
        }
        Ok(())
    }

    fn check_hidden(&self, seat: Seat, kind: &str) -> Result<(), Violation> {
        let lifting = self.turn().is_none();
        Violation::check_seat(seat, self.seats)?;
        if self.table[seat].hidden && !self.table[seat].lifted {
            return Ok(());
        }
        let allowed: &[&str] = if lifting { &["lift", "nudge", "peek"] } else { &["hide", "nudge", "peek"] };
        Err(Violation::new("G-5", "no_die", FACE, json!({"given": kind, "allowed": allowed})))
    }

    fn sees(&self, viewer: Viewer, seat: Seat) -> bool {
        viewer.shares(seat) || (self.table[seat].nudged && viewer.shares(self.seats.left_of(seat)))
    }
}

impl Game for Cups {
    const META: Meta = Meta {
        slug: "cups",
        name: Text::fixed("カップ", "Cups"),
        seats: (2, 4),
        has_secrets: true,
        rules_version: 1,
        rules: Text::fixed("規則", "Rules"),
        settings: &[],
        unoffered: &[],
        features: &[kifu_engine::game::Feature::Points],
        endings: ENDINGS,
        metrics: &[],
    };
    type Options = Options;
    type Move = Move;
    type Effect = Effect;
    type Choice = Choice;
    type Part = kifu_engine::joint::NoPart;
    type View = Vec<Cup>;

    fn sample_opening(pick: &mut dyn Pick) -> (u8, Options) {
        ([2, 3, 4][pick.below(3)], Options { faces: [None, Some(4)][pick.below(2)] })
    }

    fn new(seats: u8, options: &Options) -> Result<Self, Violation> {
        if !(2..=4).contains(&seats) {
            let allowed = json!({"min": 2, "max": 4});
            return Err(Violation::out_of_bounds(Text::fixed("席数", "Seats"), &seats.into(), &allowed));
        }
        let seats = Seats::new(seats);
        let empty = Cup { face: Fact::Unknown, said: None, hidden: false, nudged: false, lifted: false };
        let table = BySeat::new(seats, |_| empty.clone());
        Ok(Self { seats, faces: options.faces.unwrap_or(6), table })
    }

    fn play(&self, at: Seq, mv: &Move, referee: &mut Referee) -> Result<(Self, Vec<Effect>), Violation> {
        let mut next = self.clone();
        match *mv {
            Move::Hide { seat, face } => {
                let Some(turn) = self.turn() else {
                    return Err(Violation::wrong_phase("hide", &["lift", "nudge", "peek"]));
                };
                Violation::check_turn(seat, turn, self.seats)?;
                next.learn(at, seat, face)?;
                next.table[seat].hidden = true;
                Ok((next, Vec::new()))
            }
            Move::Peek { seat, face } => {
                self.check_hidden(seat, "peek")?;
                next.learn(at, seat, Fact::Known(face))?;
                Ok((next, Vec::new()))
            }
            Move::Nudge { seat } => {
                self.check_hidden(seat, "nudge")?;
                next.table[seat].nudged = true;
                Ok((next, Vec::new()))
            }
            Move::Lift { seat, face } => {
                if self.turn().is_some() {
                    return Err(Violation::wrong_phase("lift", &["hide", "nudge", "peek"]));
                }
                self.check_hidden(seat, "lift")?;
                let first = self.to_lift().next().map(|(seat, _)| seat);
                referee.insist(first == Some(seat), || {
                    let message = Text::fixed("順番に開けます。", "Cups are lifted in order.");
                    Violation::new("CUSTOM", "out_of_order", message, json!({"seat": seat, "first": first}))
                })?;
                next.learn(at, seat, face)?;
                next.table[seat].lifted = true;
                let face = next.table[seat].face;
                Ok((next, vec![Effect::Shown { seat, face }]))
            }
        }
    }

    fn choices(&self) -> Vec<Choice> {
        if self.outcome().is_some() {
            return Vec::new();
        }
        let first = self.turn().map_or_else(
            || self.to_lift().next().map(|(seat, _)| Choice::Lift { seat, faces: self.faces_of(seat) }),
            |seat| Some(Choice::Hide { seat, faces: self.faces }),
        );
        let under = self.seats.iter().filter(|seat| self.table[*seat].hidden && !self.table[*seat].lifted);
        let peeks = under.clone().map(|seat| Choice::Peek { seat, faces: self.faces_of(seat) });
        first.into_iter().chain(peeks).chain(under.map(|seat| Choice::Nudge { seat })).collect()
    }

    fn forms(&self, _: &Names) -> Vec<Form> {
        self.choices().iter().map(form).collect()
    }

    fn sample(&self, choice: &Choice, pick: &mut dyn Pick) -> Move {
        match choice {
            Choice::Hide { seat, faces } => {
                let faces: Vec<_> = (1..=*faces).collect();
                let face = Fact::Known(*pick.one(&faces)).seen_if(pick.chance(2));
                Move::Hide { seat: *seat, face }
            }
            Choice::Peek { seat, faces } => Move::Peek { seat: *seat, face: *pick.one(faces) },
            Choice::Nudge { seat } => Move::Nudge { seat: *seat },
            Choice::Lift { seat, faces } => {
                let face = Fact::Known(*pick.one(faces)).seen_if(!pick.chance(3));
                Move::Lift { seat: *seat, face }
            }
        }
    }

    fn covers(&self, choice: &Choice, mv: &Move) -> bool {
        match (choice, mv) {
            (Choice::Hide { seat, faces }, Move::Hide { seat: by, face }) => {
                seat == by && face.known().is_none_or(|face| (1..=*faces).contains(&face))
            }
            (Choice::Peek { seat, faces }, Move::Peek { seat: by, face }) => {
                seat == by && faces.contains(face)
            }
            (Choice::Nudge { seat }, Move::Nudge { seat: by }) => seat == by,
            (Choice::Lift { seat, faces }, Move::Lift { seat: by, face }) => {
                seat == by && face.known().is_none_or(|face| faces.contains(&face))
            }
            _ => false,
        }
    }

    fn seen_by(&self, mv: &Move, viewer: Viewer) -> Vec<Move> {
        match *mv {
            Move::Hide { seat, face } => vec![Move::Hide { seat, face: face.seen_if(viewer.shares(seat)) }],
            Move::Peek { seat, .. } if !self.sees(viewer, seat) => Vec::new(),
            Move::Peek { .. } => vec![mv.clone()],
            Move::Nudge { seat } => {
                let told = viewer.shares(self.seats.left_of(seat)) && !self.sees(viewer, seat);
                let face = self.table[seat].face.seen_if(told).known();
                let peek = face.map(|face| Move::Peek { seat, face });
                std::iter::once(mv.clone()).chain(peek).collect()
            }
            Move::Lift { seat, face } => vec![Move::Lift { seat, face: face.or(self.table[seat].face) }],
        }
    }

    fn actor(mv: &Move) -> Option<Seat> {
        match mv {
            Move::Hide { seat, .. } | Move::Peek { seat, .. } | Move::Nudge { seat } => Some(*seat),
            Move::Lift { .. } => None,
        }
    }

    fn view(&self) -> Vec<Cup> {
        self.table.values().cloned().collect()
    }

    fn outcome(&self) -> Option<Outcome> {
        let points = self.table.map(|_, cup| cup.face.known().unwrap_or_default());
        let most = points.values().copied().max();
        self.table.values().all(|cup| cup.lifted).then(|| Outcome {
            winners: points.iter().filter(|(_, n)| Some(**n) == most).map(|(seat, _)| seat).collect(),
            places: None,
            points: Some(points.clone()),
            score: None,
            title: None,
            ending: "all_lifted",
        })
    }

    fn tell_move(&self, mv: &Move, names: &Names) -> Text {
        let (Move::Hide { seat, .. }
        | Move::Peek { seat, .. }
        | Move::Nudge { seat }
        | Move::Lift { seat, .. }) = *mv;
        Text::new(format!("{}が動いた。", names.ja(seat)), format!("{} moved.", names.en(seat)))
    }

    fn tell_effect(Effect::Shown { seat, .. }: &Effect, names: &Names) -> Text {
        Text::new(format!("{}の目が出た。", names.ja(*seat)), format!("{} shows a die.", names.en(*seat)))
    }

    fn draw(view: &Self::View, board: &mut Board) {
        let cups = Text::new(format!("カップ: {view:?}"), format!("Cups: {view:?}"));
        board.say(&cups);
        board.heading(&cups);
    }

    fn first_player(_: &Replay<Self>) -> Option<Seat> {
        None
    }

    fn observe(_: &Replay<Self>) -> Vec<Observation> {
        Vec::new()
    }
}

fn form(choice: &Choice) -> Form {
    let faces = |faces: &[i64]| {
        kifu_engine::form::Pick::of(FACE, "/face", faces.iter().map(|face| Key::number(*face)))
    };
    let label = Text::fixed("カップ", "Cup");
    let form = |kind: &str, seat: &Seat| Form::new(label, json!({"type": kind, "seat": seat}));
    match choice {
        Choice::Hide { seat, faces: most } => {
            form("hide", seat).of(*seat).with(faces(&(1..=*most).collect::<Vec<_>>()).optional())
        }
        Choice::Peek { seat, faces: may } => form("peek", seat).of(*seat).with(faces(may)),
        Choice::Nudge { seat } => form("nudge", seat).of(*seat),
        Choice::Lift { seat, faces: may } => form("lift", seat).with(faces(may).optional()),
    }
}

/// Cups, as the registry would hold it.
pub static ERASED: Registered<Cups> = Registered::new();
