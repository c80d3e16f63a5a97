//! The evening, entered by tapping.

use std::time::Duration;

use super::choices::{BallotChoice, Choice, LookChoice, RoleCount};
use super::moves::{CardPlace, GraveSlot, SeatSlot, Target};
use super::rules::role::Role;
use super::words::{FaceDown, Slot, Words};
use super::{HalfWerewolf, Phase};
use crate::count;
use crate::form::{self, ChooseOne, ChooseSeveral, Field, Form, Group, Key};
use crate::game::{Choices, Forms};
use crate::message::Term;
use crate::seat::{BySeat, Seat};
use crate::text::Names;

/// HW-9: the length of the talk.
const TALK: Duration = Duration::from_mins(5);
/// The longest statement, in characters.
const MAX_SPEECH_CHARS: usize = 2000;
const CARDS_IN_A_PAIR: usize = 2;

impl Forms for HalfWerewolf {
    fn forms(&self, names: &Names) -> Vec<Form> {
        self.choices().iter().map(|choice| self.form(choice, names)).collect()
    }

    fn time_limit(&self) -> Option<Duration> {
        (self.phase == Phase::Day).then_some(TALK)
    }
}

impl HalfWerewolf {
    fn form(&self, choice: &Choice, names: &Names) -> Form {
        match choice {
            Choice::Deal { graveyard, deck, .. } => self.deal_form(*graveyard, deck, names),
            Choice::Note { seats, facts } => self.note_form(seats, facts, names),
            Choice::PassCards { cards } => pass_form(cards, names),
            Choice::SeerLook { seats, looks } => self.look_form(seats, looks, names),
            Choice::Dig { seats, graveyard, targets } => self.dig_form(seats, graveyard, targets, names),
            Choice::SkipAbility { ability } => {
                let label = Words::NobodyLabel { role: ability.role() };
                Form::new(label.text(names), "skip_ability").preset("ability", ability)
            }
            Choice::Statement { seats, roles } => statement(seats, roles, names),
            Choice::EndDay {} => Form::new(Words::EndDayLabel.text(names), "end_day"),
            Choice::Vote { ballots, .. } => vote(ballots, names),
            Choice::Reveal { hands, graveyard, give, give_required } => {
                self.reveal_form(hands, graveyard, (give, *give_required), names)
            }
        }
    }

    fn deal_form(&self, graveyard: i64, deck: &[RoleCount], names: &Names) -> Form {
        let roles: Vec<Role> = deck.iter().map(|count| count.role).collect();
        let hands = self.seats().iter().map(|seat| {
            choose_several(Words::TwoCards { seat }, format!("/hands/{seat}"), CARDS_IN_A_PAIR, &roles, names)
        });
        let count = count::from_i64(graveyard);
        let grave = choose_several(Words::GraveyardLabel, "/graveyard".into(), count, &roles, names);
        let unknown = BySeat::new(self.seats(), |_| ());
        let form = Form::new(Words::DealLabel.text(names), "deal").preset("hands", unknown);
        form.with_all(hands).with(grave)
    }

    fn note_form(&self, seats: &[Seat], facts: &[&str], names: &Names) -> Form {
        let roles: Vec<Role> = self.setup.roles().collect();
        let fields = facts.iter().map(|fact| match *fact {
            "dealt" => {
                choose_several(Words::DealtLabel, "/dealt".into(), CARDS_IN_A_PAIR, &roles, names).into()
            }
            "passed" => Field::from(choose_one(Words::PassedLabel, "/passed", &roles, names).optional()),
            _ => choose_several(Words::HoldsLabel, "/holds".into(), CARDS_IN_A_PAIR, &roles, names).into(),
        });
        let fields: Vec<Field> = fields.collect();
        let form = Form::new(Words::NoteLabel.text(names), "note").aside();
        form.with_all(fields).with(ChooseOne::actor(seats, names))
    }

    fn look_form(&self, seats: &[Seat], looks: &[LookChoice], names: &Names) -> Form {
        let roles: Vec<Role> = self.setup.roles().collect();
        let groups = self.places(looks.iter().map(|look| look.target), names);
        let form = Form::new(Words::LookLabel.text(names), "seer_look");
        form.with(choose_one(Words::SeenLabel, "/role", &roles, names).optional())
            .with(ChooseOne::actor(seats, names))
            .with(ChooseOne::grouped(Words::LookedAtLabel.text(names), ["/target"], groups))
    }

    fn dig_form(&self, seats: &[Seat], graveyard: &[Vec<Role>], targets: &[SeatSlot], names: &Names) -> Form {
        let roles: Vec<Role> = self.setup.roles().collect();
        let groups = self.places(targets.iter().copied().map(CardPlace::Seat), names);
        let slots = (0..graveyard.len()).map(|slot| slot_key(slot, names));
        let form = Form::new(Words::DigLabel.text(names), "dig");
        form.with(choose_several(Words::SawLabel, "/saw".into(), graveyard.len(), &roles, names))
            .with(ChooseOne::of(Words::GiveLabel.text(names), "/give", slots).optional())
            .with(choose_one(Words::GivenLabel, "/given_card", &roles, names).optional())
            .with(ChooseOne::actor(seats, names))
            .with(ChooseOne::grouped(Words::ExchangedWithLabel.text(names), ["/target"], groups))
    }

    /// Cards on the table, one group a seat.
    fn places(&self, cards: impl Iterator<Item = CardPlace>, names: &Names) -> Vec<Group> {
        let mut groups: Vec<(Option<Seat>, Group)> = Vec::new();
        for card in cards {
            let (of, label, slot) = match card {
                CardPlace::Seat(SeatSlot { seat, slot }) => (Some(seat), Words::Person { seat }, slot),
                CardPlace::Graveyard(place) => (None, Words::GraveyardLabel, place.graveyard),
            };
            let place_name = FaceDown::at(self.setup, card).message();
            let key = Key::new(place_name.text(names), card).signed((slot + 1).to_string());
            match groups.last_mut() {
                Some((last, group)) if *last == of => group.keys.push(key),
                _ => groups.push((of, Group::named(label.text(names), [key]))),
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
        let shown = hands.iter().flat_map(|(seat, cards)| {
            cards.iter().enumerate().map(move |(slot, may)| {
                let card = FaceDown::Of(seat, Slot(count::to_i64(slot)));
                card_field(card, &format!("/hands/{seat}/{slot}"), may, names)
            })
        });
        let buried = graveyard.iter().enumerate().map(|(slot, may)| {
            let place = CardPlace::Graveyard(GraveSlot { graveyard: count::to_i64(slot) });
            card_field(FaceDown::at(self.setup, place), &format!("/graveyard/{slot}"), may, names)
        });
        let likely = |cards: &[Vec<Role>]| -> Vec<_> { cards.iter().map(|may| likeliest(may)).collect() };
        Form::new(Words::RevealLabel.text(names), "reveal")
            .preset("hands", hands.map(|_, cards| likely(cards)))
            .preset("graveyard", likely(graveyard))
            .with_all(self.ability_fields(graveyard.len(), names))
            .with_all(shown)
            .with_all(buried)
            .with_all(self.given_field(give, give_required, names))
    }

    /// Fields for the effects of the abilities in the morning that are not logged yet.
    fn ability_fields(&self, graveyard: usize, names: &Names) -> Vec<Field> {
        let roles: Vec<Role> = self.setup.roles().collect();
        let table = &self.knowledge.table;
        let looked =
            table.look.map(|_| choose_one(Words::SeerSawLabel, "/looked", &roles, names).optional().into());
        let saw =
            || choose_several(Words::GravediggerSawLabel, "/saw".into(), graveyard, &roles, names).into();
        looked.into_iter().chain(table.dig.map(|_| saw())).collect()
    }

    /// The field for the graveyard slot of the exchanged card, if there was an exchange.
    fn given_field(&self, give: &[i64], required: bool, names: &Names) -> Option<ChooseOne> {
        self.knowledge.table.dig?;
        let slots = give.iter().filter_map(|slot| usize::try_from(*slot).ok());
        let slots = slots.map(|slot| slot_key(slot, names));
        Some(ChooseOne { required, ..ChooseOne::of(Words::GivenAwayLabel.text(names), "/give", slots) })
    }

    /// The form of one seat's part of a joint move.
    pub(super) fn own_part(&self, seat: Seat, names: &Names) -> Option<Form> {
        let choices = self.choices();
        let own = choices.iter().find_map(|choice| match choice {
            Choice::Deal { deck, .. } => {
                let roles: Vec<Role> = deck.iter().map(|count| count.role).collect();
                let cards =
                    choose_several(Words::OwnCardsLabel, "/cards".into(), CARDS_IN_A_PAIR, &roles, names);
                Some(Form::new(Words::OwnHandLabel.text(names), "deal").preset("cards", ()).with(cards))
            }
            Choice::PassCards { cards } => {
                let mut card = choose_one(Words::OwnPassedLabel, "/card", cards.get(seat)?, names);
                card.groups.push(Group::plain([Key::unknown(Words::NotSaid.text(names))]));
                Some(Form::new(Words::OwnPassLabel.text(names), "pass_cards").preset("card", ()).with(card))
            }
            Choice::Vote { ballots, .. } => {
                let ballot = ballot(Words::OwnBallotLabel, "/ballot".into(), ballots.get(seat)?, names);
                Some(Form::new(Words::OwnVoteLabel.text(names), "vote").preset("ballot", ()).with(ballot))
            }
            _ => None,
        });
        own.map(|form| form.of(seat))
    }
}

fn pass_form(cards: &BySeat<Vec<Role>>, names: &Names) -> Form {
    let unknown = cards.map(|_, _| ());
    let passed = cards.iter().map(|(seat, roles)| {
        choose_one(Words::Person { seat }, &format!("/cards/{seat}"), roles, names).optional()
    });
    Form::new(Words::PassAllLabel.text(names), "pass_cards").preset("cards", unknown).with_all(passed)
}

fn statement(seats: &[Seat], roles: &[Role], names: &Names) -> Form {
    let words =
        form::Words { label: Words::TextLabel.text(names), at: "/text".into(), max_chars: MAX_SPEECH_CHARS };
    let form = Form::new(Words::StatementLabel.text(names), "statement");
    form.with(words)
        .with(choose_one(Words::ClaimLabel, "/claims_role", roles, names).optional())
        .with(ChooseOne::actor(seats, names))
}

fn vote(ballots: &BySeat<BallotChoice>, names: &Names) -> Form {
    let unknown = ballots.map(|_, _| ());
    let fields = ballots
        .iter()
        .map(|(seat, may)| ballot(Words::Person { seat }, format!("/ballots/{seat}"), may, names));
    Form::new(Words::VoteAllLabel.text(names), "vote").preset("ballots", unknown).with_all(fields)
}

fn ballot(label: Words, at: String, may: &BallotChoice, names: &Names) -> ChooseOne {
    let target = |target: &Target| {
        let label = match *target {
            Target::Seat(seat) => Words::Person { seat },
            Target::Graveyard => Words::GraveyardLabel,
        };
        Key::new(label.text(names), target)
    };
    let none = || Key::new(Words::NoVoteLabel.text(names), ()).signed("—");
    ChooseOne::of(label.text(names), at, may.targets.iter().map(target).chain(may.may_be_null.then(none)))
}

fn card_field(card: FaceDown, at: &str, may: &[Role], names: &Names) -> ChooseOne {
    let keys = may.iter().map(|role| key(*role, names));
    let required = likeliest(may).is_none();
    ChooseOne { required, ..ChooseOne::of(card.message().text(names), at, keys) }
}

/// The role that is selected at first: most cards are villagers.
fn likeliest(may: &[Role]) -> Option<Role> {
    match may {
        [only] => Some(*only),
        _ => may.contains(&Role::Villager).then_some(Role::Villager),
    }
}

fn choose_several(label: Words, at: String, count: usize, roles: &[Role], names: &Names) -> ChooseSeveral {
    ChooseSeveral::of(label.text(names), at, count, roles.iter().map(|role| key(*role, names))).optional()
}

fn choose_one(label: Words, at: &str, roles: &[Role], names: &Names) -> ChooseOne {
    ChooseOne::of(label.text(names), at, roles.iter().map(|role| key(*role, names)))
}

fn key(role: Role, names: &Names) -> Key {
    Key::new(role.message().text(names), role).pictured(role.picture())
}

/// A card of the graveyard.
fn slot_key(slot: usize, names: &Names) -> Key {
    Key::new(Words::SlotLabel { slot: Slot(count::to_i64(slot)) }.text(names), slot)
}
