//! Drives Chromium through its driver, which speaks WebDriver: HTTP and JSON.
//!
//! Where the driver is not installed the tests have nothing to do, unless `CI` is `true` or
//! `MULTIGAME_BROWSER_TESTS` is `required`: then that is a failure. Debian's packages are
//! `chromium` and `chromium-driver`.

#![allow(clippy::disallowed_methods, reason = "tests look for programs")]

use crate::client::Client;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Lines, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

const DRIVER: &str = "chromedriver";
/// What WebDriver calls an element.
const ELEMENT: &str = "element-6066-11e4-a52e-4f735466cecf";
/// A page is looked at this often, ten times a second, before a test gives up.
const LOOKS: usize = 3_000;

/// The driver asks for a free port of one kind of address and wants the same one of the other
/// kind, which another program may have; then it ends, and another one is started.
const STARTS: usize = 20;

/// Milliseconds that a script or a page may take on a machine that is busy with something else.
const PATIENCE: u64 = 600_000;

/// Keys as WebDriver writes them.
pub(crate) const TAB: &str = "\u{E004}";
pub(crate) const ENTER: &str = "\u{E007}";
pub(crate) const BACKSPACE: &str = "\u{E003}";
pub(crate) const UP: &str = "\u{E013}";
pub(crate) const DOWN: &str = "\u{E015}";
pub(crate) const LEFT: &str = "\u{E012}";
pub(crate) const RIGHT: &str = "\u{E014}";
/// Control and S.
pub(crate) const SAVE: &str = "\u{E009}s\u{E000}";
pub(crate) const END: &str = "\u{E010}";
const HOME_WITH_CONTROL: &str = "\u{E009}\u{E011}\u{E000}";
const END_WITH_CONTROL: &str = "\u{E009}\u{E010}\u{E000}";

/// Remembers the messages of a page, which go away by themselves: a test that is slow would miss some.
const REMEMBER: &str = "(() => { \
    window.said = []; \
    const hear = (it) => it.matches?.('.toast') && said.push([it.innerText, it.matches('.error')]); \
    document.querySelectorAll('.toast').forEach(hear); \
    new MutationObserver((changes) => changes.forEach(({ addedNodes }) => addedNodes.forEach(hear))) \
        .observe(document.body, { childList: true }); \
    return 1; })()";

/// Starts a driver: itself, what it goes on to say, and its port, or nothing if it found none.
fn start() -> Option<(Child, Lines<BufReader<ChildStdout>>, u16)> {
    let mut driver = Command::new(DRIVER)
        .arg("--port=0")
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the driver starts");
    let mut output = BufReader::new(driver.stdout.take().expect("its output")).lines();
    let port = output.find_map(|line| {
        let line = line.ok()?;
        line.split("successfully on port ").nth(1)?.trim_end_matches('.').parse().ok()
    });
    if port.is_none() {
        let _gone = driver.kill();
        driver.wait().expect("it has ended");
    }
    Some((driver, output, port?))
}

/// A browser with a window that looks at a server.
pub(crate) struct Browser {
    driver: Child,
    /// What the driver says; it would be stopped if nobody could hear it.
    _output: Lines<BufReader<ChildStdout>>,
    port: u16,
    session: String,
    pub(crate) client: Client,
}

impl Browser {
    /// Starts one; nothing if there is none and none is required.
    pub(crate) fn new() -> Option<Browser> {
        Browser::with(Client::new)
    }

    /// The same for a server of one's own, which is started only if there is a browser.
    pub(crate) fn with(client: impl FnOnce() -> Client) -> Option<Browser> {
        let variable = |name: &str| std::env::var(name).unwrap_or_default();
        let is_required =
            variable("CI") == "true" || variable("MULTIGAME_BROWSER_TESTS") == "required";
        let path = variable("PATH");
        let found = std::env::split_paths(&path).any(|folder| folder.join(DRIVER).exists());
        assert!(found || !is_required, "{DRIVER} is not installed: `bash .ci/install`");
        if !found {
            return None;
        }
        let (driver, output, port) =
            (0..STARTS).find_map(|_| start()).expect("the driver finds a port");
        let mut browser =
            Browser { driver, _output: output, port, session: String::new(), client: client() };
        let options = json!({ "args": ["--headless=new", "--no-sandbox", "--disable-gpu",
            "--disable-dev-shm-usage", "--window-size=1200,900", "--force-prefers-reduced-motion"] });
        let wanted = json!({ "capabilities": { "alwaysMatch": {
            "browserName": "chrome", "goog:chromeOptions": options,
            "timeouts": { "script": PATIENCE, "pageLoad": PATIENCE } } } });
        let made = browser.call("POST", "", &wanted);
        browser.session = made["sessionId"].as_str().expect("a session").to_string();
        Some(browser)
    }

    /// Asks the driver, and gives the value of its answer.
    fn call(&self, method: &str, path: &str, body: &Value) -> Value {
        let answer = self.try_call(method, path, body);
        assert!(answer.get("error").is_none(), "{path} {body}: {answer}");
        answer
    }

    fn try_call(&self, method: &str, path: &str, body: &Value) -> Value {
        let session = match self.session.as_str() {
            "" => String::new(),
            id => format!("/{id}"),
        };
        let body = if method == "POST" { body.to_string() } else { String::new() };
        let request = format!(
            "{method} /session{session}{path} HTTP/1.1\r\nHost: localhost\r\n\
             Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            body.len()
        );
        let stream = TcpStream::connect(("127.0.0.1", self.port)).expect("the driver listens");
        let mut reader = BufReader::new(stream);
        reader.get_mut().write_all(request.as_bytes()).expect("it reads");
        let mut length = 0;
        loop {
            let mut line = String::new();
            reader.read_line(&mut line).expect("a head");
            if let Some(n) = line.to_ascii_lowercase().strip_prefix("content-length:") {
                length = n.trim().parse().expect("a number");
            }
            if line.trim().is_empty() {
                break;
            }
        }
        let mut bytes = vec![0; length];
        reader.read_exact(&mut bytes).expect("a body");
        let answer: Value = serde_json::from_slice(&bytes).expect("JSON");
        answer["value"].clone()
    }

    /// Opens a page by what follows the `#`, and waits until it is there.
    pub(crate) fn open(&self, hash: &str) {
        self.open_at(self.client.address, hash);
    }

    /// The same at another address that leads to a server.
    pub(crate) fn open_at(&self, address: SocketAddr, hash: &str) {
        // Another part of the same page would not be loaded again.
        self.call("POST", "/url", &json!({ "url": "about:blank" }));
        self.call("POST", "/url", &json!({ "url": format!("http://{address}/#{hash}") }));
        self.wait("document.body.dataset.ready === 'true'");
        self.js(REMEMBER);
    }

    /// Waits until the page has said this.
    pub(crate) fn told(&self, words: &str) {
        self.wait(&format!("window.said.some(([text]) => text.includes({}))", json!(words)));
    }

    /// Runs a script on the page, whose value it gives.
    pub(crate) fn js(&self, script: &str) -> Value {
        let script = format!("return ({script});");
        self.call("POST", "/execute/sync", &json!({ "script": script, "args": [] }))
    }

    /// Waits until something holds on the page.
    pub(crate) fn wait(&self, condition: &str) {
        let came = self.comes(condition, LOOKS);
        let text = self.js("document.body.innerText.slice(0, 1500)");
        assert!(came, "this does not come: {condition}\non the page: {text}");
    }

    /// Whether something comes to hold on the page while it is looked at so often.
    pub(crate) fn comes(&self, condition: &str, looks: usize) -> bool {
        let asked = json!({ "script": format!("return Boolean({condition});"), "args": [] });
        (0..looks).any(|_| {
            let holds = self.try_call("POST", "/execute/sync", &asked) == Value::Bool(true);
            if !holds {
                sleep(Duration::from_millis(100));
            }
            holds
        })
    }

    fn element(&self, path: &str, question: &Value) -> String {
        let found =
            self.call(if path == "/element/active" { "GET" } else { "POST" }, path, question);
        found[ELEMENT].as_str().expect("an element").to_string()
    }

    /// Clicks what a selector finds, with the mouse.
    pub(crate) fn click(&self, selector: &str) {
        self.wait(&format!("document.querySelector({})", json!(selector)));
        let question = json!({ "using": "css selector", "value": selector });
        // What is found may be drawn again before it is clicked.
        let is_clicked = (0..LOOKS).any(|_| {
            let id = self.element("/element", &question);
            let answer = self.try_call("POST", &format!("/element/{id}/click"), &json!({}));
            let is_stale = answer["error"] == "stale element reference";
            assert!(is_stale || answer.get("error").is_none(), "{selector}: {answer}");
            !is_stale
        });
        assert!(is_clicked, "{selector} is drawn again and again");
    }

    /// The middle of something on the page.
    fn place(&self, selector: &str) -> Value {
        self.wait(&format!("document.querySelector({})", json!(selector)));
        self.js(&format!(
            "(() => {{ const it = document.querySelector({}).getBoundingClientRect(); return \
             [Math.round(it.x + it.width / 2), Math.round(it.y + it.height / 2)]; }})()",
            json!(selector)
        ))
    }

    /// Drags something from one place to another, with the mouse.
    pub(crate) fn drag(&self, from: &str, to: &str) {
        self.drag_by("mouse", from, to);
    }

    /// The same with a finger.
    pub(crate) fn drag_by_finger(&self, from: &str, to: &str) {
        self.drag_by("touch", from, to);
    }

    /// Lets the pointer rest on something.
    pub(crate) fn rest_at(&self, x: f64, y: f64) {
        let to = |x: f64| json!({ "type": "pointerMove", "x": x as i64, "y": y as i64 });
        self.act("mouse", &[to(x - 3.0), to(x)]);
    }

    /// Touches something.
    pub(crate) fn tap(&self, selector: &str) {
        let at = self.place(selector);
        let go = json!({ "type": "pointerMove", "x": at[0], "y": at[1], "duration": 0 });
        let steps = [
            go,
            json!({ "type": "pointerDown", "button": 0 }),
            json!({ "type": "pointerUp", "button": 0 }),
        ];
        self.act("touch", &steps);
    }

    fn act(&self, kind: &str, steps: &[Value]) {
        let pointer = json!({ "type": "pointer", "id": kind, "actions": steps,
            "parameters": { "pointerType": kind } });
        self.call("POST", "/actions", &json!({ "actions": [pointer] }));
    }

    fn drag_by(&self, kind: &str, from: &str, to: &str) {
        let (from, to) = (self.place(from), self.place(to));
        let go =
            |at: &Value| json!({ "type": "pointerMove", "x": at[0], "y": at[1], "duration": 20 });
        let steps = [
            go(&from),
            json!({ "type": "pointerDown", "button": 0 }),
            // A little first, so that it is a drag from the beginning.
            json!({ "type": "pointerMove", "origin": "pointer", "x": 9, "y": 9, "duration": 20 }),
            go(&to),
            json!({ "type": "pointerUp", "button": 0 }),
        ];
        self.act(kind, &steps);
    }

    /// Clicks fields, one after the other.
    pub(crate) fn fields(&self, names: &str) {
        for name in names.split(' ') {
            self.click(&format!("[data-field='{name}']"));
        }
    }

    /// Waits until this many moves were made, and gives the last one.
    pub(crate) fn made(&self, n_moves: usize) -> String {
        self.wait(&format!("document.querySelectorAll('.moves li').length === {n_moves}"));
        let last = self.js("document.querySelector('.moves li:last-child')?.innerText ?? ''");
        last.as_str().expect("a text").to_string()
    }

    /// Presses keys wherever the focus is.
    pub(crate) fn keys(&self, keys: &str) {
        let id = self.element("/element/active", &Value::Null);
        self.call("POST", &format!("/element/{id}/value"), &json!({ "text": keys }));
    }

    /// Goes to the beginning of a text.
    pub(crate) fn to_begin(&self) {
        self.keys(HOME_WITH_CONTROL);
    }

    /// Goes to the end of a text.
    pub(crate) fn to_end(&self) {
        self.keys(END_WITH_CONTROL);
    }

    /// Makes the window as large as a telephone, with a screen that is touched.
    pub(crate) fn as_telephone(&self) {
        let size = json!({ "width": 390, "height": 844, "deviceScaleFactor": 2, "mobile": true });
        self.inspect("Emulation.setDeviceMetricsOverride", &size);
        let touch = json!({ "enabled": true, "maxTouchPoints": 5 });
        self.inspect("Emulation.setTouchEmulationEnabled", &touch);
    }

    /// Says something to the browser by its own protocol.
    pub(crate) fn inspect(&self, command: &str, params: &Value) -> Value {
        let question = json!({ "cmd": command, "params": params });
        self.call("POST", "/goog/cdp/execute", &question)
    }

    /// Opens another window, and goes there.
    pub(crate) fn new_window(&self) -> String {
        let made = self.call("POST", "/window/new", &json!({ "type": "tab" }));
        let handle = made["handle"].as_str().expect("a window").to_string();
        self.go_to(&handle);
        handle
    }

    pub(crate) fn window(&self) -> String {
        let handle = self.call("GET", "/window", &Value::Null);
        handle.as_str().expect("a window").to_string()
    }

    pub(crate) fn go_to(&self, handle: &str) {
        self.call("POST", "/window", &json!({ "handle": handle }));
    }

    /// What the page complained about.
    pub(crate) fn complaints(&self) -> Value {
        self.js("window.said.filter(([, isError]) => isError).map(([text]) => text)")
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        if !self.session.is_empty() {
            self.try_call("DELETE", "", &Value::Null);
        }
        let _ = self.driver.kill();
        let _ = self.driver.wait();
    }
}
