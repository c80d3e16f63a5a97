//! A replay as one file: the page of a record with all that it is made of, which opens from a disk and asks nobody.
//!
//! Modules can't find each other by relative names in a file, so an import map names each and has it as a `data:` address.
//! `lib/saved-source.js` stands in the place of `lib/source.js`, by which the page otherwise asks the service.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use kifu_engine::text::Language;
use maud::{DOCTYPE, PreEscaped, html};
use serde_json::{Map, Value, json};

use super::files::{ENGINE_GZIP, loaded_by, text};
use super::layout::{self, HtmlPage, MenuPlace};
use super::{record, words};

/// The file runs only content of its own and sends nothing anywhere.
const CONTENT_POLICY: &str = "default-src 'none'; script-src 'unsafe-inline' 'wasm-unsafe-eval' data:; worker-src data: blob:; \
     style-src 'unsafe-inline'; img-src blob: data:; base-uri 'none'; form-action 'none'";
/// Served, it is also no part of the service: it can't reach what browsers store for the service's pages.
pub const SERVED_POLICY: &str = "sandbox allow-scripts allow-downloads allow-popups allow-popups-to-escape-sandbox; \
     frame-ancestors 'none'";

/// What the modules of the file are called in front of their names.
const MODULE_PREFIX: &str = "kifu/";
const MODULES: [&str; 2] = ["lib/frame.js", "record.js"];
const WORKER: &str = "lib/analysis-worker.js";
const SOURCE: &str = "lib/source.js";
const SAVED_SOURCE: &str = "lib/saved-source.js";
const STYLES: [&str; 3] = ["kifu.css", "record.css", "saved.css"];
const CHOOSE_LANGUAGE: &str = "saved-language.js";

/// The head of the file.
static HEAD: LazyLock<String> = LazyLock::new(|| {
    let styles: String = STYLES.iter().map(|name| text(name)).collect();
    let map = json!({"imports": import_map()}).to_string();
    let head = html! {
        head {
            meta charset="utf-8";
            meta http-equiv="Content-Security-Policy" content=(CONTENT_POLICY);
            meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover";
            meta name="color-scheme" content="light dark";
            title { (words::NAME.of(Language::En)) }
            style { (PreEscaped(styles)) }
            script type="importmap" { (PreEscaped(inert(&map))) }
        }
    };
    head.into_string()
});

/// The engine and what starts the page.
static END: LazyLock<String> = LazyLock::new(|| {
    let imports = MODULES.map(|name| format!("import \"{MODULE_PREFIX}{name}\";")).concat();
    let end = html! {
        script #engine type="text/plain" { (BASE64.encode(ENGINE_GZIP)) }
        script { (PreEscaped(text(CHOOSE_LANGUAGE))) }
        script type="module" { (PreEscaped(imports)) }
    };
    end.into_string()
});

/// The file, from a service at this address, up to the JSON of what is saved, and after it.
pub fn around(root: &str) -> (String, String) {
    let mut begin = format!("{}<html lang=\"en\">{}<body>", DOCTYPE.into_string(), *HEAD);
    for language in Language::ALL {
        let body = html! { template id=(language.code()) { (layout::content(&page(root, language))) } };
        begin.push_str(&body.into_string());
    }
    begin.push_str("<script id=\"saved\" type=\"application/json\">");
    (begin, format!("</script>{}</body></html>\n", *END))
}

/// JSON that ends no element that it stands in.
pub fn inert(json: &str) -> String {
    json.replace('<', "\\u003c")
}

fn page(root: &str, language: Language) -> HtmlPage {
    let title = words::RECORD_TITLE.of(language);
    HtmlPage {
        place: Some(MenuPlace::Tables),
        root: root.to_owned(),
        ..HtmlPage::plain(language, 0, title, record::main(language))
    }
}

/// The address of each module by its name.
fn import_map() -> Value {
    let loaded = MODULES
        .into_iter()
        .flat_map(|name| Language::ALL.into_iter().flat_map(move |language| loaded_by(name, language)));
    let names: BTreeSet<String> = loaded.chain([WORKER.to_owned()]).collect();
    let address = |name: &str| match name {
        // Import maps don't reach workers.
        WORKER => module(&text(name).replace("./wasm.js", &module(text("lib/wasm.js")))),
        SOURCE => module(&by_full_name(SAVED_SOURCE)),
        _ => module(&by_full_name(name)),
    };
    let all = names.iter().map(|name| (format!("{MODULE_PREFIX}{name}"), Value::from(address(name))));
    Value::Object(all.collect::<Map<_, _>>())
}

/// A module that imports others by their names in the import map.
fn by_full_name(name: &str) -> String {
    let folder = name.rsplit_once('/').map(|(folder, _)| format!("{folder}/")).unwrap_or_default();
    let full = format!("{MODULE_PREFIX}{folder}");
    text(name)
        .replace("from \"./", &format!("from \"{full}"))
        .replace("import(`./", &format!("import(`{full}"))
}

/// The address of a module that is its text.
fn module(text: &str) -> String {
    format!("data:text/javascript;base64,{}", BASE64.encode(text))
}
