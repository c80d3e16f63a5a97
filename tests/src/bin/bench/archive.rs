//! A large archive: simulated games of every kind, and many copies of each.

use std::time::Duration;

use kifu_engine::games;
use kifu_tests::copy_records;
use postgres::{Client, NoTls};

use crate::Failure;
use crate::service::Service;

/// Games of each kind that are simulated for an archive of benchmarks, at most.
pub const GAMES_PER_KIND: usize = 500;

/// Makes it, unless it is there: this many copies of each simulated game. The follower of the feed does not look at
/// them.
pub fn make(service: &Service, copies: usize) -> Result<Client, Failure> {
    let mut database = database(service)?;
    if count(&mut database, "SELECT count(*) FROM games")? == 0 {
        fill(service, &mut database, GAMES_PER_KIND, copies)?;
    }
    let records = count(&mut database, "SELECT count(*) FROM games")?;
    let events = count(&mut database, "SELECT count(*) FROM events")?;
    println!("{records} records, {events} events");
    Ok(database)
}

/// Simulates this number of games of each kind, and makes this number of copies of each.
pub fn fill(service: &Service, database: &mut Client, per_kind: usize, copies: usize) -> Result<(), Failure> {
    for game in games::ALL {
        simulate(service, game.meta().slug, per_kind)?;
    }
    while count(database, "SELECT count(*) FROM search_documents WHERE status = 'live'")? > 0 {
        std::thread::sleep(Duration::from_millis(100));
    }
    eprintln!("making an archive of the simulated games");
    Ok(copy_records(database, copies)?)
}

/// The service's own database, as its owner.
pub fn database(service: &Service) -> Result<Client, Failure> {
    let mut config = postgres::Config::new();
    config.host_path(service.socket()).user("kifu").dbname("kifu");
    Ok(config.connect(NoTls)?)
}

/// The only number of the only row.
pub fn count(database: &mut Client, statement: &str) -> Result<i64, Failure> {
    Ok(database.query_one(statement, &[])?.get(0))
}

/// About one in fifty moves is against the rules.
fn simulate(service: &Service, slug: &str, count: usize) -> Result<(), Failure> {
    service.command(&["simulate", "--irregular", "0.02", "--count", &count.to_string(), "--game", slug])
}
