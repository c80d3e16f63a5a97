//! Moves and effects, told by a person who was there.

use super::landing::Landing;
use super::moves::{Effect, Move, Prize, Stick, Touched};
use crate::seat::{BySeat, Seat};
use crate::text::{Names, Text};

/// `1 dog`, `2 dogs`.
fn count_en(count: i64, one: &str, more: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { more })
}

pub fn dogs_en(count: i64) -> String {
    count_en(count, "dog", "dogs")
}

pub fn tell_move(mv: &Move, names: &Names) -> Text {
    match mv {
        Move::PlaceDog { seat } => Text::new(
            format!("場のイヌは{}の前に置かれます。", names.ja(*seat)),
            format!("The dog of the field lies before {}.", names.en(*seat)),
        ),
        Move::Throw { results, stacked } => tell_throw(results, *stacked),
        Move::TakeDogs { taken } => tell_taken(taken, names),
        Move::TakeFire { seat } => Text::new(
            format!("{}が真っ先に炎を取り、イヌの襲来を防ぎます。", names.ja(*seat)),
            format!("{} is first at the fire and keeps the dogs off.", names.en(*seat)),
        ),
        Move::Foul { seat, touched } => tell_foul(*seat, *touched, names),
    }
}

fn tell_throw(results: &BySeat<Landing>, stacked: bool) -> Text {
    let all = results.values().fold(Landing::default(), |all, landing| all.and(landing));
    let told = [
        (all.up, "ハンドアップ", "hand up"),
        (all.down, "ハンドダウン", "hand down"),
        (all.flat, "フラット", "flat"),
        (all.standing, "立った村人", "standing"),
        (all.leaning, "よりかかった村人", "leaning"),
    ];
    let told = || told.iter().filter(|(count, ..)| *count > 0);
    let ja: Vec<String> = told().map(|(count, ja, _)| format!("{ja}{count}個")).collect();
    let en: Vec<String> = told().map(|(count, _, en)| format!("{count} {en}")).collect();
    let (ja_stacked, en_stacked) =
        if stacked { ("重なりもあります。", " Some lie stacked.") } else { ("", "") };
    Text::new(
        format!("「イヌがきた!」村人をふると、{}。{ja_stacked}", ja.join("、")),
        format!("\"Here comes the dog!\" The villagers land: {}.{en_stacked}", en.join(", ")),
    )
}

fn tell_taken(taken: &BySeat<i64>, names: &Names) -> Text {
    let takers: Vec<(Seat, i64)> =
        taken.iter().filter(|(_, count)| **count > 0).map(|(seat, count)| (seat, *count)).collect();
    if takers.is_empty() {
        return Text::fixed("誰も場のイヌを取りません。", "Nobody takes a dog.");
    }
    let ja = takers.iter().map(|(seat, count)| format!("{}が{count}匹", names.ja(*seat)));
    let en = takers.iter().map(|(seat, count)| format!("{} takes {}", names.en(*seat), dogs_en(*count)));
    Text::new(
        format!("場のイヌを{}取ります。", ja.collect::<Vec<_>>().join("、")),
        format!("{} from the field.", en.collect::<Vec<_>>().join(" and ")),
    )
}

fn tell_foul(seat: Seat, touched: Option<Touched>, names: &Names) -> Text {
    let (ja, en) = (names.ja(seat), names.en(seat));
    match touched {
        None => Text::new(format!("{ja}のおてつき。"), format!("Foul! {en} was too hasty.")),
        Some(Touched::Dog) => Text::new(
            format!("おてつき。{ja}がまちがえてイヌに触れます。"),
            format!("Foul! {en} touches a dog by mistake."),
        ),
        Some(Touched::Fire) => Text::new(
            format!("おてつき。{ja}がまちがえて炎に触れます。"),
            format!("Foul! {en} touches the fire by mistake."),
        ),
    }
}

pub fn tell_effect(effect: &Effect, names: &Names) -> Text {
    match effect {
        Effect::SticksTaken { kind, count, left } => tell_sticks(*kind, *count, *left),
        Effect::CancelledOut { each } => Text::new(
            format!("アップとダウンが{each}個ずつで打ち消し合い、何も取り除きません。"),
            format!("{each} up and {each} down cancel out: no stick is taken off."),
        ),
        Effect::DogsGained { seat, count, dogs } => Text::new(
            format!(
                "立った村人のおかげで、{}は群れからイヌを{count}匹もらい、{dogs}匹になります。",
                names.ja(*seat)
            ),
            format!(
                "With {} standing, {} gets {} from the pack: {dogs} in all.",
                count_en(*count, "villager", "villagers"),
                names.en(*seat),
                dogs_en(*count)
            ),
        ),
        Effect::DogJoined { field } => Text::new(
            format!("全部フラットなので、群れからイヌが1匹加わり、場のイヌは{field}匹です。"),
            format!("All lie flat, so a dog joins the field, which has {} now.", dogs_en(*field)),
        ),
        Effect::RaceStarted { prize } => tell_race(*prize),
        Effect::DogsTaken { seat, dogs, .. } => Text::new(
            format!("{}のイヌは{dogs}匹になります。", names.ja(*seat)),
            format!("{} has {} now.", names.en(*seat), dogs_en(*dogs)),
        ),
        Effect::VillagerLost { seat, villagers } => tell_loss(*seat, *villagers, names),
        Effect::DogsEscaped { seat, dogs, villagers } => tell_escape(*seat, *dogs, *villagers, names),
        Effect::SevenDogs { seat, dogs } => Text::new(
            format!("{}のイヌが{dogs}匹に達しました!", names.ja(*seat)),
            format!("{} has reached {dogs} dogs!", names.en(*seat)),
        ),
        Effect::RoundBegan { round, field } => Text::new(
            format!("第{round}ラウンド。スティックを全部並べ直します。場のイヌは{field}匹です。"),
            format!("Round {round}: all sticks are back, and the field has {}.", dogs_en(*field)),
        ),
        Effect::GameEnded { winners } => tell_end(winners, names),
    }
}

/// What a stick stands for.
pub const fn stick(kind: Stick) -> Text {
    match kind {
        Stick::Meat => Text::fixed("肉", "meat"),
        Stick::Charcoal => Text::fixed("炭", "charcoal"),
    }
}

fn tell_sticks(kind: Stick, count: i64, left: i64) -> Text {
    let Text { ja, en } = stick(kind);
    let verb = if count == 1 { "comes" } else { "come" };
    let sticks = if count == 1 { "stick" } else { "sticks" };
    let (ja_left, en_left) = match left {
        0 => ("もう残っていません".to_owned(), "none is left".to_owned()),
        1 => ("残りは1本です".to_owned(), "1 is left".to_owned()),
        _ => (format!("残りは{left}本です"), format!("{left} are left")),
    };
    Text::new(
        format!("{ja}のスティックを{count}本取り除きます。{ja_left}。"),
        format!("{count} {en} {sticks} {verb} off; {en_left}."),
    )
}

fn tell_race(prize: Prize) -> Text {
    match prize {
        Prize::Dogs => Text::fixed(
            "肉がなくなりました。場のイヌは早い者勝ちです!",
            "The meat is gone: the dogs go to the quickest hand!",
        ),
        Prize::Fire => Text::fixed(
            "炭がなくなりました。イヌが来ます。炎は早い者勝ちです!",
            "The charcoal is gone and the dogs are coming: who gets the fire?",
        ),
    }
}

fn tell_loss(seat: Seat, villagers: i64, names: &Names) -> Text {
    let (ja, en) = (names.ja(seat), names.en(seat));
    match villagers {
        0 => Text::new(format!("{ja}は最後の村人を失います。"), format!("{en} loses the last villager.")),
        left => Text::new(
            format!("{ja}は村人を1個失い、残りは{left}個です。"),
            format!("{en} loses a villager and has {left} left."),
        ),
    }
}

fn tell_escape(seat: Seat, dogs: i64, villagers: i64, names: &Names) -> Text {
    let (ja, en) = (names.ja(seat), names.en(seat));
    match dogs {
        0 => Text::new(
            format!("逃げるイヌもなく、{ja}の村人は{villagers}個に戻ります。"),
            format!("There is no dog to run away, and {en} gets {villagers} villagers back."),
        ),
        1 => Text::new(
            format!("{ja}のイヌ1匹は群れへ逃げ、村人は{villagers}個に戻ります。"),
            format!("{en}'s dog runs away to the pack, and {en} gets {villagers} villagers back."),
        ),
        dogs => Text::new(
            format!("{ja}のイヌ{dogs}匹は群れへ逃げ、村人は{villagers}個に戻ります。"),
            format!("{en}'s {dogs} dogs run away to the pack, and {en} gets {villagers} villagers back."),
        ),
    }
}

fn tell_end(winners: &[Seat], names: &Names) -> Text {
    let ja: Vec<&str> = winners.iter().map(|seat| names.ja(*seat)).collect();
    let en: Vec<&str> = winners.iter().map(|seat| names.en(*seat)).collect();
    let verb = if winners.len() == 1 { "wins" } else { "win together" };
    Text::new(
        format!("ゲームは終わり、{}の勝ちです!", ja.join("と")),
        format!("The game is over, and {} {verb}!", en.join(" and ")),
    )
}
