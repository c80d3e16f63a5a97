//! The place of the server's socket: in the data folder. If that path is too long, it is in a folder that nobody can
//! guess, whose name is kept in the data folder.

use std::ffi::OsString;
use std::fmt::Write as _;
use std::fs::{self, DirBuilder, Permissions};
use std::io;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::os::unix::fs::{DirBuilderExt, MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};

use uuid::Uuid;

use super::access::USER;
use super::account::Account;
use super::error::{EmbeddedError, io_at};
use super::reasons::Action;

/// The system's limit for the path of a socket is 107 bytes and a final zero (104 in all on macOS).
const MAX_SOCKET_PATH_BYTES: usize = 103;

/// Name of the socket in its folder, given by PostgreSQL.
pub(super) const SOCKET_NAME: &str = ".s.PGSQL.5432";

/// Says where the folder is, if it is elsewhere.
const SOCKET_FOLDER_FILE: &str = "socket-folder";

/// The folder in the data folder, unless its path is too long.
fn inside(data_dir: &Path) -> Option<PathBuf> {
    let folder = data_dir.join("run");
    let fits =
        folder.join(SOCKET_NAME).as_os_str().len() <= MAX_SOCKET_PATH_BYTES && data_dir.to_str().is_some();
    fits.then_some(folder)
}

/// The folder of the server that works in this data folder, if it is known.
pub(super) fn find(data_dir: &Path) -> Option<PathBuf> {
    inside(data_dir)
        .or_else(|| Some(OsString::from_vec(fs::read(data_dir.join(SOCKET_FOLDER_FILE)).ok()?).into()))
}

/// Makes a folder that nobody but the server's account (and root) can enter. Only for whoever holds the data folder's
/// lock.
pub(super) fn create(data_dir: &Path, account: &Account) -> Result<PathBuf, EmbeddedError> {
    let Some(folder) = inside(data_dir) else { return create_elsewhere(data_dir, account) };
    match DirBuilder::new().mode(0o700).create(&folder) {
        Ok(()) => {}
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
        Err(source) => return Err(EmbeddedError::Io { action: Action::Create, path: folder, source }),
    }
    // Nobody else can put anything in the data folder; what an operator put there is not followed either.
    if !fs::symlink_metadata(&folder).map_err(io_at(Action::Read, &folder))?.is_dir() {
        return Err(EmbeddedError::Socket { folder });
    }
    hand_over(&folder, account)?;
    Ok(folder)
}

fn create_elsewhere(data_dir: &Path, account: &Account) -> Result<PathBuf, EmbeddedError> {
    remove(data_dir);
    let folder = PathBuf::from(format!("/tmp/kifu-{}", Uuid::new_v4().simple()));
    // Fails if it is there: whose it would be can't be known.
    DirBuilder::new().mode(0o700).create(&folder).map_err(io_at(Action::Create, &folder))?;
    hand_over(&folder, account)?;
    let note = data_dir.join(SOCKET_FOLDER_FILE);
    fs::write(&note, folder.as_os_str().as_bytes()).map_err(io_at(Action::Write, &note))?;
    Ok(folder)
}

fn hand_over(folder: &Path, account: &Account) -> Result<(), EmbeddedError> {
    account.give(folder)?;
    fs::set_permissions(folder, Permissions::from_mode(0o700)).map_err(io_at(Action::Protect, folder))
}

/// Removes a folder elsewhere that a server of this data folder has left.
pub(super) fn remove(data_dir: &Path) {
    if inside(data_dir).is_some() {
        return;
    }
    if let Some(folder) = find(data_dir) {
        let ours = |found: fs::Metadata| found.is_dir() && found.mode() & 0o777 == 0o700;
        if fs::symlink_metadata(&folder).is_ok_and(ours) {
            let _ = fs::remove_file(folder.join(SOCKET_NAME));
            let _ = fs::remove_file(folder.join(format!("{SOCKET_NAME}.lock")));
            let _ = fs::remove_dir(&folder);
        }
    }
    let _ = fs::remove_file(data_dir.join(SOCKET_FOLDER_FILE));
}

/// Address of a database there.
pub(super) fn url(folder: &Path, database: &str, user: &str) -> String {
    let mut host = String::new();
    for &byte in folder.as_os_str().as_bytes() {
        if byte.is_ascii_alphanumeric() || b"/-._~".contains(&byte) {
            host.push(char::from(byte));
        } else {
            let _ = write!(host, "%{byte:02X}");
        }
    }
    format!("postgresql:///{database}?host={host}&port=5432&user={user}")
}

/// Address of the service's database.
pub(super) fn service_url(folder: &Path) -> String {
    url(folder, USER, USER)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_socket_is_in_the_data_folder_where_the_path_fits() {
        let long = PathBuf::from(format!("/{}", "x".repeat(120)));
        assert_eq!(inside(Path::new("/var/lib/kifu")), Some("/var/lib/kifu/run".into()));
        assert_eq!(inside(&long), None);
    }

    #[test]
    fn any_path_survives_the_url() {
        let folder = Path::new("/tmp/a b&c=d%20/棋譜");
        let config: tokio_postgres::Config = service_url(folder).parse().unwrap();
        assert_eq!(config.get_hosts(), [tokio_postgres::config::Host::Unix(folder.into())]);
        assert_eq!((config.get_user(), config.get_dbname()), (Some(USER), Some(USER)));
    }
}
