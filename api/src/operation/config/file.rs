//! `kifu.toml`: the settings of the command line, in a file.

use std::fs;
use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};

use clap::builder::Resettable;
use clap::error::{ContextKind, ContextValue};
use clap::{Arg, ArgAction, Command};
use thiserror::Error;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::usage;
use crate::operation::setting_values::WrongValue;

/// A file of settings can't be used.
#[derive(Debug, Error)]
#[error(
    "{}{}: {}\n{}{}：{}",
    path.display(), line.map(|line| format!(", line {line}")).unwrap_or_default(), problem.en(),
    path.display(), line.map(|line| format!(" {line} 行目")).unwrap_or_default(), problem.ja()
)]
pub struct FileError {
    /// The file.
    pub path: PathBuf,
    /// The line in it, from 1, where one is to blame.
    pub line: Option<usize>,
    /// The fault.
    pub problem: FileProblem,
}

/// A fault in a file of settings.
#[derive(Debug)]
pub enum FileProblem {
    /// It can't be read.
    Unreadable(io::Error),
    /// It is no TOML.
    Syntax(String),
    /// There is no such setting.
    Unknown {
        /// The key in the file.
        key: String,
        /// The key that may be meant.
        meant: Option<String>,
    },
    /// The setting can't be that.
    Wrong {
        /// The setting.
        key: String,
        /// Why not.
        why: WrongValue,
    },
    /// Two settings that exclude each other.
    Together(String),
}

impl FileProblem {
    fn en(&self) -> String {
        match self {
            Self::Unreadable(error) => format!(
                "it can't be read ({error}). Name another file with --config or KIFU_CONFIG (/dev/null for none), or let \
                 this user read it"
            ),
            Self::Syntax(why) => format!("this is no TOML ({why})"),
            Self::Unknown { key, meant: Some(meant) } => {
                format!("there is no setting `{key}`; is `{meant}` meant?")
            }
            Self::Unknown { key, meant: None } => {
                format!("there is no setting `{key}`; kifu --help names all of them")
            }
            Self::Wrong { key, why } => format!("`{key}`: {why}"),
            Self::Together(why) => why.clone(),
        }
    }

    fn ja(&self) -> String {
        match self {
            Self::Unreadable(error) => format!(
                "読み込めません（{error}）。--config または KIFU_CONFIG で別のファイル（なしなら /dev/null）を指定するか、\
                 この利用者に読み取りを許可してください。"
            ),
            Self::Syntax(why) => format!("TOML として読めません（{why}）。"),
            Self::Unknown { key, meant: Some(meant) } => {
                format!("設定 `{key}` はありません。`{meant}` のことですか。")
            }
            Self::Unknown { key, meant: None } => {
                format!("設定 `{key}` はありません。一覧は kifu --help にあります。")
            }
            Self::Wrong { key, why } => format!("`{key}` の値が正しくありません（{}）。", why.ja()),
            Self::Together(why) => format!("同時に指定できない設定があります（{why}）。"),
        }
    }
}

/// A setting and its value, as the command line would have it.
pub(super) type Value = (String, String);

/// The settings of a file. Each is read by the parser of its flag.
///
/// # Errors
///
/// If the file can't be read, or has an unknown setting.
pub(super) fn read(path: &Path, command: &Command) -> Result<Vec<Value>, FileError> {
    let wrong = |line, problem| FileError { path: path.to_owned(), line, problem };
    let text = fs::read_to_string(path).map_err(|error| wrong(None, FileProblem::Unreadable(error)))?;
    let line = |span: Range<usize>| Some(text[..span.start].matches('\n').count() + 1);
    let table = DeTable::parse(&text).map_err(|error| {
        wrong(error.span().and_then(line), FileProblem::Syntax(error.message().trim().replace('\n', ", ")))
    })?;
    // The file is judged by itself, whatever variables say.
    let command = command.clone().mut_args(|arg| arg.env(Resettable::Reset));
    let mut values = Vec::new();
    for (key, value) in table.get_ref() {
        let at = line(key.span());
        values.push(setting(&command, key.get_ref(), value).map_err(|problem| wrong(at, problem))?);
    }
    let words = values.iter().filter_map(|(id, value)| word(&command, id, value));
    parse(&command, words).map_err(|error| wrong(None, FileProblem::Together(first_lines(&error))))?;
    Ok(values)
}

fn setting(command: &Command, key: &str, value: &Spanned<DeValue<'_>>) -> Result<Value, FileProblem> {
    let arg = settings(command)
        .find(|arg| arg.get_id() == key)
        .ok_or_else(|| FileProblem::Unknown { key: key.to_owned(), meant: meant(command, key) })?;
    let wrong = |why: WrongValue| FileProblem::Wrong { key: key.to_owned(), why };
    let text = text(arg, value.get_ref()).map_err(wrong)?;
    parse(command, word(command, key, &text))
        .map_err(|error| wrong(WrongValue::new(first_lines(&error), usage::reason(&error))))?;
    Ok((key.to_owned(), text))
}

/// The settings that a file can have.
pub(super) fn settings(command: &Command) -> impl Iterator<Item = &Arg> {
    command.get_arguments().filter(|arg| arg.is_global_set() && arg.get_id() != "config")
}

/// The text that a flag would be given.
fn text(arg: &Arg, value: &DeValue<'_>) -> Result<String, WrongValue> {
    if let ArgAction::SetTrue = arg.get_action() {
        return value
            .as_bool()
            .map(|value| value.to_string())
            .ok_or_else(|| WrongValue::new("it must be true or false", "true か false を指定してください"));
    }
    match (value, arg.get_value_delimiter()) {
        (DeValue::Array(values), Some(delimiter)) => {
            let texts: Result<Vec<String>, _> = values.iter().map(|value| plain(value.get_ref())).collect();
            Ok(texts?.join(&delimiter.to_string()))
        }
        (DeValue::Array(_), None) => Err(WrongValue::new(
            "it must be one value, not a list",
            "並びではなく 1 つの値を指定してください",
        )),
        (value, _) => plain(value),
    }
}

fn plain(value: &DeValue<'_>) -> Result<String, WrongValue> {
    match value {
        DeValue::String(text) => Ok(text.to_string()),
        DeValue::Integer(number) => Ok(number.to_string()),
        DeValue::Float(number) => Ok(number.to_string()),
        DeValue::Boolean(value) => Ok(value.to_string()),
        _ => Err(WrongValue::new("it must be text or a number", "文字列か数を指定してください")),
    }
}

/// The argument as it would stand on the command line; nothing for a flag that is off.
fn word(command: &Command, id: &str, text: &str) -> Option<String> {
    let arg = command.get_arguments().find(|arg| arg.get_id() == id)?;
    let long = arg.get_long()?;
    match (arg.get_action(), text) {
        (ArgAction::SetTrue, "true") => Some(format!("--{long}")),
        (ArgAction::SetTrue, _) => None,
        _ => Some(format!("--{long}={text}")),
    }
}

fn parse(command: &Command, words: impl IntoIterator<Item = String>) -> Result<(), clap::Error> {
    let words = std::iter::once("kifu".to_owned()).chain(words);
    command.clone().try_get_matches_from(words).map(drop)
}

/// The setting that `clap` takes a wrong flag for.
fn meant(command: &Command, key: &str) -> Option<String> {
    let flag = format!("--{}", key.to_lowercase().replace('_', "-"));
    let name = |flag: &str| flag.trim_start_matches('-').replace('-', "_");
    if settings(command).any(|arg| arg.get_long().is_some_and(|long| flag == format!("--{long}"))) {
        return Some(name(&flag));
    }
    let error = parse(command, [flag]).err()?;
    match error.get(ContextKind::SuggestedArg)? {
        ContextValue::String(flag) => Some(name(flag)),
        ContextValue::Strings(flags) => flags.first().map(|flag| name(flag)),
        _ => None,
    }
}

/// The message of `clap`, without the usage of the command line.
fn first_lines(error: &clap::Error) -> String {
    let text = error.render().to_string();
    let lines = text.trim_start_matches("error: ").lines().take_while(|line| !line.trim().is_empty());
    lines.map(str::trim).collect::<Vec<_>>().join(" ")
}
