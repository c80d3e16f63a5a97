//! The few commands of W3C `WebDriver` that the tests give, and what Chromium takes beside them.

use serde_json::{Value, json};
use ureq::http::Response;
use ureq::{Agent, Body};

/// The key of an element in answers: <https://www.w3.org/TR/webdriver2/#elements>.
const ELEMENT: &str = "element-6066-11e4-a52e-4f735466cecf";

/// A browser that a driver has opened; it is closed with this value.
pub struct Session {
    agent: Agent,
    address: String,
}

/// The driver's error message.
#[derive(Debug)]
pub struct Failed(String);

impl Session {
    /// Has the driver at this address open a browser.
    pub fn open(driver: &str, capabilities: &Value) -> Result<Self, Failed> {
        // A connection that the driver has just closed must not be taken for a new command.
        let config = Agent::config_builder().http_status_as_error(false).max_idle_connections(0);
        let agent = Agent::new_with_config(config.build());
        let session_request = json!({"capabilities": {"alwaysMatch": capabilities}});
        let opened = post(&agent, &format!("{driver}/session"), &session_request)?;
        let id = opened["sessionId"].as_str().ok_or_else(|| Failed(opened.to_string()))?;
        Ok(Self { agent, address: format!("{driver}/session/{id}") })
    }

    /// Gives a command, and returns the value that comes back.
    pub fn command(&self, command: &str, parameters: &Value) -> Result<Value, Failed> {
        post(&self.agent, &format!("{}/{command}", self.address), parameters)
    }

    /// Asks for a value.
    pub fn get(&self, command: &str) -> Result<Value, Failed> {
        read(self.agent.get(format!("{}/{command}", self.address)).call())
    }

    /// The command for the first element that this selector finds.
    pub fn on_element(&self, selector: &str, command: &str, parameters: &Value) -> Result<Value, Failed> {
        let found = self.command("element", &json!({"using": "css selector", "value": selector}))?;
        let id = found[ELEMENT].as_str().ok_or_else(|| Failed(found.to_string()))?;
        self.command(&format!("element/{id}/{command}"), parameters)
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        let _ = self.agent.delete(&self.address).call();
    }
}

impl std::fmt::Display for Failed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

fn post(agent: &Agent, address: &str, body: &Value) -> Result<Value, Failed> {
    read(agent.post(address).send_json(body))
}

fn read(answer: Result<Response<Body>, ureq::Error>) -> Result<Value, Failed> {
    let failed = |error: ureq::Error| Failed(error.to_string());
    let mut answer = answer.map_err(failed)?;
    let status = answer.status();
    let mut body: Value = answer.body_mut().with_config().limit(64 << 20).read_json().map_err(failed)?;
    if status.is_success() { Ok(body["value"].take()) } else { Err(Failed(body["value"].to_string())) }
}
