//! The tables of nodes in `docs/ir.md` are made from the declarations of the nodes:
//! `UPDATE_EXPECT=1 cargo test -p multigame-ir nodes::` writes them again.

#![allow(clippy::disallowed_methods, reason = "tests read files and the environment")]

use ir::{NODES, Node};
use std::fs;
use std::path::PathBuf;

fn page() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../docs/ir.md")
}

/// The table of one family. What only passes make comes last.
fn table(family: &str) -> String {
    let row = |node: &Node| {
        let [text, meaning] = [node.example(), node.meaning()].map(|it| it.replace('|', "\\|"));
        let only = if node.only_passes() { " Only passes make it." } else { "" };
        format!("| `{text}` | {meaning}{only} |\n")
    };
    let of = |only_passes: bool| {
        let nodes = NODES.iter().filter(move |node| node.family == family);
        nodes.filter(move |node| node.only_passes() == only_passes).map(row)
    };
    let rows: String = of(false).chain(of(true)).collect();
    format!("| text | meaning |\n|---|---|\n{rows}")
}

/// The page with the table of each family between its marks.
fn with_tables(page: &str) -> String {
    let mut page = page.to_string();
    let mut families: Vec<&str> = NODES.iter().map(|node| node.family).collect();
    families.dedup();
    for family in families {
        let begin = format!("<!-- nodes: {family} -->\n");
        let from = page.find(&begin).unwrap_or_else(|| panic!("{begin} is missing"));
        let from = from + begin.len();
        let length = page[from..].find("<!-- end -->").expect("the table ends");
        page.replace_range(from..from + length, &format!("\n{}\n", table(family)));
    }
    page
}

#[test]
fn the_documentation_has_every_node() {
    let text = fs::read_to_string(page()).expect("docs/ir.md");
    let made = with_tables(&text);
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        fs::write(page(), &made).expect("docs/ir.md can be written");
    } else {
        assert!(
            text == made,
            "docs/ir.md is old: UPDATE_EXPECT=1 cargo test -p multigame-ir nodes::"
        );
    }
}

#[test]
fn every_node_says_what_it_means() {
    for node in NODES {
        assert!(!node.meaning().is_empty(), "{} {}", node.family, node.name);
    }
}
