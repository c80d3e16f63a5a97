//! Moves and effects in sentences for people.

use strum::VariantArray;

use super::HalfWerewolf;
use super::moves::{CardPlace, Effect, Move, Target};
use super::outcome::Ending;
use super::rules::camps::Camp;
use super::rules::role::{Role, Setup};
use super::words::{Ballot, Buried, Card, Cards, FaceDown, Hand, Noted, Words};
use crate::fact::Fact;
use crate::game::Wording;
use crate::message::{Catalogue, Message, Quote};
use crate::seat::{BySeat, Seat};

impl Wording for HalfWerewolf {
    fn catalogue() -> &'static Catalogue {
        Words::catalogue()
    }

    fn describe_kind(kind: &str) -> Option<Message> {
        let words = match kind {
            "deal" => Words::DealKind,
            "note" => Words::NoteKind,
            "pass_cards" => Words::PassCardsKind,
            "seer_look" => Words::SeerLookKind,
            "dig" => Words::DigKind,
            "skip_ability" => Words::SkipAbilityKind,
            "statement" => Words::StatementKind,
            "end_day" => Words::EndDayKind,
            "vote" => Words::VoteKind,
            "reveal" => Words::RevealKind,
            _ => return None,
        };
        Some(words.into())
    }

    fn describe_effect(effect: &Effect) -> Message {
        match effect {
            Effect::Turned { seat } => Words::Turned { seat: *seat }.into(),
            Effect::DayBegan {} => Words::DayBegins.into(),
            Effect::VotesCounted { counts } if counts.is_empty() => Words::NoVotes.into(),
            Effect::VotesCounted { counts } => Words::VotesCounted { counts: counts.clone() }.into(),
            Effect::Runoff { targets } => Words::RunoffDue { targets: targets.clone() }.into(),
            Effect::Panicked {} => Words::Panics.into(),
            Effect::Executed { target: Target::Seat(seat) } => Words::Executed { target: *seat }.into(),
            Effect::Executed { target: Target::Graveyard } => Words::GraveyardChosen.into(),
            Effect::CampsRevealed { camps, mad_wolf, turned } => describe_camps(camps, *mad_wolf, turned),
            Effect::GameOver { ending, winners } => describe_end(*ending, winners),
        }
    }
}

pub fn describe_move(setup: Setup, mv: &Move) -> Message {
    match mv {
        Move::Deal { hands, graveyard } => describe_deal(setup, hands, graveyard),
        Move::Note { seat, dealt, passed, holds } => describe_note(*seat, (dealt, *passed, holds)).into(),
        Move::PassCards { cards } => describe_pass(setup, cards),
        Move::SeerLook { seat, target, role } => describe_look(setup, *seat, *target, *role).into(),
        Move::Dig { seat, saw, give, given_card, target } => {
            let gave = Buried::of(given_card.or(saw_at(saw, *give)), *give);
            let place = FaceDown::at(setup, CardPlace::Seat(*target)).for_seat(*seat);
            Words::Digs { seat: *seat, saw: saw.as_ref().value().cloned().map(Cards), gave, place }.into()
        }
        Move::SkipAbility { ability } => Words::NobodyComesForward { role: ability.role() }.into(),
        Move::Statement { seat, text, claims_role } => {
            describe_statement(*seat, text.as_deref(), *claims_role).into()
        }
        Move::EndDay {} => Words::DayEnds.into(),
        Move::Vote { ballots } => Words::Votes { votes: list_ballots(ballots) }.into(),
        Move::Reveal { hands, graveyard, .. } => {
            let hands = hands.iter().map(|(seat, hand)| Hand(seat, Cards(hand.clone()))).collect();
            Message::from(Words::Revealed { hands })
                .followed_by(Words::GraveyardRevealed { cards: Cards(graveyard.clone()) })
        }
    }
}

/// The card that was given away, where the slot and all that was seen tell it.
fn saw_at(saw: &Fact<Vec<Role>>, give: Fact<i64>) -> Fact<Role> {
    let slot = give.value().and_then(|give| usize::try_from(give).ok());
    let seen = saw.as_ref().value().zip(slot);
    Fact::from(seen.and_then(|(saw, slot)| saw.get(slot).copied()))
}

fn describe_deal(
    setup: Setup,
    hands: &Fact<BySeat<Fact<Vec<Role>>>>,
    graveyard: &Fact<Vec<Role>>,
) -> Message {
    let hands = hands.as_ref().value();
    let known_cards = hands.iter().flat_map(|hands| hands.iter());
    let known_cards = known_cards.filter_map(|(seat, hand)| Some((seat, hand.as_ref().value()?.clone())));
    let buried = graveyard.as_ref().value().cloned();
    Message::from(Words::Dealt { graveyard: setup.graveyard() })
        .followed_by_all(known_cards.map(|(seat, cards)| Words::IsDealt { seat, cards: Cards(cards) }))
        .followed_by_all(buried.map(|cards| Words::GraveyardIsDealt { cards: Cards(cards) }))
}

fn describe_note(
    seat: Seat,
    (dealt, passed, holds): (&Fact<Vec<Role>>, Fact<Role>, &Fact<Vec<Role>>),
) -> Words {
    let cards = |cards: &Fact<Vec<Role>>| cards.as_ref().value().cloned().map(Cards);
    let noted = [
        cards(dealt).map(Noted::Dealt),
        passed.value().map(Card).map(Noted::Passed),
        cards(holds).map(Noted::Holds),
    ];
    let noted: Vec<Noted> = noted.into_iter().flatten().collect();
    if noted.is_empty() { Words::ChecksCards { seat } } else { Words::Notes { seat, noted } }
}

fn describe_pass(setup: Setup, cards: &BySeat<Fact<Role>>) -> Message {
    let known_cards = cards.iter().filter_map(|(seat, card)| Some((seat, Card(card.value()?))));
    let passes = |(seat, card)| Words::Passes { seat, right: setup.seats.right_of(seat), card };
    Message::from(Words::EverybodyPasses).followed_by_all(known_cards.map(passes))
}

fn describe_look(setup: Setup, seat: Seat, target: CardPlace, role: Fact<Role>) -> Words {
    let place = FaceDown::at(setup, target).for_seat(seat);
    match role {
        Fact::Known(role) => Words::LooksAndSees { seat, place, card: Card(role) },
        Fact::Unknown => Words::Looks { seat, place },
    }
}

/// A seat's statement in words.
pub fn describe_statement(seat: Seat, text: Option<&str>, claims: Option<Role>) -> Words {
    let quote = text.map(|text| Quote(text.to_owned()));
    match (quote, claims.map(Card)) {
        (Some(text), None) => Words::Says { seat, text },
        (Some(text), Some(card)) => Words::ClaimsAndSays { seat, card, text },
        (None, Some(card)) => Words::Claims { seat, card },
        (None, None) => Words::SaysSomething { seat },
    }
}

/// Everybody's vote, by seat.
pub fn list_ballots(ballots: &BySeat<Option<Target>>) -> Vec<Ballot> {
    ballots.iter().map(|(seat, ballot)| Ballot(seat, *ballot)).collect()
}

fn describe_camps(camps: &BySeat<Camp>, mad_wolf: Option<Seat>, turned: &[Seat]) -> Message {
    let members = |camp: Camp| -> Vec<Seat> {
        camps.iter().filter(|(_, other)| **other == camp).map(|(seat, _)| seat).collect()
    };
    let camps = Camp::VARIANTS.iter().map(|camp| (*camp, members(*camp)));
    let camps = camps.filter(|(_, seats)| !seats.is_empty());
    let turned = Some(turned.to_vec()).filter(|turned| !turned.is_empty());
    Message::from(Words::CampsDecided)
        .followed_by_all(camps.map(|(camp, seats)| Words::InCamp { camp, seats }))
        .followed_by_all(mad_wolf.map(|mad_wolf| Words::IsMadWolf { mad_wolf }))
        .followed_by_all(turned.map(|turned| Words::TurnedByMagician { turned }))
}

/// How a game ended, as a sentence.
pub const fn describe_ending(ending: Ending) -> Words {
    match ending {
        Ending::Panic => Words::EndedInPanic,
        Ending::MadWolfExecuted => Words::MadWolfExecuted,
        Ending::WerewolfExecuted => Words::WerewolfExecuted,
        Ending::WerewolfSpared => Words::WerewolfSpared,
        Ending::MadWolfSpared => Words::MadWolfSpared,
        Ending::NobodyLeftToWin => Words::NobodyLeftToWin,
        Ending::SinnerAlone => Words::SinnerAlone,
        Ending::DoomsayerExecuted => Words::DoomsayerExecuted,
        Ending::WerewolfDoomsayerSpared => Words::WerewolfDoomsayerSpared,
    }
}

fn describe_end(ending: Ending, winners: &[Seat]) -> Message {
    let all = winners.to_vec();
    let won = match *winners {
        [] => Words::NobodyWins,
        [_] if ending.is_won_alone() => Words::WinsAlone { winners: all },
        _ => Words::Win { winners: all },
    };
    Message::from(describe_ending(ending)).followed_by(won)
}
