//! Moves and effects in sentences for people.

use super::Bremen;
use super::moves::{Effect, Move};
use super::outcome::Conditions;
use super::rules::table::Table;
use super::rules::tile::Tile;
use super::words::{LastTile, Words};
use crate::fact::Fact;
use crate::game::Wording;
use crate::message::{Catalogue, Message};
use crate::seat::{BySeat, Seat};

impl Wording for Bremen {
    fn catalogue() -> &'static Catalogue {
        Words::catalogue()
    }

    fn describe_kind(kind: &str) -> Option<Message> {
        describe_kind(kind).map(Message::from)
    }

    fn describe_effect(effect: &Effect) -> Message {
        describe_effect(effect).into()
    }
}

/// A kind of move in words.
pub fn describe_kind(kind: &str) -> Option<Words> {
    Some(match kind {
        "deal" => Words::DealKind,
        "redeal" => Words::RedealKind,
        "lead" => Words::LeadKind,
        "play" => Words::PlayKind,
        "reveal" => Words::RevealKind,
        _ => return None,
    })
}

pub fn describe_move(table: Option<&Table>, mv: &Move) -> Message {
    match mv {
        Move::Deal { hands, center } => describe_deal(hands, *center),
        Move::Redeal { seat, hand } => match hand {
            Fact::Known(hand) => Words::ShowsAndDealsAgain { seat: *seat, tiles: hand.clone() },
            Fact::Unknown => Words::DealsAgain { seat: *seat },
        }
        .into(),
        Move::Lead { seat } => Words::LeadsFirstRound { seat: *seat }.into(),
        Move::Play { seat, tile } => describe_play(table, *seat, *tile).into(),
        Move::Reveal { left } => describe_reveal(left).into(),
    }
}

fn describe_deal(hands: &Fact<BySeat<Fact<Vec<Tile>>>>, center: Option<Tile>) -> Message {
    let known_hands = hands.as_ref().value();
    let hands = known_hands.iter().flat_map(|hands| hands.iter());
    let shown = hands.filter_map(|(seat, hand)| Some((seat, hand.as_ref().value()?.clone())));
    Message::from(Words::Dealt)
        .followed_by_all(center.map(|tile| Words::PutInCentre { tile }))
        .followed_by_all(shown.map(|(seat, tiles)| Words::Holds { seat, tiles }))
}

fn describe_play(table: Option<&Table>, seat: Seat, tile: Tile) -> Words {
    match table.and_then(Table::led) {
        None => Words::LeadsWith { seat, tile },
        Some(led) if led == tile.animal() => Words::FollowsWith { seat, tile },
        Some(led) => Words::PlaysAnother { seat, tile, led },
    }
}

fn describe_reveal(left: &BySeat<Fact<Tile>>) -> Words {
    let shown = left.iter().filter_map(|(seat, tile)| Some(LastTile { seat, tile: tile.value()? }));
    let tiles: Vec<LastTile> = shown.collect();
    if tiles.is_empty() { Words::LastTilesUnseen } else { Words::LastTiles { tiles } }
}

pub fn describe_effect(effect: &Effect) -> Words {
    match *effect {
        Effect::FirstLeader { seat, tile } => Words::HoldsDonkeyAndLeads { seat, tile },
        Effect::RedealDue { seat, chickens } => Words::RedealDue { seat, chickens },
        Effect::RoundTaken { round, seat, tile, taken } => Words::TakesRound { seat, round, tile, taken },
        Effect::ConditionsDecided { tiles_taken, animals_left } => {
            describe_conditions(Conditions { tiles_taken, animals_left })
        }
        Effect::Won { score, title } => Words::Won { score, title },
        Effect::Lost { .. } => Words::Lost,
    }
}

fn describe_conditions(conditions: Conditions) -> Words {
    match (conditions.tiles_taken, conditions.animals_left) {
        (true, true) => Words::BothConditionsMet,
        (false, true) => Words::OnlyAnimalsLeftMet,
        (true, false) => Words::OnlyTilesTakenMet,
        (false, false) => Words::NoConditionMet,
    }
}
