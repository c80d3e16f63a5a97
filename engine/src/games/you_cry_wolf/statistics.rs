//! The observations of a finished game.

mod ledgers;

use std::collections::BTreeMap;

use strum::VariantArray;

use super::knowledge::Cup;
use super::moves::{Cups, Move};
use super::rules::animal::{Animal, ByAnimal};
use super::rules::board::{Board, Placed};
use super::{Called, Phase, YouCryWolf};
use crate::game::Metrics;
use crate::range::Range;
use crate::record::Replay;
use crate::rules::Rules;
use crate::seat::{BySeat, Seat};
use crate::seq::Seq;
use crate::statistics::Observation;

/// A bet of the present round.
struct Bet {
    event: Seq,
    seat: Seat,
    animal: Animal,
    claim: i64,
}

impl Metrics for YouCryWolf {
    /// YCW-1: the first player of the first round.
    fn first_player(replay: &Replay<YouCryWolf>) -> Option<Seat> {
        replay.steps.iter().find_map(|step| match step.mv {
            Move::ChooseFirstPlayer { seat, .. } => Some(seat),
            _ => None,
        })
    }

    /// All observations of a finished game.
    fn observe(replay: &Replay<YouCryWolf>) -> Vec<Observation> {
        let mut seen = Vec::new();
        let mut bets = Vec::new();
        let mut call = None;
        for (index, step) in replay.steps.iter().enumerate() {
            let before = replay.before(index);
            let event = step.seq;
            let mut observe = |observation: Observation| seen.push(observation.in_round(before.round, event));
            before.observe_turn(&step.mv, &mut observe);
            match &step.mv {
                Move::Bet { seat, row, claim, .. } => {
                    bets.push(Bet { event, seat: *seat, animal: *row, claim: *claim });
                }
                Move::Call { .. } => call = Some(event),
                Move::Reveal { cups, count } => {
                    before.observe_payment(&step.after, &mut observe);
                    let bets = std::mem::take(&mut bets);
                    let called = call.take().unwrap_or(event);
                    seen.extend(before.observe_reveal(cups.as_ref(), *count, &bets, called));
                }
                _ => {}
            }
        }
        observe_game(replay, &mut seen);
        seen.extend(ledgers::observe(replay));
        seen
    }
}

#[expect(clippy::cast_precision_loss, reason = "claims and chips are small")]
fn number(metric: &'static str, seat: impl Into<Option<Seat>>, value: i64) -> Observation {
    Observation::number(metric, seat, value as f64)
}

fn observe_game(replay: &Replay<YouCryWolf>, seen: &mut Vec<Observation>) {
    seen.push(number("rounds_per_game", None, replay.end().round));
    if let (Some(first), Some(outcome)) = (YouCryWolf::first_player(replay), replay.end().outcome()) {
        seen.push(Observation::share("first_player_wins", first, outcome.winners.contains(&first)));
    }
}

impl YouCryWolf {
    fn observe_turn(&self, mv: &Move, observe: &mut impl FnMut(Observation)) {
        if let Phase::Turns(seat) = self.phase
            && self.may_use_privilege(seat)
            && !matches!(mv, Move::NoteCup { .. })
        {
            observe(Observation::share("privilege_use", seat, matches!(mv, Move::Privilege { .. })));
        }
        match mv {
            Move::Bet { seat, die, row, claim } => {
                let before =
                    self.board[*row].marker.map_or(self.board[*row].count() + 1, |marker| marker.claim);
                observe(
                    number("bid_escalation", *seat, claim - before)
                        .with("animal", row.word())
                        .with("position", self.turns + 1),
                );
                observe_placement(*seat, *die, *row, observe);
            }
            Move::Privilege { seat, die, row } => observe_placement(*seat, *die, *row, observe),
            _ => {}
        }
    }

    /// The observations of the bets and of this event's call by the lifted cups.
    fn observe_reveal(
        &self,
        input: Option<&Cups>,
        count: Option<i64>,
        bets: &[Bet],
        call: Seq,
    ) -> Vec<Observation> {
        let (Phase::Reveal(called), Ok(cups)) = (self.phase, self.open_cups(input)) else {
            return Vec::new();
        };
        let turns = number("turns_per_round", None, self.turns).in_round(self.round, call);
        let Some(counts) = self.counts_at_reveal(&cups, count) else { return vec![turns] };
        let of_bets = bets.iter().flat_map(|bet| observe_bet(bet, counts[bet.animal], self.round));
        let of_call = self.observe_call(called, counts[called.row].min);
        std::iter::once(turns)
            .chain(of_bets)
            .chain(of_call.map(|seen| seen.in_round(self.round, call)))
            .collect()
    }

    /// The count of each animal when the cups are lifted, with these dice and perhaps this count of the called one;
    /// `None` if nobody called.
    pub(super) fn counts_at_reveal(&self, cups: &BySeat<Cup>, count: Option<i64>) -> Option<ByAnimal<Range>> {
        let Phase::Reveal(called) = self.phase else { return None };
        let counted = |animal: Animal| match count {
            Some(count) if animal == called.row => Range { min: count, max: count },
            Some(count) => self.count_beside(animal, cups, (called.row, count)),
            None => self.count_range(animal, cups, None),
        };
        Some(ByAnimal(std::array::from_fn(|row| counted(Animal::VARIANTS[row]))))
    }

    /// The count of an animal, given the count of the called one. The given count tells how many dice under the cups
    /// show one of the called animal's faces.
    fn count_beside(&self, animal: Animal, cups: &BySeat<Cup>, (called, count): (Animal, i64)) -> Range {
        let certain = |animal: Animal| {
            let open = self.open.map_or(0, |dice| dice.showing(animal.counted()));
            self.board.counted(animal, self.options.edition) + open
        };
        let mut ranges_by_count = BTreeMap::from([(0, Range { min: 0, max: 0 })]);
        for cup in cups.values() {
            let mut with = BTreeMap::new();
            let mut hands = BTreeMap::new();
            for left in cup.left() {
                let shown = left.showing(animal.counted());
                widen(&mut hands, left.showing(called.counted()), Range { min: shown, max: shown });
            }
            for (matching, sum) in &ranges_by_count {
                for (more, shown) in &hands {
                    let sum = Range { min: sum.min + shown.min, max: sum.max + shown.max };
                    widen(&mut with, matching + more, sum);
                }
            }
            ranges_by_count = with;
        }
        let under = ranges_by_count.get(&(count - certain(called)));
        under.map_or_else(
            || self.count_range(animal, cups, None),
            |under| Range { min: under.min + certain(animal), max: under.max + certain(animal) },
        )
    }

    fn observe_call(&self, called: Called, count: i64) -> impl Iterator<Item = Observation> + use<> {
        let lie = count < called.claim;
        let moved = self.unmasked().counted(called.row, self.options.edition);
        let otherwise = count - self.board.counted(called.row, self.options.edition) + moved;
        let decided = (otherwise < called.claim) != lie;
        let hidden: i64 = self.cups.values().map(Cup::dice_left).sum();
        let of_caller = [
            Observation::share("call_success", called.caller, lie),
            number("call_margin", called.caller, called.claim - count),
        ]
        .map(|seen| {
            let seen = seen.with("animal", called.row.word()).with("claim", called.claim);
            seen.with("hidden_dice", hidden).of_other(called.accused)
        });
        let of_table = [
            number("called_claim", None, called.claim),
            Observation::share("misplacement_decided", None, decided),
        ]
        .map(|seen| seen.with("animal", called.row.word()));
        of_caller.into_iter().chain(of_table)
    }

    /// The board with every die on the row of its own face.
    fn unmasked(&self) -> Board {
        let mut board = Board::default();
        for placed in self.board.0.iter().flat_map(|row| row.dice.iter()) {
            let Placed { die, .. } = *placed;
            board[die].dice.push(placed.clone());
        }
        board
    }

    fn observe_payment(&self, after: &Self, observe: &mut impl FnMut(Observation)) {
        let Phase::Reveal(called) = self.phase else { return };
        let pair = [(called.caller, "calling"), (called.accused, "betting")];
        for (seat, by) in pair {
            let won = after.points[seat] - self.points[seat];
            let lost = self.own[seat] - after.own[seat];
            if won > 0 {
                observe(number("chips_won", seat, won).with("by", by));
            }
            if lost > 0 {
                observe(number("chips_lost", seat, lost).with("by", by));
            }
        }
    }
}

/// Widens the range of a number to include another range.
fn widen(ranges: &mut BTreeMap<i64, Range>, number: i64, by: Range) {
    let range = ranges.entry(number).or_insert(by);
    *range = Range { min: range.min.min(by.min), max: range.max.max(by.max) };
}

/// A bet whose animal was counted, as far as the dice are known.
fn observe_bet(bet: &Bet, count: Range, round: i64) -> [Observation; 3] {
    let overstated = [bet.claim - count.max, bet.claim - count.min].map(|number| number as f64);
    let truth = match bet.claim {
        claim if claim <= count.min => Some(true),
        claim if claim > count.max => Some(false),
        _ => None,
    };
    let lie = truth.map(|truth| !truth);
    [
        Observation::between("overstatement", bet.seat, overstated),
        Observation::share_if_known("truth_rate", bet.seat, truth),
        Observation::share_if_known("bluff_rate", bet.seat, lie),
    ]
    .map(|seen| seen.with("animal", bet.animal.word()).with("claim", bet.claim).in_round(round, bet.event))
}

fn observe_placement(seat: Seat, die: Animal, row: Animal, observe: &mut impl FnMut(Observation)) {
    if die == Animal::Wolf {
        observe(Observation::share("sheeps_clothing", seat, row == Animal::Sheep));
    }
    if die.rows().len() > 1 {
        observe(Observation::share("misplaced", seat, die != row).with("die", die.word()));
    }
}
