//! The command as a user runs it.
//!
//! All in one program, because to link it takes longer than to run most of its tests.

mod analyze;
mod backend;
mod bench;
mod book;
mod build;
mod catalog;
mod combine;
mod combine_first;
mod combine_lines;
mod command;
mod debug;
mod docs;
mod drawing;
mod infoset;
mod journals;
mod learning;
mod long_input;
mod lsp;
mod matches;
mod play;
mod proofs;
mod protocol;
mod ranks;
mod ranks_killed;
mod ranks_speaking;
mod refereeing;
mod settings;
mod standard_input;
mod study;
mod support;
mod tables;
mod web;
mod whole_answers;
mod wrong_input;
