//! Cups: the smallest game with every kind of secret, so that the invariants can be broken on purpose.
//!
//! In turn each seat hides a die under its cup. A seat may peek at its own die and tell the
//! scribe; nobody else notices. A nudge shows the die to the left neighbour. When all are hidden,
//! the cups are lifted, by custom from seat 0 on.

use kifu_engine::analysis::{Analysis, AnalysisPart, AnalysisQuestion, NoAssumptions, Nothing, StepFindings};
use kifu_engine::board::{Board, Room, Stack};
use kifu_engine::budget::Budget;
use kifu_engine::erased::Registered;
use kifu_engine::fact::Fact;
use kifu_engine::form::{Form, Key};
use kifu_engine::game::{
    Choices, Chooser, Forms, Game, LastMove, Meta, Metrics, Policy, Sampling, Views, Wording,
};
use kifu_engine::kinds::choice_kinds;
use kifu_engine::message::{Catalogue, Message, Phrases};
use kifu_engine::messages;
use kifu_engine::outcome::Outcome;
use kifu_engine::phrases;
use kifu_engine::picture::Picture;
use kifu_engine::record::Replay;
use kifu_engine::rules::{Rules, RulesVersion};
use kifu_engine::seat::{BySeat, Seat, Seats, Viewer};
use kifu_engine::seq::Seq;
use kifu_engine::statistics::{LabelledWord, Observation};
use kifu_engine::text::{Names, Text};
use kifu_engine::violation::{Referee, Violation};
use kifu_engine::words::Bounds;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

const TEXTS: Phrases = phrases!("cups", "ending-all_lifted = all lifted", "ending-all_lifted = 全部開いた");
const ENDINGS: &[LabelledWord] = &[TEXTS.word("ending", "all_lifted")];

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

messages! {
    /// The messages about cups.
    pub enum Words in "cups" {
        en: "\
            hide-kind = hide a die\n\
            peek-kind = peek at a die\n\
            nudge-kind = nudge a cup\n\
            lift-kind = lift a cup\n\
            moved = { $seat } moves.\n\
            shows-die = { $seat } shows a die.\n\
            face-differs = The face differs from what was said before.\n\
            no-die = There is no die under the cup of { $seat }.\n\
            out-of-order = Cups are lifted in order, so it is not yet { $seat }'s.\n\
            face-quantity = the face\n\
            seats-quantity = the number of seats\n\
            cups-board = { $count } cups stand on the table.\n\
            cup-label = Cup\n\
        ",
        ja: "\
            hide-kind = ダイスを隠す\n\
            peek-kind = ダイスをのぞく\n\
            nudge-kind = カップをつつく\n\
            lift-kind = カップを開ける\n\
            moved = { $seat }が動きます。\n\
            shows-die = { $seat }のダイスが出ます。\n\
            face-differs = 目が前の記録と違います。\n\
            no-die = { $seat }のカップにダイスはありません。\n\
            out-of-order = 順番に開けるので、{ $seat }はまだです。\n\
            face-quantity = 目\n\
            seats-quantity = 席の数\n\
            cups-board = カップが{ $count }個あります。\n\
            cup-label = カップ\n\
        ",
        HideKind,
        PeekKind,
        NudgeKind,
        LiftKind,
        Moved { seat: Seat },
        ShowsDie { seat: Seat },
        FaceDiffers,
        NoDie { seat: Seat },
        OutOfOrder { seat: Seat },
        FaceQuantity,
        SeatsQuantity,
        CupsBoard { count: usize },
        CupLabel,
    }
}

impl Cups {
    fn turn(&self) -> Option<Seat> {
        self.table.iter().find(|(_, cup)| !cup.hidden).map(|(seat, _)| seat)
    }

    fn to_lift(&self) -> impl Iterator<Item = (Seat, &Cup)> {
        self.table.iter().filter(|(_, cup)| !cup.lifted)
    }

    fn faces_of(&self, seat: Seat) -> Vec<i64> {
        self.table[seat].face.value().map_or_else(|| (1..=self.faces).collect(), |face| vec![face])
    }

    fn check_face(&self, face: Fact<i64>) -> Result<(), Violation> {
        match face {
            Fact::Known(face) if !(1..=self.faces).contains(&face) => {
                Err(Violation::out_of_range(Words::FaceQuantity, face, Bounds::Between(1, self.faces)))
            }
            _ => Ok(()),
        }
    }

    fn learn(&mut self, at: Seq, seat: Seat, face: Fact<i64>) -> Result<(), Violation> {
        self.check_face(face)?;
        let cup = &mut self.table[seat];
        if !cup.face.agrees_with(&face) {
            let at = cup.said.unwrap_or(at);
            return Err(Violation::contradiction(Words::FaceDiffers, at).with("face", face));
        }
        if cup.face.is_unknown() && face.is_known() {
            cup.said = Some(at);
            cup.face = face;
        }
        Ok(())
    }

    fn check_hidden(&self, seat: Seat, kind: &str) -> Result<(), Violation> {
        Violation::check_seat(seat, self.seats)?;
        if self.table[seat].hidden && !self.table[seat].lifted {
            return Ok(());
        }
        let violation = Violation::new("G-5", "no_die", Words::NoDie { seat });
        Err(violation.input(kind).allowed(choice_kinds(self)))
    }

    fn sees(&self, viewer: Viewer, seat: Seat) -> bool {
        viewer.shares(seat) || (self.table[seat].nudged && viewer.shares(self.seats.left_of(seat)))
    }
}

impl Rules for Cups {
    const HAS_SECRETS: bool = true;

    type Options = Options;
    type Move = Move;
    type Effect = Effect;
    type Part = kifu_engine::rules::NoPart;

    fn new(seats: u8, options: &Options, _: RulesVersion) -> Result<Self, Violation> {
        if !(2..=4).contains(&seats) {
            return Err(Violation::out_of_range(Words::SeatsQuantity, seats, Bounds::Between(2, 4)));
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
                    return Err(Violation::wrong_phase("hide", self));
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
                    return Err(Violation::wrong_phase("lift", self));
                }
                self.check_hidden(seat, "lift")?;
                let first = self.to_lift().next().map(|(seat, _)| seat);
                referee.require(first == Some(seat), || {
                    Violation::new("CUPS-1", "out_of_order", Words::OutOfOrder { seat }).with("first", first)
                })?;
                next.learn(at, seat, face)?;
                next.table[seat].lifted = true;
                let face = next.table[seat].face;
                Ok((next, vec![Effect::Shown { seat, face }]))
            }
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        let points = self.table.map(|_, cup| cup.face.value().unwrap_or_default());
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

    fn describe_move(&self, mv: &Move) -> Message {
        let (Move::Hide { seat, .. }
        | Move::Peek { seat, .. }
        | Move::Nudge { seat }
        | Move::Lift { seat, .. }) = *mv;
        Words::Moved { seat }.into()
    }

    fn seen_by(&self, mv: &Move, viewer: Viewer) -> Vec<Move> {
        match *mv {
            Move::Hide { seat, face } => vec![Move::Hide { seat, face: face.seen_if(viewer.shares(seat)) }],
            Move::Peek { seat, .. } if !self.sees(viewer, seat) => Vec::new(),
            Move::Peek { .. } => vec![mv.clone()],
            Move::Nudge { seat } => {
                let learns = viewer.shares(self.seats.left_of(seat)) && !self.sees(viewer, seat);
                let face = self.table[seat].face.seen_if(learns).value();
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
}

impl Choices for Cups {
    type Choice = Choice;

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

    fn matches(&self, choice: &Choice, mv: &Move) -> bool {
        match (choice, mv) {
            (Choice::Hide { seat, faces }, Move::Hide { seat: by, face }) => {
                seat == by && face.value().is_none_or(|face| (1..=*faces).contains(&face))
            }
            (Choice::Peek { seat, faces }, Move::Peek { seat: by, face }) => {
                seat == by && faces.contains(face)
            }
            (Choice::Nudge { seat }, Move::Nudge { seat: by }) => seat == by,
            (Choice::Lift { seat, faces }, Move::Lift { seat: by, face }) => {
                seat == by && face.value().is_none_or(|face| faces.contains(&face))
            }
            _ => false,
        }
    }
}

impl Views for Cups {
    type View = Vec<Cup>;

    fn view(&self) -> Vec<Cup> {
        self.table.values().cloned().collect()
    }

    fn draw(view: &Self::View, _: Option<&LastMove<Self>>, board: &mut Board) {
        let cups = Words::CupsBoard { count: view.len() };
        board.add_alt_text(&cups);
        let title = board.render(&cups);
        let stack = Stack { middle: 10, mat: 30, columns: 2 };
        let room = Room { compact: stack, portrait: stack, landscape_mat: 30 };
        let seats = Seats::new(u8::try_from(view.len()).unwrap_or(u8::MAX));
        for (seat, mat) in board.arrange(seats, &title, room).mats.iter() {
            board.mat(*mat, seat, false, &[]);
        }
    }
}

impl Forms for Cups {
    fn forms(&self, names: &Names) -> Vec<Form> {
        self.choices().iter().map(|choice| form(choice, names)).collect()
    }
}

impl Wording for Cups {
    fn catalogue() -> &'static Catalogue {
        Words::catalogue()
    }

    fn describe_kind(kind: &str) -> Option<Message> {
        let words = match kind {
            "hide" => Words::HideKind,
            "peek" => Words::PeekKind,
            "nudge" => Words::NudgeKind,
            "lift" => Words::LiftKind,
            _ => return None,
        };
        Some(words.into())
    }

    fn describe_effect(Effect::Shown { seat, .. }: &Effect) -> Message {
        Words::ShowsDie { seat: *seat }.into()
    }
}

impl Sampling for Cups {
    fn sample_opening(chooser: &mut dyn Chooser) -> (u8, Options) {
        ([2, 3, 4][chooser.below(3)], Options { faces: [None, Some(4)][chooser.below(2)] })
    }

    fn sample(&self, choice: &Choice, chooser: &mut dyn Chooser) -> Move {
        match choice {
            Choice::Hide { seat, faces } => {
                let faces: Vec<_> = (1..=*faces).collect();
                let face = Fact::Known(*chooser.choose(&faces)).seen_if(chooser.chance(2));
                Move::Hide { seat: *seat, face }
            }
            Choice::Peek { seat, faces } => Move::Peek { seat: *seat, face: *chooser.choose(faces) },
            Choice::Nudge { seat } => Move::Nudge { seat: *seat },
            Choice::Lift { seat, faces } => {
                let face = Fact::Known(*chooser.choose(faces)).seen_if(!chooser.chance(3));
                Move::Lift { seat: *seat, face }
            }
        }
    }
}

impl Policy for Cups {}

impl Metrics for Cups {
    fn observe(_: &Replay<Self>) -> Vec<Observation> {
        Vec::new()
    }
}

impl Analysis for Cups {
    const PARTS: &'static [AnalysisPart] = &[];

    type Assumed = NoAssumptions;
    type Odds = Nothing;
    type Ledger = Nothing;

    fn assumed_of(_: &Self, input: NoAssumptions) -> NoAssumptions {
        input
    }

    fn analyse(
        replay: &Replay<Self>,
        question: &AnalysisQuestion,
        _: &NoAssumptions,
        budget: &dyn Budget,
    ) -> Vec<StepFindings<Nothing, Nothing>> {
        let nothing = |_| StepFindings { odds: None, ledger: Nothing {} };
        question.steps(replay.steps.len()).take_while(|_| budget.goes_on()).map(nothing).collect()
    }
}

impl Game for Cups {
    const META: Meta = Meta {
        slug: "cups",
        name: Text::fixed("カップ", "Cups"),
        seats: (2, 4),
        pictures: &[Picture::CardBack],
        has_secrets: Self::HAS_SECRETS,
        rules: &[Text::fixed("規則", "Rules")],
        set_up: r#"{"opening": {"seats": 2, "options": {}, "rules_version": 1}, "log": []}"#,
        settings: &[],
        lists: &[],
        features: &[kifu_engine::game::Feature::Points],
        endings: ENDINGS,
        metrics: &[],
    };
}

fn form(choice: &Choice, names: &Names) -> Form {
    let faces = |faces: &[i64]| {
        let label = Words::FaceQuantity.text(names);
        kifu_engine::form::ChooseOne::of(label, "/face", faces.iter().map(|face| Key::number(*face)))
    };
    let label = Words::CupLabel.text(names);
    let form = |kind: &str, seat: &Seat| Form::new(label, kind).preset("seat", seat);
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
