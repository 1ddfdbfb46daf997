// Starts `multigame lsp` for rules files, and runs `multigame play` and `multigame debug` in a
// terminal when somebody clicks above `main`.

const { Uri, commands, window, workspace } = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

function program() {
  return workspace.getConfiguration("multigame").get("path") || "multigame";
}

/** The path of the rules that a command is about: its argument, or what is being edited. */
function rulesPath(argument) {
  if (typeof argument === "string") return Uri.parse(argument).fsPath;
  if (argument instanceof Uri) return argument.fsPath;
  const editor = window.activeTextEditor;
  return editor && editor.document.uri.scheme === "file" ? editor.document.uri.fsPath : undefined;
}

async function inTerminal(command, argument) {
  const path = rulesPath(argument);
  if (!path) {
    window.showErrorMessage("Save the rules to a file first.");
    return;
  }
  const document = workspace.textDocuments.find((it) => it.uri.fsPath === path);
  if (document && document.isDirty) await document.save();
  // The program is started by itself, so no shell reads the path.
  const terminal = window.createTerminal({
    name: `multigame ${command}`,
    shellPath: program(),
    shellArgs: [command, path],
  });
  terminal.show();
}

function start() {
  const server = { command: program(), args: ["lsp"] };
  client = new LanguageClient("multigame", "Multigame", server, {
    documentSelector: [{ language: "multigame" }],
    synchronize: { fileEvents: workspace.createFileSystemWatcher("**/*.mg") },
  });
  return client.start().catch((why) => {
    window.showErrorMessage(
      `The language server did not start: ${why.message}. Set "multigame.path" to the program.`,
    );
  });
}

function activate(context) {
  const register = (name, run) =>
    context.subscriptions.push(commands.registerCommand(`multigame.${name}`, run));
  register("play", (argument) => inTerminal("play", argument));
  register("debug", (argument) => inTerminal("debug", argument));
  register("restart", async () => {
    if (client) await client.stop().catch(() => {});
    await start();
  });
  return start();
}

function deactivate() {
  return client ? client.stop() : undefined;
}

module.exports = { activate, deactivate };
