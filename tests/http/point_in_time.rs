//! Back to an earlier moment, by the commands that docs/operating.md shows.

use std::path::Path;
use std::process::Command;
use std::sync::Arc;

use kifu_tests::{Folder, Service};

/// The commands of the section, one block a step.
fn blocks() -> Vec<String> {
    let document = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/operating.md");
    let text = std::fs::read_to_string(document).unwrap();
    let section = text.split("### Back to an earlier moment").nth(1).expect("the section");
    let section = section.split("\n## ").next().unwrap();
    section.split("```bash\n").skip(1).map(|block| block.split("```").next().unwrap().to_owned()).collect()
}

fn run(block: &str, folder: &Folder, moment: &str) {
    let data = folder.path().join("data");
    let archive = folder.path().join("archive");
    let mut command = Command::new("bash");
    command.args(["-euc", block]).env("DATA", data).env("ARCHIVE", archive).env("MOMENT", moment);
    let output = command.output().unwrap();
    assert!(output.status.success(), "{block}\n{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn the_commands_of_the_document_bring_an_earlier_moment_back() {
    let blocks = blocks();
    let [archive, base, back] = &blocks[..] else { panic!("three steps: {blocks:?}") };
    let service = Service::start();
    run(archive, &service.folder(), "");
    let service = Service::start_in(service.stop());
    run(base, &service.folder(), "");
    let earlier = service.open_plain("bremen", 4);
    let now = "SELECT clock_timestamp()::text";
    let moment: String = service.database().query_one(now, &[]).unwrap().get(0);
    let later = service.open_plain("bremen", 4);
    let folder = service.stop();
    run(back, &folder, &moment);
    let service = Service::start_in(Arc::clone(&folder));
    assert_eq!(service.get(&earlier.path("")).send().status, 200);
    assert_eq!(service.get(&later.path("")).send().status, 404);
    service.open_plain("bremen", 4);
}
