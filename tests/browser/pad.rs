//! A scribe's pad and a seat's, tapped as people tap.

use kifu_tests::{Table, Tap, enter};
use serde_json::{Value, json};

use crate::browser::{Browser, Setting};

/// A pad in a browser of its own.
pub struct Pad {
    pub browser: Browser,
    /// How often somebody tapped since the last count.
    pub taps: usize,
}

impl Pad {
    /// The scribe's pad of a table.
    pub fn of(table: &Table, base: &str, setting: Setting) -> Self {
        Self::open(table, base, "pad", &table.scribe, setting)
    }

    /// The pad of a seat.
    pub fn of_seat(table: &Table, base: &str, seat: usize, setting: Setting) -> Self {
        Self::open(table, base, "seat", &table.seats[seat], setting)
    }

    fn open(table: &Table, base: &str, kind: &str, token: &str, setting: Setting) -> Self {
        let pad = Self { browser: Browser::open(setting), taps: 0 };
        pad.visit(table, base, kind, token);
        pad
    }

    /// Goes to a pad of another table.
    pub fn visit(&self, table: &Table, base: &str, kind: &str, token: &str) {
        self.browser.visit(&format!("{base}/games/{}/{kind}#{token}", table.id));
        self.ready();
    }

    /// Waits until the pad shows what it knows.
    pub fn ready(&self) {
        self.browser.until("document.documentElement.dataset.version !== undefined");
    }

    /// Waits until the pad shows this version and nothing waits to be sent.
    pub fn at(&self, version: u64) {
        self.browser.until(&format!(
            "document.documentElement.dataset.version === '{version}' && document.documentElement.dataset.waiting === '0'"
        ));
    }

    /// One tap, counted; two where the target is folded.
    pub fn tap(&mut self, selector: &str) {
        let is_folded = "return document.querySelector(arguments[0])?.closest('#more:not([open])') != null";
        if self.browser.script_of(is_folded, &[json!(selector)]) == true {
            self.browser.tap("#more summary");
            self.taps += 1;
        }
        self.browser.tap(selector);
        self.taps += 1;
    }

    /// The moves that the pad offers.
    pub fn offered(&self) -> Vec<Value> {
        let offered = self.browser.find("document.querySelector('#keys').offered");
        offered.as_array().cloned().unwrap_or_default()
    }

    /// Logs a move by tapping its keys, as quickly as the pad lets people.
    ///
    /// # Panics
    ///
    /// If the pad does not offer it.
    pub fn log(&mut self, mv: &Value) {
        let offered = self.offered();
        let (form, taps) = enter(&offered, mv).unwrap_or_else(|| panic!("{mv} is not among {offered:#?}"));
        if form > 0 {
            self.tap(&format!("[data-form='{form}']"));
        }
        let needs_answer = needs_an_answer(&offered[form]);
        for tap in &taps {
            self.answer(tap);
        }
        let sent_already = needs_answer || (form > 0 && offered[form]["fields"] == json!([]));
        if !sent_already {
            self.tap("#keys [data-send]");
        }
    }

    /// Corrects a move: taps its line, the keys that were others, and the key that sends it.
    ///
    /// # Panics
    ///
    /// If the pad does not offer what really happened.
    pub fn correct(&mut self, table: &Table, event: u64, with: &Value) {
        let steps = table.get("/replay").json()["steps"].as_array().cloned().unwrap_or_default();
        let step =
            steps.iter().find(|step| step["seq"] == event).unwrap_or_else(|| panic!("no step {event}"));
        self.tap(&format!("[data-step='{}']", step["step"]));
        let forms = table.get(&format!("/forms?instead_of={event}")).json()["forms"].as_array().cloned();
        let (_, taps) =
            enter(&forms.unwrap_or_default(), with).unwrap_or_else(|| panic!("{with} is not offered"));
        self.browser.until("document.querySelector('#correction-keys [data-send]') !== null");
        for tap in taps {
            let key = match tap {
                Tap::Key { at, key } => format!("#correction-keys [data-field='{at}'] [data-key='{key}']"),
                Tap::Number { at, number } => {
                    format!("#correction-keys [data-field='{at}'] [data-number='{number}']")
                }
                Tap::Cell { at } => format!("#correction-keys [data-cell='{at}']"),
                Tap::Words { .. } => continue,
            };
            if !self.is_there(&format!("{key}[aria-pressed='true']")) {
                self.tap(&key);
            }
        }
        self.tap("#correction-keys [data-send]");
    }

    /// Gives one answer.
    pub fn answer(&mut self, tap: &Tap) {
        match tap {
            Tap::Key { at, key } => {
                self.show_field(at);
                self.tap(&format!("#keys [data-field='{at}'] [data-key='{key}']"));
            }
            Tap::Number { at, number } => {
                self.show_field(at);
                let key = format!("#keys [data-field='{at}'] [data-number='{number}']");
                if self.is_there(&key) { self.tap(&key) } else { self.enter_digits(at, *number) }
            }
            Tap::Cell { at } => self.tap(&format!("#keys [data-cell='{at}']")),
            Tap::Words { at, words } => {
                self.show_field(at);
                self.tap(&format!("#keys [data-field='{at}'] [data-words]"));
                self.browser.write(&format!("#keys [data-field='{at}'] textarea"), words);
            }
        }
    }

    fn enter_digits(&mut self, at: &str, number: i64) {
        self.tap(&format!("#keys [data-field='{at}'] [data-digits]"));
        number.to_string().chars().for_each(|digit| self.tap(&format!("#keys [data-digit='{digit}']")));
        self.tap("#keys [data-digits-done]");
    }

    /// Opens a field with hidden keys.
    fn show_field(&mut self, at: &str) {
        if !self.is_there(&format!("#keys [data-field='{at}']")) {
            self.tap(&format!("#keys [data-chip='{at}']"));
        }
    }

    /// True if the page has such an element now.
    pub fn is_there(&self, selector: &str) -> bool {
        self.browser.script_of("return document.querySelector(arguments[0]) !== null", &[json!(selector)])
            == true
    }
}

/// True if the last tap does not send the move yet.
fn needs_an_answer(form: &Value) -> bool {
    form["fields"].as_array().into_iter().flatten().any(|field| match field["kind"].as_str() {
        Some("tally") => field["rest"].is_null(),
        _ => field["required"] == true,
    })
}
