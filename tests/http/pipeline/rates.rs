//! How often clients may ask, and how many streams they may have.

use std::time::{Duration, Instant};

use kifu_tests::{Answer, Client, Table, within};
use serde_json::json;

use super::requests::World;
use super::{FAILING_CLIENT, NEW_CLIENT, UNLIMITED_CLIENT, behind_a_proxy, code, guarded, opened};

/// Asks so often that the rate is spent.
fn spend(service: &Client, client: &str, token: Option<&str>) {
    let ask = || service.get("/healthz").header("X-Forwarded-For", client).token_if(token).send().status;
    assert!((0..1000).any(|_| ask() == 429), "{client} is never refused");
}

/// The answer once the rate of a client is spent; it is spent anew if some of it came back meanwhile.
fn once_spent(service: &Client, client: &str, ask: impl Fn() -> Answer) -> Answer {
    let mut answers = (0..20).map(|_| {
        spend(service, client, None);
        ask()
    });
    answers.find(|answer| answer.status == 429).unwrap_or_else(|| panic!("{client} is answered each time"))
}

/// Shows wrong tokens until no more are looked at.
fn fail(service: &Client, world: &World) {
    let path = format!("/v1/games/{}", world.record);
    let ask = || service.get(&path).header("X-Forwarded-For", FAILING_CLIENT).token("wrong").send();
    assert!((0..1000).any(|_| code(&ask()) == "too_many_failures"), "wrong tokens are never refused");
}

#[test]
fn clients_are_counted_apart_and_networks_of_ipv6_together() {
    let service = guarded();
    let ask = |client: &str| service.get("/healthz").header("X-Forwarded-For", client).send();
    let refused = once_spent(&service, "2001:db8:1:2::7", || ask("2001:db8:1:2:ffff::1"));
    assert_eq!(code(&refused), "too_many_requests");
    let free = ask("2001:db8:1:3::7");
    assert_eq!((free.status, free.header("ratelimit-policy")), (200, "\"client\";q=30;w=10"));
    assert!(free.header("ratelimit").starts_with("\"client\";r=29"), "{}", free.header("ratelimit"));
    let here = service.get("/healthz").send();
    assert_eq!((here.status, here.header("ratelimit")), (200, ""), "this machine is not counted");

    // A token that is valid has a rate of its own; one that was made up has not.
    let table = opened(&service);
    spend(&service, UNLIMITED_CLIENT, None);
    let log = |token: &str| {
        let ask = table.post("/moves?dry_run=true", &json!({"type": "annotate", "text": "hm"})).token(token);
        ask.header("X-Forwarded-For", UNLIMITED_CLIENT).send().status
    };
    assert_eq!(log(&table.scribe), 200);
    once_spent(&service, UNLIMITED_CLIENT, || {
        service.get("/v1/rules").header("X-Forwarded-For", UNLIMITED_CLIENT).token("made-up").send()
    });
}

#[test]
fn wrong_tokens_are_blocked_and_cached_ones_still_work() {
    let service = guarded();
    let world = World::new(&service);
    let [one, two] = [(); 2].map(|()| opened(&service));
    let dry = |table: &Table| {
        let ask = table
            .post("/moves?dry_run=true", &json!({"type": "annotate", "text": "hm"}))
            .token(&table.scribe);
        ask.header("X-Forwarded-For", FAILING_CLIENT).send()
    };
    assert_eq!(dry(&one).status, 200);
    fail(&service, &world);
    let unknown = dry(&two);
    assert_eq!((unknown.status, code(&unknown).as_str()), (429, "too_many_failures"));
    assert!(!unknown.header("retry-after").is_empty());
    assert_eq!(dry(&one).status, 200, "it was used from there before");
}

#[test]
fn one_client_has_only_so_many_streams() {
    let service = guarded();
    let table = opened(&service);
    let live = |client: &'static str| {
        let ask = table.get_as(None, "/live").header("Accept", "text/event-stream");
        ask.header("X-Forwarded-For", client)
    };
    let _open = [live(UNLIMITED_CLIENT).stream(), live(UNLIMITED_CLIENT).stream()];
    let refused = live(UNLIMITED_CLIENT).send();
    assert_eq!((refused.status, code(&refused).as_str()), (429, "too_many_own_streams"));
    assert!(!refused.header("retry-after").is_empty());
    let _other = live(NEW_CLIENT).stream();
}

/// SECURITY.md promises these rates of a service with default settings.
#[test]
fn the_rates_are_those_that_are_promised() {
    let service = behind_a_proxy(&[]);
    let world = World::new(&service);
    let free = service.get("/healthz").header("X-Forwarded-For", NEW_CLIENT).send();
    assert_eq!(free.header("ratelimit-policy"), "\"client\";q=1000;w=10");
    let path = format!("/v1/games/{}", world.record);
    let refused = || {
        let answer = service.get(&path).header("X-Forwarded-For", FAILING_CLIENT).token("wrong").send();
        (code(&answer) == "too_many_failures").then(|| answer.header("retry-after").to_owned())
    };
    let begun = Instant::now();
    let tries = (0..1000).take_while(|_| refused().is_none()).count();
    // One more for every 3 seconds that these took.
    let more = usize::try_from(begun.elapsed().as_secs() / 3 + 1).unwrap();
    assert!((20..=20 + more).contains(&tries), "{tries}");
    let wait: u64 = refused().expect("it is refused again").parse().unwrap();
    assert!((1..=3).contains(&wait), "{wait}");
    let is_taken = || refused().is_none().then_some(());
    within(Duration::from_secs(wait + 1), "one more try", is_taken);
    assert!(refused().is_some(), "only one");

    let table = opened(&service);
    let live = || table.get_as(None, "/live").header("X-Forwarded-For", UNLIMITED_CLIENT);
    let _open: Vec<_> = (0..200).map(|_| live().header("Accept", "text/event-stream").stream()).collect();
    assert_eq!(code(&live().header("Accept", "text/event-stream").send()), "too_many_own_streams");
}
