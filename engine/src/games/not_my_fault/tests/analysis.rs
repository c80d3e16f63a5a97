//! Odds, declarations and audits: rounds worked out by hand, every order of small piles, and calibration.

use crate::rules::RulesVersion;
use rand::rngs::SmallRng;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use serde_json::json;

use super::super::analysis::{Assumed, Ledger, Odds};
use super::super::moves::Move;
use super::super::opening::Options;
use super::super::{NotMyFault, Phase};
use super::Table;
use crate::analysis::calibration::Calibration;
use crate::analysis::{Analysis, AnalysisQuestion, ClaimVerdict, StepFindings, WhyNull};
use crate::budget::Unlimited;
use crate::fact::Fact;
use crate::game::Metrics;
use crate::record::{Entry, Record};
use crate::seat::{Seat, Viewer};

const EXACT: f64 = 1e-9;

fn analyse(table: &Table, viewer: Viewer) -> Vec<StepFindings<Odds, Ledger>> {
    NotMyFault::analyse(&table.0.replay(), &AnalysisQuestion::all(viewer), &Assumed::default(), &Unlimited)
}

fn seat(number: u8) -> Viewer {
    Viewer::Seat(Seat::new(number))
}

fn close(number: Option<f64>, expected: f64) {
    assert!((number.expect("a number") - expected).abs() < EXACT, "{number:?} is not {expected}");
}

/// Two cards of 2, one of 3, one of 6.
const DECK: [i64; 7] = [0, 0, 2, 1, 0, 0, 1];

/// Three declare, and the last of them is audited.
fn audited_round() -> Table {
    let mut table = Table::with_deck(3, DECK);
    table.declare(0, 3, Some(2));
    table.declare(1, 8, Some(6));
    table.declare(2, 9, Some(3));
    table.audit(0);
    table.cards(&[2, 6, 3]);
    table
}

#[test]
fn the_declarations_and_the_audit_of_a_round_counted_by_hand() {
    let table = audited_round();
    let findings = analyse(&table, Viewer::Public);
    let claim = findings[1].ledger.claim.clone().unwrap();
    assert_eq!((claim.sum, claim.verdict), (Some(2), Some(ClaimVerdict::Impossible)));
    close(claim.p_claimer, 0.0);
    close(claim.p_table, 0.5);
    close(claim.p_next, 0.5);
    // Seat 1 has the 6; of the three other cards any makes 8 with it.
    let claim = findings[2].ledger.claim.clone().unwrap();
    assert_eq!((claim.sum, claim.verdict), (Some(8), Some(ClaimVerdict::Certain)));
    // Two cards make 8 or more only with the 6, which is one of them half of the time.
    close(claim.p_table, 0.5);
    close(claim.p_next, 0.5);
    // With the 3 of seat 2 they make 9 with 2 and 6 or 3 and 6 for seat 0, which has a 2, and not with 2 and 3.
    let claim = findings[3].ledger.claim.clone().unwrap();
    close(claim.p_next, 2.0 / 3.0);
    // Seat 0 has a 2. Three cards make 9 unless they are 2, 2 and 3, which is so if the card left is the 6.
    let call = findings[4].ledger.call.clone().unwrap();
    assert_eq!((call.sum, call.claim), (Some(11), 9));
    close(call.p_success, 1.0 / 3.0);
    let odds = analyse(&table, seat(0))[3].odds.clone().unwrap().unwrap();
    assert_eq!((odds.least, odds.arrow), (7, 9));
    // 2 with 2 and 3 makes 7, with 2 and 6 makes 10, with 3 and 6 makes 11.
    for (chance, expected) in odds.chances.iter().zip([1.0, 0.0, 0.0, 1.0, 1.0]) {
        close(Some(*chance), expected / 3.0);
    }
    close(Some(odds.cards[0][2]), 1.0);
    close(Some(odds.cards[1][6]), 1.0 / 3.0);
    // All cards turned up are known: the only card left is a 2, and the audited round is over.
    let odds = findings[5].odds.clone().unwrap().unwrap();
    assert_eq!((odds.least, odds.chances.len(), odds.cards.len()), (0, 1, 0));
}

#[test]
fn nmf_10_a_pile_that_is_remade_in_a_round_has_the_discards_and_not_the_table() {
    let mut table = Table::with_deck(2, DECK);
    table.declare(0, 3, Some(2));
    table.declare(1, 8, Some(6));
    table.audit(0);
    table.cards(&[2, 6]);
    // The 2 and the 3 are left. When both lie there, the pile is remade of the 2 and the 6.
    table.declare(0, 1, Some(2));
    table.declare(1, 5, Some(3));
    table.declare(0, 8, Some(6));
    table.audit(1);
    table.cards(&[2, 3, 6]);
    let odds = analyse(&table, Viewer::Public)[7].odds.clone().unwrap().unwrap();
    assert_eq!((odds.least, odds.chances.len()), (7, 5));
    close(Some(odds.holds), 0.5);
    close(Some(odds.cards[0][2]), 0.5);
    close(Some(odds.cards[2][6]), 0.5);
    close(Some(odds.cards[2][3]), 0.0);
}

#[test]
fn what_is_missing_has_its_reason() {
    let mut table = Table::of(2);
    table.declare(0, 3, None);
    table.audit(1);
    table.sum(4);
    table.declare(1, 3, Some(4));
    table.declare(0, 5, None);
    table.audit(1);
    table.sum(5);
    let question = AnalysisQuestion::all(seat(0));
    let why = |assumed: &Assumed| -> Vec<Option<WhyNull>> {
        let findings = NotMyFault::analyse(&table.0.replay(), &question, assumed, &Unlimited);
        findings.iter().map(|found| found.odds.clone().unwrap().err()).collect()
    };
    let over = Some(WhyNull::NothingToAsk);
    assert_eq!(why(&Assumed::default()), [vec![Some(WhyNull::DeckNotGiven); 7], vec![over]].concat());
    // The sum determines a single unknown card, also the 1 in the second round.
    let deck = Assumed { deck: Some([1, 1, 1, 1, 1, 1, 1]) };
    assert_eq!(why(&deck), [vec![None; 7], vec![over]].concat());
    let found = NotMyFault::analyse(&table.0.replay(), &question, &deck, &Unlimited);
    assert_eq!(found[1].ledger.claim.clone().unwrap().sum, Some(4));
    let deck = Assumed { deck: Some([1, 0, 0, 0, 0, 0, 0]) };
    assert_eq!(why(&deck)[1], Some(WhyNull::NoWorldFits));
    // Only the sum of two cards was told: a seat does not know its own card, nor later the cards turned up.
    let mut table = Table::with_deck(2, [9; 7]);
    table.declare(0, 3, None);
    table.declare(1, 4, None);
    table.audit(0);
    table.sum(4);
    table.declare(0, 3, Some(1));
    let findings = analyse(&table, seat(1));
    assert_eq!(findings[1].odds.clone().unwrap().err(), None);
    assert_eq!(findings[2].odds, Some(Err(WhyNull::OwnCardNotRecorded)));
    assert_eq!(findings[5].odds, Some(Err(WhyNull::EarlierCardsNotRecorded)));
    let claim = findings[1].ledger.claim.clone().unwrap();
    assert_eq!(
        (claim.sum, claim.missing),
        (None, vec![WhyNull::OwnCardNotRecorded, WhyNull::TruthNotRecorded])
    );
}

#[test]
fn an_irregular_move_leaves_no_odds_to_the_end_of_its_round() {
    let mut table = Table::with_deck(2, DECK);
    table.declare(0, 3, Some(2));
    table.play_irregular(&super::declare(1, 2, Some(2)));
    table.audit(0);
    table.cards(&[2, 2]);
    let why: Vec<_> =
        analyse(&table, Viewer::Public).iter().map(|found| found.odds.clone().unwrap().err()).collect();
    assert_eq!(why, [None, None, Some(WhyNull::Irregular), Some(WhyNull::Irregular), None]);
}

/// A card of its own, though others may have the same number.
type Card = (u8, usize);

/// The draw pile when a round began, and the cards shuffled in later, with the number of cards drawn before.
#[derive(Clone, Default)]
struct Origin {
    pile: Vec<Card>,
    shuffled_in: Option<(Vec<Card>, usize)>,
}

/// A game with cards that were really drawn.
struct Drawn {
    record: Record<NotMyFault>,
    pile: Vec<Card>,
    table: Vec<Card>,
    discards: Vec<Card>,
    origin: Origin,
    /// By step.
    origins: Vec<Origin>,
    chance: SmallRng,
}

impl Drawn {
    fn open(seed: u64, seats: u8, deck: [i64; 7]) -> Self {
        let mut chance = SmallRng::seed_from_u64(seed);
        let options: Options = serde_json::from_value(json!({"deck": deck})).unwrap();
        let cards = (0..7_u8).flat_map(|number| {
            std::iter::repeat_n(number, usize::try_from(deck[usize::from(number)]).unwrap())
        });
        let mut pile: Vec<Card> = cards.enumerate().map(|(id, number)| (number, id)).collect();
        pile.shuffle(&mut chance);
        let origin = Origin { pile: pile.clone(), shuffled_in: None };
        let record = Record::open(seats, &options, RulesVersion::FIRST).unwrap();
        Self { record, pile, table: vec![], discards: vec![], origins: vec![origin.clone()], origin, chance }
    }

    fn play(&mut self, mv: Move) {
        self.record.append(Entry::Play { mv, irregular: false }).unwrap();
        self.origins.push(self.origin.clone());
    }

    fn shuffle_in(&mut self) {
        let mut discards = std::mem::take(&mut self.discards);
        self.pile.append(&mut discards.clone());
        self.pile.shuffle(&mut self.chance);
        if self.table.is_empty() {
            self.origin = Origin { pile: self.pile.clone(), shuffled_in: None };
        } else {
            discards.sort_unstable();
            self.origin.shuffled_in = Some((discards, self.table.len()));
        }
    }

    /// Declares a little more, audits now and then.
    fn turn(&mut self) {
        let position = self.record.now().clone();
        let Phase::Turn(seat) = position.phase else { panic!("a turn") };
        let numbers = position.numbers(seat);
        if self.chance.random_ratio(1, 12) && !self.discards.is_empty() {
            self.shuffle_in();
            return self.play(Move::Reshuffle {});
        }
        let audits = self.chance.random_ratio(1, 5) || numbers.is_empty() || position.must_audit();
        if audits && !self.table.is_empty() {
            self.play(Move::Audit { seat });
        } else {
            if self.pile.is_empty() {
                self.shuffle_in();
            }
            let card = self.pile.pop().unwrap();
            self.table.push(card);
            let number = numbers[self.chance.random_range(0..numbers.len().min(4))];
            self.play(Move::Declare { seat, number, card: Fact::Known(card.0.into()) });
        }
        if let Phase::Reveal(_) = self.record.now().phase {
            let cards = self.table.iter().map(|card| Fact::Known(card.0.into())).collect();
            self.discards.append(&mut self.table);
            self.origin = Origin { pile: self.pile.clone(), shuffled_in: None };
            self.play(Move::Reveal { cards: Some(cards), sum: None });
        }
    }

    fn play_out(mut self) -> Self {
        while !matches!(self.record.now().phase, Phase::Over(..)) {
            self.turn();
        }
        self
    }
}

/// Every way to draw cards for the table: those known where they are known.
fn draws(origin: &Origin, known_cards: &[Option<u8>], drawn: &mut Vec<Card>, found: &mut Vec<Vec<u8>>) {
    let at = drawn.len();
    if at == known_cards.len() {
        return found.push(drawn.iter().map(|card| card.0).collect());
    }
    let shuffled_in =
        origin.shuffled_in.iter().filter(|(_, after)| at >= *after).flat_map(|(cards, _)| cards);
    let pile: Vec<Card> = origin.pile.iter().chain(shuffled_in).copied().collect();
    for card in pile {
        if !drawn.contains(&card) && known_cards[at].is_none_or(|number| number == card.0) {
            drawn.push(card);
            draws(origin, known_cards, drawn, found);
            drawn.pop();
        }
    }
}

#[test]
fn odds_are_those_of_all_orders_of_the_pile_one_by_one() {
    let (mut compared, mut remade) = (0, 0);
    for seed in 0..60 {
        let deck = if seed % 2 == 0 { [1, 2, 1, 1, 0, 1, 1] } else { [0, 2, 2, 0, 1, 0, 1] };
        let drawn = Drawn::open(seed, 3, deck).play_out();
        let replay = drawn.record.replay();
        for viewer in [Viewer::Public, seat(0), seat(2)] {
            let question = AnalysisQuestion::all(viewer);
            let findings = NotMyFault::analyse(&replay, &question, &Assumed::default(), &Unlimited);
            for (step, found) in findings.iter().enumerate() {
                let Some(Ok(odds)) = &found.odds else { continue };
                let placed = &replay.before(step).placed;
                let of_viewer = |of: Seat| Some(of) == question.seat();
                let known_cards: Vec<Option<u8>> = placed
                    .iter()
                    .map(|placed| placed.card.value().filter(|_| of_viewer(placed.seat)))
                    .collect();
                let mut worlds = Vec::new();
                draws(&drawn.origins[step], &known_cards, &mut Vec::new(), &mut worlds);
                let all = worlds.len() as f64;
                let sum = |world: &Vec<u8>| world.iter().copied().map(i64::from).sum::<i64>();
                for (value, chance) in (odds.least..).zip(&odds.chances) {
                    close(
                        Some(*chance),
                        worlds.iter().filter(|world| sum(world) == value).count() as f64 / all,
                    );
                }
                close(
                    Some(odds.holds),
                    worlds.iter().filter(|world| sum(world) >= odds.arrow).count() as f64 / all,
                );
                for (index, chances) in odds.cards.iter().enumerate() {
                    for (number, chance) in (0_u8..).zip(chances) {
                        let so_many = worlds.iter().filter(|world| world[index] == number).count();
                        close(Some(*chance), so_many as f64 / all);
                    }
                }
                compared += 1;
                remade += usize::from(drawn.origins[step].shuffled_in.is_some());
            }
        }
    }
    assert!(compared > 500 && remade > 30, "{compared} steps, {remade} after a reshuffle");
}

/// Of all declarations that are likely with p, a share of p holds, and of all audits a share of p succeeds.
#[test]
fn what_is_likely_with_p_happens_p_of_the_time() {
    let mut calibration = [Calibration::default(); 4];
    for seed in 0..400 {
        let seats = 2 + u8::try_from(seed % 4).unwrap();
        let record = Drawn::open(1000 + seed, seats, [3, 4, 4, 3, 3, 2, 2]).play_out().record;
        let all = AnalysisQuestion::all(Viewer::Public);
        for found in NotMyFault::analyse(&record.replay(), &all, &Assumed::default(), &Unlimited) {
            let Ledger { claim, call } = found.ledger;
            if let Some(claim) = claim {
                let holds = claim.sum.unwrap() >= claim.claim;
                for (kind, p) in [claim.p_claimer, claim.p_table, claim.p_next].into_iter().enumerate() {
                    if let Some(p) = p {
                        calibration[kind].add(p, holds);
                    }
                }
            }
            if let Some(call) = call {
                calibration[3].add(call.p_success.unwrap(), call.sum.unwrap() < call.claim);
            }
        }
        calibration.iter_mut().for_each(Calibration::end_game);
    }
    calibration.iter().for_each(Calibration::check);
}

#[test]
fn statistics_have_the_declarations_and_the_audit_that_were_counted_by_hand() {
    let table = audited_round();
    let seen = NotMyFault::observe(&table.0.replay());
    let of = |metric: &'static str| seen.iter().filter(move |seen| seen.metric == metric);
    let words: Vec<_> = of("declaration_certainty").map(|seen| seen.value.clone()).collect();
    let word = |word: &str| crate::statistics::Value::Word(word.to_owned());
    assert_eq!(words[..2], [word("impossible"), word("certain")]);
    // The cards made 11, so that the audit of 9 was wrong; it had one chance in three.
    let audits: Vec<_> = of("audit_beyond_chance").map(|seen| (seen.seat, &seen.value)).collect();
    let [(Some(auditor), crate::statistics::Value::Number(beyond))] = *audits else { panic!("{audits:?}") };
    assert_eq!(auditor, Seat::new(0));
    close(Some(*beyond), -1.0 / 3.0);
}
