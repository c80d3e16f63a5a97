//! `Policy`: votes for the target whose execution likeliest makes it win, and listens to claims about the werewolf.
//!
//! A claim to the werewolf means: I was dealt it, and passed it to my right. Several seats may claim it.

use super::choices::Choice;
use super::knowledge::clue::Clue;
use super::moves::{CardPlace, Move, SeatSlot, Target};
use super::rules::camps::{Camp, camp_of};
use super::rules::role::Role;
use super::{Ballots, HalfWerewolf, Phase, Statement};
use crate::count;
use crate::fact::Fact;
use crate::game::{Choices, Chooser, Policy};
use crate::policy::{Players, Temper, best_of};
use crate::seat::{BySeat, Seat};

/// The amount that a claim to have passed on the werewolf adds to the chance of winning by its receiver's execution.
const TRUST: f64 = 0.35;

impl Policy for HalfWerewolf {
    fn policy_move(&self, players: &Players<Self>, chooser: &mut dyn Chooser) -> Option<Move> {
        match self.phase {
            Phase::Deal => Some(self.open_deal(chooser)),
            Phase::Pass => {
                let card = |seat| players.seen_by(seat).card_to_pass(seat, players.temper(seat), chooser);
                Some(Move::PassCards { cards: BySeat::new(self.seats(), card) })
            }
            Phase::Seer | Phase::Gravedigger => self.ability_by_policy(players, chooser),
            Phase::Day => {
                let silent = self.seats().iter().find(|seat| self.statements[*seat].is_none());
                Some(silent.map_or(Move::EndDay {}, |seat| Move::Statement {
                    seat,
                    text: None,
                    claims_role: Some(players.seen_by(seat).role_to_claim(
                        seat,
                        players.temper(seat),
                        chooser,
                    )),
                }))
            }
            Phase::Vote | Phase::Runoff => {
                let world = self.knowledge.sample_world(&[], chooser)?;
                let ballots: Ballots = BySeat::new(self.seats(), |seat| {
                    let own = players.seen_by(seat);
                    (!world.voteless(seat)).then(|| own.target_by_policy(seat, players.temper(seat), chooser))
                });
                Some(Move::Vote { ballots })
            }
            Phase::Reveal => self.open_reveal(chooser),
            Phase::Over => None,
        }
    }
}

impl HalfWerewolf {
    /// A seat that passes the werewolf on is of the village camp, and knows the werewolf's new place. A bold player
    /// may keep it.
    fn card_to_pass(&self, seat: Seat, temper: Temper, chooser: &mut dyn Chooser) -> Fact<Role> {
        let Some(pair) = self.knowledge.dealt(seat) else { return Fact::Unknown };
        let any = *chooser.choose(&pair.roles());
        if temper == Temper::Random || (temper == Temper::Bold && chooser.chance(2)) {
            return Fact::Known(any);
        }
        let order = [Role::Werewolf, Role::Madman, Role::Villager];
        Fact::Known(order.into_iter().find(|role| pair.has(*role)).unwrap_or(any))
    }

    /// The seat that comes forward knows where the werewolf may be; the cards it sees are those of the whole record.
    fn ability_by_policy(&self, players: &Players<Self>, chooser: &mut dyn Chooser) -> Option<Move> {
        match self.choices().into_iter().next()? {
            Choice::SeerLook { seats, looks } => {
                let seat = *seats.first()?;
                let (own, any) = (players.seen_by(seat), chooser.choose(&looks).target);
                let target = match players.temper(seat) {
                    Temper::Random => any,
                    Temper::Sensible | Temper::Bold => own.likeliest_werewolf(seat).unwrap_or(any),
                };
                let world = self.knowledge.sample_world(&[Clue::SeerIs(seat)], chooser)?;
                let role = world.card(self.read_place(target).ok()?);
                Some(Move::SeerLook { seat, target, role: Fact::Known(role) })
            }
            Choice::Dig { seats, targets, .. } => {
                let seat = *seats.first()?;
                let others: Vec<SeatSlot> =
                    targets.into_iter().filter(|target| target.seat != seat).collect();
                let world = self.knowledge.sample_world(&self.digging(seat), chooser)?;
                let saw = world.graveyard();
                // A werewolf in the graveyard can be executed there.
                let give = saw.iter().position(|role| *role != Role::Werewolf).unwrap_or(0);
                let given_card = Fact::from(saw.get(give).copied());
                let (target, give) = (*chooser.choose(&others), Fact::Known(count::to_i64(give)));
                Some(Move::Dig { seat, target, saw: Fact::Known(saw), give, given_card })
            }
            Choice::SkipAbility { ability } => Some(Move::SkipAbility { ability }),
            _ => None,
        }
    }

    fn likeliest_werewolf(&self, seat: Seat) -> Option<CardPlace> {
        let odds = self.odds_known_to(seat)?;
        let werewolf = Role::Werewolf.word();
        best_of(odds.holds, |of| of.roles.get(werewolf).copied().unwrap_or_default()).map(|of| of.place)
    }

    fn is_of_village(&self, seat: Seat) -> bool {
        self.knowledge
            .holds(seat)
            .or_else(|| self.knowledge.held(seat))
            .is_none_or(|pair| camp_of(pair) == Camp::Village)
    }

    fn role_to_claim(&self, seat: Seat, temper: Temper, chooser: &mut dyn Chooser) -> Role {
        let roles: Vec<Role> = self.setup.roles().collect();
        let used = |role: Role| match role {
            Role::Seer => self.knowledge.table.look.is_some_and(|(looker, _)| looker == seat),
            Role::Gravedigger => self.knowledge.table.dig.is_some_and(|(digger, ..)| digger == seat),
            Role::Werewolf => self.knowledge.passed(seat) == Some(role),
            _ => false,
        };
        let accuses = temper == Temper::Bold || chooser.chance(2);
        match temper {
            Temper::Random => *chooser.choose(&roles),
            _ if !self.is_of_village(seat) && accuses => Role::Werewolf,
            _ => [Role::Werewolf, Role::Seer, Role::Gravedigger]
                .into_iter()
                .find(|role| used(*role))
                .unwrap_or(Role::Villager),
        }
    }

    /// The target by which this seat, whose position this is, is likeliest to win.
    fn target_by_policy(&self, seat: Seat, temper: Temper, chooser: &mut dyn Chooser) -> Target {
        let targets = self.targets();
        let Some(odds) = self.odds_known_to(seat).filter(|_| temper != Temper::Random) else {
            return *chooser.choose(&targets);
        };
        let had_it = |said: &Statement| said.claims_role == Some(Role::Werewolf);
        let accused: Vec<Target> = self
            .statements
            .iter()
            .filter(|(by, statement)| *by != seat && statement.as_deref().is_some_and(had_it))
            .map(|(by, _)| Target::Seat(self.seats().right_of(by)))
            .filter(|target| *target != Target::Seat(seat))
            .collect();
        let value = |target: &Target| {
            let wins = odds.wins.iter().find(|of| of.target == *target);
            let p_win = wins.and_then(|of| of.seats.get(seat.index()).copied()).unwrap_or_default();
            p_win + if accused.contains(target) { TRUST } else { 0.0 }
        };
        best_of(targets, value).unwrap_or(Target::Graveyard)
    }
}
