//! The errors of our own server and their remedies, in English and Japanese.

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use super::reasons::{Action, NotStarted, Unusable};

/// Our own PostgreSQL could not be started or stopped.
#[derive(Debug, Error)]
pub enum EmbeddedError {
    /// No usable binaries.
    #[error("{}", no_binaries(looked, *cluster))]
    NoBinaries {
        /// Every folder looked at, and why it would not do.
        looked: Vec<(PathBuf, Unusable)>,
        /// The major version the existing cluster needs, if there is one.
        cluster: Option<u32>,
    },
    /// The server runs as a user who cannot enter a folder.
    #[error(
        "the user `{user}`, as whom PostgreSQL runs (it refuses to run as root), cannot enter {}, \
         which is needed for {}.\n\
         Choose a data folder elsewhere (KIFU_DATA_DIR=/var/lib/kifu), or let others enter it \
         (chmod o+x {}).\n\
         PostgreSQL は root では動かないため利用者 `{user}` として起動しますが、{} に入れません。\
         KIFU_DATA_DIR で別の場所（/var/lib/kifu など）を指定するか、chmod o+x で通行を許可してください。",
        folder.display(), target.display(), folder.display(), folder.display()
    )]
    Unreachable {
        /// The user that the server runs as.
        user: String,
        /// The first folder on the way that cannot be entered.
        folder: PathBuf,
        /// The folder that was to be reached.
        target: PathBuf,
    },
    /// There is no database where one was to be read.
    #[error(
        "there is no database in {}: name the folder of the service (--data-dir, KIFU_DATA_DIR), or its database \
         (--database-url, KIFU_DATABASE_URL).\n\
         {} にデータベースがありません。サービスのフォルダー（--data-dir、KIFU_DATA_DIR）か、そのデータベース\
         （--database-url、KIFU_DATABASE_URL）を指定してください。",
        data_dir.display(), data_dir.display()
    )]
    Missing {
        /// The data folder.
        data_dir: PathBuf,
    },
    /// Another kifu works with this data folder.
    #[error(
        "another kifu{} is already using the data folder {}.\n\
         Stop it, or give this one a folder of its own (KIFU_DATA_DIR or --data-dir).\n\
         別の kifu{} がデータフォルダー {} を使用中です。先に停止するか、\
         KIFU_DATA_DIR または --data-dir で別のフォルダーを指定してください。",
        process(*pid), data_dir.display(), process(*pid), data_dir.display()
    )]
    InUse {
        /// The data folder.
        data_dir: PathBuf,
        /// The process that has it, where known.
        pid: Option<i32>,
    },
    /// Something else is where the cluster should be.
    #[error(
        "{} is not empty and not a PostgreSQL cluster (it has no PG_VERSION). Move it away, or choose \
         another data folder (KIFU_DATA_DIR).\n\
         {} は空でなく、PostgreSQL のデータでもありません（PG_VERSION がありません）。\
         移動するか、KIFU_DATA_DIR で別のフォルダーを指定してください。",
        folder.display(), folder.display()
    )]
    NotACluster {
        /// The folder.
        folder: PathBuf,
    },
    /// The data folder holds files that no kifu put there.
    #[error(
        "{} holds other files and no data of Kifu. Name an empty folder, or one that does not exist yet \
         (KIFU_DATA_DIR or --data-dir).\n\
         {} には別のファイルがあり、Kifu のデータはありません。空のフォルダーか、まだないフォルダーを KIFU_DATA_DIR または \
         --data-dir で指定してください。",
        data_dir.display(), data_dir.display()
    )]
    Foreign {
        /// The folder.
        data_dir: PathBuf,
    },
    /// The data folder is somebody else's, or open to others.
    #[error("{}", not_private(data_dir, *mode, *owner))]
    NotPrivate {
        /// The folder.
        data_dir: PathBuf,
        /// The permissions that it should have.
        mode: u32,
        /// The owner, if it is not us.
        owner: Option<u32>,
    },
    /// No folder for the socket.
    #[error(
        "{} is to hold the private socket, but is no folder. Move it away, or choose another data folder \
         (KIFU_DATA_DIR).\n\
         {} はソケットを置く場所ですが、フォルダーではありません。移動するか、KIFU_DATA_DIR で別のフォルダーを\
         指定してください。",
        folder.display(), folder.display()
    )]
    Socket {
        /// The path that is in its place.
        folder: PathBuf,
    },
    /// Root, and nobody to run the server as.
    #[error(
        "PostgreSQL refuses to run as root, and /etc/passwd has neither `postgres` nor `nobody`. \
         Create one, or start kifu as an ordinary user.\n\
         PostgreSQL は root では動かず、利用者 `postgres` も `nobody` もありません。\
         いずれかを作成するか、一般利用者として kifu を起動してください。"
    )]
    NoUser,
    /// `initdb` failed.
    #[error(
        "initdb could not create the database in {}:\n{output}\n\
         {} にデータベースを作成できませんでした（initdb の出力は上記）。",
        folder.display(), folder.display()
    )]
    Initdb {
        /// The folder.
        folder: PathBuf,
        /// Its output.
        output: String,
    },
    /// The server ended, or was not ready in time.
    #[error(
        "PostgreSQL did not start: {}. The end of {}:\n{tail}\n\
         PostgreSQL を起動できませんでした（{}）。{} の末尾は上のとおりです。",
        reason.en(), log.display(), reason.ja(), log.display()
    )]
    Start {
        /// The reason.
        reason: NotStarted,
        /// The server's log file.
        log: PathBuf,
        /// Its last lines.
        tail: String,
    },
    /// The server is up, but its database could not be created.
    #[error(
        "the database could not be created: {0}\n\
         データベースを作成できませんでした。"
    )]
    Create(#[source] postgres::Error),
    /// The server had to be killed. Nothing acknowledged is lost.
    #[error(
        "PostgreSQL did not stop in time and was killed; it recovers at the next start.\n\
         PostgreSQL が時間内に停止しなかったため強制終了しました。次回の起動時に復旧します。"
    )]
    Stop,
    /// A file or process could not be worked with.
    #[error(
        "cannot {} {}: {source}.{}\n\
         {} {}（{source}）。{}",
        action.en(), path.display(), remedy(source).0, path.display(), action.ja(), remedy(source).1
    )]
    Io {
        /// The action.
        action: Action,
        /// The path.
        path: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
}

impl EmbeddedError {
    /// The exit code of a process that ends by this, after `sysexits.h`.
    pub fn exit_code(&self) -> u8 {
        match self {
            Self::Missing { .. } => 66,
            Self::NoBinaries { .. } => 69,
            Self::InUse { .. } => 75,
            Self::Unreachable { .. } | Self::NotPrivate { .. } => 77,
            Self::Io { source, .. } if source.kind() == io::ErrorKind::PermissionDenied => 77,
            Self::NotACluster { .. } | Self::Foreign { .. } | Self::Socket { .. } | Self::NoUser => 78,
            Self::Initdb { .. } | Self::Start { .. } | Self::Create(_) | Self::Stop | Self::Io { .. } => 70,
        }
    }
}

/// Names the action and the path, for `map_err`.
pub(super) fn io_at(action: Action, path: &Path) -> impl FnOnce(io::Error) -> EmbeddedError {
    move |source| EmbeddedError::Io { action, path: path.to_owned(), source }
}

fn not_private(data_dir: &Path, mode: u32, owner: Option<u32>) -> String {
    let folder = data_dir.display();
    match owner {
        Some(owner) => format!(
            "the data folder {folder} belongs to another user (uid {owner}), who could change what is in it.\n\
             Choose a folder of your own (KIFU_DATA_DIR), or run kifu as that user.\n\
             データフォルダー {folder} は別の利用者（uid {owner}）のものです。\
             KIFU_DATA_DIR で自分のフォルダーを指定するか、その利用者として kifu を起動してください。"
        ),
        None => format!(
            "others may enter or read the data folder {folder}, which holds everything that is hidden. Run:\n\
             \x20 chmod {mode:o} '{folder}'\n\
             データフォルダー {folder} に他の利用者が立ち入れます。上のコマンドで閉じてください。"
        ),
    }
}

fn process(pid: Option<i32>) -> String {
    pid.map(|pid| format!(" (pid {pid})")).unwrap_or_default()
}

fn remedy(error: &io::Error) -> (&'static str, &'static str) {
    match error.kind() {
        io::ErrorKind::PermissionDenied => (
            " Choose a data folder of your own (KIFU_DATA_DIR).",
            "KIFU_DATA_DIR で自分のフォルダーを指定してください。",
        ),
        io::ErrorKind::StorageFull => (" Make room on this disk.", "ディスクの空きを増やしてください。"),
        _ => ("", ""),
    }
}

fn no_binaries(looked: &[(PathBuf, Unusable)], cluster: Option<u32>) -> String {
    let (needed, needed_ja) = match cluster {
        Some(version) => (
            format!("PostgreSQL {version} (the version of the existing data)"),
            format!("PostgreSQL {version}（既存データのバージョン）"),
        ),
        None => ("PostgreSQL 15 or later".to_owned(), "PostgreSQL 15 以降".to_owned()),
    };
    let list = |line: &dyn Fn(&PathBuf, &Unusable) -> String| -> String {
        looked.iter().map(|(folder, reason)| line(folder, reason)).collect()
    };
    let places = list(&|folder, reason| format!("\n  {}: {}", folder.display(), reason.en()));
    let places_ja = list(&|folder, reason| format!("\n  {}：{}", folder.display(), reason.ja()));
    let install = install(cluster);
    format!(
        "no KIFU_DATABASE_URL is given and no usable {needed} was found. This installs it:\n\n\
         \x20 {install}\n\n\
         Or name the folder that holds `postgres` and `initdb` (KIFU_POSTGRES_BIN=/path/to/bin), or a server that runs \
         (KIFU_DATABASE_URL=postgresql://user:password@host:5432/kifu). Looked at:{places}\n\
         KIFU_DATABASE_URL の指定がなく、使用できる {needed_ja} も見つかりません。上のコマンドでインストールできます。\
         `postgres` と `initdb` のあるフォルダーを KIFU_POSTGRES_BIN で、稼働中のサーバーを KIFU_DATABASE_URL で\
         指定することもできます。調べた場所：{places_ja}"
    )
}

/// The command that installs it on this system, ready to be pasted.
fn install(cluster: Option<u32>) -> String {
    let package = cluster.map_or("postgresql".to_owned(), |version| format!("postgresql-{version}"));
    let sudo = if rustix::process::geteuid().is_root() { "" } else { "sudo " };
    let here = |program: &str| {
        ["/usr/bin", "/bin", "/sbin"].iter().any(|folder| Path::new(folder).join(program).exists())
    };
    if here("dnf") {
        format!("{sudo}dnf install -y postgresql-server")
    } else if here("apk") {
        format!("{sudo}apk add postgresql")
    } else if here("pacman") {
        format!("{sudo}pacman -S --noconfirm postgresql")
    } else if cfg!(target_os = "macos") {
        "brew install postgresql".to_owned()
    } else {
        format!("{sudo}apt-get install -y {package}")
    }
}
