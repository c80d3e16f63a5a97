//! Effects, told by a person who was there.

use super::camps::{Camp, Ending};
use super::moves::{Count, Effect, Target};
use super::words::{Tale, join, seats, target, together};
use crate::seat::{BySeat, Seat};
use crate::text::{Names, Text};

fn votes(count: &Count, names: &Names) -> Text {
    let who = target(count.target, names);
    let word = if count.votes == 1 { "vote" } else { "votes" };
    Text::new(format!("{}に{}票", who.ja, count.votes), format!("{} {word} for {}", count.votes, who.en))
}

pub fn tell_effect(effect: &Effect, names: &Names) -> Text {
    match effect {
        Effect::Turned { seat } => Text::new(
            format!("魔術師を見てしまった{}は、人狼陣営に変わる。", names.ja(*seat)),
            format!(
                "{} has seen the magician and belongs to the werewolf camp from now on.",
                names.en(*seat)
            ),
        ),
        Effect::DayBegan {} => Text::fixed(
            "朝が終わり、5分間の話し合いが始まる。",
            "Morning is over, and five minutes of talk begin.",
        ),
        Effect::VotesCounted { counts } if counts.is_empty() => {
            Text::fixed("票は入らなかった。", "Nobody got a vote.")
        }
        Effect::VotesCounted { counts } => {
            let counts: Vec<Text> = counts.iter().map(|count| votes(count, names)).collect();
            let ja: Vec<_> = counts.iter().map(|count| &*count.ja).collect();
            let en: Vec<_> = counts.iter().map(|count| count.en.to_string()).collect();
            Text::new(format!("{}。", ja.join("、")), format!("That makes {}.", together(&en)))
        }
        Effect::Runoff { targets } => {
            let tied = join(&targets.iter().map(|voted| target(*voted, names)).collect::<Vec<_>>());
            Text::new(
                format!("{}が同票。この中から選び直す決選投票になる。", tied.ja),
                format!("{} are tied, so everybody votes again among them.", capital(&tied.en)),
            )
        }
        Effect::Panicked {} => Text::fixed(
            "決選投票も同票。村は恐慌状態に陥る。",
            "The runoff is tied too, and the village panics.",
        ),
        Effect::Executed { target: Target::Seat(seat) } => Text::new(
            format!("{}が処刑される。", names.ja(*seat)),
            format!("{} is executed.", names.en(*seat)),
        ),
        Effect::Executed { target: Target::Graveyard } => {
            Text::fixed("墓地が選ばれ、誰も処刑されない。", "The graveyard is chosen, and nobody has to die.")
        }
        Effect::CampsRevealed { camps, mad_wolf, turned } => tell_camps(camps, *mad_wolf, turned, names),
        Effect::GameOver { ending, winners } => tell_end(*ending, winners, names),
    }
}

/// With a capital letter, to begin a sentence.
fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

/// What a camp is called.
pub const fn camp(camp: Camp) -> Text {
    match camp {
        Camp::Village => Text::fixed("村人陣営", "village camp"),
        Camp::Werewolf => Text::fixed("人狼陣営", "werewolf camp"),
        Camp::Third => Text::fixed("第三陣営", "third camp"),
    }
}

fn tell_camps(camps: &BySeat<Camp>, mad_wolf: Option<Seat>, turned: &[Seat], names: &Names) -> Text {
    let of = |camp: Camp| -> Vec<Seat> {
        camps.iter().filter(|(_, other)| **other == camp).map(|(seat, _)| seat).collect()
    };
    let mut ja = Vec::new();
    let mut en = Vec::new();
    for which in [Camp::Village, Camp::Werewolf, Camp::Third] {
        let Text { ja: camp_ja, en: camp_en } = camp(which);
        let members = of(which);
        if !members.is_empty() {
            let be = if members.len() == 1 { "is" } else { "are" };
            let members = seats(&members, names);
            ja.push(format!("{camp_ja}は{}", members.ja));
            en.push(format!("{} {be} of the {camp_en}", members.en));
        }
    }
    let mut tale = Tale::default();
    tale.say(format!("{}。", ja.join("、")), format!("{}.", en.join("; ")));
    if let Some(seat) = mad_wolf {
        tale.say(format!("{}は狂人狼。", names.ja(seat)), format!("{} is a mad wolf.", names.en(seat)));
    }
    if !turned.is_empty() {
        let turned = seats(turned, names);
        tale.say(
            format!("{}は魔術師を見て寝返った。", turned.ja),
            format!("The magician turned {}.", turned.en),
        );
    }
    tale.text()
}

/// How a game ended, as a headline.
pub const fn ending(ending: Ending) -> Text {
    match ending {
        Ending::Panic => Text::fixed("村は恐慌状態", "The village panics"),
        Ending::MadWolfExecuted => Text::fixed("狂人狼の処刑", "The mad wolf is executed"),
        Ending::WerewolfExecuted => Text::fixed("人狼は見つかった", "The werewolf is found"),
        Ending::WerewolfSpared => Text::fixed("人狼は逃げのびた", "The werewolf gets away"),
        Ending::MadWolfSpared => Text::fixed("狂人狼は処刑を免れた", "The mad wolf is spared"),
        Ending::NobodyLeftToWin => {
            Text::fixed("人狼陣営には誰もいなかった", "There was nobody in the werewolf camp")
        }
        Ending::DoomsayerExecuted => Text::fixed("終末論者の望みどおり", "The doomsayer's wish comes true"),
        Ending::WerewolfDoomsayerSpared => {
            Text::fixed("人狼を持つ終末論者は生き残った", "The doomsayer with the werewolf is spared")
        }
    }
}

fn tell_end(how: Ending, winners: &[Seat], names: &Names) -> Text {
    let headline = ending(how);
    let who = seats(winners, names);
    match winners {
        [] => Text::new(format!("{}。勝者はいない。", headline.ja), format!("{}: nobody wins.", headline.en)),
        [_] if matches!(how, Ending::MadWolfExecuted | Ending::DoomsayerExecuted) => Text::new(
            format!("{}。{}の一人勝ち。", headline.ja, who.ja),
            format!("{}: {} wins alone.", headline.en, who.en),
        ),
        [_] => Text::new(
            format!("{}。{}の勝ち。", headline.ja, who.ja),
            format!("{}: {} wins.", headline.en, who.en),
        ),
        _ => Text::new(
            format!("{}。{}の勝ち。", headline.ja, who.ja),
            format!("{}: {} win.", headline.en, who.en),
        ),
    }
}
