//! `--passes`: what is switched off of the way from rules to native code.

use super::report::Failure;
use ir::passes::PASSES;
use syntax::closest;

/// All names that can be switched off, and what each stands for.
pub(super) fn switches() -> impl Iterator<Item = (&'static str, &'static str)> {
    let passes = PASSES.iter().map(|pass| (pass.name, pass.about));
    passes.chain(native::SWITCHES.iter().copied())
}

/// The names that a user switched off: each has a minus before it; `none` is for
/// all of them.
pub(super) fn off(words: &[String]) -> Result<Vec<String>, Failure> {
    let mut off: Vec<String> = Vec::new();
    let is_known = |name: &str| switches().any(|(known, _)| known == name);
    for word in words {
        match word.strip_prefix('-') {
            Some(name) if is_known(name) => off.push(name.to_string()),
            Some(name) => return Err(unknown(name)),
            None if word == "none" => off.extend(switches().map(|(name, _)| name.to_string())),
            None if !is_known(word) => return Err(unknown(word)),
            None => {
                return Err(Failure::new(format!("`{word}` in --passes has no minus before it"))
                    .hint(format!("`--passes -{word}` turns a pass off; all others are on")));
            }
        }
    }
    off.sort();
    off.dedup();
    Ok(off)
}

fn unknown(name: &str) -> Failure {
    let failure = Failure::new(format!("no pass is called `{name}`"));
    let names: Vec<&str> = switches().map(|(name, _)| name).collect();
    match closest(name, names.iter().copied()) {
        Some(meant) => failure.hint(format!("did you mean `-{meant}`?")),
        None => failure.hint(format!("the passes are {}", names.join(", "))),
    }
}
