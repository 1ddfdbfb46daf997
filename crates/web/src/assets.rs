//! The files of the page, which are inside the program: a fixed list, so that no path of the
//! machine can be asked for.

use axum::http::header;
use axum::response::{IntoResponse, Response};
use std::borrow::Cow;
use std::path::Path;

struct Asset {
    path: &'static str,
    kind: &'static str,
    bytes: &'static [u8],
}

macro_rules! assets {
    ($($kind:literal: $($path:literal)*;)*) => {
        &[$($(Asset {
            path: $path,
            kind: $kind,
            bytes: include_bytes!(concat!("../assets/", $path)),
        },)*)*]
    };
}

const ASSETS: &[Asset] = assets! {
    "text/html; charset=utf-8": "index.html";
    "text/css; charset=utf-8": "style.css";
    "image/svg+xml": "icon.svg";
    "text/javascript; charset=utf-8": "main.js" "dom.js" "api.js" "address.js" "board.js"
        "pieces.js" "figures.js" "entry.js" "keys.js" "home.js" "table.js" "panel.js"
        "beside.js" "computer.js" "analysis.js" "graph.js" "why.js" "files.js" "own.js"
        "known.js" "room.js" "belief.js" "combination.js" "debugger.js" "report.js" "clock.js" "drag.js" "setup.js" "editor.js" "looks.js"
        "codemirror.js";
};

/// The file of a path, from the program or, for whoever works on the page, from a folder.
pub(crate) fn asset(path: &str, folder: Option<&Path>) -> Option<Response> {
    let path = match path.trim_start_matches('/') {
        "" => "index.html",
        path => path,
    };
    let asset = ASSETS.iter().find(|asset| asset.path == path)?;
    let bytes = match folder {
        // The path is one of the list, whatever was asked for.
        Some(folder) => Cow::Owned(read(&folder.join(asset.path))?),
        None => Cow::Borrowed(asset.bytes),
    };
    let headers = [(header::CONTENT_TYPE, asset.kind), (header::CACHE_CONTROL, "no-cache")];
    Some((headers, bytes).into_response())
}

#[expect(
    clippy::disallowed_methods,
    reason = "files of the page, by their fixed names, for whoever works on it"
)]
fn read(path: &Path) -> Option<Vec<u8>> {
    std::fs::read(path).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_files_of_the_list_are_served() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets");
        for from in [None, Some(folder.as_path())] {
            assert!(asset("/", from).is_some() && asset("/main.js", from).is_some());
            for path in ["/../Cargo.toml", "/..%2fCargo.toml", "//etc/passwd", "/./main.js", "/x"] {
                assert!(asset(path, from).is_none(), "{path}");
            }
        }
    }
}
