//! The command that editors start.

#[derive(clap::Args, Debug)]
#[command(
    after_help = "Examples:\n  multigame lsp                        what an editor starts\n\nThe server speaks the Language Server Protocol over standard input and output: messages as one\ntypes with the changes that mend them, what a word does, what may follow, definitions,\nreferences, other names, layout, colors, moves at the start. `docs/editors.md` says how to set up\nVS Code, Neovim, Helix, Emacs and Zed. Exit codes: 0 after `shutdown` and `exit`, 1 if the\nclient left without, 2 if what it said could not be cut into messages."
)]
pub(crate) struct LspArgs {
    /// Speak over standard input and output; there is no other way, but many editors say it
    #[arg(long)]
    pub(crate) stdio: bool,
}
