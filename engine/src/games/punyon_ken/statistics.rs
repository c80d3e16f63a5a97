//! The observations of a finished record.

pub mod equilibrium;
pub mod matrix_game;

use strum::VariantArray;

use super::PunyonKen;
use super::moves::{Effect, Move};
use super::outcome::WinPath;
use super::rules::score::Palm;
use super::rules::throwing::{Throw, seat, winner};
use super::rules::two;
use crate::game::Metrics;
use crate::record::Replay;
use crate::seq::Seq;
use crate::statistics::Observation;
use equilibrium::{chances, equilibrium};

/// One throw of one seat, and its position.
struct Seen<'a> {
    event: Seq,
    before: &'a PunyonKen,
    place: usize,
    own: Throw,
    hands: [Throw; 2],
}

impl Metrics for PunyonKen {
    /// The observations of a finished game.
    fn observe(replay: &Replay<PunyonKen>) -> Vec<Observation> {
        let throws: Vec<(Seq, &PunyonKen, [Throw; 2])> = replay
            .steps
            .iter()
            .enumerate()
            .filter_map(|(step, played)| {
                let Move::Throw { hands } = &played.mv;
                Some((played.seq, replay.before(step), two(hands).ok()?))
            })
            .collect();
        let mut observed = vec![Observation::number("throws", None, throws.len() as f64)];
        if let Some((winner, path)) = replay.end().won {
            observed.push(Observation::word("win_path", winner, path.word()));
        }
        for place in [0, 1] {
            let seen = throws.iter().map(|&(event, before, hands)| Seen {
                event,
                before,
                place,
                own: hands[place],
                hands,
            });
            let seen: Vec<Seen> = seen.collect();
            observed.extend((1..).zip(&seen).map(|(position, seen): (u32, _)| {
                let throw = Observation::word("throw", seat(place), seen.own.word());
                seen.of(throw).with("position", position)
            }));
            observed.extend(observe_win(replay, &seen));
            observed.extend(
                streaks(&seen).into_iter().map(|won| Observation::number("streak", seat(place), won as f64)),
            );
            observed.extend(seen.windows(2).flat_map(|pair| observe_change(&pair[0], &pair[1])));
            observed.extend(observe_palms(replay, place));
            observed.extend(seen.iter().flat_map(observe_equilibrium));
            observed.push(Observation::number("equilibrium_distance", seat(place), distance(&seen)));
        }
        observed
    }
}

impl Seen<'_> {
    /// Adds the position in which the observation was made.
    fn of(&self, observation: Observation) -> Observation {
        let [own, other] = [self.before.scores[self.place], self.before.scores[1 - self.place]];
        observation
            .with("own_fingers", own.bent)
            .with("own_palm", own.palm.word())
            .with("other_fingers", other.bent)
            .with("other_palm", other.palm.word())
            .at(self.event)
    }

    fn went(&self) -> &'static str {
        match winner(self.hands) {
            None => "draw",
            Some(place) if place == self.place => "win",
            Some(_) => "loss",
        }
    }

    /// The equilibrium share of each throw here.
    fn mix(&self) -> [f64; 3] {
        equilibrium(self.before).map(|best| best.mixes[self.place]).unwrap_or_default()
    }

    /// 1 for the throw that was made and 0 for the others, less their equilibrium shares.
    fn excess(&self) -> [f64; 3] {
        let mix = self.mix();
        [0, 1, 2].map(|i| f64::from(u8::from(Throw::VARIANTS[i] == self.own)) - mix[i])
    }

    /// The opponent's gain by this reply.
    fn risk(&self, reply: Throw) -> Option<f64> {
        let other = 1 - self.place;
        let mut hands = self.hands;
        hands[other] = reply;
        Some(chances(&self.before.throw(hands).0)?[other] - chances(self.before)?[other])
    }
}

fn observe_win(replay: &Replay<PunyonKen>, seen: &[Seen]) -> Option<Observation> {
    let (first, (winner, _)) = (seen.first()?, replay.end().won?);
    let own = seat(first.place);
    let win = Observation::share("win", own, winner == own);
    Some(win.with("first_throw", first.own.word()).with("first_result", first.went()))
}

/// The lengths of the runs of throws won; draws do not end a run.
fn streaks(seen: &[Seen]) -> Vec<usize> {
    let decided: Vec<bool> = seen.iter().filter_map(|seen| Some(winner(seen.hands)? == seen.place)).collect();
    let runs = decided.chunk_by(|one, next| one == next).filter(|run| run[0]);
    runs.map(<[bool]>::len).collect()
}

fn observe_change(previous: &Seen, now: &Seen) -> [Observation; 2] {
    let shift = if now.own == previous.own {
        "stay"
    } else if now.own.beats(previous.own) {
        "to_beating"
    } else {
        "to_beaten"
    };
    [("throw_after", now.own.word()), ("shift_after", shift)].map(|(metric, word)| {
        Observation::word(metric, seat(now.place), word)
            .with("after", previous.went())
            .with("previous", previous.own.word())
            .at(now.event)
    })
}

fn observe_palms(replay: &Replay<PunyonKen>, place: usize) -> Vec<Observation> {
    let own = seat(place);
    let effects = || replay.steps.iter().flat_map(|step| &step.effects);
    let lost = effects().filter(|effect| **effect == Effect::PalmTurnedUp { seat: own }).count();
    let in_the_end = match replay.end() {
        PunyonKen { won: Some((winner, WinPath::Palm)), .. } if *winner == own => Some("won"),
        end if end.scores[place].palm == Palm::Down => Some("stayed_down"),
        _ => None,
    };
    let fates = std::iter::repeat_n("lost", lost).chain(in_the_end);
    let fates = fates.map(|fate| Observation::word("palm_fate", own, fate));
    std::iter::once(Observation::number("palm_losses", own, lost as f64)).chain(fates).collect()
}

fn observe_equilibrium(seen: &Seen) -> Vec<Observation> {
    let own = seat(seen.place);
    let excess = Throw::VARIANTS.iter().copied().zip(seen.excess()).map(|(throw, excess)| {
        seen.of(Observation::number("equilibrium_excess", own, excess).with("throw", throw.word()))
    });
    let risk = Throw::VARIANTS.iter().copied().filter_map(|reply| {
        let risk = seen.risk(reply)?;
        Some(seen.of(Observation::number("equilibrium_risk", own, risk).with("reply", reply.word())))
    });
    excess.chain(risk).collect()
}

/// The distance between the throws made and the equilibrium mixes.
fn distance(seen: &[Seen]) -> f64 {
    let total = |i: usize| seen.iter().map(|seen| seen.excess()[i]).sum::<f64>();
    let apart: f64 = (0..3).map(|i| total(i).abs()).sum();
    apart / 2.0 / (seen.len().max(1) as f64)
}
