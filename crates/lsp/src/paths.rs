//! Addresses of files as editors write them, and paths.

use std::fmt::Write;
use std::path::{Component, Path, PathBuf};

/// The path of a `file:` address.
pub(crate) fn path(uri: &str) -> Option<PathBuf> {
    let rest = uri.strip_prefix("file://")?;
    let rest = rest.strip_prefix("localhost").unwrap_or(rest);
    let mut bytes = Vec::new();
    let mut left = rest.as_bytes();
    while let [first, after @ ..] = left {
        left = after;
        if *first == b'%'
            && let [a, b, after @ ..] = left
            && let Some(byte) = hex(*a).zip(hex(*b)).map(|(a, b)| a * 16 + b)
        {
            bytes.push(byte);
            left = after;
        } else {
            bytes.push(*first);
        }
    }
    let mut text = String::from_utf8(bytes).ok()?;
    // `/c:/games` is a path of Windows.
    if text.as_bytes().get(2) == Some(&b':') && cfg!(windows) {
        text.remove(0);
    }
    Some(plain(Path::new(&text)))
}

fn hex(digit: u8) -> Option<u8> {
    (digit as char).to_digit(16).map(|it| it as u8)
}

/// The address of a path.
pub(crate) fn uri(path: &Path) -> String {
    let text = path.to_string_lossy().replace('\\', "/");
    let mut uri = String::from(if text.starts_with('/') { "file://" } else { "file:///" });
    for byte in text.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'-' | b'_' | b'.' | b'~' => {
                uri.push(byte as char);
            }
            _ => {
                let _ = write!(uri, "%{byte:02X}");
            }
        }
    }
    uri
}

/// A path without `.` and `..`, so that one file has one path.
pub(crate) fn plain(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for component in path.components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir if plain.parent().is_some() => {
                plain.pop();
            }
            other => plain.push(other),
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_and_paths() {
        assert_eq!(path("file:///a%20b/%C3%A9.mg").unwrap(), Path::new("/a b/é.mg"));
        assert_eq!(uri(Path::new("/a b/é.mg")), "file:///a%20b/%C3%A9.mg");
        assert_eq!(path("untitled:One"), None);
        assert_eq!(plain(Path::new("/a/b/../c/./d.mg")), Path::new("/a/c/d.mg"));
        assert_eq!(path("file:///100%").unwrap(), Path::new("/100%"));
    }
}
