//! Access to the server: only the user whom this process runs as, and root, may log in.
//!
//! The rules lie beside the cluster and belong to us, not to the account that the server runs as: another process of
//! that account can read them and change nothing. The server asks the kernel who is at the other end of its socket
//! (`peer`), so there is no password.

use std::fmt::Write as _;
use std::fs::{self, OpenOptions, Permissions};
use std::io::Write;
use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::process::Command;

use rustix::fs::OFlags;

use super::error::{EmbeddedError, io_at};
use super::reasons::Action;

/// Superuser of the cluster, for setting it up.
pub(super) const ADMIN: &str = "kifu_admin";

/// The user of the database and its name; no superuser.
pub(super) const USER: &str = "kifu";

/// Files with the rules.
#[derive(Debug)]
pub(super) struct Access {
    /// The file of allowed logins.
    pub(super) hba: PathBuf,
    /// The file of system users that may use them.
    pub(super) ident: PathBuf,
}

impl Access {
    /// Writes the rules anew, whatever was there.
    pub(super) fn write(data_dir: &Path) -> Result<Self, EmbeddedError> {
        let access = Self { hba: data_dir.join("pg_hba.conf"), ident: data_dir.join("pg_ident.conf") };
        let logins = [format!("all {ADMIN}"), format!("replication {ADMIN}"), format!("{USER} {USER}")];
        let rules = logins.map(|login| format!("local {login} peer map=kifu\n")).concat();
        replace(&access.hba, &rules)?;
        let mut map = String::new();
        for user in login_users()? {
            let user = user.replace('"', "\"\"");
            for login in [ADMIN, USER] {
                let _ = writeln!(map, "kifu \"{user}\" {login}");
            }
        }
        replace(&access.ident, &map)?;
        Ok(access)
    }
}

/// Everybody may read it: there is no secret in it, and the server is perhaps not us.
fn replace(path: &Path, text: &str) -> Result<(), EmbeddedError> {
    let new = path.with_extension("new");
    let _ = fs::remove_file(&new);
    let mut options = OpenOptions::new();
    let flags = OFlags::NOFOLLOW.bits().cast_signed();
    options.create_new(true).write(true).mode(0o644).custom_flags(flags);
    let written = options.open(&new).and_then(|mut file| {
        // Whatever the umask leaves of it.
        file.set_permissions(Permissions::from_mode(0o644))?;
        file.write_all(text.as_bytes())
    });
    written.and_then(|()| fs::rename(&new, path)).map_err(io_at(Action::Write, path))
}

/// Root, and whoever we are, as the system calls them: the directory of users may be on another machine.
fn login_users() -> Result<Vec<String>, EmbeddedError> {
    let output = Command::new("id").arg("-un").output().map_err(io_at(Action::Run, Path::new("id")))?;
    let name = String::from_utf8_lossy(&output.stdout).trim().to_owned();
    let mut login_users = vec!["root".to_owned()];
    if !name.is_empty() && name != "root" {
        login_users.push(name);
    }
    Ok(login_users)
}
