//! What an SVG consists of, and whether each part of it only draws: elements and attributes of a
//! short list, and no reference to anything outside.

/// The elements that draw, or that belong to one that does.
const ELEMENTS: [&str; 20] = [
    "svg",
    "g",
    "path",
    "circle",
    "ellipse",
    "rect",
    "line",
    "polyline",
    "polygon",
    "text",
    "tspan",
    "title",
    "desc",
    "defs",
    "use",
    "linearGradient",
    "radialGradient",
    "stop",
    "clipPath",
    "mask",
];
const NAMESPACE: &str = "http://www.w3.org/2000/svg";

/// Says what is wrong with an SVG, if something is.
pub(super) fn check(svg: &str) -> Result<(), String> {
    let mut rest = svg.trim();
    let mut open: Vec<&str> = Vec::new();
    if !rest.starts_with("<svg") {
        return Err("a drawing begins with `<svg`".to_string());
    }
    while let Some(begin) = rest.find('<') {
        rest = &rest[begin + 1..];
        if let Some(comment) = rest.strip_prefix("!--") {
            let (_, after) = comment.split_once("-->").ok_or("a comment does not end")?;
            rest = after;
            continue;
        }
        let end = end_of_tag(rest).ok_or("a `<` has no `>`")?;
        let tag = &rest[..end];
        rest = &rest[end + 1..];
        if let Some(name) = tag.strip_prefix('/') {
            let is_open = open.pop() == Some(name.trim_end());
            if !is_open {
                return Err(format!("`</{name}>` ends nothing that was begun"));
            }
        } else {
            let is_whole = tag.ends_with('/');
            let name = begun(tag.strip_suffix('/').unwrap_or(tag), open.is_empty())?;
            if !is_whole {
                open.push(name);
            }
        }
        if open.is_empty() && !rest.trim().is_empty() {
            return Err("something follows the end of the drawing".to_string());
        }
    }
    match open.last() {
        Some(name) => Err(format!("`<{name}>` does not end")),
        None => Ok(()),
    }
}

/// Where a tag ends: a `>` between quotes is a part of it.
fn end_of_tag(tag: &str) -> Option<usize> {
    let mut quote = None;
    tag.char_indices().find_map(|(i, c)| {
        match (quote, c) {
            (None, '>') => return Some(i),
            (None, '\'' | '"') => quote = Some(c),
            (Some(mark), c) if mark == c => quote = None,
            _ => {}
        }
        None
    })
}

/// The name of an element that begins, if it and its attributes are harmless.
fn begun(tag: &str, is_first: bool) -> Result<&str, String> {
    let name = tag.split(char::is_whitespace).next().unwrap_or_default();
    if !ELEMENTS.contains(&name) {
        return Err(format!("`<{name}>` is nothing that a drawing may have"));
    }
    let mut rest = tag[name.len()..].trim_start();
    let mut has_namespace = false;
    while !rest.is_empty() {
        let (attribute, after) = rest.split_once('=').ok_or("an attribute has no value")?;
        let (attribute, after) = (attribute.trim_end(), after.trim_start());
        let mark = after.chars().next().filter(|c| ['\'', '"'].contains(c));
        let mark = mark.ok_or_else(|| format!("the value of `{attribute}` has no quotes"))?;
        let (value, after) = after[1..].split_once(mark).ok_or("a value does not end")?;
        has_namespace |= attribute == "xmlns" && value == NAMESPACE;
        check_attribute(attribute, value)?;
        rest = after.trim_start();
    }
    if is_first && !has_namespace {
        return Err(format!("the drawing does not say `xmlns=\"{NAMESPACE}\"`"));
    }
    Ok(name)
}

/// Attributes neither do something nor lead outside.
fn check_attribute(name: &str, value: &str) -> Result<(), String> {
    let is_name = |c: char| c.is_ascii_alphanumeric() || "-:_".contains(c);
    if name.is_empty() || !name.chars().all(is_name) {
        return Err(format!("`{name}` is no name of an attribute"));
    }
    // What is written by numbers (`&#106;`) or by escapes could hide what it is.
    if value.contains(['&', '\\', '<']) {
        return Err(format!("the value of `{name}` has a `&`, a `\\` or a `<`"));
    }
    let is_reference = name.ends_with("href");
    let urls = value.to_ascii_lowercase();
    let mut urls = urls.split("url(").skip(1);
    let is_inside = |text: &str| text.trim_start_matches(['\'', '"', ' ']).starts_with('#');
    let leads_out = (is_reference && !is_inside(value)) || urls.any(|url| !is_inside(url));
    if leads_out || (name == "xmlns" && value != NAMESPACE) {
        return Err(format!("`{name}` leads out of the drawing"));
    }
    if name.to_ascii_lowercase().starts_with("on") {
        return Err(format!("`{name}` would do something"));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn inside(text: &str) -> Result<(), String> {
        check(&format!("<svg xmlns=\"{NAMESPACE}\" viewBox='0 0 100 100'>{text}</svg>\n"))
    }

    #[test]
    fn what_draws_is_allowed() {
        for text in [
            "",
            "<!-- drawn for this game -->",
            "<title>a > b</title><path d='M0 0h9' fill='var(--fill, white)'/>",
            "<defs><linearGradient id='a'><stop offset='0'/></linearGradient></defs>\
             <g fill='url(#a)'><circle r = '4'/></g><use href='#a'/>",
        ] {
            assert_eq!(inside(text), Ok(()), "{text}");
        }
    }

    #[test]
    fn what_does_or_loads_something_is_not() {
        for (text, words) in [
            ("<script>alert(1)</script>", "`<script>`"),
            ("<style>@import 'x'</style>", "`<style>`"),
            ("<image href='x.png'/>", "`<image>`"),
            ("<foreignObject/>", "`<foreignObject>`"),
            ("<animate attributeName='href'/>", "`<animate>`"),
            ("<g onload='alert(1)'/>", "`onload` would"),
            ("<g ONclick='alert(1)'/>", "`ONclick` would"),
            ("<use href='http://elsewhere/#a'/>", "leads out"),
            ("<use xlink:href=\"data:image/svg+xml,\"/>", "leads out"),
            ("<g fill='url(http://elsewhere/)'/>", "leads out"),
            ("<g style='fill:u\\72l(http://elsewhere/)'/>", "has a `&`"),
            ("<g fill='&#117;rl(x)'/>", "has a `&`"),
            ("<g xmlns='http://www.w3.org/1999/xhtml'/>", "leads out"),
            ("<!DOCTYPE svg>", "`<!DOCTYPE>`"),
            ("<![CDATA[x]]>", "nothing that a drawing"),
            ("<?xml-stylesheet href='x'?>", "nothing that a drawing"),
            ("<g>", "ends nothing"),
            ("</g>", "ends nothing"),
            ("<g", "nothing that a drawing"),
            ("<g fill=red/>", "no quotes"),
            ("<!-- ", "does not end"),
        ] {
            let said = inside(text).expect_err(text);
            assert!(said.contains(words), "{text}: {said}");
        }
        let outer = |svg: &str| check(svg).expect_err(svg);
        assert!(outer("<svg></svg>").contains("xmlns"));
        assert!(outer("<html></html>").contains("begins with `<svg`"));
        assert!(outer("").contains("begins with"));
        let twice = format!("<svg xmlns='{NAMESPACE}'/><svg xmlns='{NAMESPACE}'/>");
        assert!(outer(&twice).contains("follows the end"));
    }
}
