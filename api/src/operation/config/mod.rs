//! Settings: flags before `KIFU_…` variables before the file `kifu.toml` before defaults.
//!
//! Each setting is declared once, for `clap`, which reads flags and variables. What the file says becomes `clap`'s default
//! of that setting, so that all three are read by the same parsers.

mod command;
mod command_line;
mod destination;
mod file;
mod usage;

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::num::{NonZeroU16, NonZeroU32};
use std::path::PathBuf;

use clap::{Args, Parser, ValueEnum};
use etcetera::BaseStrategy;
use url::Url;

pub use command::{
    Audit, Backup, Command, Contract, Epoch, Export, FilePeriod, Import, Migrate, Observations, Players,
    Restore, Simulate, Stream, Upgrade, Verify,
};
pub use command_line::ConfigError;
pub use destination::Destination;
pub use file::{FileError, FileProblem};
pub use usage::in_japanese;

use crate::http::boundary::settings::BoundarySettings;
use crate::http::links::PublicUrl;
use crate::http::secrets::Secret;
use crate::operation::setting_values::{collector_address, listened_address, log_filter, whole_number};
use crate::proofs::heads_place::HeadsPlace;
use crate::streams::delivery::WebhookSettings;
use kifu_store::Shards;

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
  kifu doctor                                 is everything there that a start needs?

Each setting is a flag, a variable KIFU_… and a line of the file kifu.toml: --pool-size 20, KIFU_POOL_SIZE=20,
pool_size = 20. A flag counts before a variable, and a variable before the file.

Exit codes: 0 done, 1 failed, 2 wrong usage, 66 no database there, 69 no PostgreSQL found, 70 PostgreSQL failed,
75 the data folder is in use or no database answers, 77 a folder cannot be reached, 78 wrong settings.";

/// Records tabletop games, replays them and answers questions about them.
///
/// Without a command it serves. Without KIFU_DATABASE_URL it starts a PostgreSQL of its own from
/// the installed binaries, keeps it in the data folder, and stops it on leaving.
#[expect(clippy::doc_markdown, reason = "these are help texts")]
#[derive(Debug, Clone, Parser)]
#[command(name = "kifu", version, after_help = EXAMPLES)]
pub struct Config {
    /// The command; without one, serve.
    #[command(subcommand)]
    command: Option<Command>,
    /// Settings shared by all commands.
    #[command(flatten)]
    pub settings: Settings,
    /// The file that settings were read from.
    #[arg(skip)]
    pub file: Option<PathBuf>,
    /// The digest of each setting.
    #[arg(skip)]
    digests: BTreeMap<String, blake3::Hash>,
}

impl Config {
    /// The settings that say something else than before, by their names in the file.
    pub fn changed_since(&self, before: &Self) -> Vec<String> {
        let other = |(name, digest): &(&String, &blake3::Hash)| before.digests.get(*name) != Some(digest);
        self.digests.iter().filter(other).map(|(name, _)| name.clone()).collect()
    }

    /// The command.
    pub fn command(&self) -> Command {
        self.command.clone().unwrap_or(Command::Serve)
    }

    /// The filter of the log. A command prints its result; by default it logs only warnings.
    pub fn log(&self) -> &str {
        let usual = if self.command() == Command::Serve { "info" } else { "warn" };
        self.settings.log.as_deref().unwrap_or(usual)
    }
}

/// Settings shared by all commands.
#[derive(Debug, Clone, Args)]
pub struct Settings {
    /// File with settings; by default `kifu/kifu.toml` in your folder of settings, else /etc/kifu/kifu.toml. /dev/null is none.
    #[arg(long, global = true, env = "KIFU_CONFIG", value_name = "FILE")]
    pub config: Option<PathBuf>,
    /// PostgreSQL to use; without it, one of our own is started.
    #[arg(long, global = true, env = "KIFU_DATABASE_URL", hide_env_values = true, value_name = "URL")]
    pub database_url: Option<Secret>,
    /// A read replica for statistics.
    #[arg(long, global = true, env = "KIFU_READ_DATABASE_URL", hide_env_values = true, value_name = "URL")]
    pub read_database_url: Option<Secret>,
    /// How far behind the replica may be, in seconds; further behind, the database itself is read.
    #[arg(
        long,
        global = true,
        env = "KIFU_MAX_REPLICA_LAG_SECONDS",
        value_name = "SECONDS",
        default_value = "30", value_parser = whole_number::<NonZeroU32>(1..=86_400))]
    pub max_replica_lag_seconds: NonZeroU32,
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
        value_parser = listened_address,
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
    /// Random text of which the key is made that signs proofs of records, the same for every instance; without it one of
    /// the database signs.
    #[arg(long, global = true, env = "KIFU_SIGNING_KEY", hide_env_values = true, value_name = "KEY")]
    pub signing_key: Option<Secret>,
    /// How often the head of the tree over all events is signed, in seconds.
    #[arg(long, global = true, env = "KIFU_HEAD_SECONDS", value_name = "SECONDS", default_value = "60", value_parser = whole_number::<NonZeroU32>(1..=86_400))]
    pub head_seconds: NonZeroU32,
    /// Where each signed head is sent, so that it is not in the database alone: a file, a bucket (`s3://BUCKET/PREFIX`), or
    /// an address of the web.
    #[arg(long, global = true, env = "KIFU_HEADS_TO", value_name = "FILE|s3://…|https://…")]
    pub heads_to: Option<HeadsPlace>,
    /// Where people reach the service, for links and QR codes; by default as they asked for it.
    #[arg(long, global = true, env = "KIFU_PUBLIC_URL", value_name = "URL")]
    pub public_url: Option<PublicUrl>,
    /// Filter of the log, as in `info,kifu=debug` [default: info; warn of commands other than serve].
    #[arg(long, global = true, env = "KIFU_LOG", value_name = "FILTER", value_parser = log_filter)]
    pub log: Option<String>,
    /// How log lines look.
    #[arg(long, global = true, env = "KIFU_LOG_FORMAT", value_enum, default_value_t = LogFormat::Text)]
    pub log_format: LogFormat,
    /// Collector of OpenTelemetry that traces are sent to, by OTLP over HTTP. The usual variables `OTEL_…` say the rest.
    #[arg(long, global = true, env = "KIFU_OTLP_ENDPOINT", value_name = "URL", value_parser = collector_address)]
    pub otlp_endpoint: Option<Url>,
    /// Connections to the database at most.
    #[arg(long, global = true, env = "KIFU_POOL_SIZE", value_name = "N", default_value = "16", value_parser = whole_number::<NonZeroU16>(1..=10_000))]
    pub pool_size: NonZeroU16,
    /// Shards that an empty database gets, up to 256; one in use keeps its number. One is right for a single server
    /// [default: 1].
    #[arg(
        long,
        global = true,
        env = "KIFU_SHARDS",
        value_name = "N",
        value_parser = whole_number::<u16>(1..=u64::from(Shards::MAX))
    )]
    pub shards: Option<u16>,
    /// Events that a record may have at most, of any sort: taking back, amending and annotating count as well.
    #[arg(long, global = true, env = "KIFU_MAX_RECORD_EVENTS", value_name = "N", default_value = "10000", value_parser = whole_number::<NonZeroU32>(1..=10_000_000))]
    pub max_record_events: NonZeroU32,
    /// Memory for records that are kept ready, in MiB.
    #[arg(long, global = true, env = "KIFU_RECORD_CACHE_MIB", value_name = "MIB", default_value = "256", value_parser = whole_number::<NonZeroU32>(1..=1_048_576))]
    pub record_cache_mib: NonZeroU32,
    /// Memory for columns that statistics were answered from, in MiB at most. Ratings take up to a quarter
    /// as much again, and files of observations an eighth.
    #[arg(long, global = true, env = "KIFU_STATISTICS_CACHE_MIB", value_name = "MIB", default_value = "256", value_parser = whole_number::<NonZeroU16>(1..=65_535))]
    pub statistics_cache_mib: NonZeroU16,
    /// Streams open at once at most; further ones are answered 503.
    #[arg(long, global = true, env = "KIFU_MAX_STREAMS", value_name = "N", default_value_t = 10_000, value_parser = whole_number::<usize>(0..=10_000_000))]
    pub max_streams: usize,
    /// How often a stream shows that it is alive, in seconds.
    #[arg(long, global = true, env = "KIFU_HEARTBEAT_SECONDS", value_name = "SECONDS", default_value = "15", value_parser = whole_number::<NonZeroU16>(1..=3_600))]
    pub heartbeat_seconds: NonZeroU16,
    /// How long the service goes on serving after the signal to end, in seconds, while `/readyz` says that it leaves: as long
    /// as a load balancer needs to notice. 0 where there is none.
    #[arg(long, global = true, env = "KIFU_DRAIN_SECONDS", value_name = "SECONDS", default_value_t = 0, value_parser = whole_number::<u16>(0..=3_600))]
    pub drain_seconds: u16,
    /// Longest accepted request body, in bytes.
    #[arg(
        long,
        global = true,
        env = "KIFU_MAX_BODY_BYTES",
        value_name = "BYTES",
        default_value_t = 1_048_576, value_parser = whole_number::<usize>(1..=1_073_741_824))]
    pub max_body_bytes: usize,
    /// Settings of access to the service: by which name, and how often.
    #[command(flatten)]
    pub boundary: BoundarySettings,
    /// The webhooks to notify of what happens to records.
    #[command(flatten)]
    pub webhooks: WebhookSettings,
}

/// How log lines look.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum LogFormat {
    /// For people.
    Text,
    /// One JSON object a line.
    Json,
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
