//! How questions become answers: JSON in, a function on a worker, JSON out.

use crate::refusal::Refusal;
use crate::server::Shared;
use axum::body::Bytes;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::sync::Arc;

/// Reads a question.
pub(crate) fn read<Q: DeserializeOwned>(body: &Bytes) -> Result<Q, Refusal> {
    serde_json::from_slice(body)
        .map_err(|why| Refusal::bad(format!("this is no such question: {why}"), "see docs/web.md"))
}

/// Answers questions of one kind, each on a worker.
pub(crate) async fn answer<Q, A>(
    State(shared): State<Arc<Shared>>,
    body: Bytes,
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
    let workers = shared.workers.clone();
    match workers.run(move || job(&shared, &question)).await {
        Ok(answer) => axum::Json(answer).into_response(),
        Err(refusal) => refusal.into_response(),
    }
}
