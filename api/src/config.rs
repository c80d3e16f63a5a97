//! The command line and the environment: flags before `KIFU_…` variables before defaults.

use std::net::SocketAddr;
use std::num::{NonZeroU16, NonZeroU32};
use std::path::PathBuf;
use std::str::FromStr;

use clap::{Args, Parser, Subcommand, ValueEnum};
use etcetera::BaseStrategy;
use kifu_engine::text::Language;
use url::Url;

use crate::archive::export::ArchiveFormat;
use crate::boundary::settings::BoundarySettings;
use crate::delivery::WebhookSettings;
use crate::links::PublicUrl;
use crate::secrets::Secret;

const EXAMPLES: &str = "\
Examples:
  kifu                                        serve on 127.0.0.1:8080, with a PostgreSQL of its own
  kifu --listen 0.0.0.0:80 --operator-key-file key --public-url https://kifu.example.org
                                              serve to others; opening records then needs the key
  KIFU_DATABASE_URL=postgresql://kifu@db/kifu kifu
                                              use a PostgreSQL that already runs
  kifu export --output games.ndjson           every record, one a line
  kifu import games.ndjson                    and back again
  kifu backup kifu.backup                     everything, in one file for kifu restore

Exit codes: 0 done, 1 failed, 2 wrong usage, 69 no PostgreSQL found, 70 PostgreSQL failed,
75 the data folder is in use or no database answers, 77 a folder cannot be reached, 78 wrong settings.";

/// Records tabletop games, replays them and answers questions about them.
///
/// Without a command it serves. Without KIFU_DATABASE_URL it starts a PostgreSQL of its own from
/// the installed binaries, keeps it in the data folder, and stops it on leaving.
#[expect(clippy::doc_markdown, reason = "these are help texts")]
#[derive(Debug, Clone, Parser)]
#[command(name = "kifu", version, after_help = EXAMPLES)]
pub struct Config {
    /// What to do; without one, serve.
    #[command(subcommand)]
    command: Option<Command>,
    /// Settings shared by all commands.
    #[command(flatten)]
    pub settings: Settings,
}

impl Config {
    /// What to do.
    pub fn command(&self) -> Command {
        self.command.clone().unwrap_or(Command::Serve)
    }
}

/// Settings shared by all commands.
#[derive(Debug, Clone, Args)]
pub struct Settings {
    /// PostgreSQL to use; without it, one of our own is started.
    #[arg(long, global = true, env = "KIFU_DATABASE_URL", hide_env_values = true, value_name = "URL")]
    pub database_url: Option<Secret>,
    /// A read replica for replays and statistics.
    #[arg(long, global = true, env = "KIFU_READ_DATABASE_URL", hide_env_values = true, value_name = "URL")]
    pub read_database_url: Option<Secret>,
    /// Folder of our own PostgreSQL; as root by default /var/lib/kifu.
    #[arg(long, global = true, env = "KIFU_DATA_DIR", value_name = "FOLDER", default_value_os_t = default_data_dir())]
    pub data_dir: PathBuf,
    /// Folder with `postgres` and `initdb`; by default the installed ones are found.
    #[arg(long, global = true, env = "KIFU_POSTGRES_BIN", value_name = "FOLDER")]
    pub postgres_bin: Option<PathBuf>,
    /// Serve with the schema as it is: kifu migrate is run apart, as in a rolling restart.
    #[arg(long, global = true, env = "KIFU_NO_MIGRATE")]
    pub no_migrate: bool,
    /// Address and port to serve on; port 0 takes a free one.
    #[arg(
        long,
        global = true,
        env = "KIFU_LISTEN",
        value_name = "ADDRESS",
        default_value = "127.0.0.1:8080"
    )]
    pub listen: SocketAddr,
    /// File with the operator's key, which opens records and may do everything in all of them.
    #[arg(
        long,
        global = true,
        env = "KIFU_OPERATOR_KEY_FILE",
        value_name = "FILE",
        conflicts_with = "operator_key"
    )]
    pub operator_key_file: Option<PathBuf>,
    /// The key itself; others on this machine can see it on the command line, so better by its variable.
    #[arg(long, global = true, env = "KIFU_OPERATOR_KEY", hide_env_values = true, value_name = "KEY")]
    pub operator_key: Option<Secret>,
    /// Ask for the operator's key from this machine too: behind a proxy everybody seems to be on it.
    #[arg(long, global = true, env = "KIFU_REQUIRE_KEY")]
    pub require_key: bool,
    /// Where people reach the service, for links and QR codes; by default as they asked for it.
    #[arg(long, global = true, env = "KIFU_PUBLIC_URL", value_name = "URL")]
    pub public_url: Option<PublicUrl>,
    /// What to log, as in `info,kifu=debug`.
    #[arg(long, global = true, env = "KIFU_LOG", value_name = "FILTER", default_value = "info")]
    pub log: String,
    /// How log lines look.
    #[arg(long, global = true, env = "KIFU_LOG_FORMAT", value_enum, default_value_t = LogFormat::Text)]
    pub log_format: LogFormat,
    /// Collector of OpenTelemetry that traces are sent to, by OTLP over HTTP. The usual variables `OTEL_…` say the rest.
    #[arg(long, global = true, env = "KIFU_OTLP_ENDPOINT", value_name = "URL")]
    pub otlp_endpoint: Option<Url>,
    /// Connections to the database at most.
    #[arg(long, global = true, env = "KIFU_POOL_SIZE", value_name = "N", default_value = "16")]
    pub pool_size: NonZeroU16,
    /// Events that a record may have at most, of any sort: taking back, amending and annotating count as well.
    #[arg(long, global = true, env = "KIFU_MAX_RECORD_EVENTS", value_name = "N", default_value = "10000")]
    pub max_record_events: NonZeroU32,
    /// Memory for records that are kept ready, in MiB.
    #[arg(long, global = true, env = "KIFU_RECORD_CACHE_MIB", value_name = "MIB", default_value = "256")]
    pub record_cache_mib: NonZeroU32,
    /// Memory for columns that statistics were answered from, in MiB at most. Ratings take up to a quarter
    /// as much again, and files of observations an eighth.
    #[arg(long, global = true, env = "KIFU_STATISTICS_CACHE_MIB", value_name = "MIB", default_value = "256")]
    pub statistics_cache_mib: NonZeroU16,
    /// Streams open at once at most; further ones are answered 503.
    #[arg(long, global = true, env = "KIFU_MAX_STREAMS", value_name = "N", default_value_t = 10_000)]
    pub max_streams: usize,
    /// How often a stream shows that it is alive, in seconds.
    #[arg(long, global = true, env = "KIFU_HEARTBEAT_SECONDS", value_name = "SECONDS", default_value = "15")]
    pub heartbeat_seconds: NonZeroU16,
    /// Longest accepted request body, in bytes.
    #[arg(
        long,
        global = true,
        env = "KIFU_MAX_BODY_BYTES",
        value_name = "BYTES",
        default_value_t = 1_048_576
    )]
    pub max_body_bytes: usize,
    /// Who may reach the service by which name, and how often.
    #[command(flatten)]
    pub boundary: BoundarySettings,
    /// The webhooks to notify of what happens to records.
    #[command(flatten)]
    pub webhooks: WebhookSettings,
}

/// What to do.
#[derive(Debug, Clone, PartialEq, Subcommand)]
pub enum Command {
    /// Serve until SIGINT or SIGTERM (the default).
    Serve,
    /// Bring the database's schema up to date, and end.
    Migrate,
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
    /// Play random legal games and record them.
    #[command(after_help = "Example:\n  kifu simulate --game bremen --count 1000 --seed 7 --irregular 0.01")]
    Simulate(Simulate),
    /// Write every observation of public games as Parquet, partitioned by game and month.
    #[command(
        after_help = "Examples:\n  kifu observations numbers\n  duckdb -c \"SELECT metric, avg(number) FROM read_parquet('numbers/*/*/*.parquet', hive_partitioning = true) GROUP BY metric\""
    )]
    Observations(Observations),
    /// Count everything anew for statistics, while services go on answering from what is there.
    #[command(
        after_help = "What is counted anew is read when it is complete, at one stroke. Interrupted, it is simply repeated and\ngoes on where it was. A service does the same by itself when it starts with other definitions."
    )]
    Rebuild,
    /// Fold every record again and compare with what is stored; fails if one differs.
    Verify,
    /// Print the contract of the API (OpenAPI 3.1), without starting anything.
    #[command(after_help = "Example:\n  kifu contract > openapi.json")]
    Contract(Contract),
}

/// Which contract to print.
#[derive(Debug, Clone, PartialEq, Args)]
pub struct Contract {
    /// Also the pages for people, which are no part of the API.
    #[arg(long)]
    pub pages: bool,
}

/// What to write out, and where.
#[derive(Debug, Clone, PartialEq, Args)]
pub struct Export {
    /// File to write; `-` is standard output.
    #[arg(long, short, value_name = "FILE|-", default_value = "-")]
    pub output: Stream,
    /// Only records that a search finds, by the parameters of `GET /v1/games`: `player=Aki`, `from=2026-01-01`.
    /// Repeated, all of them; copies only with `copies=true`.
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
    /// Folder to write to; it is made, or must be empty.
    #[arg(value_name = "FOLDER")]
    pub folder: PathBuf,
    /// Only of this game.
    #[arg(long, value_name = "SLUG")]
    pub game_kind: Option<String>,
}

/// What to read in.
#[derive(Debug, Clone, PartialEq, Args)]
pub struct Import {
    /// File to read; `-` is standard input.
    #[arg(value_name = "FILE|-")]
    pub input: Stream,
}

/// What to play.
#[derive(Debug, Clone, PartialEq, Args)]
pub struct Simulate {
    /// The game.
    #[arg(long, value_name = "SLUG")]
    pub game: String,
    /// How many games.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub count: u64,
    /// Same seed, same games.
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub seed: u64,
    /// Share of moves that break a rule and are recorded all the same, 0 to 1.
    #[arg(long, value_name = "SHARE", default_value = "0", value_parser = share)]
    pub irregular: f64,
}

fn language(text: &str) -> Result<Language, String> {
    let language = Language::ALL.into_iter().find(|language| language.code() == text);
    language.ok_or_else(|| "it must be ja or en".to_owned())
}

fn named_value(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once('=').ok_or("it must be like player=Aki")?;
    Ok((name.to_owned(), value.to_owned()))
}

fn share(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(share) if (0.0..=1.0).contains(&share) => Ok(share),
        _ => Err("a share is a number from 0 to 1".to_owned()),
    }
}

/// How log lines look.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum LogFormat {
    /// For people.
    Text,
    /// One JSON object a line.
    Json,
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

/// `/var/lib/kifu` as root, for the server then runs as a user that cannot enter root's home.
fn default_data_dir() -> PathBuf {
    if rustix::process::geteuid().is_root() {
        return PathBuf::from("/var/lib/kifu");
    }
    match etcetera::choose_base_strategy() {
        Ok(folders) => folders.data_dir().join("kifu"),
        Err(_) => PathBuf::from(".kifu"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(words: &[&str]) -> Result<Config, clap::Error> {
        Config::try_parse_from([&["kifu"], words].concat())
    }

    #[test]
    fn the_command_line_is_consistent() {
        <Config as clap::CommandFactory>::command().debug_assert();
    }

    #[test]
    fn without_a_command_it_serves() {
        assert_eq!(parse(&[]).unwrap().command(), Command::Serve);
        let config = parse(&["serve", "--listen", "127.0.0.1:0"]).unwrap();
        assert_eq!(config.settings.listen.port(), 0);
    }

    #[test]
    fn a_dash_is_standard_input() {
        let expected = Command::Import(Import { input: Stream::Standard });
        assert_eq!(parse(&["import", "-"]).unwrap().command(), expected);
    }

    #[test]
    fn a_share_is_between_0_and_1() {
        for (share, accepted) in
            [("0", true), ("0.5", true), ("1", true), ("1.1", false), ("NaN", false), ("-1", false)]
        {
            let words = ["simulate", "--game", "x", &format!("--irregular={share}")];
            assert_eq!(parse(&words).is_ok(), accepted, "{share}");
        }
    }

    #[test]
    fn passwords_and_keys_are_never_printed() {
        let url = "postgresql://ann:s3cret@db:5433/kifu";
        let config = parse(&["--database-url", url, "--operator-key", "s3cret"]).unwrap();
        assert!(!format!("{config:?}").contains("s3cret"));
    }
}
