//! Finding records in an archive of 200,000: each search many times over HTTP, some of them also as plain SQL over the
//! events.

use std::time::Instant;

use kifu_tests::Client;

use crate::Failure;
use crate::archive;
use crate::service::Service;

/// Copies of each simulated game.
const COPIES: usize = 66;
/// Requests for each search.
const REQUESTS: usize = 200;

/// A search, and what it is held against, if anything: a condition on an event `e` of a record `g`.
struct Search {
    query: &'static str,
    plain: Option<&'static str>,
}

const fn search(query: &'static str) -> Search {
    Search { query, plain: None }
}

const fn against(query: &'static str, plain: &'static str) -> Search {
    Search { query, plain: Some(plain) }
}

const SEARCHES: [Search; 20] = [
    search(""),
    search("game=bremen&sort=-ended"),
    search("player=player%200"),
    search("player=player%204000"),
    search("player=player%203&player=player%207"),
    search("winner=player%2012"),
    search("tag=tag%20900"),
    search("place=place%20450"),
    search("from=2020-05-01&to=2020-05-03"),
    search("q=ayer%204321"),
    search("seats=3&status=over&winners=nobody"),
    search("game=bremen&irregular=true"),
    search("points_min=20&sort=-points"),
    search("option.variant=dangerous_neighbour"),
    against("contains=declare,number=30", "e.type = 'declare' AND e.payload @> '{\"number\": 30}'"),
    against("contains=play,tile=donkey-7", "e.type = 'play' AND e.payload @> '{\"tile\": \"donkey-7\"}'"),
    against("contains=bet,claim%3E=12", "e.type = 'bet' AND (e.payload ->> 'claim')::int >= 12"),
    against("contains=breach,rule=BR-6", "e.payload @> '{\"irregular\": true}' AND g.game = 'bremen'"),
    // Effects are not events: the SQL can't ask for effects of a move at all.
    search("contains=counted,number=30,sum%3Cnumber"),
    search("contains=round_taken,taken%3E=20"),
];

/// Makes the archive and prints the table.
pub fn measure(service: &Service) -> Result<(), Failure> {
    let mut database = archive::make(service, COPIES)?;
    println!("| search | first | p50 | p99 | SQL over events |\n|---|---:|---:|---:|---:|");
    let client = Client::new(&format!("http://{}", service.address));
    for search in &SEARCHES {
        line(&client, &mut database, search)?;
    }
    Ok(())
}

fn line(client: &Client, database: &mut postgres::Client, search: &Search) -> Result<(), Failure> {
    let path = format!("/v1/games?{}", search.query);
    let ask = || {
        let begun = Instant::now();
        let answer = client.get(&path).send();
        assert_eq!(answer.status, 200, "{path}: {}", answer.text());
        begun.elapsed().as_secs_f64() * 1e3
    };
    let first = ask();
    let mut times: Vec<f64> = (0..REQUESTS).map(|_| ask()).collect();
    times.sort_by(f64::total_cmp);
    let (p50, p99) = (times[REQUESTS / 2], times[REQUESTS * 99 / 100]);
    let plain = match search.plain {
        Some(condition) => format!("{:.0} ms", plain(database, condition)?),
        None => "–".to_owned(),
    };
    println!("| `{}` | {first:.1} ms | {p50:.1} ms | {p99:.1} ms | {plain} |", search.query);
    Ok(())
}

/// Milliseconds of the second of two runs.
fn plain(database: &mut postgres::Client, condition: &str) -> Result<f64, Failure> {
    let statement = format!(
        "SELECT g.game_id FROM games g WHERE g.visibility = 'public' AND g.game_id IN
             (SELECT e.game_id FROM events e JOIN games g USING (shard, game_id) WHERE {condition})
         ORDER BY g.opened_at DESC, g.game_id DESC LIMIT 20"
    );
    database.simple_query(&statement)?;
    let begun = Instant::now();
    database.simple_query(&statement)?;
    Ok(begun.elapsed().as_secs_f64() * 1e3)
}
