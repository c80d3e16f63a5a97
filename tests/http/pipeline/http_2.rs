//! Proxies speak HTTP/2 with prior knowledge to the service behind them: the same requests, the same answers.

use std::net::SocketAddr;
use std::process::Command;

use bytes::Bytes;
use h2::client::SendRequest;
use http::Request;
use kifu_tests::{Client, Service};
use serde_json::{Value, json};
use tokio::net::TcpStream;

use super::{OPERATOR, behind_a_proxy};

/// The body that curl gets over HTTP/2, and "version status".
fn curl(service: &Client, path: &str, arguments: &[&str]) -> (String, String) {
    let url = format!("{}{path}", service.base());
    let always =
        ["-s", "--http2-prior-knowledge", "--max-time", "20", "-w", "\n%{http_version} %{http_code}"];
    let output = Command::new("curl").args(always).args(arguments).arg(&url).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let (body, status) = text.rsplit_once('\n').unwrap();
    (body.to_owned(), status.to_owned())
}

#[test]
fn a_game_is_logged_over_http_2() {
    let service = behind_a_proxy(&[]);
    let opening = json!({"game": "punyon_ken", "seats": ["Aki", "Ben"]}).to_string();
    let json = "content-type: application/json";
    let operator = format!("authorization: Bearer {OPERATOR}");
    let (opened, status) = curl(&service, "/v1/games", &["-H", json, "-H", &operator, "-d", &opening]);
    assert_eq!(status, "2 201", "{opened}");
    let opened: Value = serde_json::from_str(&opened).unwrap();
    let path = format!("/v1/games/{}", opened["id"].as_str().unwrap());
    let token = format!("authorization: Bearer {}", opened["scribe_token"].as_str().unwrap());

    let throw = r#"{"type": "throw", "hands": ["rock", "paper"]}"#;
    let (_, status) = curl(&service, &format!("{path}/moves"), &["-H", json, "-H", &token, "-d", throw]);
    assert_eq!(status, "2 201");
    let (shown, status) = curl(&service, &path, &["--compressed"]);
    assert_eq!((shown, &*status), (service.get(&path).send().text(), "2 200"));
    let (head, status) = curl(&service, &path, &["-I"]);
    assert!(head.contains("content-length: ") && head.contains("etag: "), "{head}");
    assert_eq!(status, "2 200");
    let (_, status) = curl(&service, "/v1/nowhere", &[]);
    assert_eq!(status, "2 404");
    let (_, status) = curl(&service, &path, &["-H", "host: evil.example"]);
    assert_eq!(status, "2 421");
    let (events, status) = curl(&service, &format!("{path}/live"), &["-N", "--max-time", "2"]);
    assert!(events.contains("event: position"), "{events}");
    assert_eq!(status, "2 200");
}

/// The statuses of this number of requests of one client, on a connection that a proxy keeps.
async fn statuses(proxy: &SendRequest<Bytes>, client: &str, requests: usize) -> Vec<u16> {
    let mut statuses = Vec::new();
    for _ in 0..requests {
        let mut proxy = proxy.clone().ready().await.unwrap();
        let request = Request::get("http://localhost/v1/rules").header("x-forwarded-for", client).body(());
        let (answer, _) = proxy.send_request(request.unwrap(), true).unwrap();
        statuses.push(answer.await.unwrap().status().as_u16());
    }
    statuses
}

#[test]
fn clients_are_counted_apart_on_one_connection() {
    let service = behind_a_proxy(&[("KIFU_RATE_LIMIT", "1")]);
    let address: SocketAddr = service.base().trim_start_matches("http://").parse().unwrap();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let (one, another) = runtime.block_on(async {
        let (proxy, connection) =
            h2::client::handshake(TcpStream::connect(address).await.unwrap()).await.unwrap();
        tokio::spawn(async move { connection.await.unwrap() });
        (statuses(&proxy, "192.0.2.1", 40).await, statuses(&proxy, "192.0.2.2", 1).await)
    });
    assert_eq!((one[0], one[39], &another[..]), (200, 429, &[200][..]), "{one:?}");
}

#[test]
fn only_trusted_proxies_speak_http_2() {
    let service = Service::shared();
    let (_, status) = curl(&service, "/healthz", &[]);
    assert!(!status.starts_with("2 "), "{status}");
    assert_eq!(service.get("/healthz").send().status, 200);
}
