//! Why a move cannot be, in words.

use serde_json::json;

use crate::seat::{Seat, Seats};
use crate::text::Text;
use crate::violation::Violation;

pub fn wrong_seats(given: u8) -> Violation {
    Violation::new(
        "DV-1",
        "wrong_number_of_seats",
        Text::new(
            format!("2人から4人で遊びます({given}人ではできません)。"),
            format!("Dancing Villager is for two to four, not for {given}."),
        ),
        json!({"given": given, "allowed": [2, 3, 4]}),
    )
}

pub fn wrong_length(given: usize, seats: Seats) -> Violation {
    let what = Text::fixed("席ごとの値の数", "The number of values by seat");
    Violation::out_of_bounds(what, &json!(given), &json!(seats.count()))
}

/// G-5: nothing is counted below zero.
pub fn check_count(what: &str, given: i64) -> Result<(), Violation> {
    if given >= 0 {
        return Ok(());
    }
    let what = Text::new(format!("数「{what}」"), format!("The number \"{what}\""));
    Err(Violation::out_of_bounds(what, &given.into(), &json!({"min": 0})))
}

pub fn no_new_dog() -> Violation {
    Violation::new(
        "DV-13",
        "no_new_dog",
        Text::fixed(
            "前のラウンドでイヌは取られていないので、場のイヌはそのままです。",
            "No dog was taken in the last round, so the dogs of the field stay where they are.",
        ),
        json!({"allowed": ["throw", "foul"]}),
    )
}

pub fn wrong_villagers(seat: Seat, given: i64, villagers: i64) -> Violation {
    Violation::new(
        "DV-2",
        "wrong_number_of_villagers",
        Text::new(
            format!("ふった村人が合わせて{given}個の席がありますが、手持ちの{villagers}個を全部ふります。"),
            format!(
                "A seat's results add up to {given}, but it throws all the villagers it has ({villagers})."
            ),
        ),
        json!({"seat": seat, "given": given, "allowed": villagers}),
    )
}

pub fn too_many_dogs(given: i64, field: i64) -> Violation {
    Violation::new(
        "DV-9",
        "too_many_dogs",
        Text::new(
            format!("場のイヌは{field}匹なので、合わせて{given}匹は取れません。"),
            format!("The dogs taken add up to {given}, but the field has {field}."),
        ),
        json!({"given": given, "allowed": field}),
    )
}

pub fn dogs_left(given: i64, field: i64) -> Violation {
    Violation::new(
        "DV-I3",
        "dogs_left",
        Text::new(
            format!("場のイヌ{field}匹は全部取られますが、合わせて{given}匹しか取られていません。"),
            format!("All dogs of the field ({field}) are taken, but these add up to {given}."),
        ),
        json!({"given": given, "allowed": field}),
    )
}
