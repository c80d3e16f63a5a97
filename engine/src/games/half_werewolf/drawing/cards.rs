//! The drawing of the graveyard and of the cards of a seat.

use super::super::Phase;
use super::super::describe::describe_statement;
use super::super::moves::{CardPlace, GraveSlot, SeatSlot, Target};
use super::super::rules::role::Role;
use super::super::view::{HandView, StatementView, View};
use super::super::words::{Card, Cards, Faces, Words};
use super::setup;
use crate::board::{Anchor, Area, Board, CHANCE_HEIGHT, Layout, Look, Sign, Size};
use crate::fact::Fact;
use crate::message::{Message, Quote, Term};
use crate::picture::Picture;
use crate::seat::Seat;

pub const CARD_HEIGHT: i64 = 62;
const CARD_WIDTH: i64 = 74;
/// The side of the sign of a card touched by the seer or the gravedigger.
const TOUCH_SIDE: i64 = 24;
/// A line of signs on a mat.
const SIGNS_HEIGHT: i64 = 24;

/// Draws the cards of the graveyard, with its name and its votes beside them.
pub fn draw_graveyard(area: Area, view: &View, board: &mut Board) {
    let cards: Vec<Option<Role>> = view.graveyard.iter().map(|card| card.value()).collect();
    let touches = |slot| touched(CardPlace::Graveyard(GraveSlot { graveyard: slot }), view);
    let places = setup(view).graveyard();
    let row = Area { x: area.x + area.w - 2 * (CARD_WIDTH + 4), h: CARD_HEIGHT, ..area };
    draw_cards(row, places, open_look(Target::Graveyard, view), &cards, touches, board);
    for (slot, card) in (0..).zip(&cards) {
        draw_chances(row, CardPlace::Graveyard(GraveSlot { graveyard: slot }), slot, *card, board);
    }
    board.picture(Area { w: 30, h: 30, ..area }, Look::Open, Picture::Graveyard);
    let room = row.x - area.x;
    let label = board.render(Words::GraveyardLabel);
    board.write((area.x + 36, area.y + 14), Anchor::Start, Size::Small, &label, room - 40);
    let remarks = board.render(remarks(Target::Graveyard, view));
    board.write((area.x + 36, area.y + 32), Anchor::Start, Size::Small, &remarks, room - 40);
    board.signs_right_of((area.x, area.y + 40), &votes_for(Target::Graveyard, view));
    say_graveyard(view, board);
}

pub fn say_graveyard(view: &View, board: &mut Board) {
    let cards: Vec<Option<Role>> = view.graveyard.iter().map(|card| card.value()).collect();
    if !cards.is_empty() {
        board.add_alt_text(&Words::GraveyardBoard { faces: Faces(cards) });
    }
}

pub fn draw_seat(mat: Area, seat: Seat, hand: &HandView, view: &View, board: &mut Board) {
    let cards = lying(hand, view.phase);
    let statement = view.statements[seat].as_ref();
    let votes = votes_for(Target::Seat(seat), view);
    if board.layout() == Layout::Compact {
        let seen: Vec<Sign> = cards.iter().flatten().map(|role| Sign::Picture(role.picture())).collect();
        let rest = board.mat(mat, seat, false, &claim(statement).collect::<Vec<_>>());
        board.signs_right_of((rest.x, rest.y - 3), &seen);
        board.signs((rest.x + rest.w, rest.y - 3), &votes);
    } else {
        let rest = board.mat(mat, seat, false, &votes);
        draw_own(rest, seat, hand, &cards, view, board);
    }
    if !cards.is_empty() {
        board.add_alt_text(&Words::CardsBoard { seat, faces: Faces(cards) });
    }
    if let Some(StatementView { text, claims_role }) = statement {
        board.add_alt_text(&describe_statement(seat, text.as_deref(), *claims_role));
    }
    let notes = [held(hand, view.phase), passed(hand), voteless(seat, view), turned(seat, view)];
    for note in notes.into_iter().flatten().map(Message::from) {
        board.add_alt_text(&Words::NoteBoard { seat, note });
    }
}

/// Draws the cards, the claim and the passed cards beside or below them, and below all the fate of the seat.
fn draw_own(area: Area, seat: Seat, hand: &HandView, cards: &[Option<Role>], view: &View, board: &mut Board) {
    let statement = view.statements[seat].as_ref();
    let touches = |slot| touched(CardPlace::Seat(SeatSlot { seat, slot }), view);
    draw_cards(area, 2, open_look(Target::Seat(seat), view), cards, touches, board);
    for (slot, card) in (0..).zip(cards) {
        draw_chances(area, CardPlace::Seat(SeatSlot { seat, slot }), slot, *card, board);
    }
    let claim: Vec<Sign> = claim(statement).collect();
    let notes = note_signs(seat, hand, view);
    let words = if board.layout() == Layout::Landscape {
        let x = area.x + 2 * (CARD_WIDTH + 4) + 4;
        board.signs_right_of((x, area.y + 2), &claim);
        board.signs_right_of((x, area.y + 2 + SIGNS_HEIGHT), &notes);
        Area { y: area.y + CARD_HEIGHT + 4, h: 38, ..area }
    } else {
        let y = area.y + CARD_HEIGHT + 3;
        board.signs_right_of((area.x, y), &claim);
        board.signs((area.x + area.w, y), &notes);
        Area { y: y + SIGNS_HEIGHT, h: 38, ..area }
    };
    let remarks = board.render(remarks(Target::Seat(seat), view));
    let said = statement.and_then(|statement| statement.text.clone());
    let said = said.map(|text| board.render(Words::QuoteLine { text: Quote(text) }));
    board.write_lines(
        words,
        Size::Small,
        if remarks.is_empty() { said.as_deref().unwrap_or("") } else { &remarks },
    );
}

/// The role that a seat claims to have.
fn claim(statement: Option<&StatementView>) -> impl Iterator<Item = Sign> {
    let role = statement.and_then(|statement| statement.claims_role);
    role.into_iter().flat_map(|role| [Sign::Picture(Picture::Claim), Sign::Picture(role.picture())])
}

/// Signs of the knowledge about a seat besides the places of its cards: the cards that it holds, passed on and got,
/// or was dealt.
fn note_signs(seat: Seat, hand: &HandView, view: &View) -> Vec<Sign> {
    let holds = hand.holds.filter(|_| held(hand, view.phase).is_some());
    let roles = |roles: [Role; 2]| roles.map(|role| Sign::Picture(role.picture()));
    let passed = hand.passed.value().map(|role| [Sign::Words("→".into()), Sign::Picture(role.picture())]);
    let received = hand.received.value().map(|role| [Sign::Words("←".into()), Sign::Picture(role.picture())]);
    let turned = view.turned.contains(&seat).then_some([Sign::Picture(Picture::Magician)]);
    let signs = holds.into_iter().flat_map(roles);
    let signs = signs.chain(passed.into_iter().flatten()).chain(received.into_iter().flatten());
    signs.chain(turned.into_iter().flatten()).collect()
}

/// The cards before a seat; while they are passed, those in its hand.
fn lying(hand: &HandView, phase: Phase) -> Vec<Option<Role>> {
    match (phase, hand.holds) {
        (Phase::Deal, _) => Vec::new(),
        (Phase::Pass, Some(held)) => held.map(Some).to_vec(),
        (Phase::Pass, None) => vec![None; 2],
        _ => hand.slots.iter().map(|card| card.value()).collect(),
    }
}

/// The look of known cards; those of the executed target stand out.
fn open_look(target: Target, view: &View) -> Look {
    if view.executed == Some(target) { Look::Hot } else { Look::Open }
}

/// Draws cards with the signs of the abilities that touched them; empty places before the deal.
fn draw_cards(
    area: Area,
    places: usize,
    open: Look,
    cards: &[Option<Role>],
    touched: impl Fn(i64) -> Vec<Picture>,
    board: &mut Board,
) {
    for (place, slot) in (0..places).zip(0_i64..) {
        let x = area.x + slot * (CARD_WIDTH + 4);
        let area = Area { x, y: area.y, w: CARD_WIDTH, h: CARD_HEIGHT };
        match cards.get(place) {
            Some(card) => draw_card(area, open, *card, board),
            None => board.piece(area, Look::Empty, ""),
        }
        for (at, picture) in (0..).zip(touched(slot)) {
            let x = area.x + area.w - TOUCH_SIDE - 1;
            let sign = Area { x, y: area.y + 1 + at * (TOUCH_SIDE - 6), w: TOUCH_SIDE, h: TOUCH_SIDE };
            board.picture(sign, Look::Open, picture);
        }
    }
}

/// The name of a place among the chances of the board.
pub fn place_name(place: CardPlace) -> String {
    match place {
        CardPlace::Seat(SeatSlot { seat, slot }) => format!("card-{}-{slot}", seat.number()),
        CardPlace::Graveyard(GraveSlot { graveyard }) => format!("graveyard-{graveyard}"),
    }
}

/// Draws the chances of a card on its back; beside a face, only the chance of its role.
fn draw_chances(row: Area, place: CardPlace, slot: i64, card: Option<Role>, board: &mut Board) {
    let x = row.x + slot * (CARD_WIDTH + 4);
    let back = Area { x: x + 4, y: row.y + 4, w: CARD_WIDTH - 8, h: CARD_HEIGHT - 8 };
    let beside = Area { x: x + 45, y: row.y + 26, w: CARD_WIDTH - 47, h: CHANCE_HEIGHT };
    let area = if card.is_some() { beside } else { back };
    board.draw_chances(&place_name(place), area, card.map(Role::word));
}

/// A role with its illustration above its name, or the back of a card.
fn draw_card(area: Area, open: Look, card: Option<Role>, board: &mut Board) {
    let Area { x, y, w, h } = area;
    let Some(role) = card else { return board.piece(area, Look::Hidden, "") };
    board.piece(area, open, "");
    board.picture(Area { x: x + 4, y: y + 2, w: 40, h: 40 }, open, role.picture());
    let name = board.render(role.message());
    board.inscribe((x + w / 2, y + h - 5), Size::Small, &name, w);
}

/// The abilities that touched the card that lies here.
fn touched(place: CardPlace, view: &View) -> Vec<Picture> {
    let seen = view.look.as_ref().is_some_and(|look| look.target == place);
    let exchanged = view.dig.as_ref().is_some_and(|dig| match place {
        CardPlace::Seat(card) => dig.target == card,
        CardPlace::Graveyard(card) => dig.give.value() == Some(card.graveyard),
    });
    let seen = seen.then_some(Picture::Seer);
    seen.into_iter().chain(exchanged.then_some(Picture::Gravedigger)).collect()
}

/// The marks of the seats that voted for this target in the last vote.
fn votes_for(target: Target, view: &View) -> Vec<Sign> {
    let ballots = view.votes.last().into_iter().flat_map(|vote| vote.ballots.iter());
    ballots.filter(|(_, ballot)| **ballot == Some(target)).map(|(seat, _)| Sign::Mark(seat)).collect()
}

/// The fate of a seat or the graveyard: executed, tied, its camp, and if it won.
fn remarks(target: Target, view: &View) -> Words {
    let executed = (view.executed == Some(target)).then_some(match target {
        Target::Seat(_) => Words::ExecutedRemark,
        Target::Graveyard => Words::ChosenRemark,
    });
    let tied = view.phase == Phase::Runoff && view.targets.contains(&target);
    let tied = tied.then_some(Words::TiedRemark);
    let parts = executed.into_iter().chain(tied).map(Message::from);
    let parts = match target {
        Target::Seat(seat) => parts.chain(camp(seat, view)).chain(won(seat, view)).collect(),
        Target::Graveyard => parts.collect(),
    };
    Words::Remarks { parts }
}

fn camp(seat: Seat, view: &View) -> Option<Message> {
    if view.mad_wolf == Some(seat) {
        return Some(Words::MadWolfRemark.into());
    }
    Some(view.camps.as_ref()?.get(seat)?.message())
}

fn won(seat: Seat, view: &View) -> Option<Message> {
    let won = view.winners.as_ref()?.contains(&seat);
    won.then(|| Words::WonRemark.into())
}

/// The two cards it holds, if their slots are not known.
fn held(hand: &HandView, phase: Phase) -> Option<Words> {
    let lies_open = phase == Phase::Pass || hand.slots.iter().all(Fact::is_known);
    let held = hand.holds.filter(|_| !lies_open)?;
    Some(Words::HeldNote { cards: Cards(held.into()) })
}

/// The cards that it passed on and got, as far as they are known.
fn passed(hand: &HandView) -> Option<Words> {
    match (hand.passed.value().map(Card), hand.received.value().map(Card)) {
        (Some(passed), Some(got)) => Some(Words::PassedAndGotNote { passed, got }),
        (Some(card), None) => Some(Words::PassedNote { card }),
        (None, Some(card)) => Some(Words::GotNote { card }),
        (None, None) => dealt(hand),
    }
}

/// The hand it was dealt, if nothing is known of the passed cards.
fn dealt(hand: &HandView) -> Option<Words> {
    let dealt = hand.dealt.filter(|_| !hand.slots.is_empty())?;
    Some(Words::DealtNote { cards: Cards(dealt.into()) })
}

/// HW-14: it showed no vote.
fn voteless(seat: Seat, view: &View) -> Option<Words> {
    view.votes.last()?.ballots[seat].is_none().then_some(Words::VotelessNote)
}

fn turned(seat: Seat, view: &View) -> Option<Words> {
    view.turned.contains(&seat).then_some(Words::TurnedNote)
}
