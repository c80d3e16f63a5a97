//! Which series an expression of Prometheus asks for.

use std::sync::LazyLock;

use regex::Regex;

/// The functions and aggregations that are used. A misspelt one is none of them.
const FUNCTIONS: [&str; 6] = ["delta", "histogram_quantile", "increase", "rate", "sum", "topk"];
const OPERATORS: [&str; 3] = ["and", "or", "unless"];

/// Words, ranges, strings, numbers, comparisons, and each other sign.
static TOKEN: LazyLock<Regex> = LazyLock::new(|| {
    let ranges = r"\[(?:[0-9]+[smhd]|\$__rate_interval)\]";
    Regex::new(&format!(
        r#"^(?:[a-zA-Z_:][a-zA-Z0-9_:]*|{ranges}|"(?:[^"\\]|\\.)*"|[0-9.]+|[=!<>~]+|[-+*/(){{}},])"#
    ))
    .unwrap()
});

/// The metrics that an expression asks for, each with the labels that it names of them. Panics if the text is not an
/// expression.
pub fn used_series(expression: &str) -> Vec<(String, Vec<String>)> {
    let tokens = tokens(expression);
    let mut series: Vec<(String, Vec<String>)> = Vec::new();
    let (mut open, mut is_grouping) = (Vec::new(), false);
    for (at, token) in tokens.iter().enumerate() {
        let next = tokens.get(at + 1).copied().unwrap_or_default();
        match *token {
            "(" | "{" => open.push(*token),
            ")" | "}" => {
                let opened = if *token == ")" { "(" } else { "{" };
                assert_eq!(open.pop(), Some(opened), "{expression}: nothing is open before {token}");
                is_grouping = false;
            }
            "by" | "without" => is_grouping = true,
            word if !word.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_') => {}
            label if open.last() == Some(&"{") => {
                assert!(["=", "!=", "=~", "!~"].contains(&next), "{expression}: {label} matches nothing");
                series.last_mut().expect("braces stand behind a name").1.push(label.to_owned());
            }
            _ if is_grouping => {}
            word if next == "(" || next == "by" || next == "without" => {
                let is_known = FUNCTIONS.contains(&word) || OPERATORS.contains(&word);
                assert!(is_known, "{expression}: there is no function {word}");
            }
            word if OPERATORS.contains(&word) => {}
            name => series.push((name.to_owned(), Vec::new())),
        }
    }
    assert!(open.is_empty(), "{expression}: {open:?} stays open");
    assert!(!series.is_empty(), "{expression} asks for nothing");
    series
}

fn tokens(expression: &str) -> Vec<&str> {
    let mut rest = expression.trim_start();
    let mut tokens = Vec::new();
    while !rest.is_empty() {
        let token = TOKEN.find(rest).unwrap_or_else(|| panic!("{expression}: what is {rest}?")).as_str();
        tokens.push(token);
        rest = rest[token.len()..].trim_start();
    }
    tokens
}

#[test]
fn the_series_of_an_expression_are_found() {
    let expression =
        r#"sum by (le, route) (rate(a_bucket{route="/x{y}", status=~"5.."}[5m])) > 0.1 * up or b == 1"#;
    let series = used_series(expression);
    let names: Vec<_> = series.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["a_bucket", "up", "b"]);
    assert_eq!(series[0].1, ["route", "status"]);
    for wrong in ["rat(a[5m])", "rate(a[5m]", "a{route}", "a[5 m]", "sum(1)"] {
        assert!(std::panic::catch_unwind(|| used_series(wrong)).is_err(), "{wrong}");
    }
}
