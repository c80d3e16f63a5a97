//! The errors of a backup and their remedies, in English and Japanese.

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::{ConnectError, MigrateError, StoreError};

/// A backup was not written, or not restored. Nothing was changed.
#[derive(Debug, Error)]
pub enum BackupError {
    /// The database can't be reached.
    #[error(transparent)]
    Connect(#[from] ConnectError),
    /// The schema can't be made.
    #[error(transparent)]
    Migrate(#[from] MigrateError),
    /// The database refused something.
    #[error("{0}\nデータベースの処理に失敗しました（詳細は上記）。")]
    Store(#[from] StoreError),
    /// A file can't be read or written.
    #[error("{}: {source}\n{} を読み書きできません（{source}）。", path.display(), path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
    /// A backup is never written over.
    #[error(
        "{} is there already and is not written over. Choose another name.\n\
         {} は既にあるため上書きしません。別の名前を指定してください。",
        path.display(), path.display()
    )]
    Exists {
        /// The file.
        path: PathBuf,
    },
    /// The database holds nothing of Kifu's.
    #[error(
        "there is nothing to back up: the database has no schema of Kifu's.\n\
         バックアップの対象がありません（データベースに Kifu のスキーマがありません）。"
    )]
    NoSchema,
    /// A file is no backup, was cut off, or was changed.
    #[error(
        "{} can't be restored: {}. Nothing was changed; take another backup.\n\
         {} は復元できません（{}）。何も変更していません。別のバックアップを使ってください。",
        path.display(), why.en(), path.display(), why.ja()
    )]
    Damaged {
        /// The file.
        path: PathBuf,
        /// The damage.
        why: Damage,
    },
    /// A backup is of a schema that this version does not know.
    #[error(
        "this backup was written by a newer Kifu (schema {backup}; this one knows {supported}). Restore it with that version \
         or a later one.\n\
         このバックアップは新しい Kifu のものです（スキーマ {backup}、この版は {supported} まで）。その版以降で復元してください。"
    )]
    Newer {
        /// Its schema.
        backup: i32,
        /// The newest that this version knows.
        supported: i32,
    },
    /// There is something in the database.
    #[error(
        "a backup is only restored into an empty database, and there is something in this one ({what}). Nothing was \
         changed. Take an empty database: another --data-dir, or CREATE DATABASE.\n\
         復元先は空のデータベースに限りますが、データがあります（{what}）。何も変更していません。\
         空のデータベースを使ってください（別の --data-dir、または CREATE DATABASE）。"
    )]
    NotEmpty {
        /// A description of what is there.
        what: String,
    },
    /// The tables are spread over the nodes of a cluster already.
    #[error(
        "a backup is restored into a database before it is distributed: take an empty one, and run kifu migrate --distribute \
         afterwards. Nothing was changed.\n\
         バックアップは、分散前のデータベースに復元します。空のデータベースに復元してから kifu migrate --distribute を\
         実行してください。何も変更していません。"
    )]
    Distributed,
    /// A service works with the database.
    #[error(
        "{count} connections of a kifu service use this database. Stop it, and restore again. Nothing was changed.\n\
         稼働中の kifu がこのデータベースを使用しています（接続数 {count}）。停止してから復元してください。\
         何も変更していません。"
    )]
    InUse {
        /// How many connections.
        count: i64,
    },
    /// The rows read back are not those that were written.
    #[error(
        "table {table} was read back with {found} rows that are not the {expected} of the backup. Nothing was changed.\n\
         テーブル {table} の読み戻し結果（{found} 行）がバックアップ（{expected} 行）と一致しません。何も変更していません。"
    )]
    Differs {
        /// The table.
        table: String,
        /// Rows of the backup.
        expected: u64,
        /// Rows that were read back.
        found: u64,
    },
}

/// The damage of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Damage {
    /// Another program made the file, or it is only the beginning of a backup.
    Foreign,
    /// Its end is missing.
    CutOff,
    /// It goes on behind its end.
    Behind,
    /// Its manifest does not read.
    Manifest,
    /// It is written in a way that this version does not know.
    Format,
    /// A part does not unpack.
    Part,
    /// This table is not as the manifest says.
    Table(String),
    /// The manifest does not know this table.
    UnknownTable(String),
    /// It has other tables than its schema.
    OtherTables,
    /// It does not read as it was written.
    Reread,
}

impl Damage {
    fn en(&self) -> String {
        match self {
            Self::Foreign => "it is no backup of Kifu's, or was cut off".to_owned(),
            Self::CutOff => "it was cut off".to_owned(),
            Self::Behind => "there is something behind its end".to_owned(),
            Self::Manifest => "its manifest does not read".to_owned(),
            Self::Format => "it is written in a way that this version does not know".to_owned(),
            Self::Part => "a part does not unpack".to_owned(),
            Self::Table(table) => format!("table {table} is not as its manifest says"),
            Self::UnknownTable(table) => format!("its manifest knows no table {table}"),
            Self::OtherTables => "its tables are not those of its schema".to_owned(),
            Self::Reread => "it does not read as it was written; look at the disk".to_owned(),
        }
    }

    fn ja(&self) -> String {
        match self {
            Self::Foreign => "Kifu のバックアップではないか、途中で切れています".to_owned(),
            Self::CutOff => "途中で切れています".to_owned(),
            Self::Behind => "末尾の後に余分なデータがあります".to_owned(),
            Self::Manifest => "マニフェストを読み取れません".to_owned(),
            Self::Format => "この版では扱えない形式です".to_owned(),
            Self::Part => "展開できない部分があります".to_owned(),
            Self::Table(table) => format!("テーブル {table} がマニフェストと一致しません"),
            Self::UnknownTable(table) => format!("マニフェストにないテーブル {table} があります"),
            Self::OtherTables => "テーブルの構成がスキーマと一致しません".to_owned(),
            Self::Reread => {
                "書き込んだ内容と読み戻した内容が一致しません。ディスクを確認してください".to_owned()
            }
        }
    }
}

impl BackupError {
    /// Names the file, for `map_err`.
    pub(super) fn io(path: &Path) -> impl FnOnce(io::Error) -> Self {
        move |source| Self::Io { path: path.to_owned(), source }
    }

    /// Names the file and what is wrong with it.
    pub(super) fn damaged(path: &Path, why: Damage) -> Self {
        Self::Damaged { path: path.to_owned(), why }
    }
}

impl From<tokio_postgres::Error> for BackupError {
    fn from(error: tokio_postgres::Error) -> Self {
        Self::Store(error.into())
    }
}
