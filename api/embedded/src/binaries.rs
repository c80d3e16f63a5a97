//! Finding the installed PostgreSQL.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use super::account::Account;
use super::error::EmbeddedError;
use super::reasons::Unusable;

/// The schema uses what came with this version.
const MIN_MAJOR_VERSION: u32 = 15;

/// Folders whose sub-folders are named after a major version and hold `bin`.
const VERSIONED_FOLDERS: [&str; 2] = ["/usr/lib/postgresql", "/usr/libexec/postgresql"];

/// Folders that may hold the binaries themselves.
const BIN_FOLDERS: [&str; 4] =
    ["/usr/libexec/postgresql/bin", "/usr/local/pgsql/bin", "/opt/homebrew/bin", "/usr/lib/postgresql/bin"];

/// A usable PostgreSQL.
#[derive(Debug, Clone)]
pub(super) struct Binaries {
    folder: PathBuf,
    pub(super) version: u32,
}

impl Binaries {
    /// The binaries in `override_folder` if one is named, else the newest installed ones; for an
    /// existing cluster those of its major version.
    pub(super) fn find(
        override_folder: Option<&Path>,
        cluster: Option<u32>,
        account: &Account,
    ) -> Result<Self, EmbeddedError> {
        let folders = match override_folder {
            Some(folder) => vec![folder.to_owned()],
            None => candidates(),
        };
        let mut looked = Vec::new();
        for folder in folders {
            match examine(&folder, cluster, account) {
                Ok(binaries) => return Ok(binaries),
                Err(reason) => looked.push((folder, reason)),
            }
        }
        Err(EmbeddedError::NoBinaries { looked, cluster })
    }

    /// The folder that they are in.
    pub(super) fn folder(&self) -> &Path {
        &self.folder
    }

    pub(super) fn initdb(&self) -> PathBuf {
        self.folder.join("initdb")
    }

    pub(super) fn postgres(&self) -> PathBuf {
        self.folder.join("postgres")
    }
}

/// Places to look at, best first. Those that do not exist are kept, to be named in the error.
fn candidates() -> Vec<PathBuf> {
    let mut folders: Vec<PathBuf> =
        VERSIONED_FOLDERS.iter().flat_map(|parent| versions(Path::new(parent))).collect();
    folders.extend(BIN_FOLDERS.map(PathBuf::from));
    let path = env::var_os("PATH").unwrap_or_default();
    folders.extend(env::split_paths(&path).filter(|folder| folder.is_absolute()));
    let mut seen = std::collections::HashSet::new();
    folders.retain(|folder| seen.insert(folder.clone()));
    folders
}

/// `parent/<version>/bin`, newest first; the pattern itself where there is none.
fn versions(parent: &Path) -> Vec<PathBuf> {
    let mut found: Vec<u32> = fs::read_dir(parent)
        .into_iter()
        .flatten()
        .flatten()
        .filter_map(|entry| entry.file_name().to_str()?.parse().ok())
        .collect();
    found.sort_unstable_by(|a, b| b.cmp(a));
    if found.is_empty() {
        return vec![parent.join("*/bin")];
    }
    found.into_iter().map(|version| parent.join(version.to_string()).join("bin")).collect()
}

/// The binaries in `folder`, or why they would not do.
fn examine(folder: &Path, cluster: Option<u32>, account: &Account) -> Result<Binaries, Unusable> {
    let postgres = folder.join("postgres");
    // Followed, for `PATH` often holds links, and `postgres` finds its files by where it really is.
    let folder = match fs::canonicalize(&postgres) {
        Ok(real) => real.parent().unwrap_or(folder).to_owned(),
        Err(_) => return Err(Unusable::NoServer),
    };
    if !folder.join("initdb").exists() {
        return Err(Unusable::NoInitdb);
    }
    let output = account.command(&folder.join("postgres")).arg("--version").output();
    let output = output.map_err(|source| Unusable::CannotRun { user: account.name().to_owned(), source })?;
    let output_text = String::from_utf8_lossy(&output.stdout);
    let version = major(&output_text)
        .ok_or_else(|| Unusable::UnknownVersion { output: output_text.clone().into_owned() })?;
    match cluster {
        Some(needed) if needed != version => Err(Unusable::OtherVersion(version)),
        None if version < MIN_MAJOR_VERSION => Err(Unusable::TooOld(version)),
        _ => Ok(Binaries { folder, version }),
    }
}

/// 15 of `postgres (PostgreSQL) 15.14 (Debian …)`, 18 of `… 18beta1`.
fn major(output_text: &str) -> Option<u32> {
    let number = output_text.split_once("(PostgreSQL) ")?.1;
    let digits = number.split(|c: char| !c.is_ascii_digit()).next()?;
    digits.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_major_version_is_read() {
        for (output_text, version) in [
            ("postgres (PostgreSQL) 15.14 (Debian 15.14-0+deb12u1)\n", Some(15)),
            ("postgres (PostgreSQL) 18beta1\n", Some(18)),
            ("postgres (EnterpriseDB) 9\n", None),
            ("", None),
        ] {
            assert_eq!(major(output_text), version, "{output_text}");
        }
    }
}
