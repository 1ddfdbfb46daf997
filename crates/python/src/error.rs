//! Errors as exceptions: the text that the command prints, and beside it the place and the
//! hint as attributes.

use multigame::{Error, Place, Severity};
use pyo3::create_exception;
use pyo3::exceptions::PyException;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

create_exception!(
    multigame,
    MultigameError,
    PyException,
    "Something could not be done. `message` says why, and `hint` what to do about it."
);
create_exception!(
    multigame,
    RulesError,
    MultigameError,
    "Rules have mistakes. `diagnostics` are the messages of `multigame check`, as data; `line` \
     and `column` say where the first one is."
);
create_exception!(
    multigame,
    PlayError,
    MultigameError,
    "A text is no legal move or no position, or the game is over."
);

/// An error of the library as an exception.
pub(crate) fn raised(error: Error) -> PyErr {
    Python::attach(|py| as_exception(py, &error).unwrap_or_else(|why| why))
}

fn as_exception(py: Python<'_>, error: &Error) -> PyResult<PyErr> {
    let (message, hint) = (error.to_string(), error.hint());
    let words = match hint.is_empty() {
        true => message.clone(),
        false => format!("{message}\nhint: {hint}"),
    };
    let exception = match error {
        Error::Rules(_) => RulesError::new_err(words),
        Error::Position(_) | Error::Move(_) | Error::Over(_) => PlayError::new_err(words),
        _ => MultigameError::new_err(words),
    };
    let value = exception.value(py);
    value.setattr("message", message)?;
    value.setattr("hint", hint)?;
    if let Error::Rules(mistakes) = error {
        let diagnostics = PyList::empty(py);
        for diagnostic in &mistakes.diagnostics {
            let Place { file, line, column, .. } = mistakes.place(diagnostic);
            let is_error = diagnostic.severity == Severity::Error;
            if is_error && !value.hasattr("line")? {
                value.setattr("file", &file)?;
                value.setattr("line", line)?;
                value.setattr("column", column)?;
                value.setattr("hint", diagnostic.hint.clone().unwrap_or_default())?;
            }
            let entry = PyDict::new(py);
            entry.set_item("severity", if is_error { "error" } else { "warning" })?;
            entry.set_item("code", diagnostic.code.text())?;
            entry.set_item("title", &diagnostic.title)?;
            entry.set_item("file", file)?;
            entry.set_item("line", line)?;
            entry.set_item("column", column)?;
            entry.set_item("hint", diagnostic.hint.clone())?;
            diagnostics.append(entry)?;
        }
        value.setattr("diagnostics", diagnostics)?;
    }
    if let Error::Position(why) = error {
        value.setattr("place", why.place.as_ref().map(|place| (place.start, place.end)))?;
    }
    Ok(exception)
}

/// Something that was asked for makes no sense: why, and what to do.
pub(crate) fn refused(message: impl Into<String>, hint: impl Into<String>) -> PyErr {
    raised(Error::Refused { message: message.into(), hint: hint.into() })
}
