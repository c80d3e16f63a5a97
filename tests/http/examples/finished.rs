//! A game that is over: replayed, followed, taken elsewhere.

use serde_json::{Value, json};

use super::{OPERATOR, World, first_of};

const NDJSON: (&str, &str) = ("Accept", "application/x-ndjson");

pub fn collect(world: &mut World) {
    let World { service, operations, punyon_ken, .. } = world;
    let get = |rest: &str| service.get(&punyon_ken.path(rest));
    operations.take("list_events", &get("/events?limit=1"));
    operations.take("list_events", &get("/events?limit=1").header(NDJSON.0, NDJSON.1));
    operations.take_short("replay_record", &get("/replay"), first_of(&["/steps"]));
    operations.take_short("replay_record", &get("/replay").header(NDJSON.0, NDJSON.1), super::first_lines(1));
    operations.take("replay_step", &get("/replay/2"));
    operations.take_short("save_replay", &get("/replay.html"), super::first_letters(15));
    operations.take("analyse_record", &get("/analysis?from=1&to=2"));
    operations.take("analyse_record", &get("/analysis?from=1&to=1").header(NDJSON.0, NDJSON.1));
    operations.take("analyse_record", &get("/analysis?part=solver&format=csv"));
    operations.take("follow_record", &get("/live?after=2"));
    operations
        .take_headers("follow_record", &get("/live").header("Last-Event-ID", &punyon_ken.event_id("3-end")));

    let record = operations.take("export_record", &get("/record"));
    operations.take("export_record", &get("/record").header(NDJSON.0, NDJSON.1));
    operations.take("export_record", &get("/record?format=bgstats"));
    operations.take("export_record", &get("/record?format=bgg&bgg_id=12345"));
    operations.take("export_records", &service.get("/v1/archive?game=punyon_ken"));
    for format in ["record", "bgstats"] {
        let part = service.get(&format!("/v1/archive?game=punyon_ken&format={format}"));
        operations.take("export_records", &part.header("Range", "bytes=0-11"));
    }
    operations.take_short(
        "export_records",
        &service.get("/v1/archive?game=punyon_ken&format=bgstats"),
        |body| {
            for list in body.as_object_mut().unwrap().values_mut().filter_map(Value::as_array_mut) {
                list.clear();
            }
        },
    );

    // A game with the moves of the first, played elsewhere on another day.
    let mut file = record.json();
    file["id"] = "019600aa-5b00-7000-8000-00000000000a".into();
    file["opened_at"] = "2025-04-04T05:30:00Z".into();
    file["details"] = json!({"names": ["Chika", "Dan"], "played_at": "2025-04-04T04:00:00Z"});
    for event in file["log"].as_array_mut().unwrap() {
        event["at"] = "2025-04-04T05:30:00Z".into();
    }
    let import = service.post("/v1/archive", &file).token(OPERATOR);
    operations.take("import_records", &import);
    let again = service.ask("POST", "/v1/archive").token(OPERATOR).header(NDJSON.0, NDJSON.1);
    operations.take("import_records", &again.body("application/x-ndjson", format!("{file}\n")));
}
