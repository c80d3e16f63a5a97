//! The observations of a finished record.

mod ballots;

use std::sync::Arc;

use super::HalfWerewolf;
use super::knowledge::clue::Place;
use super::moves::{Move, Target};
use super::outcome::{End, Verdict};
use super::rules::camps::{Camp, Hands, is_mad_wolf};
use super::rules::role::{Pair, Role};
use crate::budget::Budget;
use crate::game::Metrics;
use crate::record::{Replay, Step};
use crate::seat::Seat;
use crate::statistics::Observation;

impl Metrics for HalfWerewolf {
    fn observe(replay: &Replay<HalfWerewolf>) -> Vec<Observation> {
        let game = replay.end();
        let (Some(end), Some(verdict)) = (&game.end, game.verdict) else { return Vec::new() };
        let observations = [
            observe_seats(game, end),
            observe_game(game, end, verdict),
            observe_votes(replay, end),
            observe_abilities(replay, end, verdict),
            observe_claims(replay, end),
            ballots::observe(replay),
        ];
        observations.concat()
    }

    fn observe_slowly(replay: &Replay<HalfWerewolf>, budget: &dyn Budget) -> Vec<Observation> {
        if replay.end().end.is_some() { ballots::observe_slowly(replay, budget) } else { Vec::new() }
    }
}

/// `seer+villager`, in the order of the roles.
fn word(pair: Pair) -> String {
    let mut words = pair.roles().map(Role::word);
    words.sort_unstable();
    words.join("+")
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

fn observe_votes(replay: &Replay<HalfWerewolf>, end: &End) -> Vec<Observation> {
    let steps = replay.steps.iter().filter(|step| matches!(step.mv, Move::Vote { .. }));
    let votes = ["first", "runoff"].into_iter().zip(replay.end().votes.iter()).zip(steps);
    let mut seen = Vec::new();
    for ((vote, ballots), step) in votes {
        seen.extend(ballots.iter().filter_map(|(seat, ballot)| {
            let target = (*ballot)?;
            let camp = end.hands.camp(seat).word();
            let ballot = Observation::share("vote_on_werewolf", seat, end.hands.has_werewolf(target));
            let other = if let Target::Seat(other) = target { Some(other) } else { None };
            Some(ballot.with("vote", vote).with("camp", camp).of_other(other).at(step.seq))
        }));
    }
    seen
}

fn observe_abilities(replay: &Replay<HalfWerewolf>, end: &End, verdict: Verdict) -> Vec<Observation> {
    let game = replay.end();
    let used = |by: fn(&Move) -> bool| replay.steps.iter().find(|step| by(&step.mv));
    let looked = used(|mv| matches!(mv, Move::SeerLook { .. }));
    let dug = used(|mv| matches!(mv, Move::Dig { .. }));
    let mut seen = Vec::new();
    if let (Some((seer, place)), Some(Step { seq, .. })) = (game.knowledge.table.look, looked) {
        let target = match place {
            Place::Grave(_) => "graveyard",
            Place::Slot(seat, _) if seat == seer => "own",
            Place::Slot(seat, _) if seat == game.seats().right_of(seer) => "right",
            Place::Slot(seat, _) if seat == game.seats().left_of(seer) => "left",
            Place::Slot(..) => "other",
        };
        let found = end.world.card(place) == Role::Werewolf;
        seen.push(Observation::word("seer_target", seer, target).at(*seq));
        seen.push(Observation::share("seer_found_werewolf", seer, found).with("target", target).at(*seq));
    }
    if let (Some((digger, ..)), Some(Step { seq, .. })) = (game.knowledge.table.dig, dug) {
        let (_, otherwise) = Hands::without_the_exchange(game.seats(), &end.world).result(verdict);
        let changed = otherwise != end.winners;
        seen.push(Observation::share("exchange_changed_winner", digger, changed).at(*seq));
    }
    seen
}

fn observe_claims(replay: &Replay<HalfWerewolf>, end: &Arc<End>) -> Vec<Observation> {
    let mut seen = Vec::new();
    for step in &replay.steps {
        let Move::Statement { seat, claims_role: Some(role), .. } = step.mv else { continue };
        let held = end.world.held(seat);
        let claims = [
            Observation::share("claim_true", seat, held.has(role)).with("claimed", role.word()),
            Observation::word("claimed_role", seat, role.word()).with("held", word(held)),
        ];
        seen.extend(claims.map(|claim| claim.at(step.seq)));
    }
    seen
}
