//! The requests that pages of other sites may send.

use kifu_tests::{Service, contract};
use serde_json::json;

use super::opening;

#[test]
fn every_path_answers_cors_preflights() {
    let service = Service::shared();
    for (path, methods) in contract()["paths"].as_object().unwrap() {
        let address = path.replace(['{', '}'], "");
        let preflight = service.ask("OPTIONS", &address).header("Origin", "https://example.org");
        let preflight = preflight.header("Access-Control-Request-Method", "GET").send();
        assert_eq!((preflight.status, preflight.header("access-control-allow-origin")), (204, "*"), "{path}");
        assert_eq!(preflight.header("access-control-allow-credentials"), "", "{path}");
        let allowed = preflight.header("access-control-allow-methods");
        let headers = preflight.header("access-control-allow-headers").to_ascii_lowercase();
        assert!(headers.contains("authorization"), "{path}");
        for (method, operation) in methods.as_object().unwrap() {
            assert!(
                allowed.split(", ").any(|allowed_method| allowed_method.eq_ignore_ascii_case(method)),
                "{path}: {allowed}"
            );
            assert!(operation.get("requestBody").is_none() || headers.contains("content-type"), "{path}");
            for parameter in operation["parameters"].as_array().unwrap() {
                let name = parameter["name"].as_str().unwrap().to_ascii_lowercase();
                assert!(parameter["in"] != "header" || headers.contains(&name), "{path}: {name}");
            }
        }
    }
    assert_eq!(service.ask("OPTIONS", "/v1/nowhere").send().status, 404);
    let table = service.open_plain("bremen", 3);
    let options = table.ask("OPTIONS", "").send();
    let taken = ["accept-patch", "accept-post"].map(|name| options.header(name).to_owned());
    assert_eq!(taken, ["application/merge-patch+json, application/json", ""]);
    assert_eq!(table.ask("OPTIONS", "/moves").send().header("accept-post"), "application/json");
    let read = service.get("/v1/feed").header("Origin", "https://example.org").send();
    assert_eq!((read.status, read.header("access-control-allow-origin")), (200, "*"));
    for name in ["ETag", "Link", "Location", "Retry-After", "RateLimit"] {
        assert!(read.header("access-control-expose-headers").contains(name), "{name}");
    }
}

#[test]
fn other_sites_write_with_a_token_and_never_in_their_visitors_name() {
    let service = Service::shared();
    let opening = opening();
    let open = |headers: &[(&str, &str)]| {
        let ask = service.post("/v1/games", &opening);
        headers.iter().fold(ask, |ask, (name, value)| ask.header(name, value)).send()
    };
    let own = service.base().to_owned();
    let site = "Sec-Fetch-Site";
    for (headers, status) in [
        (&[][..], 201),
        (&[("Origin", own.as_str())], 201),
        (&[("Origin", own.as_str()), (site, "same-origin")], 201),
        (&[("Origin", "https://evil.example")], 403),
        (&[("Origin", "http://localhost:1")], 403),
        (&[("Origin", "null")], 403),
        (&[(site, "cross-site")], 403),
        (&[(site, "same-site")], 403),
        // A made-up word is no token: a client that may open on this machine may not from another site.
        (&[("Origin", "https://evil.example"), ("Authorization", "Bearer x")], 401),
    ] {
        assert_eq!(open(headers).status, status, "{headers:?}");
    }
    let table = service.open(&opening);
    let note = table.log(&json!({"type": "annotate", "text": "hm"})).header("Origin", "https://example.org");
    assert_eq!(note.send().status, 201);
    let webhooks = service.get("/v1/webhooks");
    assert_eq!(webhooks.clone().send().status, 200);
    assert_eq!(webhooks.header("Origin", "https://evil.example").send().status, 401);
}

#[test]
fn the_docs_run_nothing_but_their_own() {
    let page = Service::shared().get("/docs/").send();
    let policy = page.header("content-security-policy");
    assert!(policy.starts_with("default-src 'none'") && !policy.contains("unsafe"), "{policy}");
}
