//! `SIGHUP`: reads the settings and their certificates again, and applies all that can change while the service runs.
//!
//! The rest is named in the log, and stays as it was until the next start. Settings that are wrong change nothing.

use std::error::Error;

use actix_web::web;

use crate::app::App;
use crate::http::secrets::Secret;
use crate::operation::config::Config;
use crate::operation::logging;
use crate::operation::operator_key::operator_key;
use crate::operation::signals::ReloadSignal;

/// The settings that can change while the service runs, by the names that they have in the file.
const CHANGEABLE: [&str; 6] =
    ["log", "max_record_events", "max_streams_per_client", "operator_key", "operator_key_file", "rate_limit"];

/// Reads the settings again whenever that is asked for. `config` is what the service was started with.
pub async fn follow(app: web::Data<App>, mut config: Config, mut signal: ReloadSignal) {
    while signal.received().await {
        match reload(&app, &config) {
            Ok(read) => config = read,
            Err(error) => tracing::error!(%error, "the settings were not read again; those of before hold"),
        }
    }
}

/// Finds all faults before it changes anything.
fn reload(app: &App, before: &Config) -> Result<Config, Box<dyn Error>> {
    let config = Config::load()?;
    let settings = &config.settings;
    let key = operator_key(settings)?;
    if key.is_none() && app.secrets.has_operator() {
        return Err("an operator's key can be replaced, and not be taken away, while the service runs".into());
    }
    let certificates = app.store().read_certificates()?;
    logging::set_filter(config.log())?;
    certificates.put_in_use();
    app.secrets.set_operator(key.as_ref().map(Secret::expose));
    app.boundary.rates.set_rate(settings.boundary.rate_limit);
    app.live.streams.set_max_per_client(settings.boundary.max_streams_per_client);
    app.record_limits.set_events(settings.max_record_events.get().into());
    let changed = config.changed_since(before);
    let (new, later): (Vec<_>, Vec<_>) =
        changed.iter().map(String::as_str).partition(|name| CHANGEABLE.contains(name));
    tracing::info!(changed = new.join(", "), "the settings were read again");
    if !later.is_empty() {
        tracing::warn!(
            settings = later.join(", "),
            "these settings have changed and count from the next start on"
        );
    }
    Ok(config)
}
