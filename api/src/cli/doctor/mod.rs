//! `kifu doctor`: looks at everything that a start needs, and changes nothing.

mod database;
mod finding;
mod machine;
mod settings;

use kifu_embedded::{Embedded, Inspection, inspect};

use self::finding::{Finding, State};
use super::{CommandFailure, output};
use crate::operation::config::Config;
use crate::operation::database::embedded_options;

/// Prints a line for each thing, and says whether nothing is wrong.
///
/// # Errors
///
/// If nobody reads the output.
pub fn run(config: &Config) -> Result<bool, CommandFailure> {
    let mut findings = settings::examine(config);
    let inspection =
        config.settings.database_url.is_none().then(|| inspect(&embedded_options(&config.settings)));
    findings.extend(machine::examine(&config.settings, inspection.as_ref()));
    findings.extend(examine_database(config, inspection.as_ref())?);
    for finding in &findings {
        output::print(finding)?;
    }
    let count = |state| findings.iter().filter(|finding| finding.state == state).count();
    let (wrong, notes) = (count(State::Wrong), count(State::Note));
    output::print(format_args!(
        "{wrong} wrong, {notes} notes, {} ok / 問題 {wrong} 件、注意 {notes} 件",
        count(State::Ok)
    ))?;
    Ok(wrong == 0)
}

/// The database that was named; our own only while a service runs it, for starting it would change it.
fn examine_database(
    config: &Config,
    inspection: Option<&Inspection>,
) -> Result<Vec<Finding>, CommandFailure> {
    let own = match inspection {
        Some(Inspection { in_use: true, folder: Ok(folder), .. }) => Embedded::running(folder),
        _ => None,
    };
    if inspection.is_some() && own.is_none() {
        return Ok(Vec::new());
    }
    let runtime = tokio::runtime::Runtime::new()?;
    Ok(runtime.block_on(database::examine(&config.settings, own)))
}
