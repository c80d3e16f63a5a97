//! Crashes a service under load, again and again, and checks what its clients were promised.
//!
//! Two services share the `PostgreSQL` of the first. Writers send notes to both under keys, each until it is
//! acknowledged, and write down what they were answered; readers follow the feed and a stream and come again where they
//! lost it. Meanwhile something is killed or frozen. When all have gone on for a while, the record of the clients is
//! compared with what is stored. Run by `tests/crash [CYCLES [SEED]]`; the seed chooses what happens when.
//! `tests/crash prove` puts faults in on purpose and fails unless each is found.

mod archive;
mod check;
mod faults;
mod importer;
mod promises;
mod reader;
mod restored;
mod sabotage;
mod wire;
mod writer;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use kifu_engine::games;
use kifu_engine::record::Status;
use kifu_tests::{Folder, Table, random_game};
use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};

use faults::Fault;
use reader::{FeedReader, StreamReader};
use sabotage::Sabotage;
use wire::Wire;
use writer::{Address, Witness, Writer};

/// Cycles, unless another number is named.
const DEFAULT_CYCLES: u64 = 30;
/// Writers; each record has two, one at each service.
const WRITERS: usize = 8;
/// When something breaks after the writers began, in milliseconds.
const FAULT_MILLIS: std::ops::Range<u64> = 100..900;
/// The notes that every writer must have acknowledged after the fault: then the services have recovered.
const NOTES_AFTER_FAULT: usize = 5;
/// How long recovery may take. A frozen process is let go long before.
const RECOVERY_TIMEOUT: Duration = Duration::from_mins(1);

fn main() {
    let arguments: Vec<_> = std::env::args().skip(1).collect();
    if arguments.first().is_some_and(|argument| argument == "prove") {
        return sabotage::prove();
    }
    let number =
        |place: usize, default| arguments.get(place).map_or(default, |text| text.parse().expect("a number"));
    let (cycles, seed) = (number(0, DEFAULT_CYCLES), number(1, 1));
    run(cycles, seed, arguments.get(2).map(|name| Sabotage::named(name)));
}

fn run(cycles: u64, seed: u64, sabotage: Option<Sabotage>) {
    let mut random = SmallRng::seed_from_u64(seed);
    let begun = Instant::now();
    let mut stand = Stand::new(sabotage);
    let (mut acknowledged, mut retried) = (0, 0);
    for cycle in 0..cycles {
        let fault = Fault::ALL[random.random_range(0..Fault::ALL.len())];
        let fault = sabotage.and_then(|sabotage| sabotage.shown_by).unwrap_or(fault);
        let delay = Duration::from_millis(random.random_range(FAULT_MILLIS));
        let witness = stand.cycle(fault, delay);
        acknowledged += witness.iter().map(|witness| witness.acknowledged.len()).sum::<usize>();
        retried += witness.iter().map(|witness| witness.retries).sum::<usize>();
        stand.record_game(seed * 1_000_000 + cycle);
        check::counted(&stand.services.clients()[1], cycle + 1);
        println!(
            "{cycle:>5} {fault:?} after {} ms: {acknowledged} acknowledged, {retried} retried",
            delay.as_millis()
        );
    }
    stand.finish(cycles);
    println!(
        "{cycles} cycles, {acknowledged} acknowledged events, {retried} retries, {} s: all held",
        begun.elapsed().as_secs()
    );
}

/// Two services on one database, and where clients find them now.
struct Stand {
    services: faults::Services,
    addresses: [Address; 2],
    /// The wire between the second service and the readers of streams, where a fault was put there.
    wire: Option<Wire>,
    /// Where readers of streams find the second service.
    stream_address: Address,
    /// The game that was played to its end last.
    last_game: Option<Table>,
}

impl Stand {
    fn new(sabotage: Option<Sabotage>) -> Self {
        let services = faults::Services::start(Arc::new(Folder::prepared()), |service| {
            if let Some(sabotage) = sabotage {
                sabotage.apply(service);
            }
        });
        let wire = sabotage.and_then(|sabotage| sabotage.wire).map(Wire::new);
        let (addresses, stream_address) = ([Address::default(), Address::default()], Address::default());
        let stand = Self { services, addresses, wire, stream_address, last_game: None };
        stand.tell_addresses();
        stand
    }

    fn tell_addresses(&self) {
        for (address, client) in self.addresses.iter().zip(self.services.clients()) {
            address.set(client);
        }
        let [_, second] = self.services.clients();
        self.stream_address.set(self.wire.as_ref().map_or(second.clone(), |wire| wire.before(&second)));
    }

    /// Lets writers and readers work during a fault, and compares their observations with the stored log.
    fn cycle(&mut self, fault: Fault, delay: Duration) -> Vec<Witness> {
        let [first, _] = self.services.clients();
        let tables: Vec<Table> = (0..WRITERS / 2).map(|_| first.open_plain("bremen", 4)).collect();
        let stop = Arc::new(AtomicBool::new(false));
        let feed = FeedReader::start(&self.addresses[1], &stop, &tables);
        let stream = StreamReader::start(&self.stream_address, &stop, &tables[0]);
        let writers: Vec<_> = (0..WRITERS)
            .map(|number| Writer::start(number, &self.addresses[number % 2], &tables[number / 2], &stop))
            .collect();
        thread::sleep(delay);
        self.services.break_by(fault);
        self.tell_addresses();
        let counts: Vec<_> = writers.iter().map(Writer::count).collect();
        let begun = Instant::now();
        while writers.iter().zip(&counts).any(|(writer, count)| writer.count() < count + NOTES_AFTER_FAULT) {
            assert!(begun.elapsed() < RECOVERY_TIMEOUT, "{fault:?}: no recovery");
            thread::sleep(Duration::from_millis(10));
        }
        self.services.put_right(fault);
        self.tell_addresses();
        stop.store(true, Ordering::SeqCst);
        let witnesses: Vec<_> = writers.into_iter().map(Writer::join).collect();
        check::records(&self.services.clients(), &tables, &witnesses);
        feed.check(&tables, &self.services.clients()[0]);
        stream.check(&tables[0].at(&self.services.clients()[0]));
        check::secrets(&self.services.clients());
        promises::check(&self.services.clients());
        witnesses
    }

    /// Plays a random game to its end, so that there is something to count, and changes the last one, so that there is
    /// something to count again.
    fn record_game(&mut self, seed: u64) {
        if let Some(last) = self.last_game.take() {
            let change = last.at(&self.services.clients()[0]).ask("PATCH", "").token(&last.scribe);
            change.body("application/merge-patch+json", r#"{"tags": ["counted-again"]}"#).json();
        }
        let game = games::find("you_cry_wolf").expect("the game is known");
        let played = (seed * 1_000..).map(|seed| random_game(game, seed));
        let played = played.filter(|game| game.fold().status() == Status::Over).take(1);
        for played in played {
            let table = self.services.clients()[0].open(&played.request());
            for entry in &played.log {
                table.log(entry).json();
            }
            self.last_game = Some(table);
        }
    }

    /// Nothing was altered, and statistics are those that counting everything anew gives.
    fn finish(mut self, finished: u64) {
        check::statistics(&self.services.clients()[0], &self.services.folder(), finished);
        check::another_life(&self.services);
        check::hashes(&self.services.folder());
        self.restore_backup();
        check::hashes(&self.services.folder());
        archive::check(&self.services);
    }

    /// A cluster is restored by its own means.
    fn restore_backup(&mut self) {
        if self.services.folder().cluster_database().is_some() {
            return;
        }
        let addresses = self.addresses.clone();
        let lead = |services: &faults::Services| {
            addresses.iter().zip(services.clients()).for_each(|(address, client)| address.set(client));
        };
        restored::check(&mut self.services, lead, &self.addresses);
    }
}
