//! Endpoints that concern no record: the feed, rules, the service itself.

use serde_json::Value;

use super::{OPERATOR, World, first_lines};

pub fn collect(world: &mut World) {
    let World { service, operations, .. } = world;
    let get = |path: &str| service.get(path);
    let search = get("/v1/games?tag=club&sort=played&limit=1");
    operations.take("list_records", &search);
    operations.take("list_records", &search.clone().header("Accept", "application/x-ndjson"));
    operations.take("list_records", &search.header("Accept", "text/csv"));
    let feed = operations.take("read_feed", &get("/v1/feed?limit=1")).json();
    operations.take("read_feed", &get("/v1/feed?limit=1").header("Accept", "application/x-ndjson"));
    let after = get(feed["next"].as_str().unwrap()).header("Accept", "text/event-stream");
    operations.take_up_to("read_feed", &after, |line| line.starts_with("data:"));

    operations.take("show_signing_key", &get("/v1/signing-key"));
    operations.take_short("list_games", &get("/v1/rules"), |body| {
        body["games"].as_array_mut().unwrap().retain(|game| game["slug"] == "punyon_ken");
    });
    operations.take_short("show_rules", &get("/v1/rules/punyon_ken"), |body| {
        for text in ["ja", "en"] {
            first_lines(6)(&mut body["text"][text]);
        }
    });
    let markdown = get("/v1/rules/punyon_ken").header("Accept", "text/markdown");
    operations.take_short("show_rules", &markdown, first_lines(6));

    operations.take("explain_problem", &get("/problems/stale_version"));
    operations.take("healthz", &get("/healthz"));
    operations.take("readyz", &get("/readyz"));
    let metrics = get("/metrics").token(OPERATOR);
    operations.take_short("metrics", &metrics, |body| *body = of_one_metric(body.as_str().unwrap()).into());
    operations
        .take_short("contract", &get("/openapi.json"), |body| keep(body, &["info", "openapi", "servers"]));
    let schema = get("/schemas/record.json");
    operations
        .take_short("record_schema", &schema, |body| keep(body, &["$id", "$schema", "title", "description"]));
}

fn of_one_metric(text: &str) -> String {
    let about = |line: &&str| line.contains("kifu_build_info");
    text.split_inclusive('\n').filter(about).collect()
}

fn keep(body: &mut Value, names: &[&str]) {
    body.as_object_mut().unwrap().retain(|name, _| names.contains(&name.as_str()));
}
