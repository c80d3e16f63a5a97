//! The account that the server runs as: PostgreSQL refuses to run as root.

use std::fs;
use std::os::unix::fs::{MetadataExt, chown};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Command, Stdio};

use super::error::{EmbeddedError, io_at};
use super::reasons::Action;

/// The account that the server runs as.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Account {
    /// Our own user.
    Own,
    /// Another user, because we are root.
    Other { name: String, uid: u32, gid: u32 },
}

impl Account {
    /// The user we are; for root the owner of the cluster if there is one, so that it stays usable
    /// when accounts are added later, else `kifu`, an account for this alone, else `postgres`, else `nobody`.
    pub(super) fn choose(cluster: &Path) -> Result<Self, EmbeddedError> {
        if !rustix::process::geteuid().is_root() {
            return Ok(Self::Own);
        }
        if let Ok(owner) = fs::metadata(cluster)
            && owner.uid() != 0
        {
            let name = format!("uid {}", owner.uid());
            return Ok(Self::Other { name, uid: owner.uid(), gid: owner.gid() });
        }
        let accounts =
            fs::read_to_string("/etc/passwd").map_err(io_at(Action::Read, Path::new("/etc/passwd")))?;
        first_of(&accounts).ok_or(EmbeddedError::NoUser)
    }

    /// For messages.
    pub(super) fn name(&self) -> &str {
        match self {
            Self::Own => "kifu's own",
            Self::Other { name, .. } => name,
        }
    }

    /// A command that runs as this account (with no supplementary groups if that is another one),
    /// without our environment and without our terminal.
    pub(super) fn command(&self, program: &Path) -> Command {
        let mut command = Command::new(program);
        command.env_clear().env("LC_ALL", "C").env("TZ", "UTC").current_dir("/").stdin(Stdio::null());
        for variable in ["PATH", "LD_LIBRARY_PATH"] {
            if let Some(value) = std::env::var_os(variable) {
                command.env(variable, value);
            }
        }
        if let Self::Other { uid, gid, .. } = *self {
            command.uid(uid).gid(gid);
        }
        command
    }

    /// Hands a file or folder over to this account.
    pub(super) fn give(&self, path: &Path) -> Result<(), EmbeddedError> {
        match *self {
            Self::Own => Ok(()),
            Self::Other { uid, gid, .. } => {
                chown(path, Some(uid), Some(gid)).map_err(io_at(Action::HandOver, path))
            }
        }
    }

    /// Checks that this account may enter `folder` and every folder on the way to it. A process of that account tries
    /// it, because mode bits alone do not tell.
    pub(super) fn check_reach(&self, folder: &Path) -> Result<(), EmbeddedError> {
        if *self == Self::Own {
            return Ok(());
        }
        let mut path: Vec<&Path> = folder.ancestors().collect();
        path.reverse();
        for step in path {
            let entered = self
                .command(Path::new("test"))
                .args(["-x".as_ref(), step.as_os_str()])
                .status()
                .map_err(io_at(Action::Run, Path::new("test")))?;
            if !entered.success() {
                return Err(EmbeddedError::Unreachable {
                    user: self.name().to_owned(),
                    folder: step.to_owned(),
                    target: folder.to_owned(),
                });
            }
        }
        Ok(())
    }
}

/// The account to run as, of those in `/etc/passwd`.
fn first_of(accounts: &str) -> Option<Account> {
    let mut names = ["kifu", "postgres", "nobody"].into_iter();
    names.find_map(|name| accounts.lines().find_map(|line| named(name, line)))
}

/// The account in a line of `/etc/passwd`, if it is the one of that name.
fn named(name: &str, line: &str) -> Option<Account> {
    let mut fields = line.split(':');
    if fields.next() != Some(name) {
        return None;
    }
    let uid = fields.nth(1)?.parse().ok()?;
    let gid = fields.next()?.parse().ok()?;
    Some(Account::Other { name: name.to_owned(), uid, gid })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_account_is_found_by_its_whole_name() {
        let line = "nobody:x:65534:65533:nobody:/nonexistent:/usr/sbin/nologin";
        let expected = Account::Other { name: "nobody".into(), uid: 65534, gid: 65533 };
        assert_eq!(named("nobody", line), Some(expected));
        assert_eq!(named("no", line), None);
    }

    #[test]
    fn an_account_of_its_own_comes_before_that_of_others() {
        let lines = ["nobody:x:3:3::/:/", "postgres:x:2:2::/:/", "kifu:x:1:1::/:/"];
        for (count, expected) in [(3, Some(1)), (2, Some(2)), (1, Some(3)), (0, None)] {
            let uid = first_of(&lines[..count].join("\n")).map(|account| match account {
                Account::Other { uid, .. } => uid,
                Account::Own => 0,
            });
            assert_eq!(uid, expected, "{count}");
        }
    }
}
