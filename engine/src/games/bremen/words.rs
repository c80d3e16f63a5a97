//! The messages and terms of Bremen. Their templates are in `words/`.

pub mod texts;

use serde_json::Value;
use strum::VariantArray;

use super::outcome::Title;
use super::rules::tile::{Animal, Tile};
use crate::json::encode;
use crate::message::{Message, Term};
use crate::seat::Seat;
use crate::words::InputNumber;

crate::messages! {
    /// The messages of Bremen.
    pub enum Words in "bremen" {
        en: include_str!("words/en.ftl"),
        ja: include_str!("words/ja.ftl"),

        Chicken,
        Donkey,
        Dog,
        Cat,
        Tile { animal: Animal, number: u8 = [7] },

        DealKind,
        RedealKind,
        LeadKind,
        PlayKind,
        RevealKind,

        Dealt,
        PutInCentre { tile: Tile },
        Holds { seat: Seat, tiles: Vec<Tile> },
        DealsAgain { seat: Seat },
        ShowsAndDealsAgain { seat: Seat, tiles: Vec<Tile> = [chickens()] },
        RedealDue { seat: Seat, chickens: i64 = [8, 9] },

        LeadsFirstRound { seat: Seat },
        HoldsDonkeyAndLeads { seat: Seat, tile: Tile = FIRST_LEADERS },
        LeadsWith { seat: Seat, tile: Tile },
        FollowsWith { seat: Seat, tile: Tile },
        PlaysAnother { seat: Seat, tile: Tile, led: Animal },
        TakesRound { seat: Seat, round: i64 = [3], tile: Tile, taken: i64 = [12] },

        LastTilesUnseen,
        LastTiles { tiles: Vec<LastTile> },
        LastTile { seat: Seat, tile: Tile },
        BothConditionsMet,
        OnlyAnimalsLeftMet,
        OnlyTilesTakenMet,
        NoConditionMet,
        Won { score: i64 = [24, 1, 2], title: Title = titles() },
        Lost,

        WrongNumberOfSeats { input: InputNumber = [InputNumber(2)] },
        HandsGiven,
        TilesLeftGiven,
        TileInCentreMissing,
        NoTileInCentre,
        WrongHandSize { seat: Seat, input: InputNumber = [InputNumber(12)] },
        TileNotInGame { tile: Tile = [Tile::donkey(1)] },
        TileTwice { tile: Tile },
        TileInCentre { tile: Tile },

        NotDealtAgain { seat: Seat },
        SomebodyNotDealtAgain,
        RedealFirst { seat: Seat },
        TooFewChickens { seat: Seat, chickens: usize = [7] },
        EighthChicken { seat: Seat, tile: Tile = chickens() },
        OtherHand { seat: Seat },

        AlreadyPlayed { tile: Tile },
        NotInHand { seat: Seat, tile: Tile },
        InAnotherHand { seat: Seat, tile: Tile },

        WrongLeader { seat: Seat, donkey: Tile = FIRST_LEADERS },
        LedWithoutDonkey { seat: Seat, donkey: Tile = FIRST_LEADERS },
        DonkeyElsewhere { seat: Seat, leader: Seat, tile: Tile = FIRST_LEADERS },
        DonkeyNotLeft { seat: Seat, allowed: Vec<Tile> = FIRST_LEADERS.map(|tile| vec![tile]) },
        DonkeyNotShown { seat: Seat, required: Tile = FIRST_LEADERS },

        MustFollow { seat: Seat, input: Tile, led: Animal },
        Revoked { seat: Seat, input: Tile, led: Animal },
        RevokedEarlier { seat: Seat, tile: Tile = [Tile::donkey(7)], animal: Animal = [Animal::Donkey] },

        ScoreUnknown { seat: Seat },

        ToBeDealt,
        ToBeLed,
        InRound { round: i64 = [3], rounds: usize = [12] },
        ToBeTurnedOver,
        WonBoard { score: i64 = [24, 1, 2], title: Title = titles() },
        LostBoard,
        CentreBoard { tile: Tile },
        PlayedBoard { seat: Seat, tile: Tile },
        Took { taken: i64 = [16, 1] },
        SeatBoard { seat: Seat, taken: i64 = [8, 0, 1], count: i64 = [1, 13] },
        KnownBoard { tiles: Vec<Tile> },
        LacksBoard { seat: Seat, animals: Vec<Animal> },

        Hand { seat: Seat },
        HandShown,
        TileLabel,
        CentreLabel,
        NotShown,
        DealLabel,
        RedealLabel,
        LeadLabel,
        PlayLabel,
        RevealLabel,

        WinWentHere { seat: Seat, tile: Tile },
        TilesTakenGraph,
        SeatLine { seat: Seat },
        HiddenHandsTable,
        LikeliestCount { count: usize = [3], percent: i64 = [30] },
        HoldsChance { seat: Seat, animal: Animal, percent: i64 = [72] },
        TileWins { tile: Tile },
        TileLoses { tile: Tile },

    }
}

/// Samples of tiles whose holder leads first.
const FIRST_LEADERS: [Tile; 2] = [Tile::donkey(1), Tile::donkey(4)];

/// Eight chickens, for which all tiles are dealt again.
fn chickens() -> Vec<Tile> {
    (1..=8).filter_map(|number| Tile::new(Animal::Chicken, number)).collect()
}

/// Titles, each for the score before it in the samples.
const fn titles() -> [Title; 3] {
    [Title::DreamingBand, Title::FinestBand, Title::DreamingBand]
}

/// The tile that a seat has left.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LastTile {
    /// The seat.
    pub seat: Seat,
    /// Its tile.
    pub tile: Tile,
}

impl Term for Animal {
    fn message(&self) -> Message {
        match self {
            Self::Chicken => Words::Chicken,
            Self::Donkey => Words::Donkey,
            Self::Dog => Words::Dog,
            Self::Cat => Words::Cat,
        }
        .into()
    }

    fn samples() -> Vec<Self> {
        Self::VARIANTS.into()
    }
}

impl Term for Tile {
    fn message(&self) -> Message {
        Words::Tile { animal: self.animal(), number: self.number() }.into()
    }

    fn data(&self) -> Option<Value> {
        Some(encode(self))
    }

    fn samples() -> Vec<Self> {
        Animal::VARIANTS
            .iter()
            .copied()
            .zip([1, 7, 12, 13])
            .filter_map(|(animal, number)| Self::new(animal, number))
            .collect()
    }
}

impl Term for Title {
    fn message(&self) -> Message {
        Message::of_name(self.name())
    }

    fn samples() -> Vec<Self> {
        vec![Self::FinestBand, Self::DreamingBand]
    }
}

impl Term for LastTile {
    fn message(&self) -> Message {
        Words::LastTile { seat: self.seat, tile: self.tile }.into()
    }

    fn samples() -> Vec<Self> {
        let tiles = <Tile as Term>::samples().into_iter().zip(<Seat as crate::message::Argument>::samples());
        tiles.map(|(tile, seat)| Self { seat, tile }).collect()
    }
}
