//! Builds the service, for `main` and for tests.

use std::any::Any;
use std::net::{SocketAddr, TcpListener};
use std::sync::Arc;
use std::time::Duration;

use actix_web::middleware::{Compress, DefaultHeaders, NormalizePath, TrailingSlash};
use actix_web::{App as ActixApp, HttpServer, web};
use metrics_exporter_prometheus::{PrometheusBuilder, PrometheusHandle};
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use tracing_actix_web::TracingLogger;

use crate::config::{Config, Secret};
use crate::database::Database;
use crate::feed::{self, Feed};
use crate::links::PublicUrl;
use crate::live::streams::Streams;
use crate::live::{self, Live, sse};
use crate::logging::RequestSpan;
use crate::operator_key::operator_key;
use crate::pages;
use crate::projection;
use crate::records::joint;
use crate::routes;
use crate::secrets::{self, Secrets};
use crate::signals::shutdown_signal;
use crate::statistics::ahead;
use crate::statistics::answered::Answers;
use crate::statistics::archive::Archive;
use crate::statistics::ratings::Ratings;
use crate::store::{Store, StoreConfig};
use crate::tables::Tables;
use crate::webhooks::{self, Webhooks};

/// How long requests may still take once the service was told to stop.
const GRACE: Duration = Duration::from_secs(10);

/// How long a peer may take nothing, in milliseconds.
const SILENCE: u32 = 30_000;

/// What every request can use.
pub struct App {
    /// The records in use.
    pub tables: Tables,
    /// Knows the operator's key, if there is one.
    pub secrets: Secrets,
    /// Whether records are opened for anybody who can reach the service: only this machine can.
    pub open_to_all: bool,
    /// Where the service listens.
    pub address: SocketAddr,
    /// Where people reach it, if that is known.
    pub public_url: Option<PublicUrl>,
    /// Whom to tell what happens.
    pub webhooks: Webhooks,
    /// What statistics are answered from.
    pub archive: Archive,
    /// What they answered lately.
    pub answers: Answers,
    /// How good everybody is.
    pub ratings: Ratings,
    /// The streams that are open.
    pub live: Live,
    /// What reading the feed needs.
    pub feed: Feed,
    /// What `/metrics` shows.
    pub metrics: PrometheusHandle,
}

impl App {
    /// The store behind it all.
    pub fn store(&self) -> &Store {
        self.tables.store()
    }
}

/// The store of this database.
pub fn store(config: &Config, database: &Database) -> Result<Store, crate::store::StoreError> {
    let mut settings = StoreConfig::new(database.url.expose());
    settings.read_url = database.read_url.as_ref().map(|url| url.expose().to_owned());
    settings.connections = usize::from(config.settings.pool_size.get());
    Store::connect(settings)
}

/// Serves until told to stop.
pub async fn serve(config: &Config, database: &Database) -> Result<(), Box<dyn std::error::Error>> {
    allow_many_connections();
    let store = store(config, database)?;
    store.migrate().await?;
    let listener = TcpListener::bind(config.settings.listen)
        .map_err(|error| format!("can't listen on {}: {error}", config.settings.listen))?;
    let address = listener.local_addr()?;
    let app = web::Data::new(app(config, &store, address).await?);
    let followers = [
        tokio::spawn(projection::follow(app.clone())),
        tokio::spawn(projection::rebuild::tend(app.clone())),
        tokio::spawn(webhooks::follower::follow(app.clone())),
        tokio::spawn(webhooks::sender::run(app.clone())),
        tokio::spawn(joint::finish_all(app.clone())),
        tokio::spawn(live::following::follow(app.clone())),
        tokio::spawn(feed::follow(app.clone())),
        tokio::spawn(ahead::count(app.clone())),
    ];
    let server = http(app.clone(), listener, config.settings.body_limit)?;
    announce(address);
    let handle = server.handle();
    let stopping = tokio::spawn(async move {
        let signal = shutdown_signal().await;
        tracing::info!(?signal, "stopping");
        app.live.streams.stop();
        handle.stop(true).await;
    });
    server.await?;
    stopping.abort();
    followers.iter().for_each(tokio::task::JoinHandle::abort);
    Ok(())
}

async fn app(config: &Config, store: &Store, address: SocketAddr) -> Result<App, Box<dyn std::error::Error>> {
    let settings = &config.settings;
    let key = operator_key(settings)?;
    let loopback = address.ip().is_loopback();
    if key.is_none() && !loopback {
        tracing::warn!(%address, "others can reach the service and there is no operator's key: nobody can open a record");
    }
    let heartbeat = Duration::from_secs(config.settings.heartbeat.get().into());
    let memory = u64::from(settings.statistics_memory.get()) << 20;
    let live = Live::new(Streams::new(config.settings.streams, heartbeat));
    let feed = Feed::new(store).await?;
    let (hub, tail) = (live.hub.clone(), feed.tail.clone());
    store.listen(Box::new(move |id, seq| {
        hub.grew(id, seq);
        tail.hurry();
    }));
    Ok(App {
        live,
        feed,
        archive: Archive::new(memory),
        answers: Answers::new(memory),
        ratings: Ratings::new(memory / 4),
        tables: Tables::new(store.clone()),
        secrets: Secrets::new(key.as_ref().map(Secret::expose)),
        open_to_all: loopback && !settings.require_key,
        address,
        public_url: settings.public_url.clone(),
        webhooks: Webhooks::new(&config.settings.webhooks, loopback),
        metrics: PrometheusBuilder::new().install_recorder()?,
    })
}

fn http(
    app: web::Data<App>,
    listener: TcpListener,
    body_limit: usize,
) -> std::io::Result<actix_web::dev::Server> {
    let table = Arc::new(routes::Table::new());
    let server = HttpServer::new(move || {
        ActixApp::new()
            .app_data(app.clone())
            .app_data(web::PayloadConfig::new(body_limit))
            .wrap(actix_web::middleware::from_fn(pages::problem::for_people))
            .wrap(actix_web::middleware::from_fn(secrets::keep))
            .wrap(Compress::default())
            .wrap(actix_web::middleware::from_fn(sse::plain))
            .wrap(DefaultHeaders::new().add(("X-Content-Type-Options", "nosniff")))
            .wrap(actix_web::middleware::from_fn(routes::count))
            .wrap(TracingLogger::<RequestSpan>::new())
            .wrap(NormalizePath::new(TrailingSlash::MergeOnly))
            .configure(|service| table.mount(service))
    });
    let server = server.on_connect(|connection, _| give_up_on_the_silent(connection));
    let server = server.disable_signals().shutdown_timeout(GRACE.as_secs());
    Ok(server.listen(listener)?.run())
}

/// Every stream is an open file: as many as the system lets us have, not as few as it starts with.
fn allow_many_connections() {
    let limit = getrlimit(Resource::Nofile);
    if let Err(error) = setrlimit(Resource::Nofile, Rlimit { current: limit.maximum, ..limit }) {
        tracing::debug!(%error, "the limit of open files stays as it is");
    }
}

/// A peer that takes nothing for this long, though there is something for it, is cut off: a stream to it would
/// otherwise wait for ever.
fn give_up_on_the_silent(connection: &dyn Any) {
    if let Some(connection) = connection.downcast_ref::<actix_web::rt::net::TcpStream>()
        && let Err(error) = rustix::net::sockopt::set_tcp_user_timeout(connection, SILENCE)
    {
        tracing::debug!(%error, "a silent peer will be kept");
    }
}

/// The one line on standard output, for people and for whoever started us on port 0.
fn announce(address: SocketAddr) {
    println!("kifu is listening on http://{address} (docs: http://{address}/docs/)");
    tracing::info!(%address, "listening");
}
