//! Builds the engine for browsers and compresses it, so that the service carries it.

use std::env;
use std::error::Error;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

const TARGET: &str = "wasm32-unknown-unknown";
/// Everything that the engine for browsers is built from, from the folder of this crate.
const SOURCES: [&str; 6] =
    ["../Cargo.toml", "../Cargo.lock", "../engine/Cargo.toml", "../engine/src", "../engine/wasm", "names"];
/// Settings of the build around this one that would change the inner one.
const FOREIGN_SETTINGS: [&str; 5] = [
    "RUSTFLAGS",
    "CARGO_ENCODED_RUSTFLAGS",
    "RUSTC_WRAPPER",
    "RUSTC_WORKSPACE_WRAPPER",
    "CARGO_BUILD_TARGET",
];

fn main() -> Result<(), Box<dyn Error>> {
    for source in SOURCES {
        println!("cargo::rerun-if-changed={source}");
    }
    let out = PathBuf::from(env::var_os("OUT_DIR").ok_or("cargo sets OUT_DIR")?);
    // One folder for all profiles of the service, beside theirs: the folder of a build in progress is locked.
    let folder = out.ancestors().nth(4).ok_or("OUT_DIR lies in a target folder")?.join("browser");
    let is_release = env::var("PROFILE")? == "release";
    let profile = if is_release { "browser" } else { "browser-dev" };
    build(&folder, profile)?;
    let module = fs::read(folder.join(TARGET).join(profile).join("kifu_wasm.wasm"))?;
    fs::write(out.join("engine.wasm.br"), brotli(&module, if is_release { 11 } else { 5 })?)?;
    fs::write(out.join("engine.wasm.gz"), gzip(&module)?)?;
    Ok(())
}

fn build(folder: &Path, profile: &str) -> Result<(), Box<dyn Error>> {
    let mut cargo = Command::new(env::var_os("CARGO").ok_or("cargo sets CARGO")?);
    cargo.args(["build", "--package", "kifu-wasm", "--lib", "--target", TARGET, "--profile", profile]);
    cargo.arg("--target-dir").arg(folder);
    for name in FOREIGN_SETTINGS {
        cargo.env_remove(name);
    }
    for (name, _) in env::vars_os().filter(|(name, _)| name.to_string_lossy().starts_with("CARGO_PROFILE_")) {
        cargo.env_remove(name);
    }
    if cargo.status()?.success() {
        return Ok(());
    }
    Err(format!(
        "the engine for browsers can't be built; if its target is missing, paste: rustup target add {TARGET}"
    )
    .into())
}

fn brotli(module: &[u8], quality: i32) -> Result<Vec<u8>, Box<dyn Error>> {
    let parameters = brotli::enc::BrotliEncoderParams {
        quality,
        lgwin: 24,
        size_hint: module.len(),
        ..Default::default()
    };
    let mut compressed = Vec::new();
    brotli::BrotliCompress(&mut &*module, &mut compressed, &parameters)?;
    Ok(compressed)
}

fn gzip(module: &[u8]) -> Result<Vec<u8>, Box<dyn Error>> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    encoder.write_all(module)?;
    Ok(encoder.finish()?)
}
