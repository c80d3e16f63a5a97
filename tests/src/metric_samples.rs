//! Reads the text of `/metrics`.

/// The samples of a metric: its labels as they are written, without braces, and its value.
///
/// # Panics
///
/// If a value is no number.
pub fn metric_samples<'t>(text: &'t str, name: &str) -> Vec<(&'t str, f64)> {
    let samples = text.lines().filter_map(|line| line.strip_prefix(name)?.rsplit_once(' '));
    let samples = samples.filter(|(labels, _)| labels.is_empty() || labels.starts_with('{'));
    samples.map(|(labels, value)| (labels.trim_matches(['{', '}']), value.parse().unwrap())).collect()
}

/// How many events followers of the feed have not seen yet, all together.
///
/// # Panics
///
/// If the text does not say it.
pub fn unseen_events(text: &str) -> f64 {
    let followers = metric_samples(text, "kifu_follower_lag_events");
    assert!(!followers.is_empty(), "no followers: {text}");
    followers.iter().map(|(_, events)| events).sum()
}
