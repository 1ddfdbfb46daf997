//! Which candidates tell how a game ends, and how much each: forward selection by
//! least squares.
//!
//! 1. What is the same for everybody is taken out of all columns first: who moves, and
//!    who began.
//! 2. What is expected in advance is taken, unless the outcomes clearly say otherwise.
//! 3. The column that explains most of what is left of the outcomes is taken, less
//!    work preferred, if that cannot be chance. Samples of one game have one outcome,
//!    so that games are compared, not samples: the sums that games add to what a
//!    column explains, squared together and one by one (White, 1980; Liang and Zeger,
//!    1986).
//! 4. It is taken out of the other columns and of the outcomes (Gram and Schmidt), and
//!    step 3 is done again.
//! 5. The weights are those of the columns taken, fitted together, with a little
//!    ridge (Hoerl and Kennard, 1970) against columns that say nearly the same.

/// A column of numbers, one for each sample.
pub(crate) type Column = Vec<f64>;

/// A column that may be taken.
pub(crate) struct Term {
    /// Its numbers.
    pub(crate) column: Column,
    /// How many statements it takes.
    pub(crate) work: f64,
    /// Known in advance to be worth something.
    pub(crate) expected: bool,
}

/// What the columns are to explain.
pub(crate) struct Outcomes {
    /// How the game of each sample ended.
    pub(crate) column: Column,
    /// The game of each sample; games are numbered in their order.
    pub(crate) games: Vec<usize>,
    /// What is the same for everybody.
    pub(crate) controls: Vec<Column>,
}

/// This many terms are taken at most.
const MOST_TERMS: usize = 8;
/// The square of the number of standard errors that is no chance, though many
/// candidates are compared.
const CLEARLY: f64 = 12.0;
/// At so much work a term must explain twice as much.
const MUCH_WORK: f64 = 60.0;
/// Ridge, as a share of a column's own size.
const RIDGE: f64 = 0.01;

/// The terms to take and their weights.
pub(crate) fn fit(terms: &[Term], outcomes: &Outcomes) -> Vec<(usize, f64)> {
    let mut left: Vec<Column> = terms.iter().map(|term| term.column.clone()).collect();
    let sizes: Vec<f64> = left.iter().map(|column| dot(column, column)).collect();
    let mut rest = outcomes.column.clone();
    let mut controls = outcomes.controls.clone();
    for i in 0..controls.len() {
        let control = controls[i].clone();
        controls[i + 1..].iter_mut().for_each(|other| take_out(other, &control));
        left.iter_mut().for_each(|column| take_out(column, &control));
        take_out(&mut rest, &control);
    }
    let mut taken: Vec<usize> = Vec::new();
    let mut next = terms.iter().position(|term| term.expected).filter(|&i| {
        let contrary = dot(&left[i], &rest) < 0.0;
        !(contrary && evidence(&left[i], &rest, &outcomes.games) >= CLEARLY)
    });
    while taken.len() < MOST_TERMS {
        let gain = |i: usize| {
            let size = dot(&left[i], &left[i]);
            // What is nearly a combination of terms taken says nothing new.
            let is_new = size > sizes[i] * 1e-2;
            if terms[i].expected || !is_new || evidence(&left[i], &rest, &outcomes.games) < CLEARLY
            {
                return 0.0;
            }
            let along = dot(&left[i], &rest);
            along * along / size / (1.0 + terms[i].work / MUCH_WORK)
        };
        let best = next.take().or_else(|| {
            let gains: Vec<f64> = (0..terms.len()).map(gain).collect();
            let best = (0..terms.len()).max_by(|&a, &b| gains[a].total_cmp(&gains[b]))?;
            (gains[best] > 0.0).then_some(best)
        });
        let Some(best) = best else { break };
        taken.push(best);
        let column = left[best].clone();
        left.iter_mut().for_each(|other| take_out(other, &column));
        take_out(&mut rest, &column);
    }
    together(terms, &taken, outcomes)
}

/// The square of the number of standard errors by which a column explains something.
fn evidence(column: &Column, rest: &Column, games: &[usize]) -> f64 {
    let (mut sum, mut squares, mut in_game) = (0.0, 0.0, 0.0);
    for i in 0..column.len() {
        in_game += column[i] * rest[i];
        if games.get(i + 1) != Some(&games[i]) {
            sum += in_game;
            squares += in_game * in_game;
            in_game = 0.0;
        }
    }
    sum * sum / f64::max(squares, 1e-9)
}

/// The weights of the terms taken.
fn together(terms: &[Term], taken: &[usize], outcomes: &Outcomes) -> Vec<(usize, f64)> {
    let columns: Vec<&Column> =
        taken.iter().map(|&i| &terms[i].column).chain(outcomes.controls.iter()).collect();
    let n = columns.len();
    let mut system: Vec<Vec<f64>> = Vec::new();
    for (i, a) in columns.iter().enumerate() {
        let mut row: Vec<f64> = columns.iter().map(|b| dot(a, b)).collect();
        row[i] *= 1.0 + RIDGE;
        row.push(dot(a, &outcomes.column));
        system.push(row);
    }
    // The ridge keeps every pivot above zero, whatever its order.
    for i in 0..n {
        let pivot = system[i].clone();
        if pivot[i].abs() < 1e-12 {
            continue;
        }
        for (j, row) in system.iter_mut().enumerate() {
            let factor = row[i] / pivot[i];
            if j != i {
                row.iter_mut().zip(&pivot).for_each(|(a, b)| *a -= factor * b);
            }
        }
    }
    let solve = |i: usize| match system[i][i].abs() < 1e-12 {
        true => 0.0,
        false => system[i][n] / system[i][i],
    };
    taken.iter().enumerate().map(|(i, &term)| (term, solve(i))).collect()
}

/// Takes the part of a column out that lies along another.
fn take_out(column: &mut Column, along: &Column) {
    let size = dot(along, along);
    if size > 0.0 {
        let factor = dot(column, along) / size;
        column.iter_mut().zip(along).for_each(|(a, b)| *a -= factor * b);
    }
}

/// How far numbers lie from their mean, typically.
pub(crate) fn spread(column: &[f64]) -> f64 {
    let n = column.len().max(1) as f64;
    let mean = column.iter().sum::<f64>() / n;
    (column.iter().map(|a| (a - mean) * (a - mean)).sum::<f64>() / n).sqrt()
}

/// How closely two columns go together, from -1 to 1.
pub(crate) fn correlation(a: &[f64], b: &[f64]) -> f64 {
    let n = a.len().max(1) as f64;
    let (mean_a, mean_b) = (a.iter().sum::<f64>() / n, b.iter().sum::<f64>() / n);
    let both: f64 = a.iter().zip(b).map(|(a, b)| (a - mean_a) * (b - mean_b)).sum();
    both / (n * spread(a) * spread(b)).max(1e-9)
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::Rng;

    fn noise(rng: &mut Rng, n: usize) -> Column {
        (0..n).map(|_| (rng.below(2001) as f64 - 1000.0) / 1000.0).collect()
    }

    fn term(column: Column) -> Term {
        Term { column, work: 1.0, expected: false }
    }

    /// Each sample from a game of its own.
    fn alone(column: Column) -> Outcomes {
        let n = column.len();
        Outcomes { column, games: (0..n).collect(), controls: vec![vec![1.0; n]] }
    }

    #[test]
    fn samples_of_one_game_are_one_proof() {
        let mut rng = Rng::new(9);
        let columns: Vec<Column> = (0..50).map(|_| noise(&mut rng, 20)).collect();
        let twenty_times = |column: &Column| {
            column.iter().flat_map(|&a| std::iter::repeat_n(a, 20)).collect::<Column>()
        };
        let outcomes = Outcomes {
            column: twenty_times(&noise(&mut rng, 20)),
            games: (0..400).map(|i| i / 20).collect(),
            controls: Vec::new(),
        };
        let terms: Vec<Term> = columns.iter().map(|column| term(twenty_times(column))).collect();
        assert_eq!(fit(&terms, &outcomes), []);
    }

    #[test]
    fn what_decides_is_found_and_the_rest_is_left_out() {
        let mut rng = Rng::new(3);
        let columns: Vec<Column> = (0..20).map(|_| noise(&mut rng, 500)).collect();
        let random = noise(&mut rng, 500);
        let outcomes: Column =
            (0..500).map(|i| 2.0 * columns[4][i] - columns[11][i] + random[i] + 0.5).collect();
        let terms: Vec<Term> = columns.into_iter().map(term).collect();
        let mut found = fit(&terms, &alone(outcomes));
        found.sort_by_key(|(i, _)| *i);
        let [(4, a), (11, b)] = found[..] else { panic!("{found:?}") };
        assert!((a - 2.0).abs() < 0.2 && (b + 1.0).abs() < 0.2, "{found:?}");
    }

    #[test]
    fn of_two_that_say_the_same_the_cheaper_is_taken() {
        let mut rng = Rng::new(5);
        let column = noise(&mut rng, 300);
        let costly = Term { work: 100.0, ..term(column.clone()) };
        let found = fit(&[costly, term(column.clone())], &alone(column));
        assert_eq!(found.iter().map(|(i, _)| *i).collect::<Vec<_>>(), [1]);
    }
}
