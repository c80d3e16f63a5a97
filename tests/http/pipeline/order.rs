//! Every endpoint passes every step, and no step before its turn.

use std::collections::BTreeSet;

use kifu_tests::Service;

use super::requests::{
    NEED_IDENTITY, World, Wrongs, endpoints, plain, refused_for_its_rate, send, send_behind,
};
use super::{FAILING_CLIENT, OPERATOR, TOKEN, UNLIMITED_CLIENT, guarded};

#[test]
fn every_endpoint_refuses_in_one_order_and_before_a_body() {
    let service = guarded();
    let world = World::new(&service);
    let endpoints = endpoints(&world);
    let names: BTreeSet<_> = endpoints.iter().map(|endpoint| endpoint.name.as_str()).collect();
    assert!(NEED_IDENTITY.iter().all(|name| names.contains(name)), "an endpoint has another name now");
    let wrong_token = plain(&format!("/v1/games/{}", world.record), FAILING_CLIENT, Some("wrong"));
    for (index, endpoint) in endpoints.iter().enumerate() {
        let what = format!("{} {}", endpoint.method, endpoint.address);
        let refused = |step: &str, wrongs: &Wrongs, status: u16, code: &str| {
            let answer = send(&service, endpoint, wrongs);
            assert_eq!((answer.status, answer.code().as_str()), (status, code), "{what}: {step}");
            answer
        };
        let mut wrongs = Wrongs::all(true, UNLIMITED_CLIENT);
        refused("host", &wrongs, 421, "unknown_host");
        wrongs.host = false;
        refused("address", &wrongs, 400, "misplaced_secret");
        wrongs.token_in_address = false;
        let answer = refused("route", &wrongs, 405, "method_not_allowed");
        assert!(answer.header("allow").contains(&endpoint.method), "{what}: {}", answer.head);
        wrongs.method = false;
        if endpoint.is_write() {
            refused("origin", &wrongs, 403, "cross_site");
        }
        wrongs.origin = false;
        let answer = refused("encoding", &wrongs, 415, "unsupported_encoding");
        assert_eq!(answer.header("accept-encoding"), "identity", "{what}");
        wrongs.encoding = false;
        if !endpoint.is_long() {
            refused("size", &wrongs, 413, "body_too_large");
        }
        wrongs.size = false;
        if endpoint.reads_a_body {
            let answer = refused("media type", &wrongs, 415, "unsupported_media_type");
            let list = answer.header("accept");
            assert!(list.contains("json"), "{what}: {}", answer.head);
            let by_method = [("POST", "accept-post"), ("PATCH", "accept-patch")];
            for (_, name) in by_method.iter().filter(|(method, _)| *method == endpoint.method) {
                assert_eq!(answer.header(name), list, "{what}");
            }
        }
        wrongs.media = false;
        if endpoint.is_write() && !endpoint.is_keyed {
            refused("key", &wrongs, 400, "malformed_parameter");
        }
        wrongs.key = false;
        if endpoint.needs_identity() {
            // An invalid token gets 401, though its address has asked too often.
            let nobody = Wrongs { client: format!("198.51.100.{index}"), ..wrongs.clone() };
            let answer = send_behind(&service, &plain("/healthz", &nobody.client, None), endpoint, &nobody);
            assert!([401, 404].contains(&answer.status), "{what}: {answer:?}");
        }
        let guesses = Wrongs { client: FAILING_CLIENT.to_owned(), token: Some(TOKEN), ..wrongs.clone() };
        // A failure comes back every three seconds, which a busy machine may take between two requests.
        let mut answers = (0..5).map(|_| send_behind(&service, &wrong_token, endpoint, &guesses));
        let answer = answers.find(|answer| answer.status == 429);
        let answer = answer.unwrap_or_else(|| panic!("{what}: its failures are not counted"));
        assert_eq!((answer.status, answer.code().as_str()), (429, "too_many_failures"), "{what}: identity");
        wrongs.token = endpoint.needs_identity().then_some(OPERATOR);
        let answer = refused_for_its_rate(&service, endpoint, &wrongs);
        assert_eq!((answer.status, answer.code().as_str()), (429, "too_many_requests"), "{what}: rate");
        for (name, part) in [("retry-after", ""), ("ratelimit", "r=0"), ("ratelimit-policy", "q=30;w=10")] {
            assert!(
                !answer.header(name).is_empty() && answer.header(name).contains(part),
                "{what}: {}",
                answer.head
            );
        }
    }
}

#[test]
fn an_unauthorized_request_is_refused_before_its_body() {
    let service = Service::start_with(&[("KIFU_OPERATOR_KEY", OPERATOR), ("KIFU_REQUIRE_KEY", "true")]);
    let world = World::new(&service);
    for endpoint in endpoints(&world).iter().filter(|endpoint| endpoint.needs_identity()) {
        let what = format!("{} {}", endpoint.method, endpoint.address);
        for token in [None, Some("wrong"), Some(TOKEN)] {
            // The role of a retry's token is decided with the answer.
            if token.is_some() && endpoint.name == "reissue_token" {
                continue;
            }
            let wrongs = Wrongs { token, ..Wrongs::all(false, "") };
            let answer = send(&service, endpoint, &wrongs);
            assert!([401, 404].contains(&answer.status), "{what}, {token:?}: {answer:?}");
        }
    }
}
