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
/// The attributes of these elements that place, shape and color.
const ATTRIBUTES: [&str; 58] = [
    "id",
    "class",
    "viewBox",
    "width",
    "height",
    "x",
    "y",
    "x1",
    "y1",
    "x2",
    "y2",
    "dx",
    "dy",
    "cx",
    "cy",
    "r",
    "rx",
    "ry",
    "fx",
    "fy",
    "fr",
    "d",
    "points",
    "pathLength",
    "transform",
    "preserveAspectRatio",
    "fill",
    "fill-opacity",
    "fill-rule",
    "stroke",
    "stroke-dasharray",
    "stroke-dashoffset",
    "stroke-linecap",
    "stroke-linejoin",
    "stroke-miterlimit",
    "stroke-opacity",
    "stroke-width",
    "opacity",
    "color",
    "clip-path",
    "clip-rule",
    "mask",
    "offset",
    "stop-color",
    "stop-opacity",
    "gradientUnits",
    "gradientTransform",
    "spreadMethod",
    "clipPathUnits",
    "maskUnits",
    "maskContentUnits",
    "font-family",
    "font-size",
    "font-weight",
    "font-style",
    "text-anchor",
    "dominant-baseline",
    "href",
];
/// A drawing may use another part of itself this many times: uses of uses would grow without end.
const MOST_USES: usize = 16;
const NAMESPACE: &str = "http://www.w3.org/2000/svg";

/// Says what is wrong with an SVG, if something is.
pub(super) fn check(svg: &str) -> Result<(), String> {
    let mut rest = svg.trim();
    // Programs that draw write this line.
    if let Some(declared) = rest.strip_prefix("<?xml ") {
        let (_, after) = declared.split_once("?>").ok_or("the first line does not end")?;
        rest = after.trim_start();
    }
    let (mut open, mut n_uses): (Vec<&str>, usize) = (Vec::new(), 0);
    if !rest.starts_with("<svg") {
        return Err("a drawing begins with `<svg`".to_string());
    }
    while let Some(begin) = rest.find('<') {
        check_text(&rest[..begin])?;
        rest = &rest[begin + 1..];
        if let Some(comment) = rest.strip_prefix("!--") {
            rest = after_comment(comment)?;
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
            n_uses += usize::from(name == "use");
            if n_uses > MOST_USES {
                return Err(format!("there are more than {MOST_USES} of `<use>`"));
            }
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

/// What follows a comment. Programs that read HTML end comments in other places than those that
/// read SVG, so one in which they could is refused.
fn after_comment(comment: &str) -> Result<&str, String> {
    let (inside, after) = comment.split_once("-->").ok_or("a comment does not end")?;
    match inside.contains(['<', '>']) || inside.contains("--") || inside.ends_with('-') {
        true => Err("a comment has a `<`, a `>` or a `--`".to_string()),
        false => Ok(after),
    }
}

/// Text between tags: a `&` begins one of the signs that cannot be written otherwise.
fn check_text(text: &str) -> Result<(), String> {
    let is_known = |it: &str| ["amp;", "lt;", "gt;"].iter().any(|known| it.starts_with(known));
    match text.split('&').skip(1).all(is_known) {
        true => Ok(()),
        false => Err("a `&` is written `&amp;`".to_string()),
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
    let (mut has_namespace, mut seen) = (false, Vec::new());
    while !rest.is_empty() {
        let (attribute, after) = rest.split_once('=').ok_or("an attribute has no value")?;
        let (attribute, after) = (attribute.trim_end(), after.trim_start());
        let mark = after.chars().next().filter(|c| ['\'', '"'].contains(c));
        let mark = mark.ok_or_else(|| format!("the value of `{attribute}` has no quotes"))?;
        let (value, after) = after[1..].split_once(mark).ok_or("a value does not end")?;
        has_namespace |= attribute == "xmlns" && value == NAMESPACE;
        check_attribute(attribute, value)?;
        if seen.contains(&attribute) {
            return Err(format!("`{attribute}` is said twice"));
        }
        seen.push(attribute);
        rest = after.trim_start();
        if rest.len() == after.len() && !rest.is_empty() {
            return Err(format!("a space is missing after `{attribute}`"));
        }
    }
    if is_first && !has_namespace {
        return Err(format!("the drawing does not say `xmlns=\"{NAMESPACE}\"`"));
    }
    Ok(name)
}

/// Attributes neither do something nor lead outside.
fn check_attribute(name: &str, value: &str) -> Result<(), String> {
    if name == "xmlns" {
        let is_own = value == NAMESPACE;
        return is_own.then_some(()).ok_or("`xmlns` leads out of the drawing".to_string());
    }
    if !ATTRIBUTES.contains(&name) {
        return Err(format!("`{name}` is nothing that a part of a drawing may have"));
    }
    // What is written by numbers (`&#106;`) or by escapes could hide what it is.
    if value.contains(['&', '\\', '<']) {
        return Err(format!("the value of `{name}` has a `&`, a `\\` or a `<`"));
    }
    let urls = value.to_ascii_lowercase();
    let mut urls = urls.split("url(").skip(1);
    let is_inside = |text: &str| text.trim_start_matches(['\'', '"', ' ']).starts_with('#');
    let leads_out = (name == "href" && !value.starts_with('#')) || urls.any(|url| !is_inside(url));
    match leads_out {
        true => Err(format!("`{name}` leads out of the drawing")),
        false => Ok(()),
    }
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
            "<text>a &amp; b</text>",
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
            ("<g onload='alert(1)'/>", "`onload` is nothing"),
            ("<g ONclick='alert(1)'/>", "`ONclick` is nothing"),
            ("<use href='http://elsewhere/#a'/>", "leads out"),
            ("<use xlink:href=\"data:image/svg+xml,\"/>", "`xlink:href` is nothing"),
            ("<use href=\"'#a\"/>", "leads out"),
            ("<use xml:base='http://elsewhere/' href='#a'/>", "`xml:base` is nothing"),
            ("<!--><g onload='alert(1)'/>-->", "a comment has"),
            ("<!-- --!><g/> -->", "a comment has"),
            ("<text>a & b</text>", "`&amp;`"),
            ("<g fill='red' fill='blue'/>", "said twice"),
            ("<g fill='red'stroke='blue'/>", "a space is missing"),
            ("<g fill='url(http://elsewhere/)'/>", "leads out"),
            ("<g style='fill:red'/>", "`style` is nothing"),
            ("<g fill='u\\72l(http://elsewhere/)'/>", "has a `&`"),
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
        assert!(inside(&"<use href='#a'/>".repeat(MOST_USES + 1)).is_err());
        let declared = format!("<?xml version='1.0'?>\n<svg xmlns='{NAMESPACE}'/>");
        assert_eq!(check(&declared), Ok(()));
        let twice = format!("<svg xmlns='{NAMESPACE}'/><svg xmlns='{NAMESPACE}'/>");
        assert!(outer(&twice).contains("follows the end"));
    }
}
