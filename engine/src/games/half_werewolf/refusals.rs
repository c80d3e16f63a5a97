//! Why a move cannot be, in words.

use serde_json::{Value, json};

use super::clue::{Clue, Place};
use super::moves::{Ability, Target};
use super::role::{Pair, Role, Setup, Variant, Voting};
use super::words;
use super::world::Table;
use crate::game::Seq;
use crate::seat::{Seat, Seats};
use crate::text::Text;
use crate::violation::Violation;

pub fn wrong_seats(given: u8) -> Violation {
    let what = Text::fixed("席の数", "The number of seats");
    Violation::out_of_bounds(what, &json!(given), &json!([4, 5, 6]))
}

pub fn wrong_variant(variant: Variant, seats: u8) -> Violation {
    Violation::new(
        "G-5",
        "variant_needs_six",
        Text::new(
            format!("この追加ルールは6人用です({seats}人ではできません)。"),
            format!("This variant is for six, not for {seats}."),
        ),
        json!({"given": variant, "seats": seats, "allowed": [Variant::Standard]}),
    )
}

pub fn wrong_length(what: Text, given: usize, allowed: usize) -> Violation {
    Violation::out_of_bounds(what, &json!(given), &json!(allowed))
}

pub fn wrong_slot(given: i64, slots: usize) -> Violation {
    let what = Text::fixed("カードの位置", "The slot of the card");
    Violation::out_of_bounds(what, &json!(given), &json!({"min": 0, "max": slots.saturating_sub(1)}))
}

pub fn too_long(given: usize, allowed: usize) -> Violation {
    let what = Text::fixed("発言の文字数", "The length of the statement");
    Violation::out_of_bounds(what, &json!(given), &json!({"max": allowed}))
}

pub fn not_in_game(role: Role, setup: Setup) -> Violation {
    let name = words::role(role);
    Violation::new(
        "HW-1",
        "role_not_in_game",
        Text::new(
            format!("このゲームで{}のカードは使いません。", name.ja),
            format!("This game is played without the {}.", name.en),
        ),
        json!({"given": role, "allowed": setup.roles().collect::<Vec<_>>()}),
    )
}

pub fn wrong_deck(role: Role, given: usize, allowed: usize) -> Violation {
    let name = words::role(role);
    Violation::new(
        "HW-1",
        "wrong_deck",
        Text::new(
            format!("{}のカードは{allowed}枚ですが、{given}枚になっています。", name.ja),
            format!("The cards of the game show {} {allowed} times, but here it is {given}.", name.en),
        ),
        json!({"role": role, "given": given, "allowed": allowed}),
    )
}

pub fn impossible_cards(stated: &[Clue]) -> Violation {
    Violation::new(
        "HW-1",
        "wrong_deck",
        Text::fixed(
            "このゲームのカードでは、そうはなりえません。",
            "The cards of the game cannot lie like that.",
        ),
        json!({"given": stated.iter().map(|clue| said(*clue)).collect::<Vec<_>>()}),
    )
}

pub fn impossible_passing(stated: &[Clue]) -> Violation {
    Violation::new(
        "HW-2",
        "not_passed_on",
        Text::fixed(
            "配られた2枚のうち1枚を渡し、もう1枚を残します。これでは合いません。",
            "Of the two cards dealt one is passed on and one is kept, which does not fit here.",
        ),
        json!({"given": stated.iter().map(|clue| said(*clue)).collect::<Vec<_>>()}),
    )
}

pub fn one_too_many(clue: Clue, known: Clue, at: Seq) -> Violation {
    Violation::new(
        "HW-1",
        "one_too_many",
        Text::new(
            format!("1枚しかないカードが二か所にあることになります: {}、{}。", tell(known).ja, tell(clue).ja),
            format!(
                "A card of which there is one would be in two places: {}; {}.",
                tell(known).en,
                tell(clue).en
            ),
        ),
        json!({"given": said(clue), "known": said(known)}),
    )
    .contradicting(at)
}

pub fn not_passed_on(clue: Clue, known: Clue, at: Seq) -> Violation {
    Violation::new(
        "HW-2",
        "not_passed_on",
        Text::new(
            format!("1枚を渡し1枚を残すので、{}と{}は両立しません。", tell(known).ja, tell(clue).ja),
            format!(
                "One card is passed on and one is kept, which does not fit: {}; {}.",
                tell(known).en,
                tell(clue).en
            ),
        ),
        json!({"given": said(clue), "known": said(known)}),
    )
    .contradicting(at)
}

pub fn disagrees(clue: Clue, known: Clue, at: Seq) -> Violation {
    Violation::contradiction(
        Text::new(
            format!("すでに記録されたこと({})と、{}とは食い違います。", tell(known).ja, tell(clue).ja),
            format!("It is known already that {}, so it cannot be that {}.", tell(known).en, tell(clue).en),
        ),
        json!({"given": said(clue), "known": said(known)}),
        at,
    )
}

pub fn does_not_add_up(stated: &[Clue], at: Seq) -> Violation {
    Violation::contradiction(
        Text::fixed(
            "これまでに記録されたことを合わせると、そうはなりえません。",
            "Taken together, what was logged before leaves no way for this to be true.",
        ),
        json!({"given": stated.iter().map(|clue| said(*clue)).collect::<Vec<_>>()}),
        at,
    )
}

pub fn not_passed_yet() -> Violation {
    Violation::new(
        "HW-2",
        "not_passed_yet",
        Text::fixed(
            "まだカードを渡していないので、配られた2枚のほかは書けません。",
            "No cards have been passed yet, so only the two dealt can be noted.",
        ),
        json!({"allowed": ["dealt"]}),
    )
}

pub fn not_its_turn(given: Ability, due: Ability) -> Violation {
    let (given_name, due_name) = (words::role(given.role()), words::role(due.role()));
    Violation::new(
        "HW-4",
        "not_its_turn",
        Text::new(
            format!("今は{}の番で、{}の番ではありません。", due_name.ja, given_name.ja),
            format!("It is the {}'s moment, not the {}'s.", due_name.en, given_name.en),
        ),
        json!({"given": given, "allowed": [due]}),
    )
}

fn own_card(seat: Option<Seat>) -> Violation {
    Violation::new(
        "HW-6",
        "own_card",
        Text::fixed(
            "墓堀が交換するのは、自分以外の席のカードです。",
            "The gravedigger exchanges with another seat, not with its own.",
        ),
        json!({"given": seat}),
    )
}

pub fn given_differs(given: Role, saw: Role) -> Violation {
    Violation::new(
        "HW-6",
        "given_differs",
        Text::new(
            format!(
                "墓地のその位置のカードは{}で、{}ではありません。",
                words::role(saw).ja,
                words::role(given).ja
            ),
            format!(
                "The card of that slot is the {}, not the {}.",
                words::role(saw).en,
                words::role(given).en
            ),
        ),
        json!({"given": given, "allowed": [saw]}),
    )
}

/// A field of the reveal that fits nothing that happened, or is missing.
pub fn ability_unused(ability: Ability, field: &'static str) -> Violation {
    let (rule, name) = (ability_rule(ability), words::role(ability.role()));
    Violation::new(
        rule,
        "ability_unused",
        Text::new(
            format!("{}の能力は使われていません。", name.ja),
            format!("Nobody used the {}'s ability.", name.en),
        ),
        json!({"given": field, "allowed": null}),
    )
}

pub fn give_needed(slots: usize) -> Violation {
    Violation::new(
        "HW-6",
        "give_needed",
        Text::fixed(
            "墓堀が墓地のどちらのカードを交換したかが必要です。",
            "Which card of the graveyard the gravedigger exchanged has to be said now.",
        ),
        json!({"given": null, "allowed": (0..slots).collect::<Vec<_>>()}),
    )
}

/// What the seer or the gravedigger is said to have seen is not what lay there.
pub fn saw_otherwise(ability: Ability, given: &Value, was: &Value) -> Violation {
    let name = words::role(ability.role());
    Violation::new(
        ability_rule(ability),
        "saw_otherwise",
        Text::new(
            format!("公開されたカードからすると、{}が見たものはそれではありません。", name.ja),
            format!("By the cards turned over, that is not what the {} saw.", name.en),
        ),
        json!({"given": given, "allowed": was}),
    )
}

const fn ability_rule(ability: Ability) -> &'static str {
    match ability {
        Ability::Seer => "HW-5",
        Ability::Gravedigger => "HW-6",
    }
}

pub fn not_in_runoff(given: Target, allowed: &[Target]) -> Violation {
    Violation::new(
        "HW-11",
        "not_in_runoff",
        Text::fixed(
            "決選投票では、同票だった相手にしか投票できません。",
            "In the runoff only the tied can be voted for.",
        ),
        json!({"given": given, "allowed": allowed}),
    )
}

/// The rule that a move broke, by what would have to be so if it had kept it.
pub fn broken(rule: Clue, table: &Table) -> Violation {
    match rule {
        Clue::SeerIs(seat) => not_the_holder(seat, Role::Seer),
        Clue::GravediggerIs(seat) => not_the_holder(seat, Role::Gravedigger),
        Clue::ExchangedWithAnother => own_card(table.dig.map(|(digger, ..)| digger)),
        Clue::UsedBoth(seat) => Violation::new(
            "HW-7",
            "used_both",
            Text::new(
                format!("席{seat}は占い師と墓堀を両方持っていますが、使える能力は片方だけです。"),
                format!("Seat {seat} holds both the seer and the gravedigger and uses only one of them."),
            ),
            json!({"seat": seat, "allowed": 1}),
        ),
        Clue::SeerSkipped => must_come_forward(Role::Seer),
        Clue::GravediggerSkipped => must_come_forward(Role::Gravedigger),
        Clue::Voted(seat) => has_no_vote(seat, table),
        Clue::ShowedNull(seat) => has_a_vote(seat),
        stated => impossible_cards(&[stated]),
    }
}

/// A breach that was recorded as such, though nothing shows whose it was.
pub fn supposed(rule: Clue, table: &Table) -> Violation {
    match rule {
        Clue::Voted(_) | Clue::ShowedNull(_) => Violation::new(
            "HW-14",
            "wrong_ballots",
            Text::fixed(
                "投票権のない人が投票したか、投票権のある人が投票しませんでした。",
                "Somebody voted without having a vote, or did not use one.",
            ),
            json!({"given": null}),
        ),
        _ => broken(rule, table),
    }
}

fn not_the_holder(seat: Seat, role: Role) -> Violation {
    let name = words::role(role);
    Violation::new(
        "HW-4",
        "not_the_holder",
        Text::new(
            format!("名乗り出られるのは{}を持つ人だけです。席{seat}は持っていません。", name.ja),
            format!("Only the holder of the {} comes forward, and seat {seat} does not hold it.", name.en),
        ),
        json!({"seat": seat, "role": role}),
    )
}

fn must_come_forward(role: Role) -> Violation {
    let name = words::role(role);
    Violation::new(
        "HW-8",
        "must_come_forward",
        Text::new(
            format!("{}を持つ人は、必ず名乗り出なければなりません。", name.ja),
            format!("Whoever holds the {} has to come forward.", name.en),
        ),
        json!({"role": role}),
    )
}

fn has_no_vote(seat: Seat, table: &Table) -> Violation {
    let detail = json!({"seat": seat, "allowed": null});
    if table.setup.voting() == Voting::NotTheTurned {
        let message = Text::new(
            format!("席{seat}は魔術師を見て人狼陣営になったので、投票権がありません。"),
            format!("Seat {seat} was turned by the magician and has no vote."),
        );
        return Violation::new("HW-13", "turned_has_no_vote", message, detail);
    }
    let message = Text::new(
        format!("席{seat}は狂人なので、投票権がありません。"),
        format!("Seat {seat} holds the madman and has no vote."),
    );
    Violation::new("HW-12", "madman_has_no_vote", message, detail)
}

fn has_a_vote(seat: Seat) -> Violation {
    Violation::new(
        "HW-14",
        "has_a_vote",
        Text::new(
            format!("席{seat}には投票権があるので、投票しなければなりません。"),
            format!("Seat {seat} has a vote and has to use it."),
        ),
        json!({"seat": seat, "given": null}),
    )
}

fn pair_of(pair: Pair) -> Text {
    words::list(&pair.roles())
}

fn place_of(place: Place) -> Text {
    match place {
        Place::Slot(seat, slot) => {
            Text::new(format!("席{seat}の{}枚目", slot + 1), format!("card {} of seat {seat}", slot + 1))
        }
        Place::Grave(slot) => {
            Text::new(format!("墓地の{}枚目", slot + 1), format!("card {} of the graveyard", slot + 1))
        }
    }
}

/// A clue in words that may stand within a sentence.
fn tell(clue: Clue) -> Text {
    match clue {
        Clue::Dealt(seat, pair) => Text::new(
            format!("席{seat}に配られたのは{}", pair_of(pair).ja),
            format!("seat {seat} was dealt {}", pair_of(pair).en),
        ),
        Clue::Passed(seat, role) => Text::new(
            format!("席{seat}が渡したのは{}", words::role(role).ja),
            format!("seat {seat} passed on {}", words::list(&[role]).en),
        ),
        Clue::Held(seat, pair) | Clue::HoldsNow(seat, pair) => Text::new(
            format!("席{seat}が持つのは{}", pair_of(pair).ja),
            format!("seat {seat} held {}", pair_of(pair).en),
        ),
        Clue::Card(place, role) | Clue::CardNow(place, role) => Text::new(
            format!("{}は{}", place_of(place).ja, words::role(role).ja),
            format!("{} was {}", place_of(place).en, words::list(&[role]).en),
        ),
        Clue::Gave(slot) => Text::new(
            format!("交換されたのは{}", place_of(Place::Grave(slot)).ja),
            format!("{} was exchanged", place_of(Place::Grave(slot)).en),
        ),
        Clue::Given(role) => Text::new(
            format!("交換で渡ったのは{}", words::role(role).ja),
            format!("the gravedigger gave {}", words::list(&[role]).en),
        ),
        _ => Text::fixed("規則どおり", "the rules were kept"),
    }
}

fn json_place(place: Place) -> Value {
    match place {
        Place::Slot(seat, slot) => json!({"seat": seat, "slot": slot}),
        Place::Grave(slot) => json!({"graveyard": slot}),
    }
}

/// A clue as values.
fn said(clue: Clue) -> Value {
    match clue {
        Clue::Dealt(seat, pair) => json!({"seat": seat, "dealt": pair.roles()}),
        Clue::Passed(seat, role) => json!({"seat": seat, "passed": role}),
        Clue::Held(seat, pair) | Clue::HoldsNow(seat, pair) => json!({"seat": seat, "holds": pair.roles()}),
        Clue::Card(place, role) | Clue::CardNow(place, role) => {
            json!({"card": json_place(place), "role": role})
        }
        Clue::Gave(slot) => json!({"give": slot}),
        Clue::Given(role) => json!({"given": role}),
        _ => Value::Null,
    }
}

/// G-5: a list by seat has a value for every seat.
pub fn check_by_seat(given: usize, seats: Seats) -> Result<(), Violation> {
    let what = Text::fixed("席ごとの値の数", "The number of values by seat");
    if given == seats.len() { Ok(()) } else { Err(wrong_length(what, given, seats.len())) }
}
