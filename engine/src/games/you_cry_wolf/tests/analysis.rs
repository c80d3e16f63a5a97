//! Odds, claims and calls: a round worked out by hand, every world of small tables, and calibration.

use rand::rngs::SmallRng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use serde_json::{Value, json};
use strum::VariantArray;

use super::super::analysis::{Assumed, Ledger, Odds};
use super::super::knowledge::Cup;
use super::super::moves::Move;
use super::super::opening::Options;
use super::super::rules::animal::{Animal, Dice};
use super::super::{Phase, YouCryWolf};
use super::{Table, dice, note, pass, privilege};
use crate::analysis::calibration::Calibration;
use crate::analysis::{Analysis, AnalysisQuestion, ClaimVerdict, StepFindings, WhyNull};
use crate::budget::Unlimited;
use crate::erased::{AnyFindings, NotAnalysed};
use crate::fact::Fact;
use crate::game::Metrics;
use crate::record::{Entry, Record};
use crate::rules::RulesVersion;
use crate::seat::{BySeat, Seat, Viewer};
use crate::text::Names;

const EXACT: f64 = 1e-9;

/// Two cows, two sheep, a sheepdog, a wolf.
const SIDES: [&str; 6] = ["cow", "cow", "sheep", "sheep", "sheepdog", "wolf"];

fn analyse(table: &Table, viewer: Viewer) -> Vec<StepFindings<Odds, Ledger>> {
    YouCryWolf::analyse(&table.0.replay(), &AnalysisQuestion::all(viewer), &Assumed::default(), &Unlimited)
}

fn begun_with_sides(seats: u8) -> Table {
    let mut table = Table::open(seats, json!({"die_faces": SIDES}));
    table.play(json!({"type": "choose_first_player", "seat": 0}));
    table
}

fn cup(letters: &str) -> [Option<&'static str>; 6] {
    let dice = dice(letters);
    std::array::from_fn(|i| dice[i].map(Animal::word))
}

fn close(number: Option<f64>, expected: f64) {
    assert!((number.expect("a number") - expected).abs() < EXACT, "{number:?} is not {expected}");
}

/// Step 3: a bet by seat 0, step 4: one by seat 1, step 5: the call.
fn worked_out() -> Table {
    let mut table = begun_with_sides(2);
    table.play(note(0, cup("cccssw")));
    table.bet(0, "cow", "cow", 3);
    table.bet(1, "sheep", "sheep", 5);
    table.call(0, "sheep");
    table.play(json!({"type": "reveal", "cups": [dice("ccssw"), dice("sddww")]}));
    table
}

#[test]
fn the_claims_and_the_call_of_a_round_counted_by_hand() {
    let findings = analyse(&worked_out(), Viewer::Public);
    // Seat 0 has two more cows under its cup. The table knows of the one on the row, and of eleven dice of which each
    // shows a cow in one throw of three.
    let claim = findings[3].ledger.claim.clone().unwrap();
    assert_eq!((claim.count, claim.verdict, claim.missing.len()), (Some(3), Some(ClaimVerdict::Certain), 0));
    close(claim.p_claimer, 1.0);
    close(claim.p_table, 1.0 - (2.0_f64 / 3.0).powi(11) - 11.0 / 3.0 * (2.0_f64 / 3.0).powi(10));
    // Seat 1 sees four itself: the sheep that it placed, a sheep and two wolves. One more of five dice will do.
    let claim = findings[4].ledger.claim.clone().unwrap();
    assert_eq!((claim.count, claim.verdict), (Some(7), Some(ClaimVerdict::Likely)));
    close(claim.p_claimer, 31.0 / 32.0);
    // The table sees one, and ten dice that show sheep or wolves half of the time.
    close(claim.p_table, 1.0 - f64::from(1 + 10 + 45 + 120) / 1024.0);
    // Seat 0 sees four too. If none of five dice shows a sheep or a wolf it gets a chip; else it pays for each one.
    let call = findings[5].ledger.call.clone().unwrap();
    assert_eq!(call.count, Some(7));
    close(call.p_success, 1.0 / 32.0);
    close(call.expected_chips, 1.0 / 32.0 - 2.5);
    let best = call.best.unwrap();
    assert_eq!((best.row, call.regret), (Animal::Sheep, Some(0.0)));
}

#[test]
fn the_best_call_is_the_one_that_brings_most() {
    let mut table = begun_with_sides(2);
    table.bet(0, "cow", "cow", 12);
    table.bet(1, "sheep", "sheep", 2);
    table.bet(0, "wolf", "wolf", 2);
    table.call(1, "wolf");
    table.play(json!({"type": "reveal", "cups": [dice("ccss"), dice("ccccc")]}));
    let call = analyse(&table, Viewer::Public)[5].ledger.call.clone().unwrap();
    // Six cows are seen, and four dice are not: 12 claimed, 22/3 expected, and never as many as 12.
    let best = call.best.unwrap();
    assert_eq!(best.row, Animal::Cow);
    close(Some(best.expected_chips), 12.0 - (6.0 + 4.0 / 3.0));
    // One on the wolf row, and of four dice each counts with one third: 2 claimed.
    let none = (2.0_f64 / 3.0).powi(4);
    close(call.p_success, none);
    close(call.expected_chips, none - 4.0 / 3.0);
    close(call.regret, best.expected_chips - (none - 4.0 / 3.0));
}

#[test]
fn ycw_i3_a_forced_pass_tells_what_the_cup_does_not_hold() {
    let mut table = begun_with_sides(2);
    table.bet(0, "cow", "cow", 2);
    table.bet(1, "cow", "cow", 30);
    table.play(privilege(0, "cow", "cow"));
    table.play(pass(1));
    table.call(0, "cow");
    table.count(8);
    // Five cows are left under the cup of seat 1, three lie on the row, and five dice are fresh.
    let odds = analyse(&table, Viewer::Public)[5].odds.clone().unwrap().unwrap();
    let cows = &odds.rows[0];
    assert_eq!((cows.least, cows.claim, cows.holds), (8, Some(30), Some(0.0)));
    close(Some(cows.chances[0]), (2.0_f64 / 3.0).powi(5));
}

#[test]
fn what_is_missing_has_its_reason() {
    let without_sides = {
        let mut table = Table::begun(2);
        table.bet(0, "cow", "cow", 9);
        table.call(1, "cow");
        table.count(2);
        table
    };
    let findings = analyse(&without_sides, Viewer::Public);
    assert_eq!(findings[0].odds, Some(Err(WhyNull::NothingToAsk)));
    assert_eq!(findings[1].odds, Some(Err(WhyNull::DieFacesNotGiven)));
    let claim = findings[2].ledger.claim.clone().unwrap();
    assert_eq!(
        (claim.count, claim.p_claimer, claim.missing),
        (Some(2), None, vec![WhyNull::DieFacesNotGiven])
    );
    // Assumed sides help the table, but not a seat whose dice nobody noted.
    let sides = Assumed { die_faces: serde_json::from_value(json!(SIDES)).unwrap() };
    let seat = |number| AnalysisQuestion::all(Viewer::Seat(Seat::new(number)));
    let findings = YouCryWolf::analyse(&without_sides.0.replay(), &seat(0), &sides, &Unlimited);
    assert_eq!(findings[1].odds, Some(Err(WhyNull::OwnDiceNotRecorded)));
    let claim = findings[2].ledger.claim.clone().unwrap();
    assert_eq!((claim.p_claimer, claim.missing), (None, vec![WhyNull::OwnDiceNotRecorded]));
    close(claim.p_table, eight_of_eleven_cows());
    // Without a sheepdog on the die no record with one is possible.
    let sides = Assumed { die_faces: Some([Animal::Sheep; 6]) };
    let findings = YouCryWolf::analyse(
        &without_sides.0.replay(),
        &AnalysisQuestion::all(Viewer::Public),
        &sides,
        &Unlimited,
    );
    assert_eq!(findings[2].odds, Some(Err(WhyNull::NoWorldFits)));
}

/// Eight or more of eleven dice show cows, each in one throw of three.
fn eight_of_eleven_cows() -> f64 {
    [(8, 165.0), (9, 55.0), (10, 11.0), (11, 1.0)]
        .iter()
        .map(|(cows, count): &(i32, f64)| count * 2.0_f64.powi(11 - cows) / 3.0_f64.powi(11))
        .sum()
}

#[test]
fn an_irregular_move_leaves_no_odds_to_the_end_of_its_round() {
    let mut table = begun_with_sides(2);
    table.bet(0, "cow", "cow", 2);
    table.play_irregular(super::bet(1, "sheep", "cow", 3));
    table.call(0, "cow");
    table.count(2);
    table.bet(1, "cow", "cow", 2);
    let findings = analyse(&table, Viewer::Public);
    let why: Vec<_> = findings.iter().map(|found| found.odds.clone().unwrap().err()).collect();
    let irregular = Some(WhyNull::Irregular);
    assert_eq!(why, [Some(WhyNull::NothingToAsk), None, None, irregular, irregular, None, None]);
    let claim = findings[3].ledger.claim.clone().unwrap();
    assert_eq!((claim.count, claim.p_table, claim.missing), (None, None, vec![WhyNull::Irregular]));
}

#[test]
fn a_live_record_is_not_analysed_and_sides_that_are_given_are_not_assumed() {
    let mut table = worked_out();
    let all = AnalysisQuestion::all(Viewer::Seat(Seat::new(1)));
    assert_eq!(
        AnyFindings::analyse(&table.0, &all, &json!({}), &Names::new(&[]), &Unlimited),
        Err(NotAnalysed::Live)
    );
    table.0.append(Entry::Abandon { reason: Some("late".to_owned()) }).unwrap();
    let analysis =
        AnyFindings::analyse(&table.0, &all, &json!({"die_faces": SIDES}), &Names::new(&[]), &Unlimited)
            .unwrap();
    let mut header = serde_json::to_value(&analysis.header).unwrap();
    let graph = header.as_object_mut().and_then(|header| header.remove("graph")).unwrap();
    assert_eq!(graph["series"][0]["en"], "claimed");
    assert_eq!(
        header,
        json!({
            "game": "you_cry_wolf", "model": "counting-1", "viewer": 1, "assumed": {}, "missing": ["own_dice_not_recorded"], "awards": [],
        })
    );
    assert_eq!(analysis.steps.len(), 7);
    assert_eq!(analysis.steps[5].value()["call"]["count"], 7);
    assert_eq!(analysis.steps[0].value()["odds"], Value::Null);
    assert_eq!(analysis.steps[0].value()["why_null"], "nothing_to_ask");
    let some = AnalysisQuestion { from: 3, to: 3, parts: vec![], ..all };
    let analysis = AnyFindings::analyse(&table.0, &some, &json!({}), &Names::new(&[]), &Unlimited).unwrap();
    assert_eq!(
        analysis.steps[0].value(),
        json!({"game": "you_cry_wolf", "step": 3, "viewer": 1, "odds": null, "values": [null, null]})
    );
    assert!(matches!(
        AnyFindings::analyse(&table.0, &some, &json!({"die_faces": 6}), &Names::new(&[]), &Unlimited),
        Err(NotAnalysed::Malformed(_))
    ));
}

/// A game with dice that were really thrown: each seat notes its dice, and places any of them that may be placed.
struct Thrown {
    record: Record<YouCryWolf>,
    left: Vec<Vec<Animal>>,
    chance: SmallRng,
}

impl Thrown {
    fn open(seed: u64, seats: u8, options: &Options) -> Self {
        let record = Record::open(seats, options, RulesVersion::FIRST).unwrap();
        let mut thrown = Self { record, left: Vec::new(), chance: SmallRng::seed_from_u64(seed) };
        let seat = Seat::new(thrown.chance.random_range(0..seats));
        thrown.play(Move::ChooseFirstPlayer { seat, wolves: None });
        thrown.begin_round();
        thrown
    }

    fn die(&mut self) -> Animal {
        let sides = self.record.now().options.die_faces.clone().unwrap();
        *sides.choose(&mut self.chance).unwrap()
    }

    fn play(&mut self, mv: Move) -> bool {
        self.record.append(Entry::Play { mv, irregular: false }).is_ok()
    }

    fn begin_round(&mut self) {
        let seats = self.record.now().seats;
        self.left = seats.iter().map(|_| (0..6).map(|_| self.die()).collect()).collect();
        for seat in seats.iter() {
            let dice = self.left[seat.index()].iter().copied().map(Fact::Known).collect();
            assert!(self.play(Move::NoteCup { seat, dice }));
        }
        if self.record.now().phase == Phase::OpenDice {
            let dice = (0..6).map(|_| self.die()).collect();
            assert!(self.play(Move::OpenDice { dice }));
        }
    }

    /// A turn: some die on some row, the privilege, a pass, or a call where nothing else is possible, or once in
    /// `patience` turns.
    fn turn(&mut self, patience: u32) {
        let position = self.record.now().clone();
        let Phase::Turns(seat) = position.phase else { panic!("a turn") };
        let rows: Vec<Animal> = position.callable(seat).map(|(row, _)| row).collect();
        if let Some(row) = rows.choose(&mut self.chance).copied()
            && self.chance.random_ratio(1, patience)
        {
            return self.call(seat, row);
        }
        let index = self.chance.random_range(0..6);
        if let Some(die) = self.left[seat.index()].get(index).copied() {
            let row = *die.rows().choose(&mut self.chance).unwrap();
            if let Some(range) = position.claims(seat, row) {
                let claim = (range.min + self.chance.random_range(0..3)).min(range.max);
                assert!(self.play(Move::Bet { seat, die, row, claim }));
                self.left[seat.index()].remove(index);
                return;
            }
        }
        let die = self.die();
        if position.may_use_privilege(seat) {
            let row = *die.rows().choose(&mut self.chance).unwrap();
            assert!(self.play(Move::Privilege { seat, die, row }));
        } else if let Some(row) = rows.choose(&mut self.chance).copied() {
            self.call(seat, row);
        } else {
            self.play(Move::Pass { seat });
        }
    }

    fn call(&mut self, seat: Seat, row: Animal) {
        assert!(self.play(Move::Call { seat, row }));
        let cups: Vec<_> =
            self.left.iter().map(|cup| Fact::Known(cup.iter().copied().map(Fact::Known).collect())).collect();
        assert!(self.play(Move::Reveal { cups: Some(BySeat::from(cups)), count: None }));
        if self.record.now().phase != Phase::Over {
            self.begin_round();
        }
    }

    fn play_out(mut self) -> Record<YouCryWolf> {
        while self.record.now().phase != Phase::Over {
            self.turn(6);
        }
        self.record
    }
}

fn options(chance: &mut SmallRng, seats: u8) -> Options {
    let sides = (0..6).map(|_| *Animal::VARIANTS.choose(chance).unwrap()).collect();
    let edition = if chance.random() { "en" } else { "ja" };
    let open_dice = seats < 5 && chance.random();
    let options = json!({"edition": edition, "open_dice": open_dice});
    Options { die_faces: Some(sides), ..serde_json::from_value(options).unwrap() }
}

/// Of all possible dice under these cups, those with which the moves were legal: the count of an animal with its
/// weight.
fn worlds(record: &Record<YouCryWolf>, own: Option<Seat>, step: usize, animal: Animal) -> Vec<(i64, f64)> {
    let replay = record.replay();
    let position = replay.before(step);
    let round = position.round;
    let begin = (0..step).rfind(|i| replay.before(*i).round < round).unwrap();
    // The round alone, as it went on from its first position, with no cup noted.
    let mut bare = replay.steps[begin].after.clone();
    bare.cups = BySeat::new(bare.seats, |_| Cup::default());
    let moves: Vec<&Move> = replay.steps[begin + 1..step].iter().map(|step| &step.mv).collect();
    let hand = |seat: Seat| {
        let noted =
            replay.steps.iter().filter(|step| step.after.round == round).find_map(|step| match &step.mv {
                Move::NoteCup { seat: of, dice } if *of == seat => {
                    Some(Dice::of(dice.iter().filter_map(|die| die.value())))
                }
                _ => None,
            });
        noted.unwrap()
    };
    let unseen: Vec<(Seat, i64)> = position
        .cups
        .iter()
        .filter(|(seat, _)| Some(*seat) != own)
        .map(|(seat, cup)| (seat, cup.dice_left()))
        .collect();
    let dice: usize = unseen.iter().map(|(_, left)| usize::try_from(*left).unwrap()).sum();
    let sides = Dice::of(position.options.die_faces.clone().unwrap());
    let mut found = Vec::new();
    for mut world in 0..4_usize.pow(u32::try_from(dice).unwrap()) {
        let mut hands =
            BySeat::new(
                bare.seats,
                |seat| {
                    if Some(seat) == own { hand(seat) } else { position.cups[seat].placed }
                },
            );
        let mut weight = 1.0;
        for (seat, left) in &unseen {
            for _ in 0..*left {
                let face = Animal::VARIANTS[world % 4];
                hands[*seat][face] += 1;
                weight *= f64::from(i32::try_from(sides[face]).unwrap());
                world /= 4;
            }
        }
        if weight > 0.0
            && let Some(count) = count_in_world(&bare, &moves, &hands, animal)
        {
            found.push((count, weight));
        }
    }
    found
}

/// The count with these as the dice; `None` if some move was not legal then.
fn count_in_world(bare: &YouCryWolf, moves: &[&Move], hands: &BySeat<Dice>, animal: Animal) -> Option<i64> {
    use crate::rules::Rules;
    use crate::seq::Seq;
    use crate::violation::Referee;
    let mut position = bare.clone();
    for (seat, hand) in hands.iter() {
        let dice = hand.faces().map(Fact::Known).collect();
        position = position.play(Seq(1), &Move::NoteCup { seat, dice }, &mut Referee::strict()).ok()?.0;
    }
    for mv in moves.iter().filter(|mv| !matches!(mv, Move::NoteCup { .. })) {
        position = position.play(Seq(2), mv, &mut Referee::strict()).ok()?.0;
    }
    let range = position.count_range(animal, &position.cups, None);
    assert_eq!(range.min, range.max);
    Some(range.min)
}

#[test]
fn odds_are_those_of_all_worlds_one_by_one() {
    let mut compared = 0;
    for seed in 0..40 {
        let mut chance = SmallRng::seed_from_u64(seed);
        let mut thrown = Thrown::open(seed, 2, &options(&mut chance, 2));
        for _ in 0..60 {
            thrown.turn(1000);
            if thrown.record.now().phase == Phase::Over {
                break;
            }
        }
        let record = thrown.record;
        let replay = record.replay();
        for viewer in [Viewer::Public, Viewer::Seat(Seat::new(0)), Viewer::Seat(Seat::new(1))] {
            let question = AnalysisQuestion::all(viewer);
            let findings = YouCryWolf::analyse(&replay, &question, &Assumed::default(), &Unlimited);
            for (step, found) in findings.iter().enumerate() {
                let Some(Ok(odds)) = &found.odds else { continue };
                let left = replay.before(step).cups.iter().filter(|(seat, _)| Some(*seat) != question.seat());
                let turns = matches!(replay.before(step).phase, Phase::Turns(_));
                if !turns || left.map(|(_, cup)| cup.dice_left()).sum::<i64>() > 4 {
                    continue;
                }
                for row in &odds.rows {
                    let worlds = worlds(&record, question.seat(), step, row.row);
                    let all: f64 = worlds.iter().map(|(_, weight)| weight).sum();
                    for (count, chance) in (row.least..).zip(&row.chances) {
                        let of: f64 =
                            worlds.iter().filter(|(of, _)| *of == count).map(|(_, weight)| weight).sum();
                        close(Some(*chance), of / all);
                    }
                    if let (Some(claim), Some(holds)) = (row.claim, row.holds) {
                        let of: f64 =
                            worlds.iter().filter(|(of, _)| *of >= claim).map(|(_, weight)| weight).sum();
                        close(Some(holds), of / all);
                    }
                    compared += 1;
                }
            }
        }
    }
    assert!(compared > 200, "only {compared} rows");
}

/// Of all claims that are likely with p, a share of p holds, and of all calls a share of p succeeds.
#[test]
fn what_is_likely_with_p_happens_p_of_the_time() {
    let mut calibration = [Calibration::default(); 3];
    for seed in 0..150 {
        let mut chance = SmallRng::seed_from_u64(1000 + seed);
        let seats = chance.random_range(2..=5);
        let record = Thrown::open(seed, seats, &options(&mut chance, seats)).play_out();
        let all = AnalysisQuestion::all(Viewer::Public);
        for found in YouCryWolf::analyse(&record.replay(), &all, &Assumed::default(), &Unlimited) {
            let Ledger { claim, call } = found.ledger;
            if let Some(claim) = claim {
                let holds = claim.count.unwrap() >= claim.claim;
                calibration[0].add(claim.p_claimer.unwrap(), holds);
                calibration[1].add(claim.p_table.unwrap(), holds);
            }
            if let Some(call) = call {
                calibration[2].add(call.p_success.unwrap(), call.count.unwrap() < call.claim);
            }
        }
        calibration.iter_mut().for_each(Calibration::end_game);
    }
    calibration.iter().for_each(Calibration::check);
}

#[test]
fn the_largest_table_is_analysed_within_a_second() {
    let options = json!({"boxes": 50, "die_faces": SIDES});
    let mut thrown = Thrown::open(1, 250, &serde_json::from_value(options).unwrap());
    while thrown.record.len() < 800 && thrown.record.now().phase != Phase::Over {
        thrown.turn(100_000);
    }
    let replay = thrown.record.replay();
    let started = std::time::Instant::now();
    let findings =
        YouCryWolf::analyse(&replay, &AnalysisQuestion::all(Viewer::Public), &Assumed::default(), &Unlimited);
    assert!(findings.iter().filter(|found| found.ledger.claim.is_some()).count() > 100);
    // Without optimisation, on a busy machine.
    assert!(started.elapsed().as_secs() < 20, "{:?}", started.elapsed());
}

/// The values of a metric, by seat.
fn observed(table: &Table, metric: &str) -> Vec<(i64, crate::statistics::Value)> {
    let seen = YouCryWolf::observe(&table.0.replay()).into_iter().filter(|seen| seen.metric == metric);
    seen.map(|seen| (seen.seat.unwrap().number(), seen.value)).collect()
}

#[test]
fn statistics_have_the_claims_and_calls_that_were_counted_by_hand() {
    let table = worked_out();
    let certainty = [(0, "certain"), (1, "likely")].map(|(seat, word)| (seat, word.to_owned()));
    let words = observed(&table, "claim_certainty").into_iter().map(|(seat, value)| match value {
        crate::statistics::Value::Word(word) => (seat, word),
        other => panic!("{other:?}"),
    });
    assert!(words.eq(certainty));
    let number = |metric| match *observed(&table, metric) {
        [(0, crate::statistics::Value::Number(number))] => Some(number),
        _ => None,
    };
    // There were seven of five claimed: the call was wrong. It had one chance in 32.
    close(number("call_beyond_chance"), -1.0 / 32.0);
    close(number("chips_given_up"), 0.0);
    let mut unknown = Table::open(2, json!({}));
    unknown.play(json!({"type": "choose_first_player", "seat": 0}));
    unknown.bet(0, "cow", "cow", 3);
    assert_eq!(observed(&unknown, "claim_certainty"), []);
}
