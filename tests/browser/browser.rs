//! A headless Chromium that does what people do, by way of `chromedriver`.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use kifu_tests::eventually;
use serde_json::{Value, json};

use crate::webdriver::{Failed, Session};

const MAX_DRIVER_STARTS: usize = 5;
const HOW_TO_INSTALL: &str = "the browser tests drive Chromium: apt-get install chromium-driver \
                              (or name another chromedriver in CHROMEDRIVER)";
/// Debian's Chromium without windows, which takes a third of the time. The command of that name is a script, and
/// `chromedriver` would end the script and leave the browser running. Elsewhere `chromedriver` finds another Chromium.
const HEADLESS_SHELL: &str = "/usr/lib/chromium/chromium-headless-shell";
const ARGUMENTS: [&str; 11] = [
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--force-color-profile=srgb",
    "--hide-scrollbars",
];

/// How a browser is used: the size of its window in CSS pixels, its language and whether it is dark.
#[derive(Clone, Copy, Debug)]
pub struct Setting {
    pub width: u32,
    pub height: u32,
    pub language: &'static str,
    pub dark: bool,
}

impl Setting {
    /// A phone of today, in English.
    pub const PHONE: Self = Self { width: 390, height: 844, language: "en", dark: false };
    /// The phone in Japanese.
    pub const JAPANESE: Self = Self { language: "ja", ..Self::PHONE };
}

/// A running `chromedriver`; it ends with this value.
struct Driver {
    child: Child,
    address: String,
}

impl Driver {
    /// Another process may take the port that chromedriver has just found to be free; it ends then, and is started again.
    fn start() -> Self {
        (0..MAX_DRIVER_STARTS)
            .find_map(|_| Self::try_start())
            .unwrap_or_else(|| panic!("chromedriver names no port; {HOW_TO_INSTALL}"))
    }

    fn try_start() -> Option<Self> {
        let program = std::env::var("CHROMEDRIVER").unwrap_or_else(|_| "chromedriver".to_owned());
        let mut command = Command::new(&program);
        command.arg("--port=0").stdin(Stdio::null()).stdout(Stdio::piped());
        let mut child =
            command.spawn().unwrap_or_else(|error| panic!("{program}: {error}; {HOW_TO_INSTALL}"));
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let Some(port) = lines.by_ref().map_while(Result::ok).find_map(|line| port_in(&line)) else {
            let _ = child.kill();
            let _ = child.wait();
            return None;
        };
        // Reads further output, which must not fill the pipe.
        std::thread::spawn(move || lines.for_each(drop));
        Some(Self { child, address: format!("http://127.0.0.1:{port}") })
    }
}

fn port_in(line: &str) -> Option<u16> {
    line.split_once("started successfully on port ")?.1.trim_end_matches('.').parse().ok()
}

impl Drop for Driver {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A browser with one window and a memory of its own; it ends with this value.
pub struct Browser {
    session: Session,
    _driver: Driver,
}

impl Browser {
    /// A browser used like this.
    ///
    /// # Panics
    ///
    /// If there is no Chromium or no `chromedriver`.
    pub fn open(setting: Setting) -> Self {
        let driver = Driver::start();
        let session = Session::open(&driver.address, &capabilities(setting));
        let session = session.unwrap_or_else(|error| panic!("no browser: {error}; {HOW_TO_INSTALL}"));
        let browser = Self { session, _driver: driver };
        let screen =
            json!({"width": setting.width, "height": setting.height, "deviceScaleFactor": 1, "mobile": true});
        browser.devtools("Emulation.setDeviceMetricsOverride", &screen);
        let scheme = if setting.dark { "dark" } else { "light" };
        // A page that scrolls slowly would be scrolled anew by every try to tap.
        let features = json!({"features": [
            {"name": "prefers-color-scheme", "value": scheme},
            {"name": "prefers-reduced-motion", "value": "reduce"},
        ]});
        browser.devtools("Emulation.setEmulatedMedia", &features);
        browser
    }

    fn command(&self, command: &str, parameters: &Value) -> Value {
        self.session.command(command, parameters).unwrap_or_else(|error| panic!("{command}: {error}"))
    }

    /// A command of the `DevTools` protocol.
    pub fn devtools(&self, command: &str, parameters: &Value) -> Value {
        self.command("goog/cdp/execute", &json!({"cmd": command, "params": parameters}))
    }

    /// Runs this in every page before the page itself does anything.
    pub fn at_start_of_every_page(&self, script: &str) {
        self.devtools("Page.addScriptToEvaluateOnNewDocument", &json!({"source": script}));
    }

    /// Writes a picture of the window to `target/screenshots/`, to be looked at.
    pub fn keep_screenshot(&self, name: &str) {
        let taken =
            self.devtools("Page.captureScreenshot", &json!({"format": "png", "optimizeForSpeed": true}));
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/screenshots");
        fs::create_dir_all(&folder).unwrap();
        let png = BASE64.decode(taken["data"].as_str().unwrap()).unwrap();
        fs::write(folder.join(format!("{name}.png")), png).unwrap();
    }

    /// Goes to an address and waits for the page.
    pub fn visit(&self, address: &str) {
        self.command("url", &json!({"url": address}));
    }

    /// Opens another tab of the same browser and goes on in it; the name of the tab that was left.
    pub fn open_tab(&self) -> Value {
        let left = self.session.get("window").unwrap();
        let opened = self.command("window/new", &json!({"type": "tab"}));
        self.go_to_tab(&opened["handle"]);
        left
    }

    /// Goes on in the tab of this name.
    pub fn go_to_tab(&self, tab: &Value) {
        self.command("window", &json!({"handle": tab}));
    }

    /// Loads the page again.
    pub fn reload(&self) {
        self.command("refresh", &json!({}));
    }

    /// Runs this body of a function in the page and returns its value; a promise is awaited.
    pub fn script(&self, body: &str) -> Value {
        self.script_of(body, &[])
    }

    /// Runs a body with values, which it finds in `arguments`.
    pub fn script_of(&self, body: &str, values: &[Value]) -> Value {
        self.command("execute/sync", &json!({"script": body, "args": values}))
    }

    /// Waits until this expression is true in the page.
    ///
    /// # Panics
    ///
    /// If it never is.
    pub fn until(&self, expression: &str) {
        self.find(expression);
    }

    /// Waits until this expression has a value that JavaScript takes for true, and returns it.
    ///
    /// # Panics
    ///
    /// If it never has, showing what the page says then.
    pub fn find(&self, expression: &str) -> Value {
        let body = format!("const found = ({expression}); return found || null;");
        let look = || Some(self.script(&body)).filter(|found| !found.is_null());
        let waited = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| eventually(expression, look)));
        waited.unwrap_or_else(|_| panic!("never: {expression}\nthe page says:\n{}", self.text("body")))
    }

    /// Taps what this selector finds, once it is there, can be used and nothing lies over it.
    ///
    /// # Panics
    ///
    /// If it can't be tapped.
    pub fn tap(&self, selector: &str) {
        let mut last: Option<Failed> = None;
        let tries = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            eventually(selector, || match self.session.on_element(selector, "click", &json!({})) {
                Ok(_) => Some(()),
                Err(error) => {
                    last = Some(error);
                    None
                }
            });
        }));
        tries.unwrap_or_else(|_| panic!("can't tap {selector}: {last:?}\n{}", self.text("body")));
    }

    /// Presses a key, named as `KeyboardEvent.key` has it.
    pub fn press(&self, key: &str) {
        let text = if key.chars().count() == 1 { key } else { "" };
        for kind in ["keyDown", "keyUp"] {
            let event = json!({"type": kind, "key": key, "code": if key == " " { "Space" } else { key }, "text": text});
            self.devtools("Input.dispatchKeyEvent", &event);
        }
    }

    /// Writes into what this selector finds.
    pub fn write(&self, selector: &str, words: &str) {
        let written = self.session.on_element(selector, "value", &json!({"text": words}));
        written.unwrap_or_else(|error| panic!("can't write into {selector}: {error}"));
    }

    /// The visible text inside the first element that this selector finds; empty if there is none.
    pub fn text(&self, selector: &str) -> String {
        let body = "return document.querySelector(arguments[0])?.innerText ?? ''";
        self.script_of(body, &[json!(selector)]).as_str().unwrap_or_default().to_owned()
    }
}

fn capabilities(setting: Setting) -> Value {
    let size = format!("--window-size={},{}", setting.width, setting.height);
    let language = format!("--accept-lang={}", setting.language);
    let arguments: Vec<&str> = ARGUMENTS.into_iter().chain([size.as_str(), language.as_str()]).collect();
    let mut options = json!({"args": arguments});
    if Path::new(HEADLESS_SHELL).is_file() {
        options["binary"] = json!(HEADLESS_SHELL);
    }
    json!({"browserName": "chrome", "goog:chromeOptions": options})
}
