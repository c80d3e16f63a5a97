//! Forgeries, each with a name: of the database, by a forger who may do everything in it and has our program but not
//! the key that signs, found by `kifu verify`; and of files, found by `kifu audit`. `docs/proofs.md` has an equal
//! list.

mod chains;
mod descriptions;
mod files;
mod heads;
mod histories;
mod keys;
mod outside;
mod projections;
mod scene;

use std::fs;
use std::path::Path;

use kifu_tests::eventually;

use self::scene::Scene;

/// A forgery of the database: its name, its function, and the fault that `kifu verify` names. `ID` in it is the forged
/// record.
type Forgery = (&'static str, fn(&mut Scene), &'static str);

/// The step before or after each forgery of a group.
type Step = fn(&mut Scene);

fn nothing(_: &mut Scene) {}

fn rehash(scene: &mut Scene) {
    scene.rehash();
}

fn rewrite_a_text(scene: &mut Scene) {
    scene.change_a_text();
    scene.rehash();
}

/// Forgeries that are found, in groups: first this is done, then the forgery, then that.
const GROUPS: [(Step, &[Forgery], Step); 8] = [
    (nothing, chains::CHAINS, nothing),
    (nothing, histories::HISTORIES, rehash),
    (rewrite_a_text, heads::HEADS_OF_ANOTHER_HISTORY, nothing),
    (nothing, histories::ENDS, nothing),
    (nothing, heads::HEADS, nothing),
    (nothing, descriptions::DETAILS, nothing),
    (nothing, descriptions::COMMITMENTS, nothing),
    (nothing, projections::SEARCH, nothing),
];

/// The forgeries of a record that has ended and is counted.
const FINISHED: [(Step, &[Forgery], Step); 1] = [(nothing, projections::FINISHED, nothing)];

#[test]
fn each_forgery_by_whoever_lacks_the_key_is_found_and_named() {
    let mut scene = Scene::new();
    let (is_whole, said) = scene.verify();
    assert!(is_whole && said.contains("verified 3 records, 12 events"), "{said}");
    scene.suspend_service();
    try_all(&mut scene, &GROUPS);
    let (is_whole, said) = scene.restart();
    assert!(is_whole, "{said}");
}

#[test]
fn each_forgery_of_what_is_made_of_a_finished_record_is_found() {
    let mut scene = Scene::finished();
    eventually("nothing waits to be counted", || {
        let (is_whole, said) = scene.verify();
        assert!(is_whole, "{said}");
        (!said.contains("not checked: statistics")).then_some(())
    });
    try_all(&mut scene, &FINISHED);
    let (is_whole, said) = scene.verify();
    assert!(is_whole, "{said}");
}

fn try_all(scene: &mut Scene, groups: &[(Step, &[Forgery], Step)]) {
    let mut unfound = Vec::new();
    for (before, forgeries, after) in groups {
        for (what, forge, fault) in *forgeries {
            before(scene);
            forge(scene);
            after(scene);
            let (is_whole, said) = scene.verify();
            if is_whole || !said.contains(&fault.replace("ID", &scene.id)) {
                unfound.push(format!("{what}: {said}"));
            }
            scene.put_back();
        }
    }
    assert!(unfound.is_empty(), "{}", unfound.join("\n"));
}

/// All forgeries by name, as they are tried.
fn names() -> Vec<&'static str> {
    let of_database =
        GROUPS.iter().chain(&FINISHED).flat_map(|(_, forgeries, _)| forgeries.iter().map(|(name, ..)| *name));
    let of_files = files::FORGERIES.iter().map(|(name, ..)| *name);
    let outside = outside::FORGERIES.iter().map(|(name, _)| *name);
    of_database.chain(of_files).chain(outside).collect()
}

#[test]
fn the_documents_name_each_forgery() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let proofs = fs::read_to_string(root.join("docs/proofs.md")).unwrap();
    let section = proofs.split("\n## Forgeries").nth(1).and_then(|rest| rest.split("\n## ").next()).unwrap();
    let listed = section.lines().filter_map(|line| line.strip_prefix("- "));
    let listed: Vec<_> = listed.map(|line| line.split(": ").next().unwrap()).collect();
    assert_eq!(listed, names(), "docs/proofs.md lists what is tried, in the same order");
    assert!(listed.len() >= 45, "{}", listed.len());
}
