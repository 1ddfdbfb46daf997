//! Each pass, text to text: what goes in, and what comes out.

mod digs_to_sets;
mod each_to_sets;
mod fields_to_sets;
mod footprints;
mod guards_into_sets;
mod inline_calls;
mod peel_recursion;
mod questions_after_writes;
mod questions_to_sets;
mod rows;
mod sources_to_targets;
mod split_choices;
mod split_sides;
mod sums_to_tables;
mod support;
mod there_and_back;
mod tries_to_ifs;
mod walks_to_sets;
