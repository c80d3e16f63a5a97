//! A position as clients see it.

use schemars::JsonSchema;
use serde::Serialize;
use strum::VariantArray;

use super::opening::Edition;
use super::rules::animal::Animal;
use super::rules::turns::MARKERS_PER_SEAT;
use super::{Called, Phase, YouCryWolf, drawing};
use crate::fact::Fact;
use crate::game::{LastMove, Views};
use crate::record::Step;
use crate::seat::{BySeat, Seat};

/// The phase of the game.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "YouCryWolfPhaseName")]
pub enum PhaseName {
    /// Rolling for the first player.
    ChooseFirstPlayer,
    /// The first player rolls the open dice.
    OpenDice,
    /// Somebody's turn.
    Turns,
    /// Somebody called; the cups are lifted.
    Reveal,
    /// The game is over.
    Over,
}

/// A die on the board.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "YouCryWolfPlacedView")]
pub struct PlacedView {
    /// The face it shows; on this row it counts as the row's animal.
    pub die: Animal,
    /// The seat that placed it.
    pub seat: Seat,
    /// True: it was rolled with the privilege.
    pub rolled: bool,
}

/// A claim on the board.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "YouCryWolfMarkerView")]
pub struct MarkerView {
    /// The seat that claims.
    pub seat: Seat,
    /// The number claimed.
    pub claim: i64,
}

/// A row of the board.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "YouCryWolfRowView")]
pub struct RowView {
    /// Its animal.
    pub animal: Animal,
    /// Its dice, from square 1.
    pub dice: Vec<PlacedView>,
    /// Its marker; null if it has none.
    pub marker: Option<MarkerView>,
}

/// The chips, markers and cup of a seat.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "YouCryWolfSeatView")]
pub struct SeatView {
    /// Chips of its own colour.
    pub own_chips: i64,
    /// Points: chips received, shortfalls included.
    pub points: i64,
    /// Markers in hand.
    pub markers: i64,
    /// The dice under its cup as far as they are known, unknown ones last as null.
    pub cup: Vec<Fact<Animal>>,
}

/// A call waiting for the cups to be lifted.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "YouCryWolfCallView")]
pub struct CallView {
    /// The seat that called.
    pub caller: Seat,
    /// The seat that made the claim.
    pub accused: Seat,
    /// The animal of the claim.
    pub row: Animal,
    /// The number claimed.
    pub claim: i64,
}

/// The cups as they were lifted last, and the call they settled.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "YouCryWolfLiftedView")]
pub struct LiftedView {
    /// The call.
    pub call: CallView,
    /// How many of the called animal there were.
    pub count: i64,
    /// By seat, the dice under its cup as far as they are known, unknown ones last as null.
    pub cups: BySeat<Vec<Fact<Animal>>>,
}

/// The table.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct View {
    /// The phase of the game.
    pub phase: PhaseName,
    /// The round, from 1; 0 before the first.
    pub round: i64,
    /// The seat that has the first-player marker.
    pub first_player: Option<Seat>,
    /// The seat to move; null if no seat has a turn.
    pub turn: Option<Seat>,
    /// True: the seat to move may use the privilege.
    pub privilege: bool,
    /// The four rows.
    pub rows: Vec<RowView>,
    /// The dice rolled openly; null if there are none.
    pub open_dice: Option<Vec<Animal>>,
    /// Spare dice left.
    pub spare_dice: i64,
    /// The seats.
    pub seats: BySeat<SeatView>,
    /// The call that is being settled.
    pub call: Option<CallView>,
    /// The cups of the last call, which lie open until the next are rolled; null otherwise.
    pub lifted: Option<LiftedView>,
    /// The edition played.
    pub edition: Edition,
    /// Dice in the game: the highest claim.
    pub all_dice: i64,
}

impl Views for YouCryWolf {
    type View = View;

    fn view(&self) -> View {
        let (phase, turn) = match self.phase {
            Phase::ChooseFirstPlayer => (PhaseName::ChooseFirstPlayer, None),
            Phase::OpenDice => (PhaseName::OpenDice, self.first),
            Phase::Turns(seat) => (PhaseName::Turns, Some(seat)),
            Phase::Reveal(_) => (PhaseName::Reveal, None),
            Phase::Over => (PhaseName::Over, None),
        };
        let call = match self.phase {
            Phase::Reveal(called) => Some(CallView::of(called)),
            _ => None,
        };
        View {
            phase,
            round: self.round,
            first_player: self.first,
            turn,
            privilege: matches!(self.phase, Phase::Turns(seat) if self.may_use_privilege(seat)),
            rows: Animal::VARIANTS.iter().copied().map(|animal| self.row_shown(animal)).collect(),
            open_dice: self.open.map(|dice| dice.faces().collect()),
            spare_dice: self.spare,
            seats: BySeat::new(self.seats, |seat| self.seat_shown(seat)),
            call,
            lifted: self.lifted.as_deref().map(|lifted| LiftedView {
                call: CallView::of(lifted.called),
                count: lifted.count,
                cups: lifted.cups.clone(),
            }),
            edition: self.options.edition,
            all_dice: self.all_dice(),
        }
    }

    fn view_with_hindsight(&self, later: &[Step<Self>]) -> View {
        self.in_hindsight(later)
    }

    fn draw(view: &View, last: Option<&LastMove<Self>>, board: &mut crate::board::Board) {
        drawing::draw(view, last, board);
    }
}

impl CallView {
    fn of(called: Called) -> Self {
        let Called { caller, accused, row, claim } = called;
        Self { caller, accused, row, claim }
    }
}

impl YouCryWolf {
    fn row_shown(&self, animal: Animal) -> RowView {
        let row = &self.board[animal];
        let placed = row.dice.iter();
        RowView {
            animal,
            dice: placed.map(|p| PlacedView { die: p.die, seat: p.by, rolled: p.rolled }).collect(),
            marker: row.marker.map(|marker| MarkerView { seat: marker.seat, claim: marker.claim }),
        }
    }

    fn seat_shown(&self, seat: Seat) -> SeatView {
        SeatView {
            own_chips: self.own[seat],
            points: self.points[seat],
            markers: MARKERS_PER_SEAT - self.board.markers_of(seat),
            cup: self.cups[seat].shown(),
        }
    }
}
