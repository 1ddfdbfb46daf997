//! What a visitor is told if something cannot be done: a status, a message, and a hint.

use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use multigame::Error;
use serde::{Deserialize, Serialize};

/// Why a question is not answered.
#[derive(Clone, Debug)]
pub(crate) struct Refusal {
    status: StatusCode,
    said: Said,
}

/// The message as it is sent.
#[derive(Clone, Debug, Deserialize, Serialize)]
struct Said {
    error: String,
    hint: String,
}

impl Refusal {
    pub(crate) fn new(status: StatusCode, error: impl Into<String>, hint: &str) -> Refusal {
        Refusal { status, said: Said { error: error.into(), hint: hint.to_string() } }
    }

    /// What was sent makes no sense.
    pub(crate) fn bad(error: impl Into<String>, hint: &str) -> Refusal {
        Refusal::new(StatusCode::BAD_REQUEST, error, hint)
    }

    /// There is nothing of that name.
    pub(crate) fn missing(error: impl Into<String>, hint: &str) -> Refusal {
        Refusal::new(StatusCode::NOT_FOUND, error, hint)
    }

    /// A bug of ours.
    pub(crate) fn bug(error: impl Into<String>) -> Refusal {
        Refusal::new(StatusCode::INTERNAL_SERVER_ERROR, error, "please report it")
    }

    /// Rules that go wrong while they are played.
    pub(crate) fn rules(error: multigame::RulesError) -> Refusal {
        Error::Play(Box::new(error)).into()
    }

    /// What another process refused, as [`json`](Self::json) writes it.
    pub(crate) fn read(json: &str) -> Refusal {
        match serde_json::from_str(json) {
            Ok(said) => Refusal { status: StatusCode::BAD_REQUEST, said },
            Err(_) => Refusal::bug("a refusal cannot be read"),
        }
    }

    /// The message and the hint as one text.
    pub(crate) fn words(&self) -> String {
        match self.said.hint.as_str() {
            "" => self.said.error.clone(),
            hint => format!("{} ({hint})", self.said.error),
        }
    }

    /// The message and the hint as JSON, for a stream that has begun.
    pub(crate) fn json(&self) -> String {
        serde_json::to_string(&self.said).unwrap_or_default()
    }
}

impl From<Error> for Refusal {
    fn from(error: Error) -> Refusal {
        let hint = error.hint();
        match error {
            Error::UnknownGame { .. } => Refusal::missing(error.to_string(), &hint),
            Error::Bug(_) => Refusal::bug(error.to_string()),
            _ => Refusal::bad(error.to_string(), &hint),
        }
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        (self.status, axum::Json(self.said)).into_response()
    }
}
