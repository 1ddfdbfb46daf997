//! A combination in plain English: what each move threatens and what that needs,
//! what each answer destroys, and why the others fail.

use crate::combination::{Answer, Step, Threat};
use crate::speaker::{Speaker, line, longest, made, onward, punished, together};
use game::Game;

/// A win in words: the longest line with the others in brackets, or the whole tree.
pub fn explained<G: Game>(
    speaker: &Speaker<'_, G>,
    first: &Step<G::Position>,
    whole: bool,
) -> String {
    let moves = match first.n_moves() {
        1 => "1 move".to_string(),
        n => format!("{n} moves"),
    };
    let wins = capital(&speaker.winner_does("wins"));
    let mut text = format!("{wins} in {moves}: {}\n\n", shown(first));
    match whole {
        true => tree(speaker, first, 1, &mut text),
        false => main_line(speaker, first, &mut text),
    }
    text
}

/// The longest line as words with spaces between them.
pub fn shown<P>(first: &Step<P>) -> String {
    let moves: Vec<&str> = line(first).iter().map(|ply| ply.shown().unwrap_or("(any)")).collect();
    moves.join(" ")
}

fn main_line<G: Game>(speaker: &Speaker<'_, G>, first: &Step<G::Position>, text: &mut String) {
    let (mut next, mut number) = (Some(first), 1);
    while let Some(step) = next {
        *text += &format!("{number}. {}\n", threatening(speaker, step));
        number += 1;
        let main = longest(step);
        for answer in &step.answers {
            if main.is_none_or(|main| !std::ptr::eq(main, answer)) {
                let destroys = destroying(speaker, step, answer);
                *text += &format!("   [{destroys}: {}]\n", numbered(&answer.then, number));
            }
        }
        if let Some(answer) = main {
            *text += &format!("   {}:\n", destroying(speaker, step, answer));
        }
        next = onward(step);
    }
}

/// A move with all that follows, each answer further to the right.
fn tree<G: Game>(
    speaker: &Speaker<'_, G>,
    step: &Step<G::Position>,
    number: usize,
    text: &mut String,
) {
    let indent = "   ".repeat(2 * (number - 1));
    *text += &format!("{indent}{number}. {}\n", threatening(speaker, step));
    for answer in &step.answers {
        *text += &format!("{indent}   {}:\n", destroying(speaker, step, answer));
        tree(speaker, &answer.then, number + 1, text);
    }
    if let Some(next) = &step.next {
        tree(speaker, next, number + 1, text);
    }
}

/// The longest line from a move on, with the numbers of the winner's moves.
fn numbered<P>(first: &Step<P>, number: usize) -> String {
    let mut next = number;
    let moves = line(first).into_iter().map(|ply| {
        let text = ply.shown().unwrap_or("(any)");
        next += usize::from(ply.own);
        if ply.own { format!("{}. {text}", next - 1) } else { text.to_string() }
    });
    moves.collect::<Vec<_>>().join(" ")
}

/// The move of an answer, or the moves in a row.
fn played<P>(answer: &Answer<P>) -> String {
    list(&made(&answer.moves), "and")
}

/// An answer and what it destroys.
pub fn destroying<G: Game>(
    speaker: &Speaker<'_, G>,
    step: &Step<G::Position>,
    answer: &Answer<G::Position>,
) -> String {
    let (moves, destroyed) = (played(answer), together(&speaker.destroys(step, answer)));
    match answer.moves.len() {
        _ if destroyed.is_empty() => moves,
        1 => format!("{moves} destroys `{destroyed}`"),
        _ => format!("{moves} destroy `{destroyed}`"),
    }
}

/// A move of the winner, what it threatens, and what the opponent can do.
pub fn threatening<G: Game>(speaker: &Speaker<'_, G>, step: &Step<G::Position>) -> String {
    if step.next.is_some() {
        return format!("{}, and {} again.", step.text, speaker.winner_does("moves"));
    }
    let is_won = step.answers.is_empty() && step.finish.is_empty();
    if is_won {
        return won(speaker, step);
    }
    let threats = step.threats.iter().map(|threat| threatened(speaker, threat, step.n_others));
    let threats: Vec<String> = threats.collect();
    let left = left(speaker, step, threats.len());
    format!("{} {}. {left}", step.text, threats.join(", and "))
}

/// How the last move wins.
fn won<G: Game>(speaker: &Speaker<'_, G>, step: &Step<G::Position>) -> String {
    let (move_text, loser) = (&step.text, speaker.loser());
    let threat = match step.threats.first() {
        Some(Threat::Squeezed) => {
            let left = match step.n_others {
                1 => "a move that loses at once".to_string(),
                n => format!("moves that lose at once ({n})"),
            };
            let wins = speaker.winner_does("wins");
            return format!("{move_text} leaves {loser} only {left}: {wins}.");
        }
        Some(threat @ Threat::Stuck(_)) => threat,
        _ => return format!("{move_text} wins."),
    };
    let moves = match step.n_others {
        0 => format!("{} no move", speaker.loser_does("has")),
        n => format!("each move of {loser} ({n}) loses at once"),
    };
    let threatened = threatened(speaker, threat, step.n_others);
    format!("{move_text} {threatened}, and {moves}: {}.", speaker.winner_does("wins"))
}

/// What a move threatens, and what that needs;
/// there are this many moves that do not meet it.
fn threatened<G: Game>(speaker: &Speaker<'_, G>, threat: &Threat, n_others: usize) -> String {
    let needs = match together(&speaker.needs(threat)) {
        words if words.is_empty() => words,
        words => format!(" (needs: {words})"),
    };
    let loser = speaker.loser();
    match threat {
        Threat::Wins(way) => format!("threatens to win by {}{needs}", way.text),
        Threat::Series { text, .. } => {
            let moves: Vec<&str> = text.split(' ').collect();
            format!("threatens to win by {}{needs}", list(&moves, "and"))
        }
        Threat::Stuck(_) if needs.is_empty() => {
            format!("restricts {loser}: without a move {}", speaker.loser_does("loses"))
        }
        Threat::Stuck(takes) => match speaker.target(takes) {
            Some(target) => format!("threatens the {target}{needs}"),
            None => {
                format!("threatens {loser}: without a move {}{needs}", speaker.loser_does("loses"))
            }
        },
        Threat::Squeezed if n_others == 0 => format!("leaves {loser} few moves"),
        Threat::Squeezed => format!("leaves {loser} few moves that do not lose at once"),
        Threat::Twice { text, wins } => {
            format!("threatens {text}, which would threaten to win by {}", list(wins, "and"))
        }
    }
}

/// What the opponent can do about this many threats.
fn left<G: Game>(speaker: &Speaker<'_, G>, step: &Step<G::Position>, n_threats: usize) -> String {
    let (wins, loser) = (speaker.winner_does("wins"), speaker.loser());
    let answers: Vec<String> = step.answers.iter().map(played).collect();
    let others = match (step.n_others, answers.is_empty()) {
        (0, _) => String::new(),
        (1, true) => format!("The only move of {loser} does not help"),
        (n, true) => format!("None of the {n} moves of {loser} helps"),
        (1, false) if step.finish.is_empty() => " The other move loses at once".to_string(),
        (n, false) if step.finish.is_empty() => format!(" The {n} other moves lose at once"),
        (1, false) => " The other move does not help".to_string(),
        (n, false) => format!(" The {n} other moves do not help"),
    };
    let finish = finish(step);
    let others = match step.finish.is_empty() {
        _ if others.is_empty() => others,
        true => format!("{others}."),
        false if n_threats > 1 => format!("{others}: {wins}, such as by {finish}."),
        false => format!("{others}: {wins} by {finish}."),
    };
    // Where answers are several moves, their `and` is no end of the list.
    let or = if step.answers.iter().any(|it| it.moves.len() > 1) { "or else" } else { "or" };
    match answers.is_empty() {
        true => others,
        false => format!("{} can only play {}.{others}", capital(loser), list(&answers, or)),
    }
}

/// How a threat is carried out: the moves of the winner, and of the opponent between them.
fn finish<P>(step: &Step<P>) -> String {
    let (_, mut rest) = punished(step);
    let mut words = String::new();
    while !rest.is_empty() {
        let n_own = rest.iter().take_while(|made| made.own).count();
        let n_theirs = rest[n_own..].iter().take_while(|made| !made.own).count();
        words += &list(&made(&rest[..n_own]), "and");
        if n_theirs > 0 {
            words +=
                &format!(" and, after {}, by ", list(&made(&rest[n_own..n_own + n_theirs]), "and"));
        }
        rest = &rest[n_own + n_theirs..];
    }
    words
}

/// Words with commas between them.
fn list<S: AsRef<str>>(words: &[S], last: &str) -> String {
    let words: Vec<&str> = words.iter().map(AsRef::as_ref).collect();
    match words.split_last() {
        Some((end, begin)) if !begin.is_empty() => format!("{} {last} {end}", begin.join(", ")),
        _ => words.concat(),
    }
}

/// A name as it is written at the beginning of a sentence.
fn capital(name: &str) -> String {
    let mut chars = name.chars();
    let first = chars.next().map(char::to_uppercase);
    first.into_iter().flatten().chain(chars).collect()
}
