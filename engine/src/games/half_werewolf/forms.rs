//! The evening, entered by tapping.

use serde_json::{Value, json};

use super::choices::{BallotChoice, Choice, LookChoice, RoleCount};
use super::moves::{Ability, CardPlace, SeatSlot, Target};
use super::role::Role;
use super::{HalfWerewolf, words};
use crate::form::{Field, Form, Group, Key, Pick, Several, Words};
use crate::game::Game;
use crate::seat::{BySeat, Seat};
use crate::text::{Names, Text};

/// What people say at the table is short.
const LETTERS: usize = 2000;
const PAIR: usize = 2;

impl HalfWerewolf {
    pub(super) fn list_forms(&self, names: &Names) -> Vec<Form> {
        self.choices().iter().map(|choice| self.form(choice, names)).collect()
    }

    fn form(&self, choice: &Choice, names: &Names) -> Form {
        match choice {
            Choice::Deal { graveyard, deck, .. } => self.deal_form(*graveyard, deck, names),
            Choice::Note { seats, facts } => self.note_form(seats, facts, names),
            Choice::PassCards { cards } => pass_form(cards, names),
            Choice::SeerLook { seats, looks } => self.look_form(seats, looks, names),
            Choice::Dig { seats, graveyard, targets } => self.dig_form(seats, graveyard, targets, names),
            Choice::SkipAbility { ability } => {
                let label = match ability {
                    Ability::Seer => Text::fixed("占い師は現れない", "No seer comes forward"),
                    Ability::Gravedigger => Text::fixed("墓堀は現れない", "No gravedigger comes forward"),
                };
                Form::new(label, json!({"type": "skip_ability", "ability": ability}))
            }
            Choice::Statement { seats, roles } => statement(seats, roles, names),
            Choice::EndDay {} => {
                Form::new(Text::fixed("昼を終える", "End the day"), json!({"type": "end_day"}))
            }
            Choice::Vote { ballots, .. } => vote(ballots, names),
            Choice::Reveal { hands, graveyard, give, give_required } => {
                self.reveal_form(hands, graveyard, (give, *give_required), names)
            }
        }
    }

    fn deal_form(&self, graveyard: i64, deck: &[RoleCount], names: &Names) -> Form {
        let roles: Vec<Role> = deck.iter().map(|count| count.role).collect();
        let hands = self.seats().iter().map(|seat| {
            let label =
                Text::new(format!("{}の2枚", names.ja(seat)), format!("{}'s two cards", names.en(seat)));
            several(label, format!("/hands/{seat}"), PAIR, &roles)
        });
        let count = usize::try_from(graveyard).unwrap_or_default();
        let grave = several(Text::fixed("墓地", "Graveyard"), "/graveyard".into(), count, &roles);
        let unknown = vec![Value::Null; self.seats().len()];
        let form = Form::new(Text::fixed("配る", "Deal"), json!({"type": "deal", "hands": unknown}));
        form.with_all(hands).with(grave)
    }

    fn note_form(&self, seats: &[Seat], facts: &[&str], names: &Names) -> Form {
        let roles: Vec<Role> = self.setup.roles().collect();
        let fields = facts.iter().map(|fact| match *fact {
            "dealt" => several(Text::fixed("配られた2枚", "Dealt"), "/dealt".into(), PAIR, &roles).into(),
            "passed" => {
                Field::from(pick(Text::fixed("渡した1枚", "Passed on"), "/passed", &roles).optional())
            }
            _ => several(Text::fixed("今の2枚", "Holds now"), "/holds".into(), PAIR, &roles).into(),
        });
        let fields: Vec<Field> = fields.collect();
        let label = Text::fixed("自分のカードを書きとめる", "Note one's own cards");
        Form::new(label, json!({"type": "note"})).aside().with_all(fields).with(Pick::actor(seats, names))
    }

    fn look_form(&self, seats: &[Seat], looks: &[LookChoice], names: &Names) -> Form {
        let roles: Vec<Role> = self.setup.roles().collect();
        let groups = self.places(looks.iter().map(|look| look.target), names);
        let form = Form::new(Text::fixed("占い師が見る", "The seer looks"), json!({"type": "seer_look"}));
        form.with(
            pick(Text::fixed("見えたカード(本人だけ)", "What it showed, if known"), "/role", &roles)
                .optional(),
        )
        .with(Pick::actor(seats, names))
        .with(Pick::grouped(Text::fixed("見たカード", "Which card"), ["/target"], groups))
    }

    fn dig_form(&self, seats: &[Seat], graveyard: &[Vec<Role>], targets: &[SeatSlot], names: &Names) -> Form {
        let roles: Vec<Role> = self.setup.roles().collect();
        let groups = self.places(targets.iter().copied().map(CardPlace::Seat), names);
        let slots = (0..graveyard.len()).map(slot_key);
        let saw = Text::fixed("墓地で見たカード(本人だけ)", "Seen in the graveyard, if known");
        let form =
            Form::new(Text::fixed("墓堀が交換する", "The gravedigger exchanges"), json!({"type": "dig"}));
        form.with(several(saw, "/saw".into(), graveyard.len(), &roles))
            .with(
                Pick::of(Text::fixed("墓地のどちら(本人だけ)", "Which of them, if known"), "/give", slots)
                    .optional(),
            )
            .with(
                pick(Text::fixed("渡したカード(本人だけ)", "The card given, if known"), "/given", &roles)
                    .optional(),
            )
            .with(Pick::actor(seats, names))
            .with(Pick::grouped(Text::fixed("交換した相手のカード", "Exchanged for"), ["/target"], groups))
    }

    /// Cards on the table, one group a seat.
    fn places(&self, cards: impl Iterator<Item = CardPlace>, names: &Names) -> Vec<Group> {
        let mut groups: Vec<(Option<Seat>, Group)> = Vec::new();
        for card in cards {
            let (of, label, slot) = match card {
                CardPlace::Seat(SeatSlot { seat, slot }) => {
                    (Some(seat), Text::new(names.ja(seat), names.en(seat)), slot)
                }
                CardPlace::Graveyard(place) => (None, Text::fixed("墓地", "Graveyard"), place.graveyard),
            };
            let said = words::card(self.setup, card, Seat::new(u8::MAX), names);
            let key = Key::new(said, json!(card)).signed((slot + 1).to_string());
            match groups.last_mut() {
                Some((last, group)) if *last == of => group.keys.push(key),
                _ => groups.push((of, Group::named(label, [key]))),
            }
        }
        groups.into_iter().map(|(_, group)| group).collect()
    }

    fn reveal_form(
        &self,
        hands: &BySeat<Vec<Vec<Role>>>,
        graveyard: &[Vec<Role>],
        (give, give_required): (&[i64], bool),
        names: &Names,
    ) -> Form {
        let abilities = self.ability_fields(graveyard.len());
        let shown = hands.iter().flat_map(|(seat, cards)| {
            cards.iter().enumerate().map(move |(slot, may)| {
                let nth = slot + 1;
                let label =
                    Text::new(format!("{} {nth}", names.ja(seat)), format!("{} {nth}", names.en(seat)));
                card_field(label, &format!("/hands/{seat}/{slot}"), may)
            })
        });
        let buried = graveyard.iter().enumerate().map(|(slot, may)| {
            let nth = slot + 1;
            let label = Text::new(format!("墓地 {nth}"), format!("Graveyard {nth}"));
            card_field(label, &format!("/graveyard/{slot}"), may)
        });
        let likely =
            |cards: &Vec<Vec<Role>>| -> Vec<Value> { cards.iter().map(|may| likeliest(may)).collect() };
        let hands_so_far = hands.map(|_, cards| likely(cards));
        let mv = json!({"type": "reveal", "hands": hands_so_far, "graveyard": likely(&graveyard.to_vec())});
        Form::new(Text::fixed("全員のカードを公開する", "Turn over all cards"), mv)
            .with_all(abilities)
            .with_all(shown)
            .with_all(buried)
            .with_all(self.given_field(give, give_required))
    }

    /// What the abilities did in the morning, as far as nobody has said it yet.
    fn ability_fields(&self, graveyard: usize) -> Vec<Field> {
        let roles: Vec<Role> = self.setup.roles().collect();
        let looked = Text::fixed("占い師が見たカード", "What the seer saw");
        let looked = self.known.table.look.map(|_| pick(looked, "/looked", &roles).optional().into());
        let mut fields: Vec<Field> = looked.into_iter().collect();
        if self.known.table.dig.is_some() {
            let saw = Text::fixed("墓堀が見た墓地", "What the gravedigger saw");
            fields.push(several(saw, "/saw".into(), graveyard, &roles).into());
        }
        fields
    }

    /// Which card of the graveyard was exchanged, if any was.
    fn given_field(&self, give: &[i64], required: bool) -> Option<Pick> {
        self.known.table.dig?;
        let label = Text::fixed("交換に出した墓地のカード", "The card given away");
        let slots = give.iter().filter_map(|slot| usize::try_from(*slot).ok()).map(slot_key);
        Some(Pick { required, ..Pick::of(label, "/give", slots) })
    }

    /// One seat's own part of what all do at once.
    pub(super) fn own_part(&self, seat: Seat, names: &Names) -> Option<Form> {
        let choices = self.choices();
        let own = choices.iter().find_map(|choice| match choice {
            Choice::Deal { deck, .. } => {
                let roles: Vec<Role> = deck.iter().map(|count| count.role).collect();
                let cards =
                    several(Text::fixed("自分の2枚", "Your two cards"), "/cards".into(), PAIR, &roles);
                let form = Form::new(
                    Text::fixed("手札を見た", "Seen your cards"),
                    json!({"type": "deal", "cards": null}),
                );
                Some(form.with(cards))
            }
            Choice::PassCards { cards } => {
                let card = pick(
                    Text::fixed("右へ渡すカード", "The card you pass to the right"),
                    "/card",
                    cards.get(seat)?,
                );
                let unsaid = Key::unknown(Text::fixed("言わない", "not said"));
                let mut card = card;
                card.groups.push(Group::plain([unsaid]));
                let form = Form::new(
                    Text::fixed("カードを渡す", "Pass a card"),
                    json!({"type": "pass_cards", "card": null}),
                );
                Some(form.with(card))
            }
            Choice::Vote { ballots, .. } => {
                let mv = json!({"type": "vote", "ballot": null});
                let ballot =
                    ballot(Text::fixed("投票先", "Your vote"), "/ballot".into(), ballots.get(seat)?, names);
                Some(Form::new(Text::fixed("投票する", "Vote"), mv).with(ballot))
            }
            _ => None,
        });
        own.map(|form| form.of(seat))
    }
}

fn pass_form(cards: &BySeat<Vec<Role>>, names: &Names) -> Form {
    let unknown = vec![Value::Null; cards.len()];
    let passed = cards.iter().map(|(seat, roles)| {
        let label = Text::new(names.ja(seat), names.en(seat));
        pick(label, &format!("/cards/{seat}"), roles).optional()
    });
    let label = Text::fixed("右隣へ1枚ずつ渡す", "Everybody passes a card");
    Form::new(label, json!({"type": "pass_cards", "cards": unknown})).with_all(passed)
}

fn statement(seats: &[Seat], roles: &[Role], names: &Names) -> Form {
    let words = Words { label: Text::fixed("発言", "Words"), at: "/text".into(), most: LETTERS };
    let form =
        Form::new(Text::fixed("発言を記録する", "Somebody says something"), json!({"type": "statement"}));
    form.with(words)
        .with(pick(Text::fixed("名乗った役職", "Claims to be"), "/claims_role", roles).optional())
        .with(Pick::actor(seats, names))
}

fn vote(ballots: &BySeat<BallotChoice>, names: &Names) -> Form {
    let unknown = vec![Value::Null; ballots.len()];
    let fields = ballots.iter().map(|(seat, may)| {
        ballot(Text::new(names.ja(seat), names.en(seat)), format!("/ballots/{seat}"), may, names)
    });
    let label = Text::fixed("一斉に投票する", "Vote");
    Form::new(label, json!({"type": "vote", "ballots": unknown})).with_all(fields)
}

fn ballot(label: Text, at: String, may: &BallotChoice, names: &Names) -> Pick {
    let target = |target: &Target| Key::new(words::target(*target, names), json!(target));
    let none = may.may_be_null.then(|| Key::new(Text::fixed("票なし", "no vote"), Value::Null).signed("—"));
    Pick::of(label, at, may.targets.iter().map(target).chain(none))
}

fn card_field(label: Text, at: &str, may: &[Role]) -> Pick {
    Pick { required: likeliest(may).is_null(), ..pick(label, at, may) }
}

/// Most cards are villagers: where one can lie, nobody need tap it.
fn likeliest(may: &[Role]) -> Value {
    match may {
        [only] => json!(only),
        _ if may.contains(&Role::Villager) => json!(Role::Villager),
        _ => Value::Null,
    }
}

fn several(label: Text, at: String, count: usize, roles: &[Role]) -> Several {
    Several::of(label, at, count, roles.iter().map(|role| key(*role))).optional()
}

fn pick(label: Text, at: &str, roles: &[Role]) -> Pick {
    Pick::of(label, at, roles.iter().map(|role| key(*role)))
}

fn key(role: Role) -> Key {
    Key::new(words::role(role), role.word())
}

/// A card of the graveyard.
fn slot_key(slot: usize) -> Key {
    let nth = slot + 1;
    Key::new(Text::new(format!("{nth}枚目"), format!("card {nth}")), slot)
}
