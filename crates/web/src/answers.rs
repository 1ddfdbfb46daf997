//! How questions become answers: JSON in, a function on a worker, JSON out.

use crate::limits::BODY;
use crate::refusal::Refusal;
use crate::server::Shared;
use axum::body::Bytes;
use axum::extract::{FromRequest, Request, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::de::{DeserializeOwned, IgnoredAny};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// What a request sends, of a size that is allowed.
pub(crate) struct Body(pub(crate) Bytes);

impl<S: Send + Sync> FromRequest<S> for Body {
    type Rejection = Refusal;

    async fn from_request(request: Request, state: &S) -> Result<Body, Refusal> {
        let body = Bytes::from_request(request, state).await;
        body.map(Body).map_err(|why| match why.status() {
            StatusCode::PAYLOAD_TOO_LARGE => {
                let error = format!("the question is longer than {} kB", BODY >> 10);
                Refusal::new(StatusCode::PAYLOAD_TOO_LARGE, error, "send less")
            }
            _ => Refusal::bad("the question did not come as a whole", "send it again"),
        })
    }
}

/// Reads a question.
pub(crate) fn read<Q: DeserializeOwned>(body: &Bytes) -> Result<Q, Refusal> {
    let hint = "see docs/web.md";
    if body.trim_ascii_start().first() != Some(&b'{') {
        return Err(Refusal::bad("a question is a JSON object, in braces", hint));
    }
    serde_json::from_slice(body).map_err(|why| {
        let what = if why.is_data() { "this is no such question" } else { "this is no JSON" };
        Refusal::bad(format!("{what}: {}", plain(&why.to_string())), hint)
    })
}

/// What was expected, in words that are not those of our program.
fn plain(why: &str) -> String {
    let Some((before, expected)) = why.split_once("expected ") else { return why.to_string() };
    let (word, after) = match expected.split_once(' ') {
        Some(("struct", after)) => ("struct", after.split_once(' ').map_or("", |it| it.1)),
        Some(split) => split,
        None => (expected, ""),
    };
    let word = match word {
        "struct" => "an object",
        "u8" => "a whole number from 0 to 255",
        "u16" => "a whole number from 0 to 65535",
        "u32" => "a whole number from 0 to 4294967295",
        "u64" | "usize" => "a whole number that is not below 0",
        "i32" | "i64" | "isize" => "a whole number",
        "f32" | "f64" => "a number",
        word => word,
    };
    format!("{before}expected {word} {after}").trim_end().to_string()
}

/// Answers questions of one kind, each on a worker.
pub(crate) async fn answer<Q, A>(
    State(shared): State<Arc<Shared>>,
    Body(body): Body,
    job: fn(&Shared, &Q) -> Result<A, Refusal>,
) -> Response
where
    Q: DeserializeOwned + Send + 'static,
    A: Serialize + Send + 'static,
{
    let question = match read::<Q>(&body) {
        Ok(question) => question,
        Err(refusal) => return refusal.into_response(),
    };
    let workers = shared.workers_for(is_about_visitors(&shared, &body)).clone();
    match workers.run(move || job(&shared, &question)).await {
        Ok(answer) => axum::Json(answer).into_response(),
        Err(refusal) => refusal.into_response(),
    }
}

/// What says whose rules a question is about: rules, or the key of a room.
#[derive(Deserialize)]
struct Named {
    rules: Option<IgnoredAny>,
    key: Option<String>,
}

/// Whether a question is about rules that came from a visitor.
fn is_about_visitors(shared: &Shared, body: &Bytes) -> bool {
    let Ok(Named { rules, key }) = serde_json::from_slice(body) else { return false };
    let is_room = |key: String| shared.rooms.find(&key).is_ok_and(|(room, _)| room.is_visitors());
    rules.is_some() || key.is_some_and(is_room)
}

#[cfg(test)]
mod tests {
    use super::plain;

    #[test]
    fn types_of_ours_are_not_shown() {
        let check = |why: &str, expected: &str| assert_eq!(plain(why), expected);
        check("expected struct Left", "expected an object");
        check("expected u32", "expected a whole number from 0 to 4294967295");
        check(
            "invalid type: string \"x\", expected usize at line 1",
            "invalid type: string \"x\", expected a whole number that is not below 0 at line 1",
        );
        check("invalid type: map, expected a string", "invalid type: map, expected a string");
        check("key must be a string", "key must be a string");
    }
}
