//! The games and observations that a question is about.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};
use uuid::Uuid;

use super::{INCLUSIONS, MAX_LIST_LENGTH, StatisticsReader};
use crate::http::problem::Problem;
use crate::http::query_params::must_be;
use crate::http::query_params::{not_among, one_of};
use crate::http::words::requests::Requests;
use kifu_engine::vocabulary;
use kifu_names::NameKey;
use kifu_statistics::catalogue::{DIMENSION_PREFIX, OPTION_PREFIX, options};
use kifu_statistics::columns::games::SIMULATED_TAG;
use kifu_statistics::question::{Filter, Inclusion, KeyPart};

impl StatisticsReader<'_> {
    pub(super) fn filter(&self) -> Result<Filter, Problem> {
        let Self { params, .. } = self;
        Ok(Filter {
            games: self.games()?,
            from: params.time("from", false)?.map(|time| time.timestamp_millis()),
            to: params.time("to", true)?.map(|time| time.timestamp_millis()),
            place: params.text("place")?,
            tags: params.texts("tag")?,
            without_tags: params.texts("without_tag")?,
            seats: params.numbers("seats", 1, 255)?,
            options: self.options()?,
            rules_versions: params.numbers("rules_version", 1, u16::MAX.into())?,
            players: params.all("player").map(|id| player("player", id)).collect::<Result<_, _>>()?,
            group: self.group()?,
            endings: params.texts("result")?,
            irregular: params.choice("irregular", &INCLUSIONS)?.unwrap_or_default(),
            simulated: self.simulated()?,
            of: params.all("of").map(|id| player("of", id)).collect::<Result<_, _>>()?,
            dimensions: self.dimensions()?,
        })
    }

    fn games(&self) -> Result<Vec<String>, Problem> {
        self.params.words("game", &self.entry.games)
    }

    /// The games that are asked for: those of the metric, unless some are named.
    fn slugs(&self) -> Vec<&'static str> {
        let is_requested = |slug: &&&str| self.params.all("game").any(|game| game == **slug);
        let named: Vec<_> = self.entry.games.iter().filter(is_requested).copied().collect();
        if named.is_empty() { self.entry.games.clone() } else { named }
    }

    fn options(&self) -> Result<Vec<(String, Vec<Value>)>, Problem> {
        let mut options: BTreeMap<String, Vec<Value>> = BTreeMap::new();
        for (name, text) in self.params.with_prefix(OPTION_PREFIX) {
            options.entry(name.to_owned()).or_default().push(self.option(name, text)?);
        }
        Ok(options.into_iter().collect())
    }

    /// The value that an option has by this text, in the games asked for.
    pub(super) fn option(&self, name: &str, text: &str) -> Result<Value, Problem> {
        let games = self.slugs();
        let having: Vec<_> =
            games.iter().filter_map(|game| vocabulary::games().get(game)?.options.get(name)).collect();
        let parameter = format!("{OPTION_PREFIX}{name}");
        if having.is_empty() {
            return Err(not_among(&parameter, name, options(&games)));
        }
        having.iter().find_map(|values| values.read(text)).ok_or_else(|| {
            let allowed: BTreeSet<_> = having.iter().flat_map(|values| values.allowed()).collect();
            not_among(&parameter, text, &allowed)
        })
    }

    fn group(&self) -> Result<Vec<Uuid>, Problem> {
        let group: Vec<Uuid> = self.list("group").map(|id| player("group", id)).collect::<Result<_, _>>()?;
        if group.len() > MAX_LIST_LENGTH {
            let message = Requests::TooManyPlayers { name: "group".into(), most: MAX_LIST_LENGTH };
            return Err(Problem::parameter("group", message)
                .with(json!({"parameter": "group", "input": group, "allowed": {"max": MAX_LIST_LENGTH}})));
        }
        Ok(group)
    }

    /// A request for the tag of simulated games wants these.
    fn simulated(&self) -> Result<Inclusion, Problem> {
        let is_requested =
            self.params.texts("tag")?.iter().any(|tag| NameKey::of(tag).as_str() == SIMULATED_TAG);
        let usual = if is_requested { Inclusion::In } else { Inclusion::Out };
        Ok(self.params.choice("simulated", &INCLUSIONS)?.unwrap_or(usual))
    }

    fn dimensions(&self) -> Result<Vec<(usize, Vec<KeyPart>)>, Problem> {
        let names: Vec<&str> = self.entry.metric.dimensions.iter().map(|dimension| dimension.name).collect();
        let mut dimensions: BTreeMap<usize, Vec<KeyPart>> = BTreeMap::new();
        for (name, text) in self.params.with_prefix(DIMENSION_PREFIX) {
            let index = names.iter().position(|dimension| *dimension == name);
            let index = index.ok_or_else(|| not_among(&format!("{DIMENSION_PREFIX}{name}"), name, &names))?;
            dimensions.entry(index).or_default().push(self.dimension(
                index,
                &format!("{DIMENSION_PREFIX}{name}"),
                text,
            )?);
        }
        Ok(dimensions.into_iter().collect())
    }

    /// A value of a dimension: one of its words, where it has some, or several of them in any order.
    pub(super) fn dimension(&self, index: usize, parameter: &str, text: &str) -> Result<KeyPart, Problem> {
        let dimension = self.entry.metric.dimensions[index];
        if text.is_empty() {
            return Ok(KeyPart::Missing);
        }
        if dimension.words.is_empty() {
            return Ok(KeyPart::read(text));
        }
        let words: Vec<&str> = dimension.words.iter().map(|word| word.name).collect();
        let Some(between) = dimension.joined_by else {
            return one_of(parameter, text, &words).map(KeyPart::Word);
        };
        let parts = text.split(between).map(|part| one_of(parameter, part, &words));
        let mut parts: Vec<String> = parts.collect::<Result<_, _>>()?;
        parts.sort_unstable();
        Ok(KeyPart::Word(parts.join(&between.to_string())))
    }
}

/// A player, by id.
pub(super) fn player(parameter: &str, text: &str) -> Result<Uuid, Problem> {
    text.parse().map_err(|_| {
        must_be(parameter, Requests::PlayerId).with(json!({"parameter": parameter, "input": text}))
    })
}
