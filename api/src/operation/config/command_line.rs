//! Flags, variables and the file together, and which of them a command's help shows.

use std::collections::BTreeMap;
use std::path::PathBuf;

use clap::parser::ValueSource;
use clap::{Arg, ArgMatches, Command, CommandFactory, FromArgMatches};
use etcetera::BaseStrategy;
use thiserror::Error;

use super::file::{self, FileError};
use super::{Config, Settings};

/// The file for all users, put there by a package.
const SYSTEM_FILE: &str = "/etc/kifu/kifu.toml";

/// The settings in the help of commands that work with the database; the commands take the others too, and don't need
/// them.
const DATABASE_SETTINGS: [&str; 5] = ["config", "database_url", "data_dir", "postgres_bin", "log"];

/// Further settings in the help of commands that they matter to.
const OWN_SETTINGS: [(&str, &str); 1] = [("migrate", "shards")];

/// Commands that need no database.
const WITHOUT_DATABASE: [&str; 1] = ["contract"];

/// Commands that all settings matter to.
const COMMANDS_WITH_ALL_SETTINGS: [&str; 1] = ["serve"];

/// The settings can't be used.
#[derive(Debug, Error)]
pub enum ConfigError {
    /// The command line or a variable; or help was asked for.
    #[error(transparent)]
    Usage(#[from] clap::Error),
    /// The file.
    #[error(transparent)]
    File(#[from] FileError),
}

impl Config {
    /// The settings of this process: its command line, its environment and the file.
    ///
    /// # Errors
    ///
    /// If one of them has an unknown setting.
    pub fn load() -> Result<Self, ConfigError> {
        Self::read(std::env::args_os().collect())
    }

    fn read(words: Vec<std::ffi::OsString>) -> Result<Self, ConfigError> {
        // Wrong usage, and help, are told before a file is looked for.
        let matches = with_help(declared()).try_get_matches_from(&words)?;
        let named = Self::from_arg_matches(&matches)?.settings.config;
        let Some((path, values)) = find(named)? else {
            return Ok(Self { digests: digests(&matches), ..Self::from_arg_matches(&matches)? });
        };
        let command = values
            .into_iter()
            .fold(declared(), |command, (id, value)| command.mut_arg(id, |arg| arg.default_value(value)));
        let matches = with_help(command).try_get_matches_from(words)?;
        let mut config = Self::from_arg_matches(&matches)?;
        config.settings.prefer_the_stronger_key(&matches);
        config.file = Some(path);
        config.digests = digests(&matches);
        Ok(config)
    }
}

impl Settings {
    /// A key that a variable names counts before a file of a key that `kifu.toml` names.
    fn prefer_the_stronger_key(&mut self, matches: &ArgMatches) {
        let from_file = |id| matches.value_source(id) == Some(ValueSource::DefaultValue);
        if from_file("operator_key_file") && self.operator_key.is_some() && !from_file("operator_key") {
            self.operator_key_file = None;
        }
    }
}

/// Every setting, as it is declared.
fn declared() -> Command {
    <Config as CommandFactory>::command()
}

/// The digests of the values of all settings: some are secret.
fn digests(matches: &ArgMatches) -> BTreeMap<String, blake3::Hash> {
    let declared = declared();
    let settings = file::settings(&declared).map(|arg| arg.get_id().as_str());
    let digest = |id: &str| {
        let mut hasher = blake3::Hasher::new();
        for value in matches.get_raw(id).into_iter().flatten() {
            hasher.update(value.as_encoded_bytes()).update(&[0]);
        }
        (id.to_owned(), hasher.finalize())
    };
    settings.map(digest).collect()
}

/// The file that was named, or the first of the usual ones that is there, with what it says.
fn find(named: Option<PathBuf>) -> Result<Option<(PathBuf, Vec<file::Value>)>, FileError> {
    let command = declared();
    if let Some(path) = named {
        let values = file::read(&path, &command)?;
        return Ok(Some((path, values)));
    }
    // A folder that this user may not look into holds no settings for it.
    let Some(path) = usual_files().into_iter().find(|path| path.try_exists().unwrap_or(false)) else {
        return Ok(None);
    };
    let values = file::read(&path, &command)?;
    Ok(Some((path, values)))
}

fn usual_files() -> Vec<PathBuf> {
    let own = match etcetera::choose_base_strategy() {
        Ok(folders) if !rustix::process::geteuid().is_root() => {
            Some(folders.config_dir().join("kifu/kifu.toml"))
        }
        _ => None,
    };
    own.into_iter().chain([PathBuf::from(SYSTEM_FILE)]).collect()
}

/// The command line whose commands show in their help the settings that matter to them.
pub(super) fn with_help(command: Command) -> Command {
    let settings: Vec<Arg> = command.get_arguments().filter(|arg| arg.is_global_set()).cloned().collect();
    command.mut_subcommands(|command| {
        let name = command.get_name().to_owned();
        let shows = |id: &str| {
            COMMANDS_WITH_ALL_SETTINGS.contains(&name.as_str())
                || !WITHOUT_DATABASE.contains(&name.as_str()) && DATABASE_SETTINGS.contains(&id)
                || OWN_SETTINGS.contains(&(name.as_str(), id))
        };
        settings.iter().fold(command, |command, arg| {
            let hidden = !shows(arg.get_id().as_str());
            let arg = arg.clone().hide(hidden);
            command.arg(if COMMANDS_WITH_ALL_SETTINGS.contains(&name.as_str()) {
                arg
            } else {
                arg.help_heading("Settings")
            })
        })
    })
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::num::NonZeroU16;

    use super::*;

    fn read(file: &str, words: &[&str]) -> Result<Config, ConfigError> {
        let path = std::env::temp_dir().join(format!("kifu-{}.toml", uuid::Uuid::now_v7()));
        fs::write(&path, file).unwrap();
        let words = [&["kifu", "--config", path.to_str().unwrap()], words].concat();
        let config = Config::read(words.into_iter().map(Into::into).collect());
        fs::remove_file(path).unwrap();
        config
    }

    fn refused(file: &str) -> String {
        let error = read(file, &[]).unwrap_err().to_string();
        let (_, message) = error.split_once(".toml").unwrap();
        message.lines().next().unwrap().to_owned()
    }

    #[test]
    fn the_command_line_is_consistent() {
        with_help(declared()).debug_assert();
    }

    #[test]
    fn a_flag_counts_before_the_file_and_the_file_before_the_default() {
        let file = "pool_size = 20\nrequire_key = true\nlisten = \"127.0.0.1:9\"\n\
                    allowed_host = [\"a.example\", \"b.example\"]";
        let config = read(file, &[]).unwrap();
        assert_eq!(config.settings.pool_size, NonZeroU16::new(20).unwrap());
        assert!(config.settings.require_key && config.file.is_some());
        assert_eq!(config.settings.boundary.allowed_host, ["a.example", "b.example"]);
        for words in [["--pool-size", "16", "serve"], ["serve", "--pool-size", "16"]] {
            assert_eq!(read(file, &words).unwrap().settings.pool_size, NonZeroU16::new(16).unwrap());
        }
        assert_eq!(read("", &[]).unwrap().settings.pool_size, NonZeroU16::new(16).unwrap());
        assert_eq!(read(file, &["export"]).unwrap().settings.pool_size, NonZeroU16::new(20).unwrap());
    }

    #[test]
    fn a_key_that_is_given_counts_before_the_file_that_the_file_names() {
        let file = "operator_key_file = \"/etc/kifu/key\"";
        let settings = read(file, &["--operator-key", "k"]).unwrap().settings;
        assert!(settings.operator_key_file.is_none() && settings.operator_key.is_some());
        assert!(read(file, &[]).unwrap().settings.operator_key_file.is_some());
    }

    #[test]
    fn an_error_in_a_file_names_its_line() {
        for (file, expected) in [
            ("\nlisen = \"127.0.0.1:1\"", ", line 2: there is no setting `lisen`; is `listen` meant?"),
            ("pool-size = 3", ", line 1: there is no setting `pool-size`; is `pool_size` meant?"),
            ("zebra = 1", ", line 1: there is no setting `zebra`; kifu --help names all of them"),
            ("config = \"x\"", ", line 1: there is no setting `config`; kifu --help names all of them"),
            ("[server]\nlisten = 1", ", line 1: there is no setting `server`; kifu --help names all of them"),
            ("# a\n\nrequire_key = \"yes\"", ", line 3: `require_key`: it must be true or false"),
            ("listen = [\"127.0.0.1:1\"]", ", line 1: `listen`: it must be one value, not a list"),
            ("log = { a = 1 }", ", line 1: `log`: it must be text or a number"),
        ] {
            assert_eq!(refused(file), expected, "{file}");
        }
        let wrong = refused("listen = \"here\"");
        assert!(wrong.starts_with(", line 1: `listen`: invalid value 'here'"), "{wrong}");
        let syntax = refused("pool_size = 1\nlisten = ");
        assert!(syntax.starts_with(", line 2: this is no TOML ("), "{syntax}");
        let both = refused("operator_key = \"k\"\noperator_key_file = \"f\"");
        assert!(both.contains("--operator-key"), "{both}");
    }

    /// The lines of the example, those that only show a setting too.
    fn example() -> String {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../packaging/kifu.toml");
        let text = fs::read_to_string(path).unwrap();
        let shown = |line: &str| match line.strip_prefix('#') {
            Some(setting) if setting.starts_with(|letter: char| letter.is_ascii_lowercase()) => {
                setting.to_owned()
            }
            _ => line.to_owned(),
        };
        text.lines().map(|line| shown(line) + "\n").collect()
    }

    #[test]
    fn the_example_has_every_setting_with_its_default() {
        let example = example();
        let line = |id: &str| {
            let mut lines = example.lines().filter(|line| line.starts_with(&format!("{id} = ")));
            let line = lines.next().unwrap_or_else(|| panic!("packaging/kifu.toml lacks {id}"));
            assert_eq!(lines.next(), None, "{id}");
            line.to_owned() + "\n"
        };
        let declared = declared();
        for arg in file::settings(&declared) {
            let id = arg.get_id().as_str();
            let path = std::env::temp_dir().join(format!("kifu-{}.toml", uuid::Uuid::now_v7()));
            fs::write(&path, line(id)).unwrap();
            let values = file::read(&path, &declared).unwrap();
            fs::remove_file(&path).unwrap();
            let default = arg.get_default_values().first().and_then(|value| value.to_str());
            if let (Some(default), false) = (default, id == "data_dir") {
                assert_eq!(values[0].1, default, "{id}");
            }
        }
        let settings = example.lines().filter(|line| !line.starts_with('#') && !line.is_empty()).count();
        assert_eq!(settings, file::settings(&declared).count());
    }

    #[test]
    fn a_command_shows_its_own_options_and_how_the_database_is_reached() {
        let mut command = with_help(declared());
        command.build();
        let mut help = |name: &str| command.find_subcommand_mut(name).unwrap().render_long_help().to_string();
        let export = help("export");
        assert!(export.contains("--resume") && export.contains("--data-dir"), "{export}");
        for foreign in ["--webhook-senders", "--listen", "--rate-limit", "--count"] {
            assert!(!export.contains(foreign), "{foreign}: {export}");
        }
        assert!(!help("contract").contains("--data-dir"));
        assert!(help("serve").contains("--webhook-senders"));
    }
}
