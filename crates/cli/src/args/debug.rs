//! What can be said to `multigame debug`.

use super::StartArgs;
use super::number::{number, u32_from};

#[derive(clap::Args, Debug)]
#[command(
    after_help = "Examples:\n  multigame debug chess                          step through the rules of the first turn\n  multigame debug chess --why e2e5               why is this no move?\n  multigame debug chess --move e2e4              only the paths to this move\n  multigame debug mygame.mg --break capture      `continue` stops where this rule begins\n  multigame debug tictactoe --json               all steps, for a program\n\nWithout --why and --json it asks what to do; `help` lists what it understands, and the end of\nits input ends it."
)]
pub(crate) struct DebugArgs {
    #[command(flatten)]
    pub(crate) start: StartArgs,
    /// Only the paths to this move or, if it is no move, the paths that begin like it
    #[arg(short, long = "move", value_name = "MOVE")]
    pub(crate) text: Option<String>,
    /// Say why this is no move, and end
    #[arg(short, long, value_name = "MOVE", conflicts_with_all = ["text", "rule", "breaks"])]
    pub(crate) why: Option<String>,
    /// Of other rules than this one only the steps that run something
    #[arg(long, value_name = "RULE")]
    pub(crate) rule: Option<String>,
    /// Stop where this rule begins; may be given several times
    #[arg(short, long = "break", value_name = "RULE")]
    pub(crate) breaks: Vec<String>,
    /// Leave out what is done to answer questions (`test`, `not`)
    #[arg(long)]
    pub(crate) no_questions: bool,
    /// At most this many steps
    #[arg(long, value_name = "N", default_value_t = trace::MOST_STEPS, value_parser = number::<usize>(u32_from(1)))]
    pub(crate) most: usize,
    /// All steps as JSON
    #[arg(long)]
    pub(crate) json: bool,
}
