//! How long an editor waits: every answer about a built-in game while somebody types in it.
//! `cargo run --release -p multigame-editing --example latency -- chess` prints the median and
//! the longest of 100 places in milliseconds, each after a letter was put in there.

#![allow(clippy::disallowed_methods, reason = "this measures time")]
#![allow(clippy::print_stdout, reason = "this is a program")]

use editing::Document;
use rules::Library;
use std::time::Instant;

fn read(text: &str) -> Document {
    let mut load = |name: &str| Some((format!("{name}.mg"), games::text(name)?.to_string()));
    let known = games::names().map(String::from).collect();
    Document::read("typed", "typed.mg", text, &mut Library { load: &mut load, known })
}

fn main() {
    let game = std::env::args().nth(1).unwrap_or_else(|| "chess".to_string());
    let Some(text) = games::text(&game) else {
        println!("no game is called `{game}`");
        return;
    };
    let documents: Vec<(Document, usize)> =
        places(text).map(|(text, at)| (read(&text), at)).collect();
    measure("messages", places(text), |(text, _)| read(text).diagnostics().len());
    measure("completion", documents.iter(), |(it, at)| it.complete(*at).len());
    measure("hover", documents.iter(), |(it, at)| usize::from(it.hover(*at).is_some()));
    measure("references", documents.iter(), |(it, at)| it.references(*at).len());
    measure("colors", documents.iter(), |(it, _)| it.painted().len());
    let sound = read(text);
    measure("moves at the start", 0..10, |_| sound.moves_at_start().len());
}

/// The text with a letter more, at a hundred places of it.
fn places(text: &str) -> impl Iterator<Item = (String, usize)> {
    let place = |i: usize| (0..=text.len() * i / 100).rev().find(|&at| text.is_char_boundary(at));
    (0..100).filter_map(place).map(|at| (format!("{}e{}", &text[..at], &text[at..]), at + 1))
}

/// Prints how long something takes: the median and the longest time.
fn measure<T>(what: &str, all: impl Iterator<Item = T>, answer: impl Fn(&T) -> usize) {
    let mut times: Vec<f64> = Vec::new();
    for it in all {
        let start = Instant::now();
        std::hint::black_box(answer(&it));
        times.push(start.elapsed().as_secs_f64() * 1000.0);
    }
    times.sort_by(f64::total_cmp);
    println!("{what:20} {:8.2} {:8.2}", times[times.len() / 2], times[times.len() - 1]);
}
