//! The table drawn: what has happened so far, the graveyard, and before everybody the two cards with what was said
//! and who pointed there.

pub mod places;

use super::describe::{describe_ending, describe_move, list_ballots};
use super::moves::{Ability, CardPlace, Effect, Move};
use super::outcome::Ending;
use super::rules::role::{Role, Setup};
use super::view::{AbilityState, DigView, LookView, View};
use super::words::{Card, Cards, FaceDown, TimeOfDay, Words};
use super::{HalfWerewolf, Phase};
use crate::board::{Anchor, BOARD_MARGIN, BOARD_WIDTH, Board, Size};
use crate::fact::Fact;
use crate::game::Wording;
use crate::message::{Render, Term};
use crate::seat::{Seat, Seats};
use places::{draw_graveyard, draw_seat};

const CARD_SIZE: (i32, i32) = (104, 36);
/// What is written beside the cards begins here.
const TEXT_LEFT: i32 = BOARD_MARGIN + 4 + 2 * (CARD_SIZE.0 + 4) + 8;
/// From one small line to the next.
const LINE_HEIGHT: i32 = 16;
const TOMBSTONE_OUTLINE: &str = "M 1 19 L 1 8 C 1 -2 17 -2 17 8 L 17 19 Z";

/// Draws a position from what is waited for down to the last seat.
pub fn draw(view: &View, board: &mut Board) {
    draw_phase(view, board);
    draw_deck(view, board);
    draw_seer(view, board);
    draw_gravedigger(view, board);
    draw_votes(view, board);
    say_end(view, board);
    draw_graveyard(view, board);
    for (seat, hand) in view.hands.iter() {
        draw_seat(seat, hand, view, board);
    }
}

fn setup(view: &View) -> Setup {
    Setup { seats: Seats::new(view.seats), variant: view.variant }
}

/// The time of day with the variant, and what everybody waits for.
fn draw_phase(view: &View, board: &mut Board) {
    let (time, waited) = (time_of_day(view.phase), waited_for(view.phase, view.ending));
    let y = board.y();
    let words =
        [time.message(), view.variant.message(), waited.clone().into()].map(|words| board.render(words));
    board.write((BOARD_MARGIN, y + 18), Anchor::Start, Size::Large, &words[0], 120);
    board.write((BOARD_WIDTH - BOARD_MARGIN, y + 18), Anchor::End, Size::Small, &words[1], 210);
    board.write(
        (BOARD_MARGIN, y + 38),
        Anchor::Start,
        Size::Normal,
        &words[2],
        BOARD_WIDTH - 2 * BOARD_MARGIN,
    );
    board.down(46);
    for words in [Words::VariantBoard { variant: view.variant }, Words::TimeBoard { time }, waited] {
        board.add_alt_text(&words);
    }
}

const fn time_of_day(phase: Phase) -> TimeOfDay {
    match phase {
        Phase::Deal | Phase::Pass | Phase::Seer | Phase::Gravedigger => TimeOfDay::Morning,
        Phase::Day => TimeOfDay::Day,
        Phase::Vote | Phase::Runoff | Phase::Reveal => TimeOfDay::Evening,
        Phase::Over => TimeOfDay::TheEnd,
    }
}

fn waited_for(phase: Phase, ended: Option<Ending>) -> Words {
    match phase {
        Phase::Deal => Words::ToBeDealt,
        Phase::Pass => Words::ToBePassed,
        Phase::Seer => Words::SeerToComeForward,
        Phase::Gravedigger => Words::GravediggerToComeForward,
        Phase::Day => Words::Discussion,
        Phase::Vote => Words::ToBeVoted,
        Phase::Runoff => Words::ToBeVotedAgain,
        Phase::Reveal => Words::ToBeTurnedOver,
        Phase::Over => ended.map_or(Words::NobodyWins, describe_ending),
    }
}

/// The longest deck, in English, takes the margin too.
fn draw_deck(view: &View, board: &mut Board) {
    let words = board.render(Words::DeckLine { deck: view.deck.clone() });
    board.write((BOARD_MARGIN, board.y() + 11), Anchor::Start, Size::Small, &words, BOARD_WIDTH);
    board.down(20);
    board.add_alt_text(&Words::DeckBoard { deck: view.deck.clone() });
}

/// A small line from `x` on.
fn draw_line(x: i32, words: impl Render, board: &mut Board) {
    let words = board.render(words);
    board.write((x, board.y() + 11), Anchor::Start, Size::Small, &words, BOARD_WIDTH - BOARD_MARGIN - x);
    board.down(LINE_HEIGHT);
}

/// What a seat did openly: its mark, and lines beside it.
fn draw_deed(seat: Seat, lines: impl IntoIterator<Item = Words>, board: &mut Board) {
    board.mark((BOARD_MARGIN + 10, board.y() + 9), seat);
    board.down(2);
    for line in lines {
        draw_line(BOARD_MARGIN + 26, line, board);
    }
    board.down(6);
}

fn draw_skipped(ability: Ability, board: &mut Board) {
    let words = Words::NobodyComesForward { role: ability.role() };
    board.add_alt_text(&words);
    draw_line(BOARD_MARGIN, words, board);
    board.down(4);
}

fn draw_seer(view: &View, board: &mut Board) {
    match &view.look {
        Some(look) => draw_look(look, view, board),
        None if view.seer == AbilityState::Skipped => draw_skipped(Ability::Seer, board),
        None => {}
    }
}

fn draw_look(look: &LookView, view: &View, board: &mut Board) {
    let LookView { seat, target, role } = *look;
    board.add_alt_text(&describe_move(setup(view), &Move::SeerLook { seat, target, role }));
    let place = FaceDown::at(setup(view), target).for_seat(seat);
    let seen = role.value().map(|role| Words::SeenLine { card: Card(role) });
    draw_deed(seat, [Words::SeerLine { seat, place }].into_iter().chain(seen), board);
}

fn draw_gravedigger(view: &View, board: &mut Board) {
    match &view.dig {
        Some(dig) => draw_dig(dig, view, board),
        None if view.gravedigger == AbilityState::Skipped => draw_skipped(Ability::Gravedigger, board),
        None => {}
    }
}

fn draw_dig(dig: &DigView, view: &View, board: &mut Board) {
    let DigView { seat, target, give, given_card, .. } = *dig;
    let saw = known_all(&dig.saw);
    board.add_alt_text(&describe_move(
        setup(view),
        &Move::Dig { seat, saw: saw.clone().into(), give, given_card, target },
    ));
    let place = FaceDown::at(setup(view), CardPlace::Seat(target)).for_seat(seat);
    let saw = saw.map(|saw| Words::SawLine { cards: Cards(saw) });
    let gave = given_card.value().map(|given_card| Words::GaveLine { card: Card(given_card) });
    draw_deed(seat, [Words::GravediggerLine { seat, place }].into_iter().chain(saw).chain(gave), board);
}

/// All of them, if all are known.
fn known_all(cards: &[Fact<Role>]) -> Option<Vec<Role>> {
    cards.iter().map(|card| card.value()).collect()
}

/// How often was voted and what came of it; who voted for whom is drawn beside the targets.
fn draw_votes(view: &View, board: &mut Board) {
    let mut ballots = view.votes.iter().map(|vote| list_ballots(&vote.ballots));
    ballots.next().into_iter().for_each(|ballots| board.add_alt_text(&Words::FirstVote { ballots }));
    ballots.for_each(|ballots| board.add_alt_text(&Words::Runoff { ballots }));
    if let [first, _] = &*view.votes {
        draw_line(BOARD_MARGIN, Words::FirstVoteLine { counts: first.counts.clone() }, board);
        draw_line(BOARD_MARGIN, Words::RunoffLine, board);
    }
    let effect = match view.executed {
        Some(target) => Effect::Executed { target },
        None if view.panic => Effect::Panicked {},
        None => return,
    };
    let message = HalfWerewolf::describe_effect(&effect);
    board.add_alt_text(&message);
    let words = board.render(message);
    board.write(
        (BOARD_MARGIN, board.y() + 13),
        Anchor::Start,
        Size::Normal,
        &words,
        BOARD_WIDTH - 2 * BOARD_MARGIN,
    );
    board.down(22);
}

/// Camps and winners; they are drawn by seat.
fn say_end(view: &View, board: &mut Board) {
    if let Some(camps) = &view.camps {
        let (camps, turned) = (camps.clone(), view.turned.clone());
        board.add_alt_text(&HalfWerewolf::describe_effect(&Effect::CampsRevealed {
            camps,
            mad_wolf: view.mad_wolf,
            turned,
        }));
    }
    if let (Some(ending), Some(winners)) = (view.ending, &view.winners) {
        board.add_alt_text(&HalfWerewolf::describe_effect(&Effect::GameOver {
            ending,
            winners: winners.clone(),
        }));
    }
}
