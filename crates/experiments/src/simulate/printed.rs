//! The times that the kriegspiel paper prints (Richards, Gupta and Sarood, "Parallel
//! Information Set Generation for Kriegspiel", tables 2 to 4), in seconds.

/// The processors of tables 3 and 4, a row each.
pub const PROCESSORS: [u32; 6] = [1, 4, 16, 64, 256, 1024];
/// The grains of tables 3 and 4 in turns, a column each.
pub const GRAINS: [usize; 4] = [2, 4, 6, 8];

/// A table of the paper.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Printed {
    /// Which one it is.
    pub name: &'static str,
    /// How many histories the set had.
    pub histories: u64,
    /// For each number of processors the seconds for each grain.
    pub seconds: [[f64; 4]; 6],
}

/// Tables 3 and 4.
pub const TABLES: [Printed; 2] = [
    Printed {
        name: "table 3 (Virgil-David 1969)",
        histories: 764_209,
        seconds: [
            [177.0, 178.0, 184.0, 493.0],
            [71.0, 53.0, 48.0, 75.0],
            [34.0, 19.0, 12.0, 16.0],
            [24.0, 7.0, 3.7, 4.1],
            [24.0, 4.4, 1.2, 1.0],
            [26.0, 3.8, 0.64, 0.40],
        ],
    },
    Printed {
        name: "table 4 (Kbot-Darkboard 2006)",
        histories: 5_099_257,
        seconds: [
            [617.0, 612.0, 650.0, 3312.0],
            [213.0, 170.0, 158.0, 367.0],
            [83.0, 49.0, 40.0, 64.0],
            [54.0, 19.0, 11.0, 14.9],
            [54.0, 9.8, 3.5, 3.5],
            [58.0, 5.5, 1.3, 1.2],
        ],
    },
];

/// How many histories the set of table 2 had, whose grain is not printed.
pub const OTHER_HISTORIES: u64 = 4_495_121;
/// Table 2: processors and seconds.
pub const OTHER_SECONDS: [(u32, f64); 11] = [
    (1, 1524.0),
    (2, 812.0),
    (4, 407.0),
    (8, 208.0),
    (16, 102.0),
    (32, 53.2),
    (64, 28.0),
    (128, 14.9),
    (256, 7.70),
    (512, 4.59),
    (1024, 2.64),
];

#[cfg(test)]
mod tests {
    use super::*;

    /// Tables 5 and 6 of the paper have the speedups over one processor with grain 2.
    #[test]
    fn the_times_give_the_speedups_that_are_printed_beside_them() {
        let speedups = [
            [[1.0, 0.99, 0.96, 0.36], [6.61, 46.5, 276.0, 443.0]],
            [[1.0, 1.0, 0.95, 0.19], [10.6, 111.0, 464.0, 536.0]],
        ];
        for (table, printed) in TABLES.iter().zip(speedups) {
            for (row, printed) in [0, 5].into_iter().zip(printed) {
                for (seconds, printed) in table.seconds[row].iter().zip(printed) {
                    let off = table.seconds[0][0] / seconds / printed;
                    assert!((0.95..1.05).contains(&off), "{} {seconds} {printed}", table.name);
                }
            }
        }
    }
}
