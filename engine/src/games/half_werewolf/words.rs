//! Moves, told by a person who was there.

use super::moves::{CardPlace, Move, SeatSlot, Target};
use super::role::{Role, Setup, Variant};
use crate::fact::Fact;
use crate::seat::{BySeat, Seat};
use crate::text::{Names, Text};

/// A role.
pub const fn role(role: Role) -> Text {
    match role {
        Role::Villager => Text::fixed("村人", "villager"),
        Role::Werewolf => Text::fixed("人狼", "werewolf"),
        Role::Seer => Text::fixed("占い師", "seer"),
        Role::Gravedigger => Text::fixed("墓堀", "gravedigger"),
        Role::Madman => Text::fixed("狂人", "madman"),
        Role::Sinner => Text::fixed("罪人", "sinner"),
        Role::Magician => Text::fixed("魔術師", "magician"),
        Role::Doomsayer => Text::fixed("終末論者", "doomsayer"),
    }
}

/// Which cards are played with.
pub const fn variant(variant: Variant) -> Text {
    match variant {
        Variant::Standard => Text::fixed("基本のカード", "Standard cards"),
        Variant::NightOfTheMagician => Text::fixed("魔術師の夜", "Night of the magician"),
        Variant::DangerousNeighbour => Text::fixed("危険な隣人", "Dangerous neighbour"),
        Variant::FarewellToADyingWorld => {
            Text::fixed("滅びゆく世界にさようなら", "Farewell to a dying world")
        }
    }
}

/// "a villager", "the seer".
pub fn one(which: Role) -> Text {
    let name = role(which);
    let article = if which == Role::Villager { "a" } else { "the" };
    Text::new(name.ja, format!("{article} {}", name.en))
}

/// "a villager and the seer", "two villagers"; most telling first.
pub fn list(roles: &[Role]) -> Text {
    if let [Role::Villager, Role::Villager] = roles {
        return Text::fixed("村人2枚", "two villagers");
    }
    let mut roles = roles.to_vec();
    roles.sort_by_key(|role| *role == Role::Villager);
    let names: Vec<Text> = roles.into_iter().map(one).collect();
    Text::new(
        names.iter().map(|name| &*name.ja).collect::<Vec<_>>().join("と"),
        names.iter().map(|name| &*name.en).collect::<Vec<_>>().join(" and "),
    )
}

/// Sentences, one after the other.
#[derive(Default)]
pub struct Tale {
    ja: Vec<String>,
    en: Vec<String>,
}

impl Tale {
    pub fn say(&mut self, ja: impl Into<String>, en: impl Into<String>) {
        self.ja.push(ja.into());
        self.en.push(en.into());
    }

    pub fn text(&self) -> Text {
        Text::new(self.ja.concat(), self.en.join(" "))
    }
}

/// "Aki, Ben and Chika".
pub fn together(parts: &[String]) -> String {
    match parts {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

pub fn join(parts: &[Text]) -> Text {
    let ja: Vec<_> = parts.iter().map(|part| &*part.ja).collect();
    let en: Vec<_> = parts.iter().map(|part| part.en.to_string()).collect();
    Text::new(ja.join(if parts.len() > 2 { "・" } else { "と" }), together(&en))
}

pub fn seats(of: &[Seat], names: &Names) -> Text {
    let called = |seat: &Seat| Text::new(names.ja(*seat), names.en(*seat));
    join(&of.iter().map(called).collect::<Vec<_>>())
}

pub fn target(target: Target, names: &Names) -> Text {
    match target {
        Target::Seat(seat) => Text::new(names.ja(seat), names.en(seat)),
        Target::Graveyard => Text::fixed("墓地", "the graveyard"),
    }
}

const fn ordinal(slot: i64) -> Text {
    match slot {
        0 => Text::fixed("1枚目", "first"),
        _ => Text::fixed("2枚目", "second"),
    }
}

/// "Ben's first card", "their own first card", "the second card of the graveyard".
pub fn card(setup: Setup, place: CardPlace, by: Seat, names: &Names) -> Text {
    match place {
        CardPlace::Seat(SeatSlot { seat, slot }) if seat == by => {
            let which = ordinal(slot);
            Text::new(format!("自分の{}", which.ja), format!("their own {} card", which.en))
        }
        CardPlace::Seat(SeatSlot { seat, slot }) => {
            let which = ordinal(slot);
            Text::new(
                format!("{}の{}", names.ja(seat), which.ja),
                format!("{}'s {} card", names.en(seat), which.en),
            )
        }
        CardPlace::Graveyard(_) if setup.graveyard() == 1 => {
            Text::fixed("墓地のカード", "the card in the graveyard")
        }
        CardPlace::Graveyard(place) => {
            let which = ordinal(place.graveyard);
            Text::new(format!("墓地の{}", which.ja), format!("the {} card of the graveyard", which.en))
        }
    }
}

pub fn tell_move(setup: Setup, mv: &Move, names: &Names) -> Text {
    match mv {
        Move::Deal { hands, graveyard } => tell_deal(setup, hands, graveyard, names),
        Move::Note { seat, dealt, passed, holds } => tell_note(*seat, (dealt, *passed, holds), names),
        Move::PassCards { cards } => tell_pass(setup, cards, names),
        Move::SeerLook { seat, target, role: seen } => {
            let card = card(setup, *target, *seat, names);
            let (ja, en) = match seen {
                Fact::Known(seen) => (format!("。{}だった", one(*seen).ja), format!(": {}", one(*seen).en)),
                Fact::Unknown => Default::default(),
            };
            Text::new(
                format!("{}が占い師として名乗り出て、{}を見る{ja}。", names.ja(*seat), card.ja),
                format!("{} comes forward as the seer and looks at {}{en}.", names.en(*seat), card.en),
            )
        }
        Move::Dig { seat, saw, give, given, target } => {
            let given = given.or(saw_at(saw, *give));
            tell_dig(*seat, (saw, *give, given), &card(setup, CardPlace::Seat(*target), *seat, names), names)
        }
        Move::SkipAbility { ability } => {
            let name = role(ability.role());
            Text::new(
                format!("{}として名乗り出る人はいない。", name.ja),
                format!("Nobody comes forward as the {}.", name.en),
            )
        }
        Move::Statement { seat, text, claims_role } => {
            tell_statement(*seat, text.as_deref(), *claims_role, names)
        }
        Move::EndDay {} => Text::fixed(
            "5分が過ぎ、話し合いはここまで。",
            "The five minutes are over, and everybody falls silent.",
        ),
        Move::Vote { ballots } => tell_vote(ballots, names),
        Move::Reveal { hands, graveyard, .. } => tell_reveal(hands, graveyard, names),
    }
}

fn saw_at(saw: &Fact<Vec<Role>>, give: Fact<i64>) -> Fact<Role> {
    let slot = give.known().and_then(|give| usize::try_from(give).ok());
    let seen = saw.as_ref().known().zip(slot);
    Fact::from(seen.and_then(|(saw, slot)| saw.get(slot).copied()))
}

fn tell_deal(
    setup: Setup,
    hands: &Fact<BySeat<Fact<Vec<Role>>>>,
    graveyard: &Fact<Vec<Role>>,
    names: &Names,
) -> Text {
    let (count, lie) = if setup.graveyard() == 1 { ("1枚", "one goes") } else { ("2枚", "two go") };
    let mut tale = Tale::default();
    tale.say(
        format!("カードが2枚ずつ配られ、残りの{count}は伏せて墓地に置かれる。"),
        format!("Everybody is dealt two cards, and the last {lie} face down to the graveyard."),
    );
    let hands = hands.as_ref().known();
    for (seat, hand) in hands.iter().flat_map(|hands| hands.iter()) {
        if let Fact::Known(hand) = hand {
            let cards = list(hand);
            tale.say(
                format!("{}には{}。", names.ja(seat), cards.ja),
                format!("{} gets {}.", names.en(seat), cards.en),
            );
        }
    }
    if let Fact::Known(cards) = graveyard {
        let cards = list(cards);
        tale.say(format!("墓地には{}。", cards.ja), format!("The graveyard gets {}.", cards.en));
    }
    tale.text()
}

fn tell_note(
    seat: Seat,
    (dealt, passed, holds): (&Fact<Vec<Role>>, Fact<Role>, &Fact<Vec<Role>>),
    names: &Names,
) -> Text {
    let mut ja = Vec::new();
    let mut en = Vec::new();
    if let Fact::Known(dealt) = dealt {
        ja.push(format!("配られたのは{}", list(dealt).ja));
        en.push(format!("dealt {}", list(dealt).en));
    }
    if let Fact::Known(passed) = passed {
        ja.push(format!("渡したのは{}", one(passed).ja));
        en.push(format!("passed on {}", one(passed).en));
    }
    if let Fact::Known(holds) = holds {
        ja.push(format!("今持っているのは{}", list(holds).ja));
        en.push(format!("now holding {}", list(holds).en));
    }
    if ja.is_empty() {
        return Text::new(
            format!("{}が自分のカードを確かめる。", names.ja(seat)),
            format!("{} thinks about their own cards.", names.en(seat)),
        );
    }
    Text::new(
        format!("{}の覚え書き: {}。", names.ja(seat), ja.join("、")),
        format!("{} takes note: {}.", names.en(seat), en.join(", ")),
    )
}

fn tell_pass(setup: Setup, cards: &BySeat<Fact<Role>>, names: &Names) -> Text {
    let mut tale = Tale::default();
    tale.say(
        "全員が1枚を右隣に渡し、2枚を伏せて並べる。",
        "Everybody passes a card to the right and lays two face down.",
    );
    for (seat, card) in cards.iter() {
        if let Fact::Known(card) = card {
            let (right, card) = (setup.seats.right_of(seat), one(*card));
            tale.say(
                format!("{}は{}に{}を渡した。", names.ja(seat), names.ja(right), card.ja),
                format!("{} gives {} to {}.", names.en(seat), card.en, names.en(right)),
            );
        }
    }
    tale.text()
}

fn tell_dig(
    seat: Seat,
    (saw, give, given): (&Fact<Vec<Role>>, Fact<i64>, Fact<Role>),
    card: &Text,
    names: &Names,
) -> Text {
    let (saw_ja, saw_en) = match saw {
        Fact::Known(saw) => {
            (format!("墓地の{}を見て", list(saw).ja), format!("sees {} in the graveyard", list(saw).en))
        }
        Fact::Unknown => ("墓地のカードを見て".to_owned(), "looks at the graveyard".to_owned()),
    };
    let (gave_ja, gave_en) = match (given, give) {
        (Fact::Known(given), _) => (one(given).ja.to_string(), one(given).en.to_string()),
        (_, Fact::Known(slot)) => {
            (format!("その{}", ordinal(slot).ja), format!("its {} card", ordinal(slot).en))
        }
        _ => ("そのうちの1枚".to_owned(), "one of its cards".to_owned()),
    };
    Text::new(
        format!("{}が墓堀として名乗り出て、{saw_ja}、{gave_ja}を{}と交換する。", names.ja(seat), card.ja),
        format!(
            "{} comes forward as the gravedigger, {saw_en} and exchanges {gave_en} for {}.",
            names.en(seat),
            card.en
        ),
    )
}

fn tell_statement(seat: Seat, text: Option<&str>, claims: Option<Role>, names: &Names) -> Text {
    let (ja, en) = (names.ja(seat), names.en(seat));
    match (text, claims) {
        (Some(text), None) => Text::new(format!("{ja}「{text}」"), format!("{en}: \"{}\"", plain(text))),
        (Some(text), Some(claim)) => Text::new(
            format!("{ja}は{}だと名乗る。「{text}」", role(claim).ja),
            format!("{en} claims to be {}: \"{}\"", one(claim).en, plain(text)),
        ),
        (None, Some(claim)) => Text::new(
            format!("{ja}は{}だと名乗る。", role(claim).ja),
            format!("{en} claims to be {}.", one(claim).en),
        ),
        (None, None) => Text::new(format!("{ja}が何か言う。"), format!("{en} says something.")),
    }
}

fn plain(text: &str) -> String {
    text.replace('"', "'")
}

fn tell_vote(ballots: &BySeat<Option<Target>>, names: &Names) -> Text {
    let mut ja = Vec::new();
    let mut en = Vec::new();
    for (seat, ballot) in ballots.iter() {
        let (by_ja, by_en) = (names.ja(seat), names.en(seat));
        match ballot {
            Some(Target::Seat(voted)) if *voted == seat => {
                ja.push(format!("{by_ja}は自分"));
                en.push(format!("{by_en} at themselves"));
            }
            Some(voted) => {
                let voted = target(*voted, names);
                ja.push(format!("{by_ja}は{}", voted.ja));
                en.push(format!("{by_en} at {}", voted.en));
            }
            None => {
                ja.push(format!("{by_ja}は投票なし"));
                en.push(format!("{by_en} at nobody"));
            }
        }
    }
    Text::new(
        format!("せーの、で全員が指をさす。{}。", ja.join("、")),
        format!("At the same moment everybody points: {}.", together(&en)),
    )
}

fn tell_reveal(hands: &BySeat<Vec<Role>>, graveyard: &[Role], names: &Names) -> Text {
    let ja: Vec<_> =
        hands.iter().map(|(seat, hand)| format!("{}は{}", names.ja(seat), list(hand).ja)).collect();
    let en: Vec<_> =
        hands.iter().map(|(seat, hand)| format!("{} has {}", names.en(seat), list(hand).en)).collect();
    let lie = if graveyard.len() == 1 { "lies" } else { "lie" };
    let buried = list(graveyard);
    Text::new(
        format!("全員のカードを公開する。{}。墓地には{}。", ja.join("、"), buried.ja),
        format!("All cards are turned over: {}. In the graveyard {lie} {}.", en.join("; "), buried.en),
    )
}
