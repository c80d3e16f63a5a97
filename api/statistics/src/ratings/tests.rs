//! After any change of an archive, updated ratings equal those rated from the start, and both equal those rated game by
//! game.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use proptest::prelude::*;
use uuid::Uuid;

use super::game_ratings::GameRatings;
use super::rate::{NEWCOMER, SkillDistribution, cooperative, ranked, unplayed};
use crate::chunk::LoadedChunk;
use crate::columns::games::{Game, OPEN_ENDED};
use crate::columns::{Chunk, GameEntry};
use crate::question::{Filter, PlayerRedirects};

/// Something that happens to an archive.
#[derive(Clone, Debug)]
enum Event {
    /// A record says this from now on; records that said something else before are amended.
    Record { record: u8, at: i8, seats: Vec<(u8, u8)>, irregular: bool },
    /// A record is public no longer, or not over.
    Gone { record: u8 },
    /// All chunks become one.
    Merged,
    /// A player is called by another's id from now on, or is nobody.
    Person { player: u8, now: Option<u8> },
}

fn event() -> impl Strategy<Value = Event> {
    let seats = prop::collection::vec((0_u8..6, 1_u8..4), 1..5);
    let record = (0_u8..12, 0_i8..6, seats, prop::bool::weighted(0.1));
    prop_oneof![
        8 => record.prop_map(|(record, at, seats, irregular)| Event::Record { record, at, seats, irregular }),
        2 => (0_u8..12).prop_map(|record| Event::Gone { record }),
        1 => Just(Event::Merged),
        1 => (0_u8..6, prop::option::of(0_u8..6)).prop_map(|(player, now)| Event::Person { player, now }),
    ]
}

/// The archive as the follower would keep it.
#[derive(Default)]
struct Archive {
    chunks: Vec<(i64, Chunk, Vec<u32>)>,
    redirects: BTreeMap<Uuid, Option<Uuid>>,
    next: i64,
}

/// Player 5 is nobody.
fn player(number: u8) -> Option<Uuid> {
    (number < 5).then(|| Uuid::from_u128(100 + u128::from(number)))
}

impl Archive {
    fn happen(&mut self, event: &Event) {
        match event {
            Event::Record { record, at, seats, irregular } => {
                self.delete(*record);
                let entry = GameEntry {
                    game: game(*record, *at, seats, *irregular),
                    observations: BTreeMap::default(),
                };
                self.push(vec![entry]);
            }
            Event::Gone { record } => self.delete(*record),
            Event::Merged => {
                let living = self.chunks.iter().flat_map(|(_, chunk, tombstones)| {
                    let rows = (0..).zip(chunk.entries()).filter(|(row, _)| !tombstones.contains(row));
                    rows.map(|(_, entry)| entry).collect::<Vec<_>>()
                });
                let living = living.collect();
                self.chunks.clear();
                self.push(living);
            }
            Event::Person { player: one, now } => {
                let (Some(one), now) = (player(*one), now.and_then(player)) else { return };
                // Nobody is merged into somebody who was merged.
                let is_free = |id: &Uuid| !self.redirects.contains_key(id) && *id != one;
                if now.is_none_or(|now| is_free(&now)) && !self.redirects.values().any(|id| *id == Some(one))
                {
                    self.redirects.insert(one, now);
                }
            }
        }
    }

    fn push(&mut self, entries: Vec<GameEntry>) {
        self.next += 1;
        self.chunks.push((self.next, Chunk::of(entries, &[]), Vec::new()));
    }

    fn delete(&mut self, record: u8) {
        let id = Uuid::from_u128(record.into());
        for (_, chunk, tombstones) in &mut self.chunks {
            let rows = (0..)
                .zip(&*chunk.games.ids)
                .filter(|(row, found)| **found == id && !tombstones.contains(row));
            let rows: Vec<u32> = rows.map(|(row, _)| row).collect();
            tombstones.extend(rows);
            tombstones.sort_unstable();
        }
    }

    fn chunks(&self) -> Vec<LoadedChunk> {
        let loaded = |(number, chunk, tombstones): &(i64, Chunk, Vec<u32>)| LoadedChunk {
            id: (1, 0, *number),
            position: 7,
            game: "some_game".into(),
            games: Arc::new(chunk.games.clone()),
            tombstones: Arc::new(tombstones.clone()),
            observations: BTreeMap::default(),
        };
        self.chunks.iter().map(loaded).collect()
    }

    fn redirects(&self) -> PlayerRedirects {
        PlayerRedirects::new(self.redirects.clone())
    }

    /// The ratings, game by game and nothing else.
    fn brute_force(&self, is_cooperative: bool) -> HashMap<Uuid, (SkillDistribution, usize)> {
        let living = self.chunks.iter().flat_map(|(_, chunk, tombstones)| {
            let rows = (0..).zip(chunk.entries()).filter(|(row, _)| !tombstones.contains(row));
            rows.map(|(_, entry)| entry.game).collect::<Vec<_>>()
        });
        let mut games: Vec<Game> = living.filter(|game| !game.irregular).collect();
        games.sort_by_key(|game| (game.played_at, game.id));
        let mut ratings: HashMap<Uuid, (SkillDistribution, usize)> = HashMap::new();
        let mut tables: HashMap<usize, SkillDistribution> = HashMap::new();
        for game in games {
            let mut who: Vec<Option<Uuid>> = Vec::new();
            for id in &game.players {
                let now = id.and_then(|id| self.redirects.get(&id).copied().unwrap_or(Some(id)));
                who.push(now.filter(|id| !who.contains(&Some(*id))));
            }
            if who.iter().all(Option::is_none) {
                continue;
            }
            let of = |id: &Option<Uuid>| id.and_then(|id| ratings.get(&id)).map_or(NEWCOMER, |(it, _)| *it);
            let seats: Vec<SkillDistribution> = who.iter().map(of).collect();
            let rated = if is_cooperative {
                let table = *tables.get(&seats.len()).unwrap_or(&unplayed(seats.len()));
                let (rated, table) = cooperative(&seats, table, game.won.iter().all(|won| *won));
                tables.insert(seats.len(), table);
                rated
            } else {
                ranked(&seats.into_iter().zip(game.places).collect::<Vec<_>>())
            };
            for (id, rating) in who.into_iter().zip(rated) {
                if let Some(id) = id {
                    let games = ratings.get(&id).map_or(0, |(_, games)| *games);
                    ratings.insert(id, (rating, games + 1));
                }
            }
        }
        ratings
    }
}

fn game(record: u8, at: i8, seats: &[(u8, u8)], irregular: bool) -> Game {
    Game {
        id: Uuid::from_u128(record.into()),
        from: 0,
        until: OPEN_ENDED,
        played_at: at.into(),
        irregular,
        options: "{}".into(),
        rules_version: 1,
        place: None,
        tags: Vec::new(),
        players: seats.iter().map(|(number, _)| player(*number)).collect(),
        won: seats.iter().map(|(_, place)| *place == 1).collect(),
        places: seats.iter().map(|(_, place)| *place).collect(),
        ending: "end".into(),
    }
}

/// All ratings as text.
fn render(ratings: &GameRatings) -> String {
    let mut players: Vec<_> = ratings
        .players()
        .map(|(id, history)| {
            let render_step = |step| {
                let (game, seat) = ratings.game(step);
                let others: Vec<_> = ratings.others(step).map(|(id, seat)| (id, seat.place)).collect();
                format!(
                    "{:?} {} {} {} {} {others:?}",
                    step.rating, game.id, game.played_at, seat.place, seat.won
                )
            };
            (id, history.iter().map(render_step).collect::<Vec<_>>())
        })
        .collect();
    players.sort();
    let mut variants: Vec<_> = ratings
        .variants()
        .map(|(variant, history)| {
            format!("{variant:?} {:?}", history.iter().map(|step| step.rating).collect::<Vec<_>>())
        })
        .collect();
    variants.sort();
    format!("{players:?} {variants:?}")
}

proptest! {
    #[test]
    fn updated_ratings_are_those_rated_from_the_start(
        events in prop::collection::vec(event(), 1..40),
        cooperative in any::<bool>(),
    ) {
        let mut archive = Archive::default();
        let mut updated = GameRatings::new(cooperative, Filter::default());
        for event in events {
            archive.happen(&event);
            let (chunks, redirects) = (archive.chunks(), archive.redirects());
            updated.update(&chunks, &redirects);
            prop_assert!(updated.is_of(&chunks, &redirects));
            let mut new = GameRatings::new(cooperative, Filter::default());
            new.update(&chunks, &redirects);
            prop_assert_eq!(render(&updated), render(&new), "after {:?}", event);
            let expected = archive.brute_force(cooperative);
            prop_assert_eq!(updated.players().count(), expected.len());
            for (id, history) in updated.players() {
                prop_assert_eq!(history.last().map(|step| step.rating), Some(expected[&id].0));
                prop_assert_eq!(history.len(), expected[&id].1);
            }
        }
    }
}

#[test]
fn only_what_comes_after_a_change_is_rated_anew() {
    let mut archive = Archive::default();
    let mut ratings = GameRatings::new(false, Filter::default());
    let seats = [(0, 1), (1, 2)];
    let record_event = |record, at| Event::Record { record, at, seats: seats.into(), irregular: false };
    let mut rated = |archive: &Archive| ratings.update(&archive.chunks(), &archive.redirects());
    for record in 0..10 {
        archive.happen(&record_event(record, i8::try_from(record).unwrap()));
        assert_eq!(rated(&archive), 1);
    }
    archive.happen(&Event::Merged);
    assert_eq!(rated(&archive), 0, "nothing but where it is stored has changed");
    archive.happen(&Event::Gone { record: 7 });
    assert_eq!(rated(&archive), 2);
    archive.happen(&record_event(7, 7));
    assert_eq!(rated(&archive), 3);
    archive.happen(&record_event(3, 3));
    assert_eq!(rated(&archive), 0, "it says what it said before");
}

#[test]
fn looking_back_at_an_older_archive_undoes_what_came_later() {
    let mut archive = Archive::default();
    let mut ratings = GameRatings::new(false, Filter::default());
    archive.happen(&Event::Record { record: 1, at: 1, seats: vec![(0, 1), (1, 2)], irregular: false });
    let before = archive.chunks();
    archive.happen(&Event::Gone { record: 1 });
    ratings.update(&archive.chunks(), &archive.redirects());
    assert_eq!(ratings.players().count(), 0);
    ratings.update(&before, &archive.redirects());
    assert_eq!(ratings.players().count(), 2);
}
