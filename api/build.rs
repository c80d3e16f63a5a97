//! Builds the engine for browsers and compresses it, so that the service carries it.

use std::env;
use std::error::Error;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Everything that the engine for browsers is built from, from the folder of this crate.
const SOURCES: [&str; 6] =
    ["../Cargo.toml", "../Cargo.lock", "../engine/Cargo.toml", "../engine/src", "../engine/wasm", "names"];

fn main() -> Result<(), Box<dyn Error>> {
    for source in SOURCES {
        println!("cargo::rerun-if-changed={source}");
    }
    let out = PathBuf::from(env::var_os("OUT_DIR").ok_or("cargo sets OUT_DIR")?);
    // One folder for all profiles of the service, beside theirs: the folder of a build in progress is locked.
    let folder = out.ancestors().nth(4).ok_or("OUT_DIR lies in a target folder")?.join("browser");
    let is_release = env::var("PROFILE")? == "release";
    let profile = if is_release { "browser" } else { "browser-dev" };
    let module = fs::read(build(&folder, profile)?)?;
    fs::write(out.join("engine.wasm.br"), brotli(&module, if is_release { 11 } else { 5 })?)?;
    fs::write(out.join("engine.wasm.gz"), gzip(&module)?)?;
    Ok(())
}

/// Builds the module and returns its path. The script says on stderr why it can't.
fn build(folder: &Path, profile: &str) -> Result<String, Box<dyn Error>> {
    let mut script = Command::new("../engine/wasm/build");
    let built = script.arg(profile).arg(folder).stderr(Stdio::inherit()).output()?;
    if !built.status.success() {
        return Err("the engine for browsers can't be built".into());
    }
    Ok(String::from_utf8(built.stdout)?.trim_end().to_owned())
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
