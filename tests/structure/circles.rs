//! Circles of a graph: sets in which everybody depends on everybody else, be it by way of others.

use std::collections::BTreeSet;

use crate::imports::Graph;

/// All circles, the largest first.
pub fn circles(graph: &Graph) -> Vec<Vec<String>> {
    let reached: Vec<(&String, BTreeSet<&String>)> =
        graph.keys().map(|from| (from, reach(graph, from))).collect();
    let mut circles = BTreeSet::new();
    for (from, all) in &reached {
        let comes_back =
            |to: &&&String| reached.iter().any(|(other, back)| *other == **to && back.contains(from));
        let circle: Vec<String> = all.iter().filter(comes_back).map(|name| (*name).clone()).collect();
        if circle.len() > 1 {
            circles.insert(circle);
        }
    }
    let mut circles: Vec<_> = circles.into_iter().collect();
    circles.sort_by_key(|circle| std::cmp::Reverse(circle.len()));
    circles
}

fn reach<'g>(graph: &'g Graph, from: &'g String) -> BTreeSet<&'g String> {
    let mut reached = BTreeSet::new();
    let mut next: Vec<&String> = graph[from].iter().collect();
    while let Some(name) = next.pop() {
        if reached.insert(name) {
            next.extend(graph.get(name).into_iter().flatten());
        }
    }
    reached
}

#[test]
fn an_import_cycle_is_found_without_the_modules_attached_to_it() {
    let graph = [("a", "b"), ("b", "c"), ("c", "a"), ("c", "d"), ("e", "a")];
    let mut built = Graph::new();
    for (from, to) in graph {
        built.entry(from.to_owned()).or_default().insert(to.to_owned());
    }
    assert_eq!(circles(&built), [["a", "b", "c"]]);
}
