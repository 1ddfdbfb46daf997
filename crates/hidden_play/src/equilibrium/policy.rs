//! How much can be gained against a player of this crate: what it does in each information set
//! is found by asking it, and a best response to that is exact.

use super::response::best_response;
use super::tree::{END, Tree};
use crate::player::Player as Asked;
use crate::settings::{PlayError, Settings};
use game::{Player as Side, Referee, heard_by};
use infoset::{Session, SessionError};

/// A player that is asked.
#[derive(Clone, Copy, Debug)]
pub struct Player {
    /// How it plays.
    pub settings: Settings,
    /// How often it is asked in each information set, with other seeds.
    pub runs: u32,
}

/// What a player is worth as one side, if the other one plays as well as possible against it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Weakness {
    /// What the first player gets.
    pub value: f64,
    /// In how many information sets it was asked.
    pub asked: usize,
}

/// Asks a player what it does as this side wherever it gets, and finds the best response.
/// Nothing if `goes_on` said no.
pub fn weakness<G: Referee>(
    game: &G,
    start: &G::Position,
    tree: &Tree,
    side: Side,
    player: Player,
    goes_on: &mut dyn FnMut() -> bool,
) -> Result<Option<Weakness>, PlayError> {
    let parents = parents(tree);
    let mut strategy = tree.uniform();
    let mut reach = vec![0.0; tree.n_nodes()];
    reach[0] = 1.0;
    let mut is_known = vec![false; tree.infos.len()];
    let mut asked = 0;
    for node in 0..tree.n_nodes() {
        let number = tree.info_of[node] as usize;
        let info = &tree.infos[number];
        let is_own = info.player == side;
        // Where it never gets it may do anything.
        if is_own && reach[node] > 0.0 && !is_known[number] {
            if !goes_on() {
                return Ok(None);
            }
            let path = path(tree, &parents, node);
            let does = ask(game, start, &path, side, player, &texts_of(tree, number))?;
            strategy[info.attempts()].copy_from_slice(&does);
            (is_known[number], asked) = (true, asked + 1);
        }
        for (edge, likely) in tree.edges_of(node).iter().zip(&strategy[info.attempts()]) {
            if edge & END == 0 {
                reach[*edge as usize] += reach[node] * if is_own { *likely } else { 1.0 };
            }
        }
    }
    let value = best_response(tree, &strategy, side.other());
    Ok(Some(Weakness { value, asked }))
}

fn texts_of(tree: &Tree, info: usize) -> Vec<String> {
    tree.texts(&tree.infos[info]).map(str::to_string).collect()
}

/// For each node one from which an attempt leads there, and the place of the attempt.
fn parents(tree: &Tree) -> Vec<(u32, u32)> {
    let mut parents = vec![(u32::MAX, 0); tree.n_nodes()];
    for node in 0..tree.n_nodes() {
        for (place, edge) in tree.edges_of(node).iter().enumerate() {
            if edge & END == 0 {
                parents[*edge as usize] = (node as u32, place as u32);
            }
        }
    }
    parents
}

/// The attempts on a path from the start to a node.
fn path(tree: &Tree, parents: &[(u32, u32)], node: usize) -> Vec<String> {
    let mut path = Vec::new();
    let mut at = node;
    while let (parent, place) = parents[at]
        && parent != u32::MAX
    {
        at = parent as usize;
        path.extend(tree.texts(&tree.infos[tree.info_of[at] as usize]).nth(place as usize));
    }
    path.reverse();
    path.into_iter().map(str::to_string).collect()
}

/// How likely a player makes each of these attempts after others, knowing no more than its side
/// perceived of them.
fn ask<G: Referee>(
    game: &G,
    start: &G::Position,
    path: &[String],
    side: Side,
    player: Player,
    texts: &[String],
) -> Result<Vec<f64>, PlayError> {
    let mut session = Session::new(game, start.clone())?;
    let mut refused: Vec<(&String, Vec<String>)> = Vec::new();
    for text in path {
        let answer = session.attempt(text).map_err(no_start)?;
        match answer.is_turn_over {
            true => refused.clear(),
            false => refused.push((text, heard_by(side, &answer.said))),
        }
    }
    let mut does = vec![0.0; texts.len()];
    let each = 1.0 / f64::from(player.runs);
    for run in 0..player.runs {
        let seed = player.settings.seed.wrapping_add(u64::from(run) << 32);
        let settings = Settings { seed, ..player.settings };
        let mut asked = Asked::new(game, session.view(side), settings)?;
        refused.iter().for_each(|(text, heard)| asked.refused(text, heard.clone()));
        let tries = session.tries()?;
        // What tells nothing is no attempt of the tree: it is refused, and asked again.
        let place = loop {
            let text = asked.attempt(&tries, &mut || true)?.text;
            match texts.iter().position(|it| *it == text) {
                Some(place) => break place,
                None => {
                    let mut tried = session.clone();
                    let answer = tried.attempt(&text).map_err(no_start)?;
                    asked.refused(&text, heard_by(side, &answer.said));
                }
            }
        };
        does[place] += each;
    }
    Ok(does)
}

fn no_start(why: SessionError) -> PlayError {
    PlayError::Start(why.to_string(), why.hint().to_string())
}
