//! The table drawn: the events so far, the graveyard, and before each seat its two cards, its statement and the votes
//! for it.

pub mod cards;

use super::describe::{describe_ending, describe_move, list_ballots};
use super::moves::{Ability, CardPlace, Effect, Move};
use super::outcome::Ending;
use super::rules::role::{Role, Setup};
use super::view::{AbilityState, DigView, LookView, View};
use super::words::{Card, Cards, FaceDown, TimeOfDay, Words};
use super::{HalfWerewolf, Phase};
use crate::board::{Area, Board, Layout, Room, Sign, Size, Stack};
use crate::count;
use crate::fact::Fact;
use crate::game::{LastMove, Wording};
use crate::message::Message;
use crate::seat::Seats;
use cards::{CARD_HEIGHT, draw_graveyard, draw_seat};

const DECK_HEIGHT: i64 = 26;
const LINE_HEIGHT: i64 = 19;
const LINES_HEIGHT: i64 = 6 * LINE_HEIGHT + 4;
/// A line for the name and the claim, and one for cards and votes.
const COMPACT_MAT: i64 = 50;
const ROOM: Room = Room {
    compact: Stack { middle: DECK_HEIGHT, mat: COMPACT_MAT, columns: 2 },
    portrait: Stack { middle: DECK_HEIGHT + LINES_HEIGHT + CARD_HEIGHT + 4, mat: 161, columns: 2 },
    landscape_mat: 138,
};
/// The width of the graveyard on a wide table.
const GRAVEYARD_WIDTH: i64 = 290;

/// Draws a position from the phase down to the last seat.
pub fn draw(view: &View, _: Option<&LastMove<HalfWerewolf>>, board: &mut Board) {
    let title = title(view, board);
    let arrangement = board.arrange(setup(view).seats, &title, ROOM);
    let event_lines = event_lines(view, board);
    draw_middle(arrangement.middle, &event_lines, view, board);
    for (seat, mat) in arrangement.mats.iter() {
        draw_seat(*mat, seat, &view.hands[seat], view, board);
    }
}

/// The open events, in lines; all of them are also said in sentences.
fn event_lines(view: &View, board: &mut Board) -> Vec<Message> {
    board.add_alt_text(&Words::DeckBoard { deck: view.deck.clone() });
    let mut lines = Vec::new();
    lines.extend(seer(view, board));
    lines.extend(gravedigger(view, board));
    lines.extend(votes(view, board));
    say_end(view, board);
    lines
}

fn draw_middle(area: Area, event_lines: &[Message], view: &View, board: &mut Board) {
    let (deck, below) = area.split(DECK_HEIGHT);
    draw_deck(deck, view, board);
    match board.layout() {
        Layout::Compact => cards::say_graveyard(view, board),
        Layout::Portrait => {
            let (lines, graveyard) = below.split(LINES_HEIGHT);
            draw_lines(lines, event_lines, board);
            draw_graveyard(graveyard, view, board);
        }
        Layout::Landscape => {
            draw_graveyard(Area { w: GRAVEYARD_WIDTH, y: below.y + 10, ..below }, view, board);
            let x = below.x + GRAVEYARD_WIDTH + 12;
            draw_lines(Area { x, w: below.w - (x - below.x), ..below }, event_lines, board);
        }
    }
}

/// The last sentences that fit, each whole.
fn draw_lines(area: Area, lines: &[Message], board: &mut Board) {
    let mut room = area.h;
    let mut fitting: Vec<(String, i64)> = Vec::new();
    for line in lines.iter().rev() {
        let words = board.render(line);
        let count = Board::line_count(area.w, Size::Small, &words);
        let h = LINE_HEIGHT * count::to_i64(count);
        if h > room {
            break;
        }
        room -= h;
        fitting.push((words, h));
    }
    let mut y = area.y;
    for (words, h) in fitting.iter().rev() {
        board.write_lines(Area { y, h: *h, ..area }, Size::Small, words);
        y += h;
    }
}

fn setup(view: &View) -> Setup {
    Setup { seats: Seats::new(view.seats), variant: view.variant }
}

/// The time of day, and the awaited action.
fn title(view: &View, board: &mut Board) -> String {
    board.add_alt_text(&Words::VariantBoard { variant: view.variant });
    let time = Words::TimeBoard { time: time_of_day(view.phase) };
    board.say(&[time, waited_for(view.phase, view.ending)])
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

/// Draws the deck: each role, and its number of cards if there are several.
fn draw_deck(area: Area, view: &View, board: &mut Board) {
    let signs = view.deck.iter().flat_map(|card| {
        let count = (card.count > 1).then(|| Sign::Words(format!("{} ", card.count)));
        [Sign::Picture(card.role.picture())].into_iter().chain(count)
    });
    board.signs_right_of((area.x, area.y + 1), &signs.collect::<Vec<_>>());
}

fn skipped(ability: Ability, board: &mut Board) -> Vec<Message> {
    let words = Words::NobodyComesForward { role: ability.role() };
    board.add_alt_text(&words);
    vec![words.into()]
}

fn seer(view: &View, board: &mut Board) -> Vec<Message> {
    match &view.look {
        Some(look) => look_lines(look, view, board),
        None if view.seer == AbilityState::Skipped => skipped(Ability::Seer, board),
        None => Vec::new(),
    }
}

fn look_lines(look: &LookView, view: &View, board: &mut Board) -> Vec<Message> {
    let LookView { seat, target, role } = *look;
    board.add_alt_text(&describe_move(setup(view), &Move::SeerLook { seat, target, role }));
    let place = FaceDown::at(setup(view), target).for_seat(seat);
    let seen = role.value().map(|role| Words::SeenLine { card: Card(role) });
    [Words::SeerLine { seat, place }].into_iter().chain(seen).map(Message::from).collect()
}

fn gravedigger(view: &View, board: &mut Board) -> Vec<Message> {
    match &view.dig {
        Some(dig) => dig_lines(dig, view, board),
        None if view.gravedigger == AbilityState::Skipped => skipped(Ability::Gravedigger, board),
        None => Vec::new(),
    }
}

fn dig_lines(dig: &DigView, view: &View, board: &mut Board) -> Vec<Message> {
    let DigView { seat, target, give, given_card, .. } = *dig;
    let saw = all_values(&dig.saw);
    board.add_alt_text(&describe_move(
        setup(view),
        &Move::Dig { seat, saw: saw.clone().into(), give, given_card, target },
    ));
    let place = FaceDown::at(setup(view), CardPlace::Seat(target)).for_seat(seat);
    let saw = saw.map(|saw| Words::SawLine { cards: Cards(saw) });
    let gave = given_card.value().map(|given_card| Words::GaveLine { card: Card(given_card) });
    let lines = [Words::GravediggerLine { seat, place }].into_iter().chain(saw).chain(gave);
    lines.map(Message::from).collect()
}

/// All of them, if all are known.
fn all_values(cards: &[Fact<Role>]) -> Option<Vec<Role>> {
    cards.iter().map(|card| card.value()).collect()
}

/// The results of the votes; the ballots are drawn beside the targets.
fn votes(view: &View, board: &mut Board) -> Vec<Message> {
    let mut ballots = view.votes.iter().map(|vote| list_ballots(&vote.ballots));
    ballots.next().into_iter().for_each(|ballots| board.add_alt_text(&Words::FirstVote { ballots }));
    ballots.for_each(|ballots| board.add_alt_text(&Words::Runoff { ballots }));
    let mut lines = Vec::new();
    if let [first, _] = &*view.votes {
        lines.push(Words::FirstVoteLine { counts: first.counts.clone() }.into());
        lines.push(Words::RunoffLine.into());
    }
    let effect = match view.executed {
        Some(target) => Some(Effect::Executed { target }),
        None => view.panic.then_some(Effect::Panicked {}),
    };
    if let Some(effect) = effect {
        let message = HalfWerewolf::describe_effect(&effect);
        board.add_alt_text(&message);
        lines.push(message);
    }
    lines
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
