//! The reasons of failures: parts of an error's sentences, in English and Japanese.

use std::io;
use std::process::ExitStatus;
use std::time::Duration;

/// The action that was tried with a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// To create it.
    Create,
    /// To find where it really is.
    Find,
    /// To give it to the server's account.
    HandOver,
    /// To lock it.
    Lock,
    /// To open it.
    Open,
    /// To close it to others.
    Protect,
    /// To read it.
    Read,
    /// To remove it.
    Remove,
    /// To rename it.
    Rename,
    /// To run it.
    Run,
    /// To start a thread for it.
    Watch,
    /// To bring it to disk.
    Sync,
    /// To write to it.
    Write,
}

impl Action {
    /// The words between "cannot" and the path.
    pub(super) fn en(self) -> &'static str {
        match self {
            Self::Create => "create",
            Self::Find => "find",
            Self::HandOver => "hand over",
            Self::Lock => "lock",
            Self::Open => "open",
            Self::Protect => "close to others",
            Self::Read => "read",
            Self::Remove => "remove",
            Self::Rename => "rename",
            Self::Run => "run",
            Self::Watch => "start a thread for",
            Self::Sync => "bring to disk",
            Self::Write => "write to",
        }
    }

    /// The words behind the path.
    pub(super) fn ja(self) -> &'static str {
        match self {
            Self::Create => "を作成できません",
            Self::Find => "が見つかりません",
            Self::HandOver => "の所有者を変更できません",
            Self::Lock => "をロックできません",
            Self::Open => "を開けません",
            Self::Protect => "の権限を変更できません",
            Self::Read => "を読み込めません",
            Self::Remove => "を削除できません",
            Self::Rename => "の名前を変更できません",
            Self::Run => "を実行できません",
            Self::Watch => "のためのスレッドを開始できません",
            Self::Sync => "をディスクに保存できません",
            Self::Write => "に書き込めません",
        }
    }
}

/// The reason why the PostgreSQL of a folder cannot be used.
#[derive(Debug)]
pub enum Unusable {
    /// There is no `postgres`.
    NoServer,
    /// There is no `initdb` beside it.
    NoInitdb,
    /// The server's account cannot run it.
    CannotRun {
        /// The account.
        user: String,
        /// The error of the system.
        source: io::Error,
    },
    /// It does not say its version.
    UnknownVersion {
        /// Its output.
        output: String,
    },
    /// The cluster needs another major version.
    OtherVersion(u32),
    /// It is older than what the schema needs.
    TooOld(u32),
}

impl Unusable {
    pub(super) fn en(&self) -> String {
        match self {
            Self::NoServer => "there is no `postgres`".to_owned(),
            Self::NoInitdb => "there is no `initdb` beside `postgres`".to_owned(),
            Self::CannotRun { user, source } => format!("the user `{user}` cannot run it: {source}"),
            Self::UnknownVersion { output } => format!("`postgres --version` said “{}”", output.trim()),
            Self::OtherVersion(version) => format!("this is version {version}"),
            Self::TooOld(version) => format!("version {version} is too old"),
        }
    }

    pub(super) fn ja(&self) -> String {
        match self {
            Self::NoServer => "`postgres` がありません".to_owned(),
            Self::NoInitdb => "`postgres` はありますが `initdb` がありません".to_owned(),
            Self::CannotRun { user, source } => format!("利用者 `{user}` は実行できません（{source}）"),
            Self::UnknownVersion { output } => {
                format!("`postgres --version` の出力が「{}」でした", output.trim())
            }
            Self::OtherVersion(version) => format!("バージョン {version} です"),
            Self::TooOld(version) => format!("バージョン {version} は古すぎます"),
        }
    }
}

/// The reason why the server did not start.
#[derive(Debug)]
pub enum NotStarted {
    /// It was asked to stop meanwhile.
    Stopped,
    /// It ended.
    Ended(ExitStatus),
    /// It was not ready after this time.
    NotReady(Duration),
    /// The thread that keeps it ended.
    Unwatched,
}

impl NotStarted {
    pub(super) fn en(&self) -> String {
        match self {
            Self::Stopped => "it was asked to stop".to_owned(),
            Self::Ended(status) => format!("it ended with {status}"),
            Self::NotReady(after) => format!("it was not ready after {} seconds", after.as_secs()),
            Self::Unwatched => "the thread that watches it ended".to_owned(),
        }
    }

    pub(super) fn ja(&self) -> String {
        match self {
            Self::Stopped => "停止を求められました".to_owned(),
            Self::Ended(status) => format!("終了しました（{status}）"),
            Self::NotReady(after) => format!("{}秒たっても準備が整いませんでした", after.as_secs()),
            Self::Unwatched => "監視するスレッドが終了しました".to_owned(),
        }
    }
}
