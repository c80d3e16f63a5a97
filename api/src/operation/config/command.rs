//! The commands of `kifu`, and their arguments.

use std::path::PathBuf;
use std::str::FromStr;

use clap::{Args, Subcommand, ValueEnum};
use kifu_engine::text::Language;
use kifu_proofs::Digest;
use kifu_proofs::signature::PublicKey;

use super::Destination;
use crate::operation::setting_values::{language, named_value, share, whole_number};
use crate::proofs::heads_place::HeadsPlace;
use crate::records::archive::export::ArchiveFormat;

/// A command.
#[derive(Debug, Clone, PartialEq, Subcommand)]
pub enum Command {
    /// Serve until SIGINT or SIGTERM (the default).
    Serve,
    /// Bring the database's schema up to date, and end.
    #[command(
        after_help = "Examples:\n  kifu migrate\n  kifu migrate --shards 32 --distribute     over the nodes of a Citus cluster (docs/cluster.md)"
    )]
    Migrate(Migrate),
    /// Write records out, one JSON object a line.
    #[command(
        after_help = "Examples:\n  kifu export > games.ndjson\n  kifu export --where game=bremen --where player=Aki --output bremen.ndjson\n  kifu export --output games.ndjson --resume    go on where an export was interrupted\n  kifu export --format bgstats --output games.bgsplay"
    )]
    Export(Export),
    /// Write everything into one file, beside a running service: a backup.
    #[command(
        after_help = "Example:\n  kifu backup kifu-$(date +%F).backup\n\nThe file is read again and compared before it gets its name. It holds what is hidden at the tables: keep it\nas safe as the database."
    )]
    Backup(Backup),
    /// Put a backup into an empty database.
    #[command(
        after_help = "Examples:\n  kifu restore kifu-2026-11-01.backup               into the data folder, where nothing is yet\n  kifu --data-dir elsewhere restore kifu-2026-11-01.backup\n  kifu restore --dry-run kifu-2026-11-01.backup     only reads the file and says what is in it"
    )]
    Restore(Restore),
    /// Move the data of Kifu's own PostgreSQL to a newer one that is installed.
    #[command(
        after_help = "Stop the service before. The old data are kept beside the new ones. Interrupted, it is simply repeated.\n\nExample:\n  apt-get install postgresql-17 && kifu upgrade"
    )]
    Upgrade(Upgrade),
    /// Read records in, one JSON object a line; records already there are left as they are.
    #[command(
        after_help = "Interrupted, it is simply repeated: what is there already is passed over.\n\nExamples:\n  kifu import games.ndjson\n  zcat games.ndjson.gz | kifu import -"
    )]
    Import(Import),
    /// Let programs play legal games, and record them.
    #[command(after_help = "Example:\n  kifu simulate --game bremen --count 1000 --seed 7 --irregular 0.01")]
    Simulate(Simulate),
    /// Write every observation of public games as Parquet, partitioned by game and month.
    #[command(
        after_help = "A bucket is reached as the usual variables say: AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_REGION,\nAWS_ENDPOINT_URL for other storages that speak S3.\n\nExamples:\n  kifu observations numbers\n  kifu observations s3://archive/kifu\n  duckdb -c \"SELECT metric, avg(number) FROM read_parquet('numbers/*/*/*.parquet', hive_partitioning = true) GROUP BY metric\""
    )]
    Observations(Observations),
    /// Count everything anew for statistics, while services go on answering from what is there.
    #[command(
        after_help = "What is counted anew is read when it is complete, at one stroke. Interrupted, it is simply repeated and\ngoes on where it was. A service does the same by itself when it starts with other definitions."
    )]
    Rebuild,
    /// Print the epoch of the database, which is in every tag, cursor and event id, or begin another one.
    #[command(
        after_help = "After files of the database were put back while nothing ran, say so, or clients go on with what is gone:\n  kifu epoch --new"
    )]
    Epoch(Epoch),
    /// Compare everything stored with its hashes and signed heads, and fold it again; fails if something differs.
    #[command(
        after_help = "Exit codes: 0 nothing is wrong, 1 something is, or was not signed by this key.\n\nAfter a change of the key:\n  kifu verify --former-key ID    heads that the key with this id signed before are checked with it\n\nWith --heads-to s3://archive/heads of the service:\n  kifu verify --heads s3://archive/heads"
    )]
    Verify(Verify),
    /// Compare files with proofs, without a service: records, seats' copies, receipts, whole exports.
    #[command(
        after_help = "Each file may hold a record, the events of one, proofs, or many of them, one a line; which, it says itself.\n\nExamples:\n  kifu audit game.json proof.json                     a record, or a seat's copy, and its proof\n  kifu audit game.json proof.json earlier-proof.json  and whether both proofs agree\n  kifu audit games.ndjson proofs.ndjson               as kifu export --proofs wrote them\n\nExit codes: 0 nothing is wrong, 1 something is."
    )]
    Audit(Audit),
    /// Look at everything that a start needs, and change nothing.
    #[command(
        after_help = "With the settings of the service, and as its user:\n  sudo -u kifu kifu doctor\n\nExit codes: 0 nothing is wrong, 1 something is. Notes say what works, and could be better."
    )]
    Doctor,
    /// Print the contract of the API (OpenAPI 3.1), without starting anything.
    #[command(after_help = "Example:\n  kifu contract > openapi.json")]
    Contract(Contract),
}

impl Command {
    /// True if the command makes a database where there is none; the others only read one.
    pub fn may_make_database(&self) -> bool {
        matches!(
            self,
            Self::Serve | Self::Migrate(_) | Self::Restore(_) | Self::Import(_) | Self::Simulate(_)
        )
    }
}

/// Where the schema lies.
#[derive(Debug, Clone, PartialEq, Eq, Args)]
pub struct Migrate {
    /// Spread the tables over the nodes of a Citus cluster, by shard. No service may be working with the database.
    #[arg(long)]
    pub distribute: bool,
}

/// Which contract to print.
#[derive(Debug, Clone, PartialEq, Args)]
pub struct Contract {
    /// Also the pages for people, which are no part of the API.
    #[arg(long)]
    pub pages: bool,
}

/// Arguments of `kifu epoch`.
#[derive(Debug, Clone, PartialEq, Eq, Args)]
pub struct Epoch {
    /// Begin another one: nothing that clients hold of before is honoured any more.
    #[arg(long)]
    pub new: bool,
}

/// With what to compare.
#[derive(Debug, Clone, PartialEq, Args)]
pub struct Verify {
    /// A key that signed before the one of now, by its id or as a public key; repeated for several.
    #[arg(long, value_name = "KEY")]
    pub former_key: Vec<Digest>,
    /// Where heads were sent (`--heads-to`): each must be here as well.
    #[arg(long, value_name = "FILE|s3://…|https://…")]
    pub heads: Option<HeadsPlace>,
}

/// Arguments of `kifu audit`.
#[derive(Debug, Clone, PartialEq, Args)]
pub struct Audit {
    /// Records, copies and proofs, in any order.
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<PathBuf>,
    /// The public key that must have signed, as `GET /v1/signing-key` of the service shows it.
    #[arg(long, value_name = "KEY")]
    pub key: Option<PublicKey>,
}

/// Arguments of `kifu export`.
#[derive(Debug, Clone, PartialEq, Args)]
pub struct Export {
    /// File to write; `-` is standard output.
    #[arg(long, short, value_name = "FILE|-", default_value = "-")]
    pub output: Stream,
    /// Only records that a search finds, by the parameters of `GET /v1/games`: `player=Aki`, `from=2026-01-01`. Repeated,
    /// all of them; copies only with `copies=true`.
    #[arg(long = "where", value_name = "NAME=VALUE", value_parser = named_value)]
    pub filters: Vec<(String, String)>,
    /// As what: whole records, or finished games as plays for BG Stats or `BoardGameGeek`.
    #[arg(long, value_enum, default_value_t)]
    pub format: ArchiveFormat,
    /// Time zone of the days of plays where the record has none, and of `--where`: Asia/Tokyo, +09:00.
    #[arg(long, value_name = "TIME ZONE", default_value = "UTC")]
    pub tz: String,
    /// Language of the names of games in plays: ja or en.
    #[arg(long, value_name = "LANGUAGE", default_value = "en", value_parser = language)]
    pub language: Language,
    /// Go on behind the last whole record of the file.
    #[arg(long)]
    pub resume: bool,
    /// File for proofs of all records, with which `kifu audit` compares the export later.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["resume", "filters"])]
    pub proofs: Option<PathBuf>,
}

/// Where to write a backup.
#[derive(Debug, Clone, PartialEq, Args)]
pub struct Backup {
    /// File to write; it must not be there yet.
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
}

/// To which PostgreSQL.
#[derive(Debug, Clone, PartialEq, Args)]
pub struct Upgrade {
    /// Folder with the programs of the newer PostgreSQL; by default the newest installed one.
    #[arg(long, value_name = "FOLDER")]
    pub to: Option<PathBuf>,
}

/// Which backup to restore.
#[derive(Debug, Clone, PartialEq, Args)]
pub struct Restore {
    /// File that `kifu backup` wrote.
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// Only read the file and say what is in it; needs no database.
    #[arg(long)]
    pub dry_run: bool,
}

/// Which observations to write, and where.
#[derive(Debug, Clone, PartialEq, Args)]
pub struct Observations {
    /// Where to write: a folder, which is made or must be empty, or a place in a bucket, where what is new or has changed
    /// is written.
    #[arg(value_name = "FOLDER|s3://BUCKET/PREFIX")]
    pub destination: Destination,
    /// Only of this game.
    #[arg(long, value_name = "SLUG")]
    pub game_kind: Option<String>,
    /// Of how long a time the games of one file are. Shorter ones are for many games a day: only the files of times in which
    /// something has changed are written again.
    #[arg(long, value_enum, default_value_t)]
    pub file_period: FilePeriod,
}

/// Of how long a time the games of one file are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub enum FilePeriod {
    /// One file for each month.
    #[default]
    Month,
    /// One for each day.
    Day,
    /// One for each hour.
    Hour,
}

/// Arguments of `kifu import`.
#[derive(Debug, Clone, PartialEq, Args)]
pub struct Import {
    /// File to read; `-` is standard input.
    #[arg(value_name = "FILE|-")]
    pub input: Stream,
}

/// Arguments of `kifu simulate`.
#[derive(Debug, Clone, PartialEq, Args)]
pub struct Simulate {
    /// The game.
    #[arg(long, value_name = "SLUG")]
    pub game: String,
    /// How many games.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole_number::<u64>(1..=1_000_000_000))]
    pub count: u64,
    /// Same seed, same games.
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = whole_number::<u64>(0..=u64::MAX))]
    pub seed: u64,
    /// Share of moves that break a rule and are recorded all the same, 0 to 1.
    #[arg(long, value_name = "SHARE", default_value = "0", value_parser = share)]
    pub irregular: f64,
    /// How the seats play.
    #[arg(long, value_enum, default_value_t)]
    pub players: Players,
}

/// How the seats of simulated games play.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub enum Players {
    /// Any legal move, with facts recorded or not.
    #[default]
    Random,
    /// By the odds that the analysis of a record shows; all facts are recorded.
    Sensible,
    /// By the same odds, with more risk: higher claims, lies, haste.
    Bold,
    /// Seats of all three kinds at one table, as among people.
    Mixed,
}

impl Players {
    /// The tag of the games that they play.
    pub fn tag(self) -> &'static str {
        match self {
            Self::Random => "players-random",
            Self::Sensible => "players-sensible",
            Self::Bold => "players-bold",
            Self::Mixed => "players-mixed",
        }
    }
}

/// A file, or standard input or output.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Stream {
    /// Written `-`.
    Standard,
    /// Anything else.
    File(PathBuf),
}

impl FromStr for Stream {
    type Err = std::convert::Infallible;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Ok(match text {
            "-" => Self::Standard,
            path => Self::File(path.into()),
        })
    }
}
