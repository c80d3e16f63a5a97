//! Where cards lie: the graveyard, and what is a seat's own.

use super::super::Phase;
use super::super::describe::describe_statement;
use super::super::moves::{CardPlace, GraveSlot, SeatSlot, Target};
use super::super::rules::role::Role;
use super::super::view::{HandView, StatementView, View};
use super::super::words::{Card, Cards, Faces, Words};
use super::{CARD_SIZE, TEXT_LEFT, TOMBSTONE_OUTLINE, draw_line, setup};
use crate::board::{Anchor, Area, BOARD_MARGIN, BOARD_WIDTH, Board, Look, Size};
use crate::fact::Fact;
use crate::message::{Message, Quote, Term};
use crate::seat::Seat;

pub fn draw_graveyard(view: &View, board: &mut Board) {
    let y = board.y();
    board.line((BOARD_MARGIN, y), (BOARD_WIDTH - BOARD_MARGIN, y));
    board.shape((BOARD_MARGIN + 13, y + 5), Look::Open, TOMBSTONE_OUTLINE);
    let words = [Words::GraveyardLabel, remarks(Target::Graveyard, view)].map(|words| board.render(words));
    board.write((BOARD_MARGIN + 38, y + 20), Anchor::Start, Size::Normal, &words[0], 120);
    board.write((BOARD_WIDTH - BOARD_MARGIN, y + 20), Anchor::End, Size::Normal, &words[1], 180);
    board.down(32);
    let cards: Vec<Option<Role>> = view.graveyard.iter().map(|card| card.value()).collect();
    let places = |slot| CardPlace::Graveyard(GraveSlot { graveyard: slot });
    let captions: Vec<_> = (0..).zip(&cards).map(|(slot, _)| touched(places(slot), view)).collect();
    draw_votes_for(Target::Graveyard, view, board);
    let open = open_look(Target::Graveyard, view);
    draw_cards((setup(view).graveyard(), open), &cards, &captions, board);
    board.down(4);
    if !cards.is_empty() {
        board.add_alt_text(&Words::GraveyardBoard { faces: Faces(cards) });
    }
}

pub fn draw_seat(seat: Seat, hand: &HandView, view: &View, board: &mut Board) {
    let remark = board.render(remarks(Target::Seat(seat), view));
    board.seat(seat, false, &remark);
    let cards = lying(hand, view.phase);
    let places = |slot| CardPlace::Seat(SeatSlot { seat, slot });
    let captions: Vec<_> = (0..).zip(&hand.slots).map(|(slot, _)| touched(places(slot), view)).collect();
    draw_claim(view.statements[seat].as_ref(), board);
    draw_votes_for(Target::Seat(seat), view, board);
    draw_cards((2, open_look(Target::Seat(seat), view)), &cards, &captions, board);
    if !cards.is_empty() {
        board.add_alt_text(&Words::CardsBoard { seat, faces: Faces(cards) });
    }
    draw_said(seat, view, board);
    draw_notes(seat, hand, view, board);
    board.down(4);
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

/// How known cards look; it is all about those of whoever is executed.
fn open_look(target: Target, view: &View) -> Look {
    if view.executed == Some(target) { Look::Hot } else { Look::Open }
}

/// Cards with what happened to them below; empty places before the deal.
fn draw_cards(
    (places, open): (usize, Look),
    cards: &[Option<Role>],
    captions: &[Option<Words>],
    board: &mut Board,
) {
    let (y, mut x) = (board.y(), BOARD_MARGIN + 4);
    for place in 0..places {
        let area = Area { x, y, w: CARD_SIZE.0, h: CARD_SIZE.1 };
        match cards.get(place) {
            Some(card) => {
                draw_card(area, open, *card, board);
            }
            None => board.piece(area, Look::Empty, ""),
        }
        if let Some(Some(caption)) = captions.get(place) {
            let words = board.render(caption);
            board.write(
                (x + CARD_SIZE.0 / 2, y + CARD_SIZE.1 + 12),
                Anchor::Middle,
                Size::Small,
                &words,
                CARD_SIZE.0 + 8,
            );
        }
        x += CARD_SIZE.0 + 4;
    }
    let captioned = captions.iter().any(Option::is_some);
    board.down(CARD_SIZE.1 + if captioned { 18 } else { 8 });
}

/// A role with its illustration, or the back of a card.
fn draw_card(area: Area, open: Look, card: Option<Role>, board: &mut Board) {
    let Area { x, y, w, h } = area;
    let Some(role) = card else { return board.piece(area, Look::Hidden, "") };
    board.piece(area, open, "");
    board.picture(Area { x: x + 2, y: y + 2, w: h - 4, h: h - 4 }, open, role.picture());
    let name = board.render(role.message());
    board.inscribe((x + i32::midpoint(w, h) - 2, y + h / 2 + 5), Size::Small, &name, w - h);
}

/// What the abilities did to the card that lies here.
fn touched(place: CardPlace, view: &View) -> Option<Words> {
    let seen = view.look.as_ref().is_some_and(|look| look.target == place);
    let exchanged = view.dig.as_ref().is_some_and(|dig| match place {
        CardPlace::Seat(card) => dig.target == card,
        CardPlace::Graveyard(card) => dig.give.value() == Some(card.graveyard),
    });
    match (seen, exchanged) {
        (true, true) => Some(Words::SeenAndExchanged),
        (true, false) => Some(Words::Seen),
        (false, true) => Some(Words::ExchangedCaption),
        (false, false) => None,
    }
}

fn draw_claim(statements: Option<&StatementView>, board: &mut Board) {
    let Some(claimed) = statements.and_then(|statements| statements.claims_role) else { return };
    let words = board.render(Words::ClaimLine { role: claimed });
    board.write(
        (TEXT_LEFT, board.y() + 10),
        Anchor::Start,
        Size::Small,
        &words,
        BOARD_WIDTH - BOARD_MARGIN - TEXT_LEFT,
    );
}

/// The marks of all who voted for this one, the last time.
fn draw_votes_for(target: Target, view: &View, board: &mut Board) {
    let Some(vote) = view.votes.last() else { return };
    let voters: Vec<Seat> =
        vote.ballots.iter().filter(|(_, ballot)| **ballot == Some(target)).map(|(seat, _)| seat).collect();
    if voters.is_empty() {
        return;
    }
    let words = board.render(Words::VoteCount { count: voters.len() });
    let (mut x, y) = (TEXT_LEFT + 58, board.y() + 24);
    board.write((TEXT_LEFT, y + 4), Anchor::Start, Size::Small, &words, 50);
    for voter in voters {
        board.mark((x, y), voter);
        x += 16;
    }
}

/// What became of a seat or the graveyard: executed, tied, its camp, and whether it won.
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

/// What is known of a seat besides where its cards lie.
fn draw_notes(seat: Seat, hand: &HandView, view: &View, board: &mut Board) {
    let notes = [held(hand, view.phase), passed(hand), voteless(seat, view), turned(seat, view)];
    for note in notes.into_iter().flatten().map(Message::from) {
        draw_line(BOARD_MARGIN + 4, &note, board);
        board.add_alt_text(&Words::NoteBoard { seat, note });
    }
}

/// The two it holds, if nobody knows which lies where.
fn held(hand: &HandView, phase: Phase) -> Option<Words> {
    let lies_open = phase == Phase::Pass || hand.slots.iter().all(Fact::is_known);
    let held = hand.holds.filter(|_| !lies_open)?;
    Some(Words::HeldNote { cards: Cards(held.into()) })
}

/// What it passed on and got, as far as that is known.
fn passed(hand: &HandView) -> Option<Words> {
    match (hand.passed.value().map(Card), hand.received.value().map(Card)) {
        (Some(passed), Some(got)) => Some(Words::PassedAndGotNote { passed, got }),
        (Some(card), None) => Some(Words::PassedNote { card }),
        (None, Some(card)) => Some(Words::GotNote { card }),
        (None, None) => dealt(hand),
    }
}

/// Its hand before a card was passed, if nothing is known of what was passed.
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

/// What a seat said last.
fn draw_said(seat: Seat, view: &View, board: &mut Board) {
    let Some(StatementView { text, claims_role }) = &view.statements[seat] else { return };
    board.add_alt_text(&describe_statement(seat, text.as_deref(), *claims_role));
    if let Some(text) = text {
        draw_line(BOARD_MARGIN + 4, Words::QuoteLine { text: Quote(text.clone()) }, board);
    } else if claims_role.is_none() {
        draw_line(BOARD_MARGIN + 4, Words::SaidSomethingLine, board);
    }
}
