//! By which name a request calls the service, and by which way it came.

use kifu_tests::{Ask, Client, Service};

use super::{OPERATOR, behind_a_proxy, code, opening};

#[test]
fn a_rebound_host_name_is_refused() {
    let service = Service::shared();
    let public = Service::start_with(&[
        ("KIFU_PUBLIC_URL", "https://kifu.example.org"),
        ("KIFU_ALLOWED_HOST", "table.example,*.lan"),
    ]);
    let code = |service: &Client, host: &str| {
        let answer = service.get("/v1/games").header("Host", host).send();
        (answer.status, if answer.status == 200 { String::new() } else { code(&answer) })
    };
    let refused = (421, "unknown_host".to_owned());
    for (host, here) in [
        ("evil.example", refused.clone()),
        ("evil.example:8080", refused.clone()),
        ("192.0.2.1", refused.clone()),
        ("localhost:1", (200, String::new())),
        ("[::1]", (200, String::new())),
        ("kifu.example.org", refused.clone()),
    ] {
        assert_eq!(code(&service, host), here, "{host}");
    }
    for host in ["kifu.example.org", "table.example:80", "phone.lan", "127.0.0.1"] {
        assert_eq!(code(&public, host).0, 200, "{host}");
    }
    assert_eq!(code(&public, "evil.example"), refused);
    let by_name = public.post("/v1/games", &opening());
    assert_eq!(by_name.header("Host", "kifu.example.org").send().status, 401, "it came by a proxy");
}

#[test]
fn a_proxied_request_is_not_local() {
    let service = Service::shared();
    let open = service.post("/v1/games", &opening());
    assert_eq!(open.clone().send().status, 201);
    for header in [
        "Forwarded",
        "Via",
        "X-Forwarded-For",
        "X-Forwarded-Proto",
        "X-Forwarded-Host",
        "X-Forwarded-Port",
        "X-Real-IP",
        "CF-Connecting-IP",
        "CF-Ray",
        "True-Client-IP",
        "Fly-Client-IP",
        "Fastly-Client-IP",
        "X-Client-IP",
        "X-Cluster-Client-IP",
        "X-Original-Forwarded-For",
        "X-Envoy-External-Address",
    ] {
        assert_eq!(open.clone().header(header, "192.0.2.1").send().status, 401, "{header}");
    }
}

/// A gateway that says so only by the header that the service was told to read.
#[test]
fn a_request_through_a_local_gateway_is_not_local() {
    let gateway = [("KIFU_CLIENT_ADDRESS_HEADER", "X-Gateway-Client"), ("KIFU_RATE_LIMIT", "3")];
    for trusted in ["127.0.0.1", ""] {
        let mut settings = gateway.to_vec();
        settings.extend((!trusted.is_empty()).then_some(("KIFU_TRUSTED_PROXY", trusted)));
        let service = Service::start_with(&settings);
        let open = service.post("/v1/games", &opening());
        assert_eq!(open.clone().send().status, 201, "this machine itself");
        let far = |ask: Ask| ask.header("X-Gateway-Client", "192.0.2.1").send();
        assert_eq!(far(open).status, 401, "{trusted}");
        assert!(!far(service.get("/healthz")).header("ratelimit").is_empty(), "{trusted}");
        assert_eq!(service.get("/healthz").send().header("ratelimit"), "");
    }
}

#[test]
fn metrics_need_the_operators_key() {
    let service = Service::start_with(&[("KIFU_OPERATOR_KEY", OPERATOR)]);
    let metrics = service.get("/metrics");
    assert_eq!(metrics.clone().send().status, 401);
    assert_eq!(metrics.clone().token("wrong").send().status, 401);
    assert!(metrics.token(OPERATOR).send().text().contains("kifu_http_request_duration_seconds_count"));
    assert!(service.metrics().contains("kifu_http_request_duration_seconds_count"));
    let apart = service.metrics_listener();
    assert_eq!(apart.get("/metrics").header("Host", "evil.example").send().status, 421);
    assert_eq!(apart.get("/v1/games").send().status, 404);
    assert_eq!(Service::shared().get("/metrics").send().status, 401, "nor where anybody may open records");
}

#[test]
fn links_follow_only_the_host_of_a_trusted_proxy() {
    let says = |service: &Client, headers: &[(&str, &str)]| {
        let ask = service.post("/v1/games", &opening()).token(OPERATOR);
        let ask = headers.iter().fold(ask, |ask, (name, value)| ask.header(name, value));
        ask.json()["scribe_link"].as_str().unwrap().to_owned()
    };
    let x_forwarded = [("X-Forwarded-Host", "kifu.example.org"), ("X-Forwarded-Proto", "https")];
    let forwarded = [("Forwarded", "for=192.0.2.1;host=kifu.example.org;proto=https")];
    let trusting = behind_a_proxy(&[]);
    let wary = Service::start_with(&[("KIFU_OPERATOR_KEY", OPERATOR)]);
    for headers in [&x_forwarded[..], &forwarded[..]] {
        let link = says(&trusting, headers);
        assert!(link.starts_with("https://kifu.example.org/games/"), "{headers:?}: {link}");
        let link = says(&wary, headers);
        assert!(link.starts_with(&format!("{}/games/", wary.base())), "{headers:?}: {link}");
    }
    let link = says(&trusting, &[("X-Forwarded-Host", "a/b\"<")]);
    assert!(link.starts_with(&format!("{}/games/", trusting.base())), "{link}");
}
