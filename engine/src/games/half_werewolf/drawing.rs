//! The table drawn: what has happened so far, the graveyard, and before everybody the two cards with what was said
//! and who pointed there.

mod places;

use places::{draw_graveyard, draw_seat};

use super::Phase;
use super::camps::Ending;
use super::choices::RoleCount;
use super::moves::{Ability, CardPlace, Count, Effect, Move};
use super::role::{Role, Setup};
use super::telling::{ending, tell_effect};
use super::view::{AbilityState, DigView, LookView, View};
use super::words::{card, list, one, role, target as called, tell_move, variant};
use crate::board::{Anchor, Board, MARGIN, Size, WIDTH};
use crate::fact::Fact;
use crate::seat::{Seat, Seats};
use crate::text::Text;

const CARD: (i32, i32) = (88, 32);
/// What is written beside the cards begins here.
const BESIDE: i32 = MARGIN + 4 + 2 * (CARD.0 + 4) + 8;
/// From one small line to the next.
const LINE: i32 = 16;
const TOMBSTONE: &str = "M 1 19 L 1 8 C 1 -2 17 -2 17 8 L 17 19 Z";

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
    let (time, variant) = (time_of_day(view.phase), variant(view.variant));
    let waited = waited_for(view.phase, view.ending);
    let y = board.y();
    let words = [&time, &variant, &waited].map(|text| board.words(text).to_owned());
    board.write((MARGIN, y + 18), Anchor::Start, Size::Large, &words[0], 120);
    board.write((WIDTH - MARGIN, y + 18), Anchor::End, Size::Small, &words[1], 210);
    board.write((MARGIN, y + 38), Anchor::Start, Size::Normal, &words[2], WIDTH - 2 * MARGIN);
    board.down(46);
    board.say(&Text::new(
        format!("{}。{}: {}", variant.ja, time.ja, waited.ja),
        format!("{}. {}: {}", variant.en, time.en, waited.en),
    ));
}

const fn time_of_day(phase: Phase) -> Text {
    match phase {
        Phase::Deal | Phase::Pass | Phase::Seer | Phase::Gravedigger => Text::fixed("朝", "Morning"),
        Phase::Day => Text::fixed("昼", "Day"),
        Phase::Vote | Phase::Runoff | Phase::Reveal => Text::fixed("夕", "Evening"),
        Phase::Over => Text::fixed("ゲーム終了", "The end"),
    }
}

fn waited_for(phase: Phase, ended: Option<Ending>) -> Text {
    match phase {
        Phase::Deal => Text::fixed("2枚ずつカードを配るところ。", "Everybody is to be dealt two cards."),
        Phase::Pass => {
            Text::fixed("全員が1枚を右隣に渡すところ。", "Everybody is to pass a card to the right.")
        }
        Phase::Seer => Text::fixed("占い師が名乗り出るところ。", "The seer is to come forward."),
        Phase::Gravedigger => Text::fixed("墓堀が名乗り出るところ。", "The gravedigger is to come forward."),
        Phase::Day => Text::fixed("5分間の話し合い。", "Five minutes of talk."),
        Phase::Vote => {
            Text::fixed("全員で一斉に投票するところ。", "Everybody is to vote at the same moment.")
        }
        Phase::Runoff => {
            Text::fixed("同票のため、決選投票をするところ。", "A tie: everybody is to vote again.")
        }
        Phase::Reveal => Text::fixed("カードを公開するところ。", "The cards are to be turned over."),
        Phase::Over => {
            let how = ended.map_or(Text::fixed("", ""), ending);
            Text::new(format!("{}。", how.ja), format!("{}.", how.en))
        }
    }
}

/// The longest deck, in English, takes the margin too.
fn draw_deck(view: &View, board: &mut Board) {
    let named = |count: &RoleCount| match (role(count.role), count.count) {
        (name, 1) => name,
        (name, count) => Text::new(format!("{}{count}枚", name.ja), format!("{count} {}s", name.en)),
    };
    let cards: Vec<Text> = view.deck.iter().map(named).collect();
    let deck = listed(&cards);
    let words = board.words(&deck).to_owned();
    board.write((MARGIN, board.y() + 11), Anchor::Start, Size::Small, &words, WIDTH);
    board.down(20);
    board.say(&Text::new(format!("カードは{}。", deck.ja), format!("The cards: {}.", deck.en)));
}

/// "villager, seer", without an "and".
fn listed(parts: &[Text]) -> Text {
    let ja: Vec<_> = parts.iter().map(|part| &*part.ja).collect();
    let en: Vec<_> = parts.iter().map(|part| &*part.en).collect();
    Text::new(ja.join("・"), en.join(", "))
}

/// A small line from `x` on.
fn draw_line(x: i32, text: &Text, board: &mut Board) {
    let words = board.words(text).to_owned();
    board.write((x, board.y() + 11), Anchor::Start, Size::Small, &words, WIDTH - MARGIN - x);
    board.down(LINE);
}

/// What a seat did openly: its mark, and lines beside it.
fn draw_deed(seat: Seat, lines: &[Text], board: &mut Board) {
    board.mark((MARGIN + 10, board.y() + 9), seat);
    board.down(2);
    for line in lines {
        draw_line(MARGIN + 26, line, board);
    }
    board.down(6);
}

fn draw_skipped(ability: Ability, view: &View, board: &mut Board) {
    let told = tell_move(setup(view), &Move::SkipAbility { ability }, board.names());
    board.say(&told);
    draw_line(MARGIN, &told, board);
    board.down(4);
}

fn draw_seer(view: &View, board: &mut Board) {
    match &view.look {
        Some(look) => draw_look(look, view, board),
        None if view.seer == AbilityState::Skipped => draw_skipped(Ability::Seer, view, board),
        None => {}
    }
}

fn draw_look(look: &LookView, view: &View, board: &mut Board) {
    let LookView { seat, target, role } = *look;
    let names = board.names();
    board.say(&tell_move(setup(view), &Move::SeerLook { seat, target, role }, names));
    let card = card(setup(view), target, seat, names);
    let mut lines = vec![Text::new(
        format!("占い師の{}が{}を見た。", names.ja(seat), card.ja),
        format!("The seer {} looked at {}.", names.en(seat), card.en),
    )];
    lines.extend(
        role.known()
            .map(one)
            .map(|role| Text::new(format!("{}だった。", role.ja), format!("It was {}.", role.en))),
    );
    draw_deed(seat, &lines, board);
}

fn draw_gravedigger(view: &View, board: &mut Board) {
    match &view.dig {
        Some(dig) => draw_dig(dig, view, board),
        None if view.gravedigger == AbilityState::Skipped => draw_skipped(Ability::Gravedigger, view, board),
        None => {}
    }
}

fn draw_dig(dig: &DigView, view: &View, board: &mut Board) {
    let (seat, names) = (dig.seat, board.names());
    let (saw, given) = (known_all(&dig.saw), dig.given.known().map(one));
    board.say(&tell_move(
        setup(view),
        &Move::Dig { seat, saw: saw.clone().into(), give: dig.give, given: dig.given, target: dig.target },
        names,
    ));
    let card = card(setup(view), CardPlace::Seat(dig.target), seat, names);
    let mut lines = vec![Text::new(
        format!("墓堀の{}が{}を墓地の1枚と交換した。", names.ja(seat), card.ja),
        format!("The gravedigger {} buried {}.", names.en(seat), card.en),
    )];
    lines.extend(saw.map(|saw| list(&saw)).map(|saw| {
        Text::new(format!("墓地にあったのは{}。", saw.ja), format!("Saw {} in the graveyard.", saw.en))
    }));
    lines.extend(
        given.map(|given| {
            Text::new(format!("渡したのは{}。", given.ja), format!("Gave {} for it.", given.en))
        }),
    );
    draw_deed(seat, &lines, board);
}

/// All of them, if all are known.
fn known_all(cards: &[Fact<Role>]) -> Option<Vec<Role>> {
    cards.iter().map(|card| card.known()).collect()
}

/// How often was voted and what came of it; who voted for whom is drawn beside the targets.
fn draw_votes(view: &View, board: &mut Board) {
    let names = board.names();
    for (vote, (ja, en)) in
        view.votes.iter().zip([("最初の投票", "The first vote"), ("決選投票", "The runoff")])
    {
        let told = tell_move(setup(view), &Move::Vote { ballots: vote.ballots.clone() }, names);
        board.say(&Text::new(format!("{ja}。{}", told.ja), format!("{en}. {}", told.en)));
    }
    if let [first, _] = &*view.votes {
        draw_line(MARGIN, &told_first(&first.counts, board), board);
    }
    let effect = match view.executed {
        Some(target) => Effect::Executed { target },
        None if view.panic => Effect::Panicked {},
        None => return,
    };
    let told = tell_effect(&effect, names);
    board.say(&told);
    let words = board.words(&told).to_owned();
    board.write((MARGIN, board.y() + 13), Anchor::Start, Size::Normal, &words, WIDTH - 2 * MARGIN);
    board.down(22);
}

fn told_first(counts: &[Count], board: &Board) -> Text {
    let counts: Vec<Text> = counts
        .iter()
        .map(|count| {
            let target = called(count.target, board.names());
            Text::new(format!("{}{}票", target.ja, count.votes), format!("{} {}", target.en, count.votes))
        })
        .collect();
    let counts = listed(&counts);
    Text::new(
        format!("最初の投票: {}。印は決選投票。", counts.ja),
        format!("First vote: {}. Drawn is the runoff.", counts.en),
    )
}

/// Camps and winners; they are drawn by seat.
fn say_end(view: &View, board: &mut Board) {
    let names = board.names();
    if let Some(camps) = &view.camps {
        let (camps, turned) = (camps.clone(), view.turned.clone());
        board.say(&tell_effect(&Effect::CampsRevealed { camps, mad_wolf: view.mad_wolf, turned }, names));
    }
    if let (Some(ending), Some(winners)) = (view.ending, &view.winners) {
        board.say(&tell_effect(&Effect::GameOver { ending, winners: winners.clone() }, names));
    }
}
