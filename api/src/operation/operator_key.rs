//! The operator's key: where it comes from, and what it must be like.

use std::path::PathBuf;

use thiserror::Error;

use crate::http::secrets::Secret;
use crate::http::secrets::{MIN_KEY_LENGTH, is_of_a_secret};
use crate::operation::config::Settings;

/// The operator's key can't be used. The messages never repeat it.
#[derive(Debug, Error)]
pub enum KeyError {
    /// The file with it can't be read.
    #[error(
        "the operator's key can't be read from {}: {why}.\n運営者の鍵を {} から読み込めません（{why}）。",
        path.display(), path.display()
    )]
    File {
        /// The file.
        path: PathBuf,
        /// Why not.
        why: std::io::Error,
    },
    /// It is too easy to guess, or no bearer token.
    #[error(
        "the operator's key must be at least {MIN_KEY_LENGTH} letters, digits, - or _; \
         make one with: openssl rand -hex 32\n\
         運営者の鍵は {MIN_KEY_LENGTH} 文字以上の英数字・-・_ でなければなりません。openssl rand -hex 32 で作れます。"
    )]
    Weak,
    /// A key is asked for that nobody has.
    #[error(
        "--require-key needs --operator-key-file or --operator-key: nobody could open a record.\n\
         --require-key には --operator-key-file か --operator-key が必要です。鍵がなければ誰も記録を開始できません。"
    )]
    Missing,
}

/// The operator's key by these settings, if there is one.
///
/// # Errors
///
/// If the file can't be read, if the key is shorter than [`MIN_KEY_LENGTH`] or holds what a bearer token can't, or if a key is
/// required and there is none. The error never repeats the key.
pub fn operator_key(settings: &Settings) -> Result<Option<Secret>, KeyError> {
    let key = match &settings.operator_key_file {
        Some(path) => {
            let read = std::fs::read_to_string(path);
            let text = read.map_err(|why| KeyError::File { path: path.clone(), why })?;
            Some(text.parse().map_err(|_| KeyError::Weak)?)
        }
        None => settings.operator_key.clone(),
    };
    match &key {
        Some(key) if !is_strong(key.expose()) => Err(KeyError::Weak),
        None if settings.require_key => Err(KeyError::Missing),
        _ => Ok(key),
    }
}

fn is_strong(key: &str) -> bool {
    key.len() >= MIN_KEY_LENGTH && key.chars().all(is_of_a_secret)
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;
    use crate::operation::config::Config;

    const STRONG_KEY: &str = "an-operators-key_of-32-letters-0";

    fn key(arguments: &[&str]) -> Result<Option<Secret>, KeyError> {
        let config = Config::try_parse_from([&["kifu"], arguments].concat()).expect("arguments");
        operator_key(&config.settings)
    }

    #[test]
    fn a_key_is_long_and_can_be_a_bearer_token() {
        assert_eq!(key(&["--operator-key", STRONG_KEY]).expect("good").expect("a key").expose(), STRONG_KEY);
        assert!(key(&[]).expect("none").is_none());
        for bad in [
            "short",
            "spaces are no part of a bearer token",
            "quotes-\"-escape-in-json-000000",
            &STRONG_KEY[..23],
        ] {
            let refused = key(&["--operator-key", bad]).expect_err(bad);
            assert!(matches!(refused, KeyError::Weak) && !refused.to_string().contains(bad), "{refused}");
        }
        assert!(matches!(key(&["--require-key"]), Err(KeyError::Missing)));
    }

    #[test]
    fn a_key_can_be_in_a_file() {
        let file = std::env::temp_dir().join(format!("kifu-key-{}", uuid::Uuid::now_v7()));
        let path = file.to_str().expect("a path");
        assert!(matches!(key(&["--operator-key-file", path]), Err(KeyError::File { .. })));
        std::fs::write(&file, format!("{STRONG_KEY}\n")).expect("written");
        assert_eq!(key(&["--operator-key-file", path]).expect("good").expect("a key").expose(), STRONG_KEY);
        std::fs::write(&file, "\n").expect("written");
        assert!(matches!(key(&["--operator-key-file", path]), Err(KeyError::Weak)));
        std::fs::remove_file(&file).expect("removed");
    }
}
