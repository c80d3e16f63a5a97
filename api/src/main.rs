//! The service `kifu`: see `kifu --help`.

use std::process::ExitCode;

use clap::Parser;
use kifu::commands::{self, CommandFailure};
use kifu::config::{Command, Config, Upgrade};
use kifu::database::Database;
use kifu::listeners::{ListenError, Listeners};
use kifu::logging::TraceExport;
use kifu::operator_key::{KeyError, operator_key};
use kifu::{logging, startup};
use kifu_store::{Backup, ConnectError};

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    let config = Config::parse();
    if let Command::Contract(arguments) = config.command() {
        commands::contract::run(&arguments);
        return ExitCode::SUCCESS;
    }
    let _traces = match observe(&config) {
        Ok(traces) => traces,
        Err(error) => {
            eprintln!("kifu: {error}");
            return ExitCode::from(78);
        }
    };
    if let Err(error) = check(&config) {
        eprintln!("kifu: {error}");
        return ExitCode::from(78);
    }
    let listeners = match listen(&config) {
        Ok(listeners) => listeners,
        Err(error) => {
            eprintln!("kifu: {error}");
            return ExitCode::FAILURE;
        }
    };
    if let Command::Upgrade(args) = config.command() {
        return upgrade(&config, &args);
    }
    let backup = match backup(&config) {
        Ok(Some(_)) if matches!(config.command(), Command::Restore(restore) if restore.dry_run) => {
            return ExitCode::SUCCESS;
        }
        Ok(backup) => backup,
        Err(error) => {
            eprintln!("kifu: {error}");
            return ExitCode::FAILURE;
        }
    };
    let database = match Database::open(&config) {
        Ok(database) => database,
        Err(error) => {
            eprintln!("kifu: {error}");
            return ExitCode::from(error.exit_code());
        }
    };
    let done = dispatch(&config, &database, listeners, backup.as_ref());
    let closed = database.close();
    match done.and(closed.map_err(Into::into)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("kifu: {error}");
            error.downcast_ref::<ConnectError>().map_or(ExitCode::FAILURE, |error| error.exit_code().into())
        }
    }
}

/// Sets up the log, and the export of traces where it is wanted: a service's, until what is returned is dropped.
fn observe(config: &Config) -> Result<Option<TraceExport>, Box<dyn std::error::Error>> {
    let settings = &config.settings;
    let endpoint = settings.otlp_endpoint.as_ref().filter(|_| config.command() == Command::Serve);
    let traces = endpoint.map(TraceExport::to).transpose()?;
    logging::init(&settings.log, settings.log_format, traces.as_ref())?;
    Ok(traces)
}

/// What only serving needs, before a database is started for it.
fn check(config: &Config) -> Result<(), KeyError> {
    if config.command() == Command::Serve { operator_key(&config.settings).map(|_| ()) } else { Ok(()) }
}

/// What a service listens on; other commands listen on nothing.
fn listen(config: &Config) -> Result<Option<Listeners>, ListenError> {
    let serves = config.command() == Command::Serve;
    serves.then(|| Listeners::bind(&config.settings)).transpose()
}

fn upgrade(config: &Config, args: &Upgrade) -> ExitCode {
    match commands::upgrade::run(&config.settings, args) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("kifu: {error}");
            commands::upgrade::exit_code(&error).map_or(ExitCode::FAILURE, ExitCode::from)
        }
    }
}

/// The backup that is to be restored, looked at before a database is started for it.
fn backup(config: &Config) -> Result<Option<Backup>, CommandFailure> {
    match config.command() {
        Command::Restore(restore) => commands::backup::look(&restore).map(Some),
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
            Command::Serve | Command::Contract(_) | Command::Upgrade(_) => {
                unreachable!("done without a store")
            }
            Command::Migrate => commands::migrate::run(&store).await,
            Command::Export(export) => commands::export::run(&store, &export).await,
            Command::Import(import) => commands::import::run(&store, &import).await,
            Command::Simulate(simulate) => commands::simulate::run(&store, &simulate).await,
            Command::Observations(arguments) => commands::observations::run(&store, &arguments).await,
            Command::Rebuild => commands::rebuild::run(&store).await,
            Command::Backup(args) => commands::backup::write(&store, &args.file).await,
            Command::Restore(args) => {
                let backup = backup.ok_or("a backup is looked at before")?;
                commands::backup::restore(&store, &args.file, backup).await
            }
            Command::Verify => commands::verify::run(&store).await,
        }
    })
}
