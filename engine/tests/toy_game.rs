//! Nim, a game of rules only: with [`Rules`] alone it is recorded, refused, taken back and corrected.

use kifu_engine::outcome::Outcome;

use kifu_engine::rules::{Rules, RulesVersion};

use kifu_engine::message::Message;
use kifu_engine::messages;
use kifu_engine::record::{Entry, Record, Status};
use kifu_engine::rules::NoPart;
use kifu_engine::seat::{Seat, Seats};
use kifu_engine::seq::Seq;
use kifu_engine::violation::{Referee, Violation};
use kifu_engine::words::Bounds;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

messages! {
    /// The messages about matches.
    pub enum Words in "nim" {
        en: "matches = the number of matches\ntakes = { $seat } takes { $count }.\n",
        ja: "matches = マッチの数\ntakes = { $seat }が{ $count }本取ります。\n",
        Matches,
        Takes { seat: Seat, count: i64 },
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[schemars(tag = "type")]
enum Move {
    Take { seat: Seat, count: i64 },
}

/// Seven matches. Two players take one to three in turn; the player that takes the last one wins.
#[derive(Clone, Debug, PartialEq)]
struct Nim {
    left: i64,
    turn: Seat,
}

const TWO_SEATS: Seats = Seats::new(2);

impl Rules for Nim {
    type Options = ();
    type Move = Move;
    type Effect = ();
    type Part = NoPart;

    fn new(_: u8, (): &(), _: RulesVersion) -> Result<Self, Violation> {
        Ok(Self { left: 7, turn: Seat::new(0) })
    }

    fn play(
        &self,
        _: Seq,
        &Move::Take { seat, count }: &Move,
        _: &mut Referee,
    ) -> Result<(Self, Vec<()>), Violation> {
        Violation::check_turn(seat, self.turn, TWO_SEATS)?;
        let most = self.left.min(3);
        if !(1..=most).contains(&count) {
            return Err(Violation::out_of_range(Words::Matches, count, Bounds::Between(1, most)));
        }
        Ok((Self { left: self.left - count, turn: TWO_SEATS.left_of(seat) }, Vec::new()))
    }

    fn outcome(&self) -> Option<Outcome> {
        let last = TWO_SEATS.left_of(self.turn);
        let (places, points, score, title) = (None, None, None, None);
        (self.left == 0).then(|| Outcome {
            winners: vec![last],
            places,
            points,
            score,
            title,
            ending: "taken",
        })
    }

    fn describe_move(&self, &Move::Take { seat, count }: &Move) -> Message {
        Words::Takes { seat, count }.into()
    }
}

fn take(seat: u8, count: i64) -> Move {
    Move::Take { seat: Seat::new(seat), count }
}

fn play(record: &mut Record<Nim>, mv: Move) -> Result<(), &'static str> {
    record.append(Entry::Play { mv, irregular: false }).map_err(|refusal| refusal.violation.rule)
}

#[test]
fn rules_alone_make_a_game_that_can_be_recorded() {
    let mut nim = Record::<Nim>::open(2, &(), RulesVersion::FIRST).expect("two play");
    assert_eq!(play(&mut nim, take(1, 1)), Err("G-2"), "it is the other's turn");
    assert_eq!(play(&mut nim, take(0, 4)), Err("G-5"), "three at most");
    for (seat, count) in [(0, 3), (1, 2), (0, 2)] {
        assert_eq!(play(&mut nim, take(seat, count)), Ok(()));
    }
    assert_eq!(
        (nim.status(), nim.now().outcome().map(|it| it.winners)),
        (Status::Over, Some(vec![Seat::new(0)]))
    );
    assert_eq!(play(&mut nim, take(1, 1)), Err("G-1"), "it is over");

    nim.append(Entry::TakeBack { count: 1 }).expect("a move can be taken back");
    assert_eq!((nim.status(), nim.now().left), (Status::Live, 2));

    let amend = |count| Entry::Amend { event: Seq(1), with: take(0, count), irregular: false };
    nim.append(amend(1)).expect("what was taken first can be corrected");
    assert_eq!(nim.now().left, 4);
    let refusal =
        nim.append(Entry::Amend { event: Seq(2), with: take(1, 7), irregular: false }).expect_err("too many");
    assert_eq!((refusal.violation.rule, nim.version()), ("G-5", Seq(5)), "nothing has changed");
}
