//! The least cost of HTTP in front of PostgreSQL: the floor of any service made of these parts.

use std::net::{SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicI64, Ordering::Relaxed};

use actix_web::{App, HttpResponse, HttpServer, web};
use tokio_postgres::{Client, NoTls, Statement};
use uuid::Uuid;

use crate::Failure;

/// The row that `pgbench` inserts, with the body as its payload.
const INSERT: &str = "
    INSERT INTO bench_events (shard, game_id, seq, position, type, schema_version, at, actor, payload)
    VALUES (1, $1, $2, $2, 'move', 1, now(), 'scribe', $3::text::jsonb)";

/// As many workers as the service has on the two cores it is measured on.
const WORKERS: usize = 2;

/// How long a stretch of positions is, in bits.
const RANGE_BITS: u32 = 48;

/// Workers that were connected, and one more.
static CONNECTED: AtomicI64 = AtomicI64::new(1);

/// A bare handler that inserts what it is sent, checks nothing and answers 201. It runs until the process ends.
pub struct Floor {
    /// Where it listens.
    pub address: SocketAddr,
}

/// The state of one of its threads, made when the thread starts.
struct Worker {
    client: Client,
    insert: Statement,
    game: Uuid,
    rows: AtomicI64,
}

impl Floor {
    /// Starts it on the database that `pgbench` was prepared on.
    pub fn start(socket: &Path) -> Result<Self, Failure> {
        let listener = TcpListener::bind(("127.0.0.1", 0))?;
        let address = listener.local_addr()?;
        let socket = socket.to_owned();
        std::thread::spawn(move || serve(listener, socket));
        Ok(Self { address })
    }
}

fn serve(listener: TcpListener, socket: PathBuf) {
    let served = actix_web::rt::System::new().block_on(async {
        HttpServer::new(move || {
            let socket = socket.clone();
            App::new()
                .data_factory(move || Worker::connect(socket.clone()))
                .default_service(web::post().to(insert))
        })
        .workers(WORKERS)
        .listen(listener)?
        .run()
        .await
    });
    if let Err(error) = served {
        eprintln!("the bare handler failed: {error}");
    }
}

impl Worker {
    async fn connect(socket: PathBuf) -> Result<Self, tokio_postgres::Error> {
        let mut config = tokio_postgres::Config::new();
        let (client, connection) =
            config.host_path(socket).user("kifu").dbname("kifu").connect(NoTls).await?;
        actix_web::rt::spawn(connection);
        let insert = client.prepare(INSERT).await?;
        let game = Uuid::now_v7();
        // Positions are unique: each worker has a stretch of its own, beyond those of `pgbench`.
        let rows = AtomicI64::new(CONNECTED.fetch_add(1, Relaxed) << RANGE_BITS);
        Ok(Self { client, insert, game, rows })
    }
}

async fn insert(worker: web::Data<Worker>, body: web::Bytes) -> HttpResponse {
    let row = worker.rows.fetch_add(1, Relaxed);
    let payload = std::str::from_utf8(&body).unwrap_or_default();
    match worker.client.execute(&worker.insert, &[&worker.game, &row, &payload]).await {
        Ok(_) => HttpResponse::Created().json(serde_json::json!({ "recorded": true })),
        Err(error) => HttpResponse::InternalServerError().body(error.to_string()),
    }
}
