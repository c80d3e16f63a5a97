//! The service `kifu`: see `kifu --help`.

use std::process::ExitCode;

use kifu::cli::{self, CommandFailure, output};
use kifu::http::listeners::{ListenError, Listeners};
use kifu::operation::config::{self, Command, Config, ConfigError};
use kifu::operation::database::{Database, DatabaseError};
use kifu::operation::logging;
use kifu::operation::logging::{ProcessLog, TraceExport};
use kifu::operation::operator_key::{KeyError, operator_key};
use kifu::operation::startup;
use kifu_store::{Backup, ConnectError, MigrateError};

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Wrong settings, after `sysexits.h`.
const WRONG_SETTINGS: u8 = 78;

fn main() -> ExitCode {
    let config = match Config::load() {
        Ok(config) => config,
        Err(ConfigError::Usage(error)) => return wrong_usage(&error),
        Err(error) => return failed(&error, WRONG_SETTINGS),
    };
    match run(&config) {
        Ok(code) => code,
        Err(error) if output::nobody_reads(&*error) => ExitCode::SUCCESS,
        Err(error) => failed(&*error, exit_code(&*error)),
    }
}

/// Prints the error of the command line, or the requested help.
fn wrong_usage(error: &clap::Error) -> ExitCode {
    let _ = error.print();
    if let Some(text) = config::in_japanese(error) {
        output::note(format_args!("\n{text}"));
    }
    if error.use_stderr() { ExitCode::from(2) } else { ExitCode::SUCCESS }
}

fn failed(error: &(dyn std::error::Error + 'static), code: u8) -> ExitCode {
    output::note(format_args!("kifu: {error}"));
    ExitCode::from(code)
}

/// The exit code of a process, after `sysexits.h`; 1 where that has none better.
fn exit_code(error: &(dyn std::error::Error + 'static)) -> u8 {
    let database = error.downcast_ref::<DatabaseError>().map(DatabaseError::exit_code);
    let connection = || error.downcast_ref::<ConnectError>().map(ConnectError::exit_code);
    let schema = || error.downcast_ref::<MigrateError>().map(MigrateError::exit_code);
    let server = || cli::upgrade::exit_code(error);
    let settings = || error.is::<KeyError>().then_some(WRONG_SETTINGS);
    database.or_else(connection).or_else(schema).or_else(server).or_else(settings).unwrap_or(1)
}

fn run(config: &Config) -> Result<ExitCode, CommandFailure> {
    match config.command() {
        Command::Contract(args) => {
            cli::contract::run(&args)?;
            return Ok(ExitCode::SUCCESS);
        }
        Command::Audit(args) => {
            cli::audit::run(&args)?;
            return Ok(ExitCode::SUCCESS);
        }
        _ => {}
    }
    let _log = match observe(config) {
        Ok(log) => log,
        Err(error) => return Ok(failed(&*error, WRONG_SETTINGS)),
    };
    match config.command() {
        Command::Doctor => {
            let healthy = cli::doctor::run(config)?;
            return Ok(if healthy { ExitCode::SUCCESS } else { ExitCode::FAILURE });
        }
        Command::Upgrade(args) => {
            cli::upgrade::run(&config.settings, &args)?;
            return Ok(ExitCode::SUCCESS);
        }
        _ => {}
    }
    check(config)?;
    let listeners = listen(config)?;
    let backup = backup(config)?;
    if matches!(config.command(), Command::Restore(restore) if restore.dry_run) {
        return Ok(ExitCode::SUCCESS);
    }
    let database = Database::open(config)?;
    let done = dispatch(config, &database, listeners, backup.as_ref());
    let closed = database.close();
    done.and(closed.map_err(Into::into)).map(|()| ExitCode::SUCCESS)
}

/// Sets up the log, and the export of traces where it is wanted: a service's, until the returned value is dropped.
fn observe(config: &Config) -> Result<ProcessLog, CommandFailure> {
    let settings = &config.settings;
    let endpoint = settings.otlp_endpoint.as_ref().filter(|_| config.command() == Command::Serve);
    let traces = endpoint.map(TraceExport::to).transpose()?;
    let log = logging::init(config.log(), settings.log_format, traces)?;
    if let Some(file) = &config.file {
        tracing::info!(file = %file.display(), "settings were read");
    }
    Ok(log)
}

/// Checks the settings that only serving needs, before a database is started for it.
fn check(config: &Config) -> Result<(), KeyError> {
    if config.command() == Command::Serve { operator_key(&config.settings).map(|_| ()) } else { Ok(()) }
}

/// Opens the listeners of a service; other commands listen on nothing.
fn listen(config: &Config) -> Result<Option<Listeners>, ListenError> {
    let serves = config.command() == Command::Serve;
    serves.then(|| Listeners::bind(&config.settings)).transpose()
}

/// The backup that is to be restored, looked at before a database is started for it.
fn backup(config: &Config) -> Result<Option<Backup>, CommandFailure> {
    match config.command() {
        Command::Restore(restore) => cli::backup::look(&restore).map(Some),
        _ => Ok(None),
    }
}

fn dispatch(
    config: &Config,
    database: &Database,
    listeners: Option<Listeners>,
    backup: Option<&Backup>,
) -> Result<(), CommandFailure> {
    let command = config.command();
    if let Some(listeners) = listeners {
        return actix_web::rt::System::new().block_on(startup::serve(config, database, listeners));
    }
    let runtime = tokio::runtime::Runtime::new()?;
    runtime.block_on(async {
        let store = startup::store(config, database)?;
        startup::reach(&store).await?;
        match command {
            Command::Serve
            | Command::Contract(_)
            | Command::Audit(_)
            | Command::Upgrade(_)
            | Command::Doctor => {
                unreachable!("done without a store")
            }
            Command::Migrate(arguments) => {
                cli::migrate::run(&store, arguments.distribute, config.settings.shards).await
            }
            Command::Export(export) => {
                cli::export::run(&store, &export, config.settings.signing_key.as_ref()).await
            }
            Command::Import(import) => {
                cli::import::run(&store, &import).await?;
                cli::sign_heads(&store, &config.settings).await
            }
            Command::Simulate(simulate) => {
                cli::simulate::run(&store, &simulate).await?;
                cli::sign_heads(&store, &config.settings).await
            }
            Command::Observations(arguments) => cli::observations::run(&store, &arguments).await,
            Command::Rebuild => cli::rebuild::run(&store).await,
            Command::Epoch(args) => cli::epoch::run(&store, args.new).await,
            Command::Backup(args) => cli::backup::write(&store, &args.file).await,
            Command::Restore(args) => {
                let backup = backup.ok_or("a backup is looked at before")?;
                cli::backup::restore(&store, &args.file, backup).await?;
                cli::sign_heads(&store, &config.settings).await
            }
            Command::Verify(verify) => cli::verify::run(&store, &verify, &config.settings).await,
        }
    })
}
