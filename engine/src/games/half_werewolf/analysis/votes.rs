//! The effect of each ballot: if another one would have changed the winners, and the chance it gave up.

use schemars::JsonSchema;
use serde::Serialize;

use super::super::moves::{Move, Target};
use super::super::outcome::{End, Verdict};
use super::super::rules::evening::most_voted;
use super::super::{Ballots, HalfWerewolf, Phase};
use super::knowledge::Viewing;
use super::odds::{Odds, WinOdds};
use crate::analysis::{WhyNull, each_once};
use crate::budget::Budget;
use crate::record::Replay;
use crate::seat::Seat;

/// A vote of all seats.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "HalfWerewolfVote")]
pub struct Vote {
    /// True: it is the runoff.
    pub runoff: bool,
    /// The ballots of the seats that had a vote.
    pub ballots: Vec<JudgedBallot>,
}

/// One ballot.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "HalfWerewolfJudgedBallot")]
pub struct JudgedBallot {
    /// The seat that voted.
    pub seat: Seat,
    /// The target it voted for.
    pub target: Target,
    /// Tells if another ballot of this seat alone would have changed the winners.
    pub pivotal: Option<Pivotal>,
    /// The chance that this seat wins if its target is executed, by the seat's knowledge.
    pub p_win: Option<f64>,
    /// The target with the best chance that this seat wins.
    pub best: Option<BestTarget>,
    /// The chance of the best target less `p_win`.
    pub given_up: Option<f64>,
    /// Why something is null.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub missing: Vec<WhyNull>,
}

/// A target, and the chance to win by its execution.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "HalfWerewolfBestTarget")]
pub struct BestTarget {
    /// The target; the first of several equally good.
    pub target: Target,
    /// The chance that the seat wins if it is executed.
    pub p_win: f64,
}

/// Tells if another ballot would have changed the winners.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "HalfWerewolfPivotal")]
pub enum Pivotal {
    /// No other ballot would.
    No,
    /// Another ballot would have led to another runoff, with an unknown result.
    Perhaps,
    /// Another ballot would for certain.
    Yes,
}

/// The findings of the vote that led to a step, if one did.
pub(super) fn vote(replay: &Replay<HalfWerewolf>, step: usize, budget: &dyn Budget) -> Option<Vote> {
    let index = step.checked_sub(1)?;
    let ballots = judged_ballots(replay, index, budget)?.collect();
    Some(Vote { runoff: replay.before(index).phase == Phase::Runoff, ballots })
}

/// The findings of the ballots of the move with this index, if it is a vote.
pub(in super::super) fn judged_ballots(
    replay: &Replay<HalfWerewolf>,
    index: usize,
    budget: &dyn Budget,
) -> Option<impl Iterator<Item = JudgedBallot>> {
    let judged = move |(seat, target, pivotal)| {
        let odds = Viewing::of(replay, Some(seat)).odds(index);
        replay.before(index).ballot((seat, target), pivotal, &odds)
    };
    Some(pivotal_ballots(replay, index)?.take_while(|_| budget.goes_on()).map(judged))
}

/// A ballot, and the effect of another ballot of that seat alone on the winners.
pub(in super::super) type PivotalBallot = (Seat, Target, Result<Pivotal, WhyNull>);

/// The ballots of the move with this index, if it is a vote.
pub(in super::super) fn pivotal_ballots(
    replay: &Replay<HalfWerewolf>,
    index: usize,
) -> Option<impl Iterator<Item = PivotalBallot>> {
    let Move::Vote { ballots } = replay.steps[index].applied_move()? else { return None };
    let before = replay.before(index);
    let irregular = !replay.steps[index].breaches.is_empty();
    let ballot = move |(seat, target): (Seat, &Option<Target>)| {
        let end = replay.end().end.as_deref().ok_or(WhyNull::TruthNotRecorded);
        let end = if irregular { Err(WhyNull::Irregular) } else { end };
        Some((seat, (*target)?, end.map(|end| before.pivotal(end, ballots, seat))))
    };
    Some(ballots.iter().filter_map(ballot))
}

impl HalfWerewolf {
    fn ballot(
        &self,
        (seat, target): (Seat, Target),
        pivotal: Result<Pivotal, WhyNull>,
        odds: &Result<Odds, WhyNull>,
    ) -> JudgedBallot {
        let targets = self.targets();
        let chance = |wins: &WinOdds| wins.seats.get(seat.index()).copied().unwrap_or_default();
        let wins = odds.as_ref().ok().map(|odds| &odds.wins);
        let p_win = wins.and_then(|wins| wins.iter().find(|wins| wins.target == target).map(chance));
        let possible = wins.into_iter().flatten().filter(|wins| targets.contains(&wins.target));
        let best = possible
            .map(|wins| BestTarget { target: wins.target, p_win: chance(wins) })
            .reduce(|best, other| if other.p_win > best.p_win { other } else { best });
        JudgedBallot {
            seat,
            target,
            pivotal: pivotal.ok(),
            p_win,
            best,
            given_up: best.zip(p_win).map(|(best, p_win)| best.p_win - p_win),
            missing: each_once([pivotal.err(), odds.as_ref().err().copied()]),
        }
    }

    /// Finds out if another ballot of this seat alone would have changed the winners.
    fn pivotal(&self, end: &End, ballots: &Ballots, seat: Seat) -> Pivotal {
        let targets = self.targets();
        let really = most_voted(&targets, ballots);
        let others = targets.iter().filter(|target| Some(**target) != ballots[seat]);
        let changed = others.map(|target| {
            let mut ballots = ballots.clone();
            ballots[seat] = Some(*target);
            let most = most_voted(&targets, &ballots);
            let verdict = match (&*most, self.phase) {
                ([only], _) => Verdict::Executed(*only),
                (_, Phase::Runoff) => Verdict::Panic,
                _ if most == really => return Pivotal::No,
                _ => return Pivotal::Perhaps,
            };
            if end.hands.result(verdict).1 == end.winners { Pivotal::No } else { Pivotal::Yes }
        });
        changed.max().unwrap_or(Pivotal::No)
    }
}
