//! Why an MPI that was asked for cannot be used, and what to do.

use std::fmt;

/// MPI cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MpiError {
    /// What is wrong, a sentence without a period.
    pub message: String,
    /// What to do.
    pub hint: String,
}

impl MpiError {
    pub(crate) fn new(message: impl Into<String>, hint: impl Into<String>) -> MpiError {
        MpiError { message: message.into(), hint: hint.into() }
    }
}

impl fmt::Display for MpiError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.message, self.hint)
    }
}

impl std::error::Error for MpiError {}
