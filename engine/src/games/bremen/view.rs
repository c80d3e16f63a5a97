//! A position as clients see it.

use schemars::JsonSchema;
use serde::Serialize;

use super::outcome::{Conditions, Title};
use super::rules::table::{HAND_SIZE, Table};
use super::rules::tile::{Animal, Tile};
use super::{Bremen, Phase, drawing};
use crate::count;
use crate::fact::Fact;
use crate::game::{LastMove, Views};
use crate::record::Step;
use crate::seat::{BySeat, Seat};

/// A position of Bremen.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(title = "BremenView")]
pub struct View {
    /// The phase of the game.
    pub phase: Phase,
    /// How many sit at the table.
    pub seats: u8,
    /// How often all tiles were dealt again.
    pub redeals: i64,
    /// The seat whose chickens require another deal, if known.
    pub redeal_due: Option<Seat>,
    /// With three seats, the tile in the centre.
    pub center: Option<Tile>,
    /// The seat that leads the first round; null if not known.
    pub first_leader: Option<Seat>,
    /// The round being played, from 1; after the last round, its number.
    pub round: Option<i64>,
    /// The seat that leads this round.
    pub leader: Option<Seat>,
    /// The seat to move; null if no tile is to be played.
    pub turn: Option<Seat>,
    /// The tiles of this round, the leader's first. Tiles taken lie face down (BR-8).
    pub on_table: Vec<PlacedTile>,
    /// By seat, its hand.
    pub hands: BySeat<HandView>,
    /// By seat, how many tiles it has taken.
    pub taken: BySeat<i64>,
    /// The two conditions, decided once twelve rounds are over; null before.
    pub conditions: Option<Conditions>,
    /// By seat, the tile left in hand, once the game is over; null if nobody told it.
    pub left: Option<BySeat<Fact<Tile>>>,
    /// The score of a win.
    pub score: Option<i64>,
    /// The title of a win.
    pub title: Option<Title>,
}

/// One tile of the round.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "BremenPlacedTile")]
pub struct PlacedTile {
    /// The seat that played it.
    pub seat: Seat,
    /// The tile.
    pub tile: Tile,
}

/// The known facts of a hand.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "BremenHandView")]
pub struct HandView {
    /// How many tiles are in it.
    pub count: i64,
    /// The tiles; null if not known.
    pub tiles: Option<Vec<Tile>>,
    /// The animals it lacks, as its seat showed by not following.
    pub lacks: Vec<Animal>,
    /// The donkey that it must still hold, because its seat was the first leader.
    pub holds: Option<Tile>,
}

impl Views for Bremen {
    type View = View;

    fn view(&self) -> View {
        let table = self.table.as_ref();
        let result = table.and_then(Table::result);
        let playing = matches!(self.phase(), Phase::Play);
        View {
            phase: self.phase(),
            seats: self.seats.count(),
            redeals: self.redeals,
            redeal_due: table.and_then(|table| table.redeal_due),
            center: table.and_then(|table| table.center),
            first_leader: table.and_then(|table| table.first),
            round: table.map(Table::round),
            leader: table.filter(|_| playing).and_then(Table::leader),
            turn: table.filter(|_| playing).and_then(Table::turn),
            on_table: table.map(Table::on_table).unwrap_or_default(),
            hands: BySeat::new(self.seats, |seat| HandView::of(table, seat)),
            taken: BySeat::new(self.seats, |seat| table.map_or(0, |table| table.taken(seat))),
            conditions: table.and_then(Table::conditions),
            left: table.and_then(|table| table.left.clone()),
            score: result.map(|(score, _)| score),
            title: result.map(|(_, title)| title),
        }
    }

    fn view_with_hindsight(&self, later: &[Step<Self>]) -> View {
        self.in_hindsight(later)
    }

    fn draw(view: &View, last: Option<&LastMove<Self>>, board: &mut crate::board::Board) {
        drawing::draw(view, last, board);
    }
}

impl Table {
    fn round(&self) -> i64 {
        let begun = if self.is_played_out() { self.rounds.len() } else { self.rounds.len() + 1 };
        count::to_i64(begun)
    }

    fn on_table(&self) -> Vec<PlacedTile> {
        self.trick.plays().map(|play| PlacedTile { seat: play.seat, tile: play.tile }).collect()
    }
}

impl HandView {
    fn of(table: Option<&Table>, seat: Seat) -> Self {
        let Some(hand) = table.and_then(|table| table.hands.get(seat)) else {
            return Self { count: 0, tiles: None, lacks: Vec::new(), holds: None };
        };
        Self {
            count: count::to_i64(HAND_SIZE.saturating_sub(hand.played.len())),
            tiles: hand.held.map(|held| held.iter().collect()),
            lacks: hand.shown_lacks(),
            holds: hand.donkey_left().map(|(tile, _)| tile),
        }
    }
}
