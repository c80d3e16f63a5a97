//! Where cards lie: the graveyard, and what is a seat's own.

use super::super::Phase;
use super::super::camps::Camp;
use super::super::moves::{CardPlace, GraveSlot, Move, SeatSlot, Target};
use super::super::role::Role;
use super::super::view::{HandView, SaidView, View};
use super::super::words::{list, one, role, tell_move};
use super::{BESIDE, CARD, TOMBSTONE, draw_line, listed, setup};
use crate::board::{Anchor, Area, Board, Look, MARGIN, Size, WIDTH};
use crate::fact::Fact;
use crate::seat::Seat;
use crate::text::Text;

pub fn draw_graveyard(view: &View, board: &mut Board) {
    let y = board.y();
    board.line((MARGIN, y), (WIDTH - MARGIN, y));
    board.shape((MARGIN + 13, y + 5), Look::Open, TOMBSTONE);
    let remark = told_standing(Target::Graveyard, view);
    let words = [&Text::fixed("墓地", "Graveyard"), &remark].map(|text| board.words(text).to_owned());
    board.write((MARGIN + 38, y + 20), Anchor::Start, Size::Normal, &words[0], 120);
    board.write((WIDTH - MARGIN, y + 20), Anchor::End, Size::Normal, &words[1], 180);
    board.down(32);
    let cards: Vec<Option<Role>> = view.graveyard.iter().map(|card| card.known()).collect();
    let places = |slot| CardPlace::Graveyard(GraveSlot { graveyard: slot });
    let captions: Vec<_> = (0..).zip(&cards).map(|(slot, _)| told_touched(places(slot), view)).collect();
    draw_votes_for(Target::Graveyard, view, board);
    let open = open_look(Target::Graveyard, view);
    draw_cards((setup(view).graveyard(), open), &cards, &captions, board);
    board.down(4);
    if !cards.is_empty() {
        let cards = told_cards(&cards);
        board.say(&Text::new(
            format!("墓地のカードは{}。", cards.ja),
            format!("In the graveyard: {}.", cards.en),
        ));
    }
}

pub fn draw_seat(seat: Seat, hand: &HandView, view: &View, board: &mut Board) {
    let remark = told_standing(Target::Seat(seat), view);
    let remark = board.words(&remark).to_owned();
    board.seat(seat, false, &remark);
    let cards = lying(hand, view.phase);
    let places = |slot| CardPlace::Seat(SeatSlot { seat, slot });
    let captions: Vec<_> = (0..).zip(&hand.slots).map(|(slot, _)| told_touched(places(slot), view)).collect();
    draw_claim(view.said[seat].as_ref(), board);
    draw_votes_for(Target::Seat(seat), view, board);
    draw_cards((2, open_look(Target::Seat(seat), view)), &cards, &captions, board);
    if !cards.is_empty() {
        let (names, cards) = (board.names(), told_cards(&cards));
        board.say(&Text::new(
            format!("{}のカードは{}。", names.ja(seat), cards.ja),
            format!("{}'s cards: {}.", names.en(seat), cards.en),
        ));
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
        _ => hand.slots.iter().map(|card| card.known()).collect(),
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
    captions: &[Option<Text>],
    board: &mut Board,
) {
    let (y, mut x) = (board.y(), MARGIN + 4);
    for place in 0..places {
        let area = Area { x, y, w: CARD.0, h: CARD.1 };
        match cards.get(place) {
            Some(card) => {
                let name = card.map(role);
                let name = name.as_ref().map_or("", |name| board.words(name)).to_owned();
                board.piece(area, if card.is_some() { open } else { Look::Hidden }, &name);
            }
            None => board.piece(area, Look::Empty, ""),
        }
        if let Some(Some(caption)) = captions.get(place) {
            let words = board.words(caption).to_owned();
            board.write((x + CARD.0 / 2, y + CARD.1 + 12), Anchor::Middle, Size::Small, &words, CARD.0 + 8);
        }
        x += CARD.0 + 4;
    }
    let captioned = captions.iter().any(Option::is_some);
    board.down(CARD.1 + if captioned { 18 } else { 8 });
}

fn told_cards(cards: &[Option<Role>]) -> Text {
    let unknown = || Text::fixed("不明", "unknown");
    listed(&cards.iter().map(|card| card.map_or_else(unknown, role)).collect::<Vec<_>>())
}

/// What the abilities did to the card that lies here.
fn told_touched(place: CardPlace, view: &View) -> Option<Text> {
    let seen = view.look.as_ref().is_some_and(|look| look.target == place);
    let exchanged = view.dig.as_ref().is_some_and(|dig| match place {
        CardPlace::Seat(card) => dig.target == card,
        CardPlace::Graveyard(card) => dig.give.known() == Some(card.graveyard),
    });
    match (seen, exchanged) {
        (true, true) => Some(Text::fixed("占いの後に交換", "seen, exchanged")),
        (true, false) => Some(Text::fixed("占われた", "seer looked")),
        (false, true) => Some(Text::fixed("交換された", "exchanged")),
        (false, false) => None,
    }
}

fn draw_claim(said: Option<&SaidView>, board: &mut Board) {
    let Some(claimed) = said.and_then(|said| said.claims_role) else { return };
    let name = role(claimed);
    let claim = Text::new(format!("{}と名乗る", name.ja), format!("claims: {}", name.en));
    let words = board.words(&claim).to_owned();
    board.write((BESIDE, board.y() + 10), Anchor::Start, Size::Small, &words, WIDTH - MARGIN - BESIDE);
}

/// The marks of all who voted for this one, the last time.
fn draw_votes_for(target: Target, view: &View, board: &mut Board) {
    let Some(vote) = view.votes.last() else { return };
    let voters: Vec<Seat> =
        vote.ballots.iter().filter(|(_, ballot)| **ballot == Some(target)).map(|(seat, _)| seat).collect();
    let count = match voters.len() {
        0 => return,
        1 => Text::fixed("1票", "1 vote"),
        count => Text::new(format!("{count}票"), format!("{count} votes")),
    };
    let words = board.words(&count).to_owned();
    let (mut x, y) = (BESIDE + 58, board.y() + 24);
    board.write((BESIDE, y + 4), Anchor::Start, Size::Small, &words, 50);
    for voter in voters {
        board.mark((x, y), voter);
        x += 16;
    }
}

/// What became of a seat or the graveyard: executed, tied, its camp, and whether it won.
fn told_standing(target: Target, view: &View) -> Text {
    let executed = (view.executed == Some(target)).then_some(match target {
        Target::Seat(_) => Text::fixed("処刑", "executed"),
        Target::Graveyard => Text::fixed("選ばれた", "chosen"),
    });
    let tied = view.phase == Phase::Runoff && view.targets.contains(&target);
    let tied = tied.then_some(Text::fixed("決選投票の対象", "in the runoff"));
    let parts = executed.into_iter().chain(tied);
    let parts: Vec<Text> = match target {
        Target::Seat(seat) => parts.chain(told_camp(seat, view)).chain(told_won(seat, view)).collect(),
        Target::Graveyard => parts.collect(),
    };
    listed(&parts)
}

fn told_camp(seat: Seat, view: &View) -> Option<Text> {
    if view.mad_wolf == Some(seat) {
        return Some(Text::fixed("狂人狼", "mad wolf"));
    }
    Some(match view.camps.as_ref()?.get(seat)? {
        Camp::Village => Text::fixed("村人陣営", "village camp"),
        Camp::Werewolf => Text::fixed("人狼陣営", "werewolf camp"),
        Camp::Third => Text::fixed("第三陣営", "third camp"),
    })
}

fn told_won(seat: Seat, view: &View) -> Option<Text> {
    let won = view.winners.as_ref()?.contains(&seat);
    won.then_some(Text::fixed("勝ち", "won"))
}

/// What is known of a seat besides where its cards lie.
fn draw_notes(seat: Seat, hand: &HandView, view: &View, board: &mut Board) {
    let notes =
        [told_held(hand, view.phase), told_passed(hand), told_voteless(seat, view), told_turned(seat, view)];
    for note in notes.into_iter().flatten() {
        draw_line(MARGIN + 4, &note, board);
        let names = board.names();
        board.say(&Text::new(
            format!("{}: {}。", names.ja(seat), note.ja),
            format!("{}: {}.", names.en(seat), note.en),
        ));
    }
}

/// The two it holds, if nobody knows which lies where.
fn told_held(hand: &HandView, phase: Phase) -> Option<Text> {
    let lies_open = phase == Phase::Pass || hand.slots.iter().all(Fact::is_known);
    let held = list(&hand.holds.filter(|_| !lies_open)?);
    Some(Text::new(format!("この2枚は{}(順不明)", held.ja), format!("these are {}, in some order", held.en)))
}

/// What it passed on and got, as far as that is known.
fn told_passed(hand: &HandView) -> Option<Text> {
    match (hand.passed.known().map(one), hand.received.known().map(one)) {
        (Some(passed), Some(got)) => Some(Text::new(
            format!("{}を渡し、{}が回ってきた", passed.ja, got.ja),
            format!("passed on {}, got {}", passed.en, got.en),
        )),
        (Some(passed), None) => {
            Some(Text::new(format!("{}を渡した", passed.ja), format!("passed on {}", passed.en)))
        }
        (None, Some(got)) => Some(Text::new(format!("{}が回ってきた", got.ja), format!("got {}", got.en))),
        (None, None) => told_dealt(hand),
    }
}

/// Its hand before a card was passed, if nothing is known of what was passed.
fn told_dealt(hand: &HandView) -> Option<Text> {
    let dealt = list(&hand.dealt.filter(|_| !hand.slots.is_empty())?);
    Some(Text::new(format!("配られたのは{}", dealt.ja), format!("dealt {}", dealt.en)))
}

/// HW-14: it showed no vote.
fn told_voteless(seat: Seat, view: &View) -> Option<Text> {
    let voteless = view.votes.last()?.ballots[seat].is_none();
    voteless.then_some(Text::fixed("投票なし", "showed no vote"))
}

fn told_turned(seat: Seat, view: &View) -> Option<Text> {
    let turned = view.turned.contains(&seat);
    turned.then_some(Text::fixed("魔術師を見て寝返った", "turned by the magician"))
}

/// What a seat said last.
fn draw_said(seat: Seat, view: &View, board: &mut Board) {
    let Some(SaidView { text, claims_role }) = &view.said[seat] else { return };
    let said = Move::Statement { seat, text: text.clone(), claims_role: *claims_role };
    board.say(&tell_move(setup(view), &said, board.names()));
    if let Some(text) = text {
        draw_line(MARGIN + 4, &Text::new(format!("「{text}」"), format!("“{text}”")), board);
    } else if claims_role.is_none() {
        draw_line(MARGIN + 4, &Text::fixed("何か言った", "said something"), board);
    }
}
