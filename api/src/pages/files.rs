//! The files that pages are made of: styles, modules, pictures. All are inside the binary and lie under one
//! version, the digest of them all, so that browsers may keep them for ever and modules find each other by
//! relative names.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::io::Read;
use std::sync::LazyLock;

use actix_web::http::header::{AcceptEncoding, CACHE_CONTROL, ContentEncoding, Encoding};
use actix_web::{HttpMessage, HttpRequest, HttpResponse, HttpResponseBuilder};
use flate2::read::GzDecoder;
use kifu_engine::picture::Picture;
use kifu_engine::text::Language;

use super::words;
use crate::http::entity_tag::EntityTag;
use crate::http::problem::{Code, Problem};

const SCRIPT: &str = "text/javascript; charset=utf-8";
const STYLE: &str = "text/css; charset=utf-8";
const PICTURE: &str = "image/svg+xml";

/// The engine for browsers, as `build.rs` compressed it.
const ENGINE: &str = "engine.wasm";
const ENGINE_MEDIA: &str = "application/wasm";
const ENGINE_BROTLI: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/engine.wasm.br"));
pub const ENGINE_GZIP: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/engine.wasm.gz"));

/// The service worker, which may look after every page of the service.
const SERVICE_WORKER: &str = "worker.js";
const WORKER_SCOPE: (&str, &str) = ("Service-Worker-Allowed", "/");

/// The header of files that never change: their address changes with them.
const CACHE_IMMUTABLE: &str = "public, max-age=31536000, immutable";

macro_rules! sources {
    ($($name:literal),* $(,)?) => { [$(($name, include_str!($name))),*] };
}

/// The texts as they are in the source.
const SOURCES: &[(&str, &str)] = &sources![
    "chart.css",
    "kifu.css",
    "home.css",
    "rules.css",
    "pad.css",
    "people.css",
    "record.css",
    "saved.css",
    "statistics.css",
    "seal.svg",
    "edit-record.js",
    "first.js",
    "home.js",
    "open.js",
    "pad.js",
    "pad-claim.js",
    "pad-clock.js",
    "pad-correction.js",
    "pad-forms.js",
    "pad-log.js",
    "pad-position.js",
    "pad-queue.js",
    "pad-record.js",
    "player.js",
    "player-metric.js",
    "player-moments.js",
    "player-numbers.js",
    "player-opponents.js",
    "player-own.js",
    "player-ratings.js",
    "player-versus.js",
    "players.js",
    "record.js",
    "record-log.js",
    "record-analysis.js",
    "record-marks.js",
    "record-tables.js",
    "record-notes.js",
    "record-pictures.js",
    "record-player.js",
    "record-result.js",
    "record-share.js",
    "saved-language.js",
    "statistics.js",
    "statistics-findings.js",
    "statistics-game.js",
    "statistics-metric.js",
    "worker.js",
    "lib/answers.js",
    "lib/analysis-worker.js",
    "lib/api.js",
    "lib/apng.js",
    "lib/address.js",
    "lib/records-search.js",
    "lib/boards.js",
    "lib/card.js",
    "lib/chart.js",
    "lib/dom.js",
    "lib/engine.js",
    "lib/end.js",
    "lib/filters.js",
    "lib/forms.js",
    "lib/recorded-choices.js",
    "lib/frame.js",
    "lib/keys.js",
    "lib/leaders.js",
    "lib/link.js",
    "lib/live.js",
    "lib/load-engine.js",
    "lib/numbers.js",
    "lib/outbox.js",
    "lib/outcome.js",
    "lib/people.js",
    "lib/phone.js",
    "lib/player-keys.js",
    "lib/seat-choice.js",
    "lib/saved-source.js",
    "lib/source.js",
    "lib/storage.js",
    "lib/table.js",
    "lib/token.js",
    "lib/wasm.js",
    "lib/words.js",
    "lib/worker-record.js",
];

/// A file that pages are made of.
pub struct PageFile {
    media: &'static str,
    content: FileContent,
}

enum FileContent {
    /// A text. It is compressed as it is sent.
    Text(Cow<'static, str>),
    /// The engine for browsers.
    Engine,
}

impl FileContent {
    fn bytes(&self) -> &[u8] {
        match self {
            Self::Text(text) => text.as_bytes(),
            Self::Engine => ENGINE_BROTLI,
        }
    }
}

/// All files by name, and their version.
pub struct Files {
    by_name: BTreeMap<String, PageFile>,
    /// The version of all files together: 16 hexadecimal digits.
    pub version: String,
}

/// The files of this binary.
pub static FILES: LazyLock<Files> = LazyLock::new(|| {
    let sources = SOURCES.iter().map(|(name, text)| ((*name).to_owned(), Cow::Borrowed(*text)));
    let texts = Language::ALL
        .into_iter()
        .map(|language| (format!("lib/words.{}.js", language.code()), Cow::Owned(words::module(language))));
    let pictures = Picture::all().map(|picture| (picture_file(picture), Cow::Borrowed(picture.svg())));
    let by_name: BTreeMap<_, _> = sources
        .chain(texts)
        .chain(pictures)
        .map(|(name, text)| {
            (name.clone(), PageFile { media: media(&name), content: FileContent::Text(text) })
        })
        .chain([(ENGINE.to_owned(), PageFile { media: ENGINE_MEDIA, content: FileContent::Engine })])
        .collect();
    let mut digest = blake3::Hasher::new();
    for (name, file) in &by_name {
        digest.update(name.as_bytes()).update(&[0]).update(file.content.bytes()).update(&[0]);
    }
    let version = digest.finalize().to_hex()[..16].to_owned();
    Files { by_name, version }
});

/// The name of the file that holds an illustration.
pub fn picture_file(picture: Picture) -> String {
    format!("picture-{}.svg", picture.name())
}

fn media(name: &str) -> &'static str {
    match name.rsplit('.').next() {
        Some("css") => STYLE,
        Some("svg") => PICTURE,
        _ => SCRIPT,
    }
}

/// The text in a file; empty if there is none.
pub fn text(name: &str) -> &'static str {
    match FILES.by_name.get(name).map(|file| &file.content) {
        Some(FileContent::Text(text)) => text,
        Some(FileContent::Engine) | None => "",
    }
}

/// The names of the files in a folder: `""` or `"lib/"`.
pub fn names(folder: &str) -> Vec<&'static str> {
    let inside = FILES.by_name.keys().filter_map(|name| name.strip_prefix(folder));
    inside.filter(|name| !name.contains('/')).collect()
}

/// The modules as they are in the source, with their names.
#[cfg(test)]
pub fn modules() -> impl Iterator<Item = (&'static str, &'static str)> {
    SOURCES.iter().copied().filter(|(name, _)| media(name) == SCRIPT)
}

/// Everything that a module loads, itself first: so a page can ask for all at once. Imports are written
/// `from "./name.js"`; the texts are loaded by `lib/words.js` in the language of the page.
pub fn loaded_by(module: &str, language: Language) -> Vec<String> {
    let (mut found, mut waiting) = (BTreeSet::new(), vec![module.to_owned()]);
    let mut order = Vec::new();
    while let Some(name) = waiting.pop() {
        let Some(file) = FILES.by_name.get(&name).filter(|_| found.insert(name.clone())) else { continue };
        let folder = if name.starts_with("lib/") { "lib/" } else { "" };
        let FileContent::Text(text) = &file.content else { continue };
        let imports = text.split("from \"./").skip(1).filter_map(|rest| rest.split('"').next());
        waiting.extend(imports.map(|import| format!("{folder}{import}")));
        if name == "lib/words.js" {
            waiting.push(format!("lib/words.{}.js", language.code()));
        }
        order.push(name);
    }
    order
}

/// A file of pages.
pub async fn page_file(request: HttpRequest) -> Result<HttpResponse, Problem> {
    answer(&request, "", "file")
}

/// A file that pages share.
pub async fn shared_file(request: HttpRequest) -> Result<HttpResponse, Problem> {
    answer(&request, "lib/", "lib_file")
}

/// The file that the path names. Under another version – an instance that is older or newer gave out the page – it
/// is what there is here, and not for ever.
fn answer(request: &HttpRequest, folder: &str, parameter: &str) -> Result<HttpResponse, Problem> {
    let name = request.match_info().get(parameter).unwrap_or_default();
    let file = FILES.by_name.get(&format!("{folder}{name}"));
    let file = file.ok_or_else(|| Problem::plain(Code::NotFound))?;
    let known_version = request.match_info().get("version") == Some(&FILES.version);
    let (mut response, not_modified) = EntityTag::of_bytes(file.content.bytes()).begin(request);
    if name == SERVICE_WORKER {
        response.insert_header(WORKER_SCOPE);
    }
    response.insert_header((CACHE_CONTROL, if known_version { CACHE_IMMUTABLE } else { "no-cache" }));
    if not_modified {
        return Ok(response.finish());
    }
    response.content_type(file.media);
    match &file.content {
        FileContent::Text(text) => Ok(response.body(text.clone())),
        FileContent::Engine => engine(request, response),
    }
}

/// The engine, compressed as the request accepts it.
fn engine(request: &HttpRequest, mut response: HttpResponseBuilder) -> Result<HttpResponse, Problem> {
    let accepted = request.get_header::<AcceptEncoding>();
    let accepts = |encoding: Encoding| {
        let chosen = accepted.as_ref().and_then(|accepted| accepted.negotiate([&encoding].into_iter()));
        chosen.is_some_and(|chosen| chosen == encoding)
    };
    // Browsers name gzip first, but brotli is a quarter smaller.
    if accepts(Encoding::brotli()) {
        return Ok(response.insert_header(ContentEncoding::Brotli).body(ENGINE_BROTLI));
    }
    if accepts(Encoding::gzip()) {
        return Ok(response.insert_header(ContentEncoding::Gzip).body(ENGINE_GZIP));
    }
    let mut module = Vec::new();
    GzDecoder::new(ENGINE_GZIP).read_to_end(&mut module).map_err(Problem::internal)?;
    // It is not compressed anew for each request: anybody may ask.
    Ok(response.insert_header(ContentEncoding::Identity).body(module))
}
