//! What a finished record says.

use std::sync::Arc;

use super::camps::{Camp, Hands, Verdict, is_mad_wolf};
use super::clue::Place;
use super::moves::{Move, Target};
use super::role::{Pair, Role};
use super::{End, HalfWerewolf};
use crate::record::Replay;
use crate::seat::Seat;
use crate::statistics::{Dimension, Metric, Observation, dimension};
use crate::text::Text;

const CAMP: &Dimension = &dimension(
    "camp",
    Text::fixed("陣営", "Camp"),
    Text::fixed(
        "終わりの陣営: 村(village)、人狼(werewolf)、第三(third)。",
        "The camp in the end: village, werewolf or third.",
    ),
)
.words(&["village", "werewolf", "third"]);
const PAIR: &Dimension = &dimension(
    "pair",
    Text::fixed("2枚の組", "Pair of cards"),
    Text::fixed(
        "最後に持っていた2枚。役職をアルファベット順に+でつなぐ。",
        "The two cards held in the end: the roles in alphabetical order, joined by +.",
    ),
);
const ROLE: &Dimension = &dimension(
    "role",
    Text::fixed("役職", "Role"),
    Text::fixed("最後に持っていた役職。", "The role held in the end."),
)
.words(ROLES);
const VOTE: &Dimension = &dimension(
    "vote",
    Text::fixed("投票", "Vote"),
    Text::fixed("最初の投票(first)か決選投票(runoff)。", "The first vote or the runoff."),
)
.words(&["first", "runoff"]);
const TARGET: &Dimension =
    &dimension("target", Text::fixed("占いの対象", "Target"), Text::fixed("見たカードの場所: 自分(own)、右隣(right)、左隣(left)、ほかの席(other)、墓地(graveyard)。", "Where the card lay: with the seer (own), its right or left neighbour, another seat (other), or in the graveyard.")).words(&["own", "right", "left", "other", "graveyard"]);
const CLAIMED: &Dimension = &dimension(
    "claimed",
    Text::fixed("名乗った役職", "Claimed role"),
    Text::fixed("発言で名乗った役職。", "The role that the statement claims."),
)
.words(ROLES);
const HELD: &Dimension = &dimension(
    "held",
    Text::fixed("持っていた2枚", "Cards held"),
    Text::fixed(
        "占いと交換の前に持っていた2枚。役職をアルファベット順に+でつなぐ。",
        "The two cards held when the abilities began: the roles in alphabetical order, joined by +.",
    ),
);

/// Everything that is counted. Cards and camps are those at the end.
pub const METRICS: &[Metric] = &[
    Metric::share(
        "win",
        Text::fixed("勝率", "Wins"),
        Text::fixed(
            "終わったゲームの席ごとに、勝ったか。at は席の番号、camp は陣営、pair は最後に持っていた2枚。",
            "Per seat and finished game: whether it won; at is the number of the seat, camp its camp, pair the two cards it held in the end.",
        ),
    )
    .by(&[CAMP, PAIR]),
    Metric::share(
        "win_with_role",
        Text::fixed("役職ごとの勝率", "Wins by role"),
        Text::fixed(
            "終わったゲームで席が最後に持っていた役職ごとに(同じ2枚は一度だけ)、その席が勝ったか。",
            "Per role held by a seat at the end of a finished game, twins counted once: whether that seat won.",
        ),
    )
    .by(&[ROLE]),
    Metric::share(
        "camp_wins",
        Text::fixed("陣営の勝率", "Wins of camps"),
        Text::fixed(
            "終わったゲームで席のいた陣営ごとに、その陣営の誰かが勝ったか。",
            "Per camp that had a seat in a finished game: whether any seat of it won.",
        ),
    )
    .of_the_table()
    .by(&[CAMP]),
    Metric::category(
        "ending",
        Text::fixed("ゲーム","games"),
        Text::fixed("結末", "Endings"),
        Text::fixed("終わったゲームごとの結末。", "Per finished game: how it ended."),
    )
    .of_the_table(),
    Metric::share(
        "runoff",
        Text::fixed("決選投票", "Runoffs"),
        Text::fixed(
            "終わったゲームごとに、決選投票になったか。",
            "Per finished game: whether there was a runoff.",
        ),
    )
    .of_the_table(),
    Metric::share(
        "panic",
        Text::fixed("恐慌", "Panics"),
        Text::fixed(
            "終わったゲームごとに、決選投票も同票で恐慌になったか。",
            "Per finished game: whether the runoff was tied and the village panicked.",
        ),
    )
    .of_the_table(),
    Metric::share(
        "graveyard_voted",
        Text::fixed("墓地の処刑", "Graveyard executed"),
        Text::fixed(
            "恐慌でないゲームごとに、墓地が選ばれたか。",
            "Per finished game without panic: whether the graveyard got most votes.",
        ),
    )
    .of_the_table(),
    Metric::share(
        "graveyard_right",
        Text::fixed("墓地の正解率", "Graveyard rightly executed"),
        Text::fixed(
            "墓地が選ばれたゲームごとに、そこに人狼があったか。",
            "Per finished game in which the graveyard got most votes: whether the werewolf lay there.",
        ),
    )
    .of_the_table(),
    Metric::share(
        "village_accuracy",
        Text::fixed("人狼の処刑", "Werewolf executed"),
        Text::fixed(
            "席が処刑されたゲームごとに、その席が人狼のカードを持っていたか。",
            "Per finished game in which a seat was executed: whether it held the werewolf.",
        ),
    )
    .of_the_table(),
    Metric::share(
        "vote_on_werewolf",
        Text::fixed("人狼への投票", "Votes on the werewolf"),
        Text::fixed(
            "投じられた票ごとに、人狼のある席(または墓地)への票か。vote は first か runoff、camp は投票した席の陣営。",
            "Per ballot for somebody: whether it was for whoever held the werewolf, the graveyard included; vote is first or runoff, camp the camp of the voter.",
        ),
    )
    .by(&[VOTE, CAMP]),
    Metric::category(
        "seer_target",
        Text::fixed("回","looks"),
        Text::fixed("占いの対象", "Where the seer looks"),
        Text::fixed(
            "占いごとに、見たのが自分(own)か、右隣(right)、左隣(left)、ほかの席(other)、墓地(graveyard)か。",
            "Per look: at an own card, that of the right or left neighbour, that of another seat (other), or the graveyard.",
        ),
    ),
    Metric::share(
        "seer_found_werewolf",
        Text::fixed("占いの的中", "Werewolf found"),
        Text::fixed(
            "占いごとに、見たカードが人狼だったか。target は占いの対象。",
            "Per look: whether the card was the werewolf; target is as in where the seer looks.",
        ),
    )
    .by(&[TARGET]),
    Metric::share(
        "exchange_changed_winner",
        Text::fixed("交換が変えた勝敗", "Exchange changed the winner"),
        Text::fixed(
            "墓堀の交換ごとに、票が同じでカードが交換されていなければ勝者が違ったか。",
            "Per exchange by the gravedigger: whether the same votes with the cards not exchanged give other winners.",
        ),
    ),
    Metric::share(
        "mad_wolf",
        Text::fixed("狂人狼の出現", "Mad wolves"),
        Text::fixed(
            "終わったゲームごとに、最後に狂人狼の席があったか。",
            "Per finished game: whether a seat was a mad wolf in the end.",
        ),
    )
    .of_the_table(),
    Metric::share(
        "mad_wolf_wins",
        Text::fixed("狂人狼の勝率", "Wins of mad wolves"),
        Text::fixed(
            "狂人狼のいたゲームごとに、その席が勝ったか。",
            "Per mad wolf in the end: whether it won.",
        ),
    ),
    Metric::share(
        "claim_true",
        Text::fixed("名乗りの真偽", "True claims"),
        Text::fixed(
            "役職を名乗った発言ごとに、占いと交換の前にそのカードを持っていたか。",
            "Per statement that claims a role: whether the seat held that card when the abilities began.",
        ),
    )
    .by(&[CLAIMED]),
    Metric::category(
        "claimed_role",
        Text::fixed("発言","statements"),
        Text::fixed("名乗った役職", "Claimed roles"),
        Text::fixed(
            "役職を名乗った発言ごとに、その役職。held は占いと交換の前に持っていた2枚。",
            "Per statement that claims a role: the role; held is the two cards the seat held when the abilities began.",
        ),
    )
    .by(&[HELD]),
];

/// The words of all roles.
const ROLES: &[&str] =
    &["villager", "werewolf", "seer", "gravedigger", "madman", "sinner", "magician", "doomsayer"];

/// `seer+villager`, in the order of the roles.
fn word(pair: Pair) -> String {
    let mut words = pair.roles().map(Role::word);
    words.sort_unstable();
    words.join("+")
}

pub fn observe(replay: &Replay<HalfWerewolf>) -> Vec<Observation> {
    let game = replay.end();
    let (Some(end), Some(verdict)) = (&game.end, game.verdict) else { return Vec::new() };
    let observations = [
        observe_seats(game, end),
        observe_game(game, end, verdict),
        observe_votes(game, end),
        observe_abilities(game, end, verdict),
        observe_claims(replay, end),
    ];
    observations.concat()
}

fn observe_seats(game: &HalfWerewolf, end: &End) -> Vec<Observation> {
    let won = |seat: Seat| end.winners.contains(&seat);
    let mut seen = Vec::new();
    for seat in game.seats().iter() {
        let pair = end.hands.of(seat);
        let win = Observation::share("win", seat, won(seat));
        seen.push(win.with("camp", end.hands.camp(seat).word()).with("pair", word(pair)));
        let [first, second] = pair.roles();
        let roles = [Some(first), Some(second).filter(|role| *role != first)];
        for role in roles.into_iter().flatten() {
            seen.push(Observation::share("win_with_role", seat, won(seat)).with("role", role.word()));
        }
        if is_mad_wolf(pair) {
            seen.push(Observation::share("mad_wolf_wins", seat, won(seat)));
        }
    }
    seen
}

fn observe_game(game: &HalfWerewolf, end: &End, verdict: Verdict) -> Vec<Observation> {
    let share = |metric, yes| Observation::share(metric, None, yes);
    let mut seen = vec![
        Observation::word("ending", None, end.ending.word()),
        share("runoff", game.votes.len() > 1),
        share("panic", verdict == Verdict::Panic),
        share("mad_wolf", end.hands.mad_wolf().is_some()),
    ];
    for camp in [Camp::Village, Camp::Werewolf, Camp::Third] {
        let of: Vec<Seat> = game.seats().iter().filter(|seat| end.hands.camp(*seat) == camp).collect();
        if !of.is_empty() {
            let won = of.iter().any(|seat| end.winners.contains(seat));
            seen.push(share("camp_wins", won).with("camp", camp.word()));
        }
    }
    if let Verdict::Executed(target) = verdict {
        let right = end.hands.has_werewolf(target);
        seen.push(share("graveyard_voted", target == Target::Graveyard));
        seen.push(match target {
            Target::Graveyard => share("graveyard_right", right),
            Target::Seat(_) => share("village_accuracy", right),
        });
    }
    seen
}

fn observe_votes(game: &HalfWerewolf, end: &End) -> Vec<Observation> {
    let votes = ["first", "runoff"].into_iter().zip(game.votes.iter());
    let ballots =
        votes.flat_map(|(vote, ballots)| ballots.iter().map(move |(seat, ballot)| (vote, seat, ballot)));
    ballots
        .filter_map(|(vote, seat, ballot)| {
            let seen = Observation::share("vote_on_werewolf", seat, end.hands.has_werewolf((*ballot)?));
            Some(seen.with("vote", vote).with("camp", end.hands.camp(seat).word()))
        })
        .collect()
}

fn observe_abilities(game: &HalfWerewolf, end: &End, verdict: Verdict) -> Vec<Observation> {
    let mut seen = Vec::new();
    if let Some((seer, place)) = game.known.table.look {
        let target = match place {
            Place::Grave(_) => "graveyard",
            Place::Slot(seat, _) if seat == seer => "own",
            Place::Slot(seat, _) if seat == game.seats().right_of(seer) => "right",
            Place::Slot(seat, _) if seat == game.seats().left_of(seer) => "left",
            Place::Slot(..) => "other",
        };
        let found = end.world.card(place) == Role::Werewolf;
        seen.push(Observation::word("seer_target", seer, target));
        seen.push(Observation::share("seer_found_werewolf", seer, found).with("target", target));
    }
    if let Some((digger, ..)) = game.known.table.dig {
        let (_, otherwise) = Hands::without_the_exchange(game.seats(), &end.world).result(verdict);
        seen.push(Observation::share("exchange_changed_winner", digger, otherwise != end.winners));
    }
    seen
}

fn observe_claims(replay: &Replay<HalfWerewolf>, end: &Arc<End>) -> Vec<Observation> {
    let mut seen = Vec::new();
    for step in &replay.steps {
        let Move::Statement { seat, claims_role: Some(role), .. } = step.mv else { continue };
        let held = end.world.held(seat);
        seen.push(Observation::share("claim_true", seat, held.has(role)).with("claimed", role.word()));
        seen.push(Observation::word("claimed_role", seat, role.word()).with("held", word(held)));
    }
    seen
}
