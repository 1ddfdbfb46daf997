//! How questions become answers: JSON in, a function on a worker, JSON out.

use crate::limits::BODY;
use crate::refusal::Refusal;
use crate::server::Shared;
use axum::body::Bytes;
use axum::extract::{FromRequest, Request, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use serde::de::DeserializeOwned;
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
    serde_json::from_slice(body)
        .map_err(|why| Refusal::bad(format!("this is no such question: {why}"), "see docs/web.md"))
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
    let workers = shared.workers.clone();
    match workers.run(move || job(&shared, &question)).await {
        Ok(answer) => axum::Json(answer).into_response(),
        Err(refusal) => refusal.into_response(),
    }
}
