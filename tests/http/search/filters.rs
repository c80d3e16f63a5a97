//! Filters, each with what it means.

use chrono::{DateTime, TimeDelta, Utc};
use serde_json::{Value, json};

use super::archive::ListedRecord;

/// True if a record is found.
pub type Fits = Box<dyn Fn(&ListedRecord) -> bool>;

fn row(query: &str, fits: impl Fn(&ListedRecord) -> bool + 'static) -> (String, Fits) {
    (query.to_owned(), Box::new(fits))
}

/// Filters by fields of a record's head.
pub fn filters() -> Vec<(String, Fits)> {
    let day = |text: &str| -> DateTime<Utc> { format!("{text}T00:00:00Z").parse().unwrap() };
    let (from, to) = (day("2026-01-12"), day("2026-01-16"));
    let time: DateTime<Utc> = "2026-01-14T22:30:00Z".parse().unwrap();
    let winners = |record: &ListedRecord| {
        record.head.pointer("/ended/outcome/winners").and_then(Value::as_array).cloned()
    };
    vec![
        row("game=bremen", |r| r.head["game"] == "bremen"),
        row("game=bremen&game=punyon_ken", |r| ["bremen", "punyon_ken"].iter().any(|g| r.head["game"] == *g)),
        row("player=Aki", |r| r.named("Aki")),
        row("player=%EF%BC%A1KI", |r| r.named("Aki")),
        row("player=%EF%BE%8D%EF%BE%9E%EF%BE%9D", |r| r.named("ベン")),
        row("player=Aki&player=Dai", |r| r.named("Aki") && r.named("Dai")),
        row("player=Ak", |_| false),
        row("winner=Aki", move |r| {
            winners(r).is_some_and(|w| {
                w.iter().any(|w| r.head["names"][usize::try_from(w.as_u64().unwrap()).unwrap()] == "Aki")
            })
        }),
        row("from=2026-01-12", move |r| r.played_at() >= from),
        row("to=2026-01-15", move |r| r.played_at() < to),
        row("from=2026-01-12&tz=Asia/Tokyo", move |r| r.played_at() >= from - TimeDelta::hours(9)),
        row("to=2026-01-15&tz=-05:00", move |r| r.played_at() < to + TimeDelta::hours(5)),
        row("from=2026-01-14T22:30:00Z", move |r| r.played_at() >= time),
        row("to=2026-01-15T07:30:00%2B09:00", move |r| r.played_at() < time),
        row("place=kyoto", |r| r.head["place"] == "Kyoto"),
        row("tag=FINAL", |r| r.head["tags"][0] == "Final"),
        row("tag=final&tag=week%201", |r| r.head["tags"] == json!(["Final", "week 1"])),
        row("q=%E6%B8%8B%E8%B0%B7", |r| r.head["place"] == "渋谷のカフェ"),
        row("q=%E8%B0%B7", |r| r.head["place"] == "渋谷のカフェ"),
        row("q=hik", |r| r.named("Chika")),
        row("q=club%20hik", |r| r.named("Chika") && r.head["tags"][0] == "club night"),
        row("q=nothing%20like%20it", |_| false),
        row("q=%25", |_| false),
        row("status=live", |r| r.head["status"] == "live"),
        row("status=over", |r| r.head["status"] == "over"),
        row("status=abandoned&status=live", |r| r.head["status"] != "over"),
        row("seats=3", |r| r.head["seats"] == 3),
        row("seats=3&seats=5", |r| r.head["seats"] == 3 || r.head["seats"] == 5),
        row("winners=nobody", move |r| winners(r).is_some_and(|w| w.is_empty())),
        row("winners=somebody", move |r| {
            winners(r).is_some_and(|w| !w.is_empty() && (w.len() as u64) < r.head["seats"].as_u64().unwrap())
        }),
        row("winners=everybody", move |r| winners(r).is_some_and(|w| w.len() as u64 == r.head["seats"])),
        row("ending=palm", |r| r.head["ended"]["outcome"]["ending"] == "palm"),
        row("title=no%20such%20title", |_| false),
        row("score_min=1", |r| r.number("/ended/outcome/score").is_some_and(|s| s >= 1)),
        row("points_min=5", |r| r.most_points() >= Some(5)),
        row("points_max=0", |r| r.most_points().is_some_and(|most| most <= 0)),
        row("points_min=1&points_max=8", |r| r.most_points().is_some_and(|most| (1..=8).contains(&most))),
        row("moves_min=10&moves_max=30", |r| {
            r.number("/ended/moves").is_some_and(|m| (10..=30).contains(&m))
        }),
        row("irregular=true", |r| r.head["ended"]["irregular"] == true),
        row("irregular=false", |r| r.head["ended"]["irregular"] == false),
        row("option.extreme=true", |r| r.head["options"]["extreme"] == true),
        row("option.extreme=false", |r| {
            r.head["game"] == "not_my_fault" && r.head["options"]["extreme"] != true
        }),
        row("option.variant=standard&option.boxes=2", |_| false),
        row("option.boxes=1", |r| {
            r.head["game"] == "you_cry_wolf" && r.head["options"].get("boxes").is_none_or(|boxes| *boxes == 1)
        }),
        row("visibility=public", |_| true),
    ]
}

/// Filters by events.
pub fn content_filters() -> Vec<(String, Fits)> {
    let number = |event: &Value, field: &str| event[field].as_i64().unwrap_or(-1);
    vec![
        row("contains=counted", |r| r.contains("counted", |_| true)),
        row("contains=counted,number%3D30", move |r| r.contains("counted", |c| number(c, "number") == 30)),
        row("contains=counted,sum%3Cnumber", move |r| {
            r.contains("counted", |c| c.get("sum").is_some() && number(c, "sum") < number(c, "number"))
        }),
        row("contains=counted,number%3E%3D10,sum!=number", move |r| {
            r.contains("counted", |c| number(c, "number") >= 10 && c["sum"] != c["number"])
        }),
        row("game=you_cry_wolf&contains=bet,die%3Dwolf%7Csheep,claim%3E3", move |r| {
            r.head["game"] == "you_cry_wolf"
                && r.contains("bet", |b| {
                    (b["die"] == "wolf" || b["die"] == "sheep") && number(b, "claim") > 3
                })
        }),
        row("contains=round_taken,taken%3E=12", move |r| {
            r.contains("round_taken", |t| number(t, "taken") >= 12)
        }),
        row("contains=throw,hands=rock,hands!=paper", |r| {
            r.contains("throw", |t| {
                let Some(hands) = t["hands"].as_array() else { return false };
                hands.iter().any(|h| h == "rock") && hands.iter().all(|h| h != "paper")
            })
        }),
        row("contains=conditions_decided,tiles_taken=false", |r| {
            r.contains("conditions_decided", |c| c["tiles_taken"] == false)
        }),
        row("contains=executed,target=graveyard", |r| r.contains("executed", |e| e["target"] == "graveyard")),
        row("contains=breach", |r| r.contains("breach", |_| true)),
        row("contains=breach,rule=BR-6,move=play", |r| {
            r.contains("breach", |b| b["rule"] == "BR-6" && b["move"] == "play")
        }),
        row("contains=declare,number=30&contains=counted,sum%3E=25", move |r| {
            r.contains("declare", |d| number(d, "number") == 30)
                && r.contains("counted", |c| number(c, "sum") >= 25)
        }),
    ]
}
