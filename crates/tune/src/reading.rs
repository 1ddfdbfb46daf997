//! Values of settings, read from their texts: each is what its name asks for, or the error says
//! what is wrong with it and what would do.

use game::Facts;
use search::{
    Algorithm, Evaluation, Heuristics, MOST_THREADS, Method, Number, Platform, PuzzleMethod,
    SettingsError,
};
use syntax::closest;

/// The algorithm of a name. What solves positions, and how threads share the work, is
/// chosen elsewhere.
pub fn algorithm(name: &str) -> Result<Algorithm, SettingsError> {
    if let Some(algorithm) = Algorithm::from_name(name) {
        return Ok(algorithm);
    }
    let known = Algorithm::ALL.iter().map(|(_, name, _)| *name);
    let solves = Method::from_name(name).is_some() || PuzzleMethod::from_name(name).is_some();
    let hint = match Platform::from_name(name) {
        Some(_) => format!("`{name}` is a platform: how threads share the work"),
        None if solves => {
            format!("`{name}` is a method of solving positions, not of searching them")
        }
        None => return Err(unknown("algorithm", name, known)),
    };
    Err(error(&format!("there is no algorithm `{name}`"), &hint))
}

pub(crate) fn evaluation(name: &str, facts: &Facts) -> Result<Evaluation, SettingsError> {
    match facts.evaluations.iter().position(|known| known == name) {
        Some(n) => Ok(Evaluation::Rules(n)),
        None if name == "none" => Ok(Evaluation::None),
        None => {
            let known = facts.evaluations.iter().map(String::as_str);
            let known = known.filter(|name| *name != AUTOMATIC);
            let error = unknown("evaluation", name, known.chain([AUTOMATIC, "none"]));
            let hint = format!("{}; a learned one is a file whose name ends in `.mgl`", error.hint);
            Err(SettingsError { hint, ..error })
        }
    }
}

/// The evaluation that a study of the rules finds.
pub(crate) const AUTOMATIC: &str = "automatic";

pub(crate) fn platform(name: &str) -> Result<Platform, SettingsError> {
    Platform::from_name(name)
        .ok_or_else(|| unknown("platform", name, Platform::ALL.iter().map(|(_, name, _)| *name)))
}

pub(crate) fn words(list: &str) -> impl Iterator<Item = &str> {
    list.split([',', ' ']).filter(|word| !word.is_empty())
}

/// A list of heuristics: those that are on, or with `+` and `-` what is changed in the usual
/// ones.
pub(crate) fn heuristics(list: &str, usual: Heuristics) -> Result<Heuristics, SettingsError> {
    let changes = words(list).all(|word| word.starts_with(['-', '+']));
    let mut on = if changes { usual } else { Heuristics::NONE };
    for word in words(list) {
        match word {
            "all" => on = usual,
            "none" => on = Heuristics::NONE,
            word => {
                let name = word.trim_start_matches(['-', '+']);
                let Some(one) = on.by_name(name) else {
                    return Err(unknown("heuristic", name, Heuristics::NAMES.into_iter()));
                };
                *one = !word.starts_with('-');
            }
        }
    }
    Ok(on)
}

/// A number of threads.
pub(crate) fn read_threads(text: &str) -> Result<usize, SettingsError> {
    let read = text.trim().parse().ok().filter(|n| (1..=MOST_THREADS).contains(n));
    read.ok_or_else(|| needs("threads", text, &format!("a number from 1 to {MOST_THREADS}")))
}

pub(crate) fn whole(name: &str, text: &str, most: u64) -> Result<u64, SettingsError> {
    let read = text.trim().parse().ok().filter(|n| *n <= most);
    read.ok_or_else(|| needs(name, text, &format!("a whole number from 0 to {most}")))
}

/// The value of a number.
pub(crate) fn value(number: &Number, text: &str) -> Result<f64, SettingsError> {
    let Number { name, low, high, is_whole, .. } = *number;
    let fits = |n: &f64| (low..=high).contains(n) && (!is_whole || n.fract() == 0.0);
    let kind = if is_whole { "a whole number" } else { "a number" };
    let read = text.trim().parse().ok().filter(fits);
    read.ok_or_else(|| needs(name, text, &format!("{kind} from {low} to {high}")))
}

fn needs(name: &str, text: &str, what: &str) -> SettingsError {
    error(&format!("`{text}` is no value of `{name}`"), &format!("{what} is needed"))
}

pub(crate) fn wrong(name: &'static str) -> impl Fn(String) -> SettingsError {
    move |why| error(&format!("wrong value of `{name}`"), &why)
}

pub(crate) fn error(message: &str, hint: &str) -> SettingsError {
    SettingsError { message: message.to_string(), hint: hint.to_string() }
}

/// That there is nothing of a name, with what there is.
pub fn unknown<'a>(what: &str, name: &str, known: impl Iterator<Item = &'a str>) -> SettingsError {
    let known: Vec<&str> = known.collect();
    let near = match closest(name, known.iter().copied()) {
        Some(close) => format!("did you mean `{close}`? "),
        None => String::new(),
    };
    error(&format!("there is no {what} `{name}`"), &format!("{near}there is {}", known.join(", ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heuristics_are_added_or_taken_away() {
        let read = |list: &str| heuristics(list, Heuristics::ALL).ok();
        let without = Heuristics { killers: false, history: false, ..Heuristics::ALL };
        assert_eq!(read("-killers,-history"), Some(without));
        let only = Heuristics { table: true, ..Heuristics::NONE };
        assert_eq!((read("table"), read("none")), (Some(only), Some(Heuristics::NONE)));
        assert_eq!(read("all -killers -history"), Some(without));
        assert_eq!(read("tables"), None);
    }
}
