//! Other names for what several files share: all of them stay the games that they are.

use crate::{opened, request, talk};
use lsp::Disk;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A folder with files.
struct Folder(BTreeMap<PathBuf, String>);

impl Disk for Folder {
    fn read(&self, path: &Path) -> Option<String> {
        self.0.get(path).cloned()
    }

    fn beside(&self, _: &Path) -> Vec<PathBuf> {
        self.0.keys().cloned().collect()
    }

    fn show_built_in(&self, _: &str, _: &str) -> Option<PathBuf> {
        None
    }
}

/// The file where something has its name.
const PARENT: &str = "dimensions (3,3)
players black white
pieces { mark 'X' 'O' }
main = try place else draw.
place = find empty field, replace by own mark.
";

/// Extends it.
const CHILD: &str = "extends par
place = base place, try [ test line, win ].
line = find black mark, east, step, points at own mark.
";

/// Opens the first of some files, names what is at `|` in it otherwise, and returns all files
/// as they are then, or why not.
fn renamed(files: &[(&str, &str)], new: &str) -> Result<Vec<String>, String> {
    let offset = files[0].1.find('|').expect("a mark");
    let texts: Vec<String> = files.iter().map(|(_, text)| text.replacen('|', "", 1)).collect();
    let path = |name: &str| PathBuf::from(format!("/x/{name}.mg"));
    let on_disk = files.iter().zip(&texts).map(|((name, _), text)| (path(name), text.clone()));
    let uri = format!("file:///x/{}.mg", files[0].0);
    let line = texts[0][..offset].matches('\n').count();
    let character = offset - texts[0][..offset].rfind('\n').map_or(0, |at| at + 1);
    let params = json!({ "textDocument": { "uri": uri }, "newName": new,
                         "position": { "line": line, "character": character } });
    let messages = [
        request(1, "initialize", json!({ "capabilities": {} })),
        opened(&uri, &texts[0]),
        request(2, "textDocument/rename", params),
    ];
    let (answers, _) = talk(&messages, &Arc::default(), &Folder(on_disk.collect()));
    let answer = answers.iter().find(|it| it["id"] == 2).expect("an answer");
    if let Some(why) = answer["error"]["message"].as_str() {
        return Err(why.to_string());
    }
    let changes = answer["result"]["documentChanges"].as_array().expect("a list");
    let after = |((name, _), text): (&(&str, &str), &String)| {
        let is_it = |it: &&Value| it["textDocument"]["uri"] == format!("file:///x/{name}.mg");
        let edits = changes.iter().filter(is_it).flat_map(|it| it["edits"].as_array().unwrap());
        edited(text, edits)
    };
    Ok(files.iter().zip(&texts).map(after).collect())
}

/// A text with some edits in the order of the text.
fn edited<'e>(text: &str, edits: impl DoubleEndedIterator<Item = &'e Value>) -> String {
    let mut lines: Vec<String> = text.lines().map(String::from).collect();
    for edit in edits.rev() {
        let at = |end: &str, what: &str| edit["range"][end][what].as_u64().unwrap() as usize;
        let line = &mut lines[at("start", "line")];
        let range = at("start", "character")..at("end", "character");
        line.replace_range(range, edit["newText"].as_str().unwrap());
    }
    lines.iter().map(|line| format!("{line}\n")).collect()
}

#[test]
fn variants_change_too() {
    let parent = PARENT.replace("pieces { mark", "pieces { |mark");
    let after = renamed(&[("par", &parent), ("kid", CHILD)], "token").unwrap();
    assert_eq!(after[0], PARENT.replace("mark", "token"));
    assert_eq!(after[1], CHILD.replace("mark", "token"));
    // Players have names of their own, which variants share as well.
    let parent = PARENT.replace("players black", "players |black");
    let after = renamed(&[("par", &parent), ("kid", CHILD)], "blue").unwrap();
    assert_eq!(after[1], CHILD.replace("black", "blue"));
}

#[test]
fn variants_have_names_that_cannot_be() {
    let parent = PARENT.replace("pieces { mark", "pieces { |mark");
    let refused = renamed(&[("par", &parent), ("kid", CHILD)], "line");
    assert_eq!(refused, Err("in `/x/kid.mg`, `line` is already used in these texts".to_string()));
    // Also if the variant does not mention what is called otherwise, extends another variant,
    // or has a parameter of this name.
    let mid =
        "extends par\nplace = base place, try [ test full, win ].\nfull = not find empty field.\n";
    let far = "extends mid\nfull = base full, test only(line).\nonly(what) = what.\nline = find own piece, east, step, points at own piece.\n";
    let files = [("par", parent.as_str()), ("mid", mid), ("far", far)];
    let refused = |new: &str| renamed(&files, new).unwrap_err();
    assert_eq!(refused("line"), "in `/x/far.mg`, `line` is already used in these texts");
    assert_eq!(
        refused("what"),
        "in `/x/far.mg`, `what` is already the name of a parameter in these texts"
    );
    let after = renamed(&files, "token").unwrap();
    assert_eq!(after, [PARENT.replace("mark", "token").as_str(), mid, far]);
}

#[test]
fn what_a_variant_changes_in_what_it_extends() {
    // The game that is extended changes, and with it another variant.
    let child = CHILD.replace("own mark", "own |mark");
    let other = "extends par\nmain = find own mark, orthogonal, step, points at own mark, win.\n";
    let after = renamed(&[("kid", &child), ("par", PARENT), ("other", other)], "token").unwrap();
    assert_eq!(after[0], CHILD.replace("mark", "token"));
    assert_eq!(after[1], PARENT.replace("mark", "token"));
    assert_eq!(after[2], other.replace("mark", "token"));
    let other = "extends par\ntoken = find own piece.\nmain = token, remove.\n";
    let refused = renamed(&[("kid", &child), ("par", PARENT), ("other", other)], "token");
    assert_eq!(
        refused,
        Err("in `/x/other.mg`, `token` is already used in these texts".to_string())
    );
    // A field of the larger board that is extended is none of the variant.
    let small = "extends par\ndimensions (2,2)\nmain = place.\nplace = find empty field, replace by own |mark.\n";
    let refused = renamed(&[("small", small), ("par", PARENT)], "c3").unwrap_err();
    assert!(refused.starts_with("in `/x/par.mg`, with the name `c3`"), "{refused}");
}
