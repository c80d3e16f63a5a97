//! The service `kifu`: see `kifu --help`.

use std::error::Error;
use std::process::ExitCode;

use clap::Parser;
use kifu::config::{Command, Config};
use kifu::database::Database;
use kifu::{logging, signals};

fn main() -> ExitCode {
    let config = Config::parse();
    if let Err(error) = logging::init(&config.settings.log, config.settings.log_format) {
        eprintln!("kifu: {error}");
        return ExitCode::from(78);
    }
    let database = match Database::open(&config) {
        Ok(database) => database,
        Err(error) => {
            eprintln!("kifu: {error}");
            return ExitCode::from(error.exit_code());
        }
    };
    let done = dispatch(&config, &database);
    let closed = database.close();
    match done.and(closed.map_err(Into::into)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("kifu: {error}");
            ExitCode::FAILURE
        }
    }
}

/// To be wired to `startup::serve` and `commands::*::run`.
fn dispatch(config: &Config, database: &Database) -> Result<(), Box<dyn Error>> {
    println!("{}", database.url);
    match config.command() {
        Command::Serve => {
            let runtime = tokio::runtime::Runtime::new()?;
            let signal = runtime.block_on(signals::shutdown_signal())?;
            tracing::info!(signal, "stopping");
            Ok(())
        }
        Command::Migrate
        | Command::Export(_)
        | Command::Import(_)
        | Command::Simulate(_)
        | Command::Verify => Ok(()),
    }
}
