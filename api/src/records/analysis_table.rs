//! The ledgers of an analysis as comma-separated values: a row for each claim, call, vote and solved play.
//!
//! Which columns there are depends on the game: `step`, `kind` and the fields of the ledgers, those within others with
//! a dot between the names. A list has its values with `; ` between them.

use std::collections::BTreeMap;

use actix_web::http::header::CONTENT_DISPOSITION;
use actix_web::{HttpResponse, HttpResponseBuilder};
use kifu_engine::erased::AnyAnalysisStep;
use kifu_statistics::csv::CsvWriter;
use serde_json::Value;

/// The fields of a step that are rows of their own.
const LEDGERS: [&str; 4] = ["claim", "call", "vote", "solver"];

/// The answer with this table.
pub fn answer(mut response: HttpResponseBuilder, table: String) -> HttpResponse {
    response
        .content_type("text/csv; charset=utf-8; header=present")
        .insert_header((CONTENT_DISPOSITION, "inline; filename=\"analysis.csv\""))
        .body(table)
}

/// All rows; the first one has the names of the columns.
pub fn table(steps: &[AnyAnalysisStep]) -> String {
    let mut columns: Vec<String> = Vec::new();
    let mut rows: Vec<(String, &str, BTreeMap<String, String>)> = Vec::new();
    for step in steps {
        let step: Value = serde_json::from_str(step.as_str()).unwrap_or_default();
        for kind in LEDGERS {
            if let Some(ledger @ Value::Object(_)) = step.get(kind) {
                let mut fields = Vec::new();
                flatten("", ledger, &mut fields);
                columns.extend(fields.iter().map(|(name, _)| name.clone()));
                rows.push((step["step"].to_string(), kind, fields.into_iter().collect()));
            }
        }
    }
    columns.sort_unstable();
    columns.dedup();
    let mut sheet = CsvWriter::default();
    sheet.line(["step".to_owned(), "kind".to_owned()].into_iter().chain(columns.iter().cloned()));
    for (step, kind, fields) in rows {
        let of_row = columns.iter().map(|column| fields.get(column).cloned().unwrap_or_default());
        sheet.line([step, kind.to_owned()].into_iter().chain(of_row));
    }
    sheet.text()
}

fn flatten(before: &str, value: &Value, fields: &mut Vec<(String, String)>) {
    match value {
        Value::Object(inner) => {
            for (name, value) in inner {
                let name = if before.is_empty() { name.clone() } else { format!("{before}.{name}") };
                flatten(&name, value, fields);
            }
        }
        Value::Array(values) => {
            let joined = values.iter().map(plain).collect::<Vec<_>>().join("; ");
            fields.push((before.to_owned(), joined));
        }
        _ => fields.push((before.to_owned(), plain(value))),
    }
}

fn plain(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn every_ledger_is_a_row_and_every_field_a_column() {
        let steps = [
            json!({"step": 0, "odds": null}),
            json!({"step": 1, "claim": {"seat": 0, "p_table": 0.5, "verdict": "likely", "missing": ["irregular", "x"]}}),
            json!({"step": 2, "call": {"seat": 1, "best": {"row": "cow"}, "regret": null}}),
        ];
        let table = table(&steps.map(|step| AnyAnalysisStep::of("game", &step)));
        let lines: Vec<_> = table.trim_start_matches('\u{feff}').lines().collect();
        assert_eq!(
            lines,
            [
                "step,kind,best.row,missing,p_table,regret,seat,verdict",
                "1,claim,,irregular; x,0.5,,0,likely",
                "2,call,cow,,,,1,",
            ]
        );
    }
}
