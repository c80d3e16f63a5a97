//! Traces: the caller's context taken in, continued, kept with the events, and exported.

use kifu_tests::{Receiver, Service, Table, eventually};
use opentelemetry_proto::tonic::collector::trace::v1::ExportTraceServiceRequest;
use opentelemetry_proto::tonic::common::v1::KeyValue;
use opentelemetry_proto::tonic::common::v1::any_value::Value;
use opentelemetry_proto::tonic::trace::v1::span::SpanKind;
use opentelemetry_proto::tonic::trace::v1::{ResourceSpans, Span};
use prost::Message;
use serde_json::json;

const TRACE: &str = "4bf92f3577b34da6a3ce929d0e0e4736";
const CALLER: &str = "00f067aa0ba902b7";

/// The trace contexts stored with the events of a record, in order.
fn stored_contexts(service: &Service, table: &Table) -> Vec<Option<String>> {
    let sql = "SELECT traceparent FROM events WHERE game_id = $1::text::uuid ORDER BY seq";
    service.database().query(sql, &[&table.id]).unwrap().iter().map(|row| row.get(0)).collect()
}

fn of_caller() -> String {
    format!("00-{TRACE}-{CALLER}-01")
}

/// Annotates in the caller's trace, and without one.
fn annotate_twice(table: &Table) {
    let note =
        |text: &str| table.post("/moves", &json!({"type": "annotate", "text": text})).token(&table.scribe);
    note("traced").header("traceparent", &of_caller()).json();
    note("not traced").json();
}

#[test]
fn the_callers_trace_is_kept_with_the_events_and_nobody_is_shown_it() {
    let service = Service::start();
    let opened = service
        .post("/v1/games", &json!({"game": "you_cry_wolf", "seats": [null, null, null]}))
        .header("traceparent", &of_caller())
        .json();
    let table = Table::new((*service).clone(), &opened);
    annotate_twice(&table);
    let batch = json!([{"type": "annotate", "text": "one"}, {"type": "annotate", "text": "two"}]);
    let ask = table.post("/moves", &batch).token(&table.scribe).header("traceparent", &of_caller());
    ask.header("Idempotency-Key", "a key").json();
    let traced = Some(of_caller());
    assert_eq!(
        stored_contexts(&service, &table),
        [traced.clone(), traced.clone(), None, traced.clone(), traced.clone()]
    );
    let copied =
        table.post("/copies", &json!({})).token(&table.scribe).header("traceparent", &of_caller()).json();
    let copy = Table::new((*service).clone(), &copied);
    assert_eq!(stored_contexts(&service, &copy)[0], traced);
    for path in ["", "/events", "/replay", "/file"] {
        let answer = table.get_as(Some(&table.scribe), path).send();
        assert!(!answer.text().contains(TRACE), "{path}: {}", answer.text());
    }
}

#[test]
fn a_context_that_is_none_is_passed_over() {
    let service = Service::start();
    let table = service.open_plain("you_cry_wolf", 3);
    for header in ["", "00-0-0-01", &"x".repeat(5000)] {
        let note = table.post("/moves", &json!({"type": "annotate", "text": "so"})).token(&table.scribe);
        note.header("traceparent", header).json();
    }
    assert_eq!(stored_contexts(&service, &table), [None, None, None, None]);
}

/// All spans that a collector was sent, each with the name of its service.
fn spans(collector: &Receiver) -> Vec<(String, Span)> {
    let requests = collector.all();
    let decoded = requests.iter().map(|request| {
        assert_eq!(
            (request.line.as_str(), request.header("content-type")),
            ("POST /v1/traces HTTP/1.1", "application/x-protobuf")
        );
        ExportTraceServiceRequest::decode(&request.body[..]).unwrap()
    });
    let of_service = |sent: ResourceSpans| {
        let name = text(&sent.resource.unwrap().attributes, "service.name");
        let spans = sent.scope_spans.into_iter().flat_map(|scope| scope.spans);
        spans.map(move |span| (name.clone(), span)).collect::<Vec<_>>()
    };
    decoded.flat_map(|request| request.resource_spans).flat_map(of_service).collect()
}

fn text(attributes: &[KeyValue], key: &str) -> String {
    let found = attributes.iter().find(|attribute| attribute.key == key);
    match found.and_then(|attribute| attribute.value.clone()?.value) {
        Some(Value::StringValue(text)) => text,
        Some(Value::IntValue(number)) => number.to_string(),
        other => panic!("{key}: {other:?}"),
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |text, byte| format!("{text}{byte:02x}"))
}

#[test]
fn traces_are_exported_to_a_collector() {
    let collector = Receiver::new();
    let address = collector.url().strip_suffix("/hook").unwrap();
    let service = Service::start_with(&[("KIFU_OTLP_ENDPOINT", address), ("OTEL_BSP_SCHEDULE_DELAY", "50")]);
    let table = service.open_plain("you_cry_wolf", 3);
    annotate_twice(&table);
    let contexts = stored_contexts(&service, &table);
    service.stop();
    let spans = spans(&collector);
    let in_trace: Vec<_> = spans.iter().filter(|(_, span)| hex(&span.trace_id) == TRACE).collect();
    let (name, server) =
        in_trace.iter().find(|(_, span)| span.kind() == SpanKind::Server).expect("a span of the request");
    assert_eq!((name.as_str(), server.name.as_str()), ("kifu", "POST /v1/games/{id}/moves"));
    assert_eq!(hex(&server.parent_span_id), CALLER);
    for (key, value) in [
        ("http.response.status_code", "201"),
        ("http.route", "/v1/games/{id}/moves"),
        ("kifu.request_id", "of-a-test"),
    ] {
        assert_eq!(text(&server.attributes, key), value);
    }
    let (_, append) = in_trace.iter().find(|(_, span)| span.name == "append").expect("a span of the append");
    assert_eq!((&append.parent_span_id, append.kind()), (&server.span_id, SpanKind::Client));
    assert_eq!(text(&append.attributes, "db.system.name"), "postgresql");
    assert_eq!(contexts[1], Some(format!("00-{TRACE}-{}-01", hex(&server.span_id))));
    // Without a caller's context the trace is ours.
    let ours = contexts[2].clone().expect("a context of ours");
    assert!(
        spans.iter().any(|(_, span)| ours == format!("00-{}-{}-01", hex(&span.trace_id), hex(&span.span_id)))
    );
    assert!(spans.iter().all(|(_, span)| !format!("{span:?}").contains(&table.scribe)));
}

#[test]
fn a_collector_that_is_away_hinders_nobody() {
    let service = Service::start_with(&[
        ("KIFU_OTLP_ENDPOINT", "http://127.0.0.1:9"),
        ("OTEL_BSP_SCHEDULE_DELAY", "10"),
    ]);
    let table = service.open_plain("you_cry_wolf", 3);
    annotate_twice(&table);
    eventually("an answer", || (service.get("/readyz").send().status == 200).then_some(()));
    service.stop();
}
