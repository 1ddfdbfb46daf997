//! Nothing of the machine can be read, nobody else's page can ask, and what is too much is
//! refused.

use crate::client::Client;
use serde_json::json;

#[test]
fn paths_of_the_machine_are_not_served() {
    let client = Client::new();
    for path in [
        "/../Cargo.toml",
        "/..%2f..%2fetc%2fpasswd",
        "/%2e%2e/%2e%2e/etc/passwd",
        "//etc/passwd",
        "/assets/main.js",
        "/main.js/../../Cargo.toml",
        "/main.js%00",
        "/.git/config",
    ] {
        let answer = client.get(path);
        assert_eq!(answer.status, 404, "{path}: {}", answer.body);
    }
    assert_eq!(client.get("/").status, 200);
    assert_eq!(client.get("/main.js").status, 200);
}

#[test]
fn games_are_not_looked_for_in_files() {
    let client = Client::new();
    for name in ["../chess", "/etc/passwd", "games/chess/chess.mg", "-", "."] {
        let answer = client.post("/api/state", &json!({ "game": name }));
        assert_eq!(answer.status, 404, "{name}: {}", answer.body);
    }
    // No name at all is a question that makes no sense.
    let answer = client.post("/api/state", &json!({ "game": "" }));
    assert_eq!(answer.status, 400, "{}", answer.body);
    let rules = "extends ../../secret\n";
    let answer = client.post("/api/state", &json!({ "game": "mine", "rules": rules }));
    assert_eq!(answer.status, 400, "{}", answer.body);
}

#[test]
fn other_names_and_other_pages_are_refused() {
    let client = Client::new();
    let ask = |host: &str, more: &str| {
        client
            .send(&format!("GET / HTTP/1.1\r\nHost: {host}\r\n{more}Connection: close\r\n\r\n"))
            .status
    };
    let own = client.address.to_string();
    assert_eq!((ask(&own, ""), ask("localhost", "")), (200, 200));
    assert_eq!((ask("evil.example", ""), ask("", "")), (403, 403));
    assert_eq!(ask(&own, "Origin: http://evil.example\r\n"), 403);
    assert_eq!(ask(&own, &format!("Origin: http://{own}\r\n")), 200);
    let plain = format!(
        "POST /api/state HTTP/1.1\r\nHost: {own}\r\nContent-Type: text/plain\r\n\
         Connection: close\r\nContent-Length: 2\r\n\r\n{{}}"
    );
    assert_eq!(client.send(&plain).status, 415);
}

#[test]
fn every_answer_has_a_strict_policy() {
    let client = Client::new();
    for path in ["/", "/main.js", "/nothing", "/api/games"] {
        let head = client.get(path).head.to_ascii_lowercase();
        assert!(head.contains("content-security-policy: default-src 'none'; script-src 'self';"));
        assert!(head.contains("x-content-type-options: nosniff"), "{head}");
        assert!(!head.contains("unsafe-") && !head.contains("access-control-allow"), "{head}");
    }
}

/// The page names no other server.
#[test]
fn the_page_works_offline() {
    let client = Client::new();
    let mut paths = vec!["/".to_string(), "/style.css".to_string(), "/main.js".to_string()];
    let mut looked_at = 0;
    while let Some(path) = paths.get(looked_at).cloned() {
        looked_at += 1;
        let text = client.get(&path).body.replace("http://www.w3.org/2000/svg", "");
        // What a module imports is a part of the page, too; CodeMirror asks nobody for anything.
        let imports = text.split("\"./").skip(1).filter_map(|rest| rest.split('"').next());
        for file in imports.filter(|file| file.ends_with(".js") && *file != "codemirror.js") {
            let path = format!("/{file}");
            if !paths.contains(&path) {
                paths.push(path);
            }
        }
        assert!(!text.contains("http://") && !text.contains("https://"), "{path}");
        assert!(!text.contains("innerHTML") && !text.contains("eval("), "{path}");
    }
    assert!(looked_at > 25, "{paths:?}");
}

#[test]
fn what_is_too_long_is_refused() {
    let client = Client::new();
    let answer = client.post("/api/state", &json!({ "game": "x".repeat(400_000) }));
    assert_eq!(answer.status, 413, "{}", answer.head);
    assert_eq!(answer.json()["error"], "the question is longer than 256 kB");
    let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    let question = format!(
        "POST /api/state HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\n\
         Connection: close\r\nContent-Length: {}\r\n\r\n{deep}",
        client.address,
        deep.len()
    );
    assert_eq!(client.send(&question).status, 400);
}
