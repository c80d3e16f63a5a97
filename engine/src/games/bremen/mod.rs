//! Bremen: a cooperative trick-taking game for three or four.

mod choices;
mod dealing;
mod describe;
mod drawing;
mod ending;
mod forms;
mod imagine;
mod knowledge;
mod metrics;
mod moves;
mod playing;
mod refusals;
mod statistics;
mod table;
#[cfg(test)]
mod tests;
mod tile;
mod trick;
mod view;
mod words;

use std::borrow::Cow;

pub use ending::{Conditions, Title};
pub use moves::{Choice, Effect, Leftover, Move, Options};
pub use tile::{Animal, Tile};
pub use view::{HandView, Laid, View};

use crate::fact::Fact;
use crate::game::{
    Choices, Feature, Forms, Game, Meta, Metrics, Outcome, RandomSource, Rules, Sampling, Seq, Views, Wording,
};
use crate::message::{Catalogue, Message};
use crate::record::Replay;
use crate::seat::{BySeat, Seat, Seats, Viewer};
use crate::statistics::Observation;
use crate::text::{Names, Text};
use crate::violation::{Referee, Violation};
use schemars::JsonSchema;
use serde::Serialize;
use table::Table;
use words::Words;

/// A position of Bremen.
#[derive(Clone, Debug, PartialEq)]
pub struct Bremen {
    seats: Seats,
    /// How often all tiles were dealt again.
    redeals: i64,
    /// The table since the last deal; nothing before it.
    table: Option<Table>,
}

/// What the table is waiting for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// The tiles to be dealt.
    Deal,
    /// The first leader to be named.
    Lead,
    /// A tile to be played.
    Play,
    /// The last tiles to be turned over.
    Reveal,
    /// Nothing: the game is over.
    Over,
}

type Played = Result<(Bremen, Vec<Effect>), Violation>;

impl Bremen {
    fn phase(&self) -> Phase {
        match &self.table {
            None => Phase::Deal,
            Some(table) if table.left.is_some() => Phase::Over,
            Some(table) if table.is_played_out() => Phase::Reveal,
            Some(table) if table.first.is_none() => Phase::Lead,
            Some(_) => Phase::Play,
        }
    }

    /// G-3: the table, if any, in this phase.
    fn expect(&self, phase: Phase, given: &str) -> Result<Option<&Table>, Violation> {
        if self.phase() == phase { Ok(self.table.as_ref()) } else { Err(self.wrong_phase(given)) }
    }

    fn wrong_phase(&self, given: &str) -> Violation {
        Violation::wrong_phase(given, self)
    }

    fn with(&self, table: Table) -> Self {
        Self { seats: self.seats, redeals: self.redeals, table: Some(table) }
    }

    /// What a viewer sees of a deal: its own hand, and who leads where the hands told it.
    fn seen_deal(
        &self,
        hands: &Fact<BySeat<Fact<Vec<Tile>>>>,
        center: Option<Tile>,
        viewer: Viewer,
    ) -> Vec<Move> {
        let shown = hands
            .as_ref()
            .known()
            .map(|hands| hands.map(|seat, hand| hand.clone().seen_if(viewer.shares(seat))));
        let shown = Fact::from(shown.filter(|hands| hands.values().any(Fact::is_known)));
        let first = |hands: &Fact<BySeat<Fact<Vec<Tile>>>>| {
            let dealt = self.deal(Seq(0), hands, center, &mut Referee::strict()).ok();
            dealt.and_then(|(after, _)| after.table?.first)
        };
        let told = first(hands).filter(|_| first(&shown).is_none());
        let mut seen = vec![Move::Deal { hands: shown, center }];
        seen.extend(told.map(|seat| Move::Lead { seat }));
        seen
    }

    /// What a viewer sees of a play: the tile; and all last tiles where it ends the game, which
    /// it does without a reveal only for those who know every hand.
    fn seen_play(&self, seat: Seat, tile: Tile) -> Vec<Move> {
        let after = self.play_tile(Seq(0), seat, tile, &mut Referee::lenient()).ok();
        let left = after.and_then(|(after, _)| after.table?.left);
        let mut seen = vec![Move::Play { seat, tile }];
        seen.extend(left.map(|left| Move::Reveal { left }));
        seen
    }
}

impl Rules for Bremen {
    const HAS_SECRETS: bool = true;

    type Options = Options;
    type Move = Move;
    type Effect = Effect;
    type Part = crate::joint::NoPart;

    /// BR-1: three or four play.
    fn new(seats: u8, Options {}: &Options) -> Result<Self, Violation> {
        match seats {
            3 | 4 => Ok(Self { seats: Seats::new(seats), redeals: 0, table: None }),
            _ => Err(refusals::wrong_seats(seats)),
        }
    }

    fn play(&self, at: Seq, mv: &Move, referee: &mut Referee) -> Played {
        match mv {
            Move::Deal { hands, center } => self.deal(at, hands, *center, referee),
            Move::Redeal { seat, hand } => self.redeal(*seat, hand, referee),
            Move::Lead { seat } => self.lead(at, *seat, referee),
            Move::Play { seat, tile } => self.play_tile(at, *seat, *tile, referee),
            Move::Reveal { left } => self.reveal(left),
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        self.table.as_ref().and_then(Table::outcome)
    }

    fn describe_move(&self, mv: &Move) -> Message {
        describe::describe_move(self.table.as_ref(), mv)
    }

    fn seen_by(&self, mv: &Move, viewer: Viewer) -> Vec<Move> {
        match (mv, &self.table) {
            (_, _) if viewer == Viewer::Scribe => vec![mv.clone()],
            (Move::Deal { hands, center }, _) => self.seen_deal(hands, *center, viewer),
            (Move::Play { seat, tile }, _) => self.seen_play(*seat, *tile),
            (Move::Reveal { left }, Some(table)) => vec![Move::Reveal { left: table.with_known_left(left) }],
            _ => vec![mv.clone()],
        }
    }

    fn actor(mv: &Move) -> Option<Seat> {
        match mv {
            Move::Redeal { seat, .. } | Move::Lead { seat } | Move::Play { seat, .. } => Some(*seat),
            Move::Deal { .. } | Move::Reveal { .. } => None,
        }
    }
}

impl Choices for Bremen {
    type Choice = Choice;

    fn choices(&self) -> Vec<Choice> {
        self.list_choices()
    }

    fn covers(&self, choice: &Choice, mv: &Move) -> bool {
        self.choice_covers(choice, mv)
    }
}

impl Views for Bremen {
    type View = View;

    fn view(&self) -> View {
        self.as_view()
    }

    fn draw(view: &View, board: &mut crate::board::Board) {
        drawing::draw(view, board);
    }
}

impl Forms for Bremen {
    fn forms(&self, names: &Names) -> Vec<crate::form::Form> {
        self.list_forms(names)
    }
}

impl Wording for Bremen {
    fn catalogue() -> &'static Catalogue {
        Words::catalogue()
    }

    fn describe_kind(kind: &str) -> Option<Message> {
        describe::describe_kind(kind).map(Message::from)
    }

    fn describe_effect(effect: &Effect) -> Message {
        describe::describe_effect(effect).into()
    }
}

impl Sampling for Bremen {
    fn sample_opening(pick: &mut dyn RandomSource) -> (u8, Options) {
        (*pick.one(&[3, 4]), Options {})
    }

    fn sample(&self, choice: &Choice, pick: &mut dyn RandomSource) -> Move {
        self.sample_move(choice, pick)
    }
}

impl Metrics for Bremen {
    fn first_player(replay: &Replay<Self>) -> Option<Seat> {
        replay.end().table.as_ref().and_then(|table| table.first)
    }

    fn observe(replay: &Replay<Self>) -> Vec<Observation> {
        replay.end().table.as_ref().map(statistics::observe).unwrap_or_default()
    }
}

impl Game for Bremen {
    const META: Meta = Meta {
        slug: "bremen",
        name: Text::fixed("Bremen", "Bremen"),
        seats: (3, 4),
        has_secrets: Self::HAS_SECRETS,
        rules_version: 1,
        rules: Text {
            ja: Cow::Borrowed(include_str!("rules.ja.md")),
            en: Cow::Borrowed(include_str!("rules.md")),
        },
        set_up: include_str!("set_up.json"),
        settings: &[],
        unoffered: &[],
        features: &[Feature::Cooperative, Feature::Turns, Feature::Score],
        endings: metrics::ENDINGS,
        metrics: metrics::METRICS,
    };
}
