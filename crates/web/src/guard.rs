//! Who may ask, and what a browser may do with the answers: the name by which the server is
//! called must be one of its own, pages of other servers are refused, and every answer
//! carries a policy under which nothing can be loaded from elsewhere.
//!
//! The check of the name is against pages that let their own name lead to this machine (DNS
//! rebinding): a browser takes such a page for one of ours, but sends the page's name.

use crate::refusal::Refusal;
use crate::server::Shared;
use axum::extract::{Request, State};
use axum::http::header::{self, HeaderMap, HeaderName, HeaderValue};
use axum::http::{Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::net::IpAddr;
use std::sync::Arc;

const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; \
    img-src 'self' data: blob:; connect-src 'self'; base-uri 'none'; form-action 'none'; \
    frame-ancestors 'none'";

const HEADERS: [(HeaderName, &str); 5] = [
    (header::CONTENT_SECURITY_POLICY, POLICY),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
];

/// The names by which this server may be called.
pub(crate) struct Hosts(Vec<String>);

impl Hosts {
    /// Those of this machine, the address that the server listens on, and others.
    pub(crate) fn new(address: IpAddr, others: &[String]) -> Hosts {
        let own = match address {
            IpAddr::V4(ip) => ip.to_string(),
            IpAddr::V6(ip) => format!("[{ip}]"),
        };
        let names = ["localhost", "127.0.0.1", "[::1]"].map(String::from);
        let others = others.iter().map(|name| name.to_ascii_lowercase());
        Hosts(names.into_iter().chain([own]).chain(others).collect())
    }

    fn knows(&self, host: &str) -> bool {
        let is_port = |port: &str| !port.is_empty() && port.bytes().all(|b| b.is_ascii_digit());
        let name = match host.rsplit_once(':') {
            Some((name, port)) if is_port(port) => name,
            _ => host,
        };
        self.0.contains(&name.to_ascii_lowercase())
    }

    /// Says no to whoever came by another name or from another page.
    fn check(&self, method: &Method, headers: &HeaderMap) -> Result<(), Refusal> {
        let refuse = |why: &str, hint: &str| Err(Refusal::new(StatusCode::FORBIDDEN, why, hint));
        let text = |name: HeaderName| headers.get(name).map(|it| it.to_str().unwrap_or("?"));
        let Some(host) = text(header::HOST).filter(|host| self.knows(host)) else {
            return refuse(
                "this server is not called by that name",
                "`multigame web --name NAME` allows another one",
            );
        };
        let is_ours = |origin: &str| {
            origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://")) == Some(host)
        };
        let site = text(HeaderName::from_static("sec-fetch-site"));
        let is_asked_from_elsewhere = site == Some("cross-site") && method != Method::GET;
        if text(header::ORIGIN).is_some_and(|origin| !is_ours(origin)) || is_asked_from_elsewhere {
            return refuse("pages of other servers may not ask here", "open the page of this one");
        }
        // A form of another page cannot send this type without being asked for it first.
        let kind = text(header::CONTENT_TYPE).unwrap_or("");
        if method == Method::POST && !kind.starts_with("application/json") {
            let hint = "send `content-type: application/json`";
            return Err(Refusal::new(
                StatusCode::UNSUPPORTED_MEDIA_TYPE,
                "questions are JSON",
                hint,
            ));
        }
        Ok(())
    }
}

/// Lets a request through, or not.
pub(crate) async fn guard(
    State(shared): State<Arc<Shared>>,
    request: Request,
    next: Next,
) -> Response {
    let mut response = match shared.hosts.check(request.method(), request.headers()) {
        Ok(()) => next.run(request).await,
        Err(refusal) => refusal.into_response(),
    };
    for (name, value) in HEADERS {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    response
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::Ipv4Addr;

    fn allows(method: &Method, headers: &[(&'static str, &str)]) -> bool {
        let hosts = Hosts::new(IpAddr::V4(Ipv4Addr::LOCALHOST), &["games.example".into()]);
        let pairs = headers.iter().map(|(name, value)| {
            (HeaderName::from_static(name), HeaderValue::from_str(value).expect("a value"))
        });
        hosts.check(method, &pairs.collect()).is_ok()
    }

    #[test]
    fn only_own_names_are_answered() {
        for host in ["localhost:8000", "127.0.0.1:1", "[::1]:80", "LOCALHOST", "games.example:9"] {
            assert!(allows(&Method::GET, &[("host", host)]), "{host}");
        }
        for host in ["evil.example", "evil.example:8000", "localhost.evil.example", "", ":80"] {
            assert!(!allows(&Method::GET, &[("host", host)]), "{host}");
        }
        assert!(!allows(&Method::GET, &[]));
    }

    #[test]
    fn only_own_pages_may_ask() {
        let json = ("content-type", "application/json");
        let host = ("host", "localhost:8000");
        let ask =
            |more: &[(&'static str, &str)]| allows(&Method::POST, &[&[host, json], more].concat());
        assert!(ask(&[]) && ask(&[("origin", "http://localhost:8000")]));
        assert!(!ask(&[("origin", "http://localhost:8001")]));
        assert!(!ask(&[("origin", "null")]));
        assert!(!ask(&[("sec-fetch-site", "cross-site")]));
        assert!(!allows(&Method::POST, &[host, ("content-type", "text/plain")]));
    }
}
