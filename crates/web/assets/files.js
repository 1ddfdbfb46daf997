// Positions as text, records and PGN in and out, and the link to this very position.

import { ask } from "./api.js";
import { button, el, toast } from "./dom.js";

export class Files {
  constructor(table) {
    this.table = table;
    this.position = el("textarea", { rows: 2, spellcheck: "false", "aria-label": "Position as text", "data-file": "position" });
    this.record = el("textarea", { rows: 7, spellcheck: "false", "aria-label": "Record of the game", "data-file": "record" });
    const pgn = table.declared.pgn ? button("As PGN", () => this.write(true)) : null;
    this.element = el("div", { class: "files" },
      this.position,
      el("div", { class: "row" }, button("Set position", () => this.set()), button("Set up by hand", () => this.setUp(), { "data-action": "setup" }), button("Copy link", () => this.link())),
      this.record,
      el("div", { class: "row" }, button("Write record", () => this.write(false)), pgn, button("Read it", () => this.read()), button("Save file", () => this.save())));
    table.addEventListener("changed", () => this.show());
    if (table.state) this.show();
  }

  show() {
    this.position.value = this.table.state.position;
  }

  async set() {
    try {
      await this.table.setPosition(this.position.value.trim());
    } catch (error) {
      toast(error.message, true);
    }
  }

  /** Shows a tray of pieces and a board to put them on, in the place of the board. */
  async setUp() {
    const { SetUp } = await import("./setup.js");
    this.table.computer.stop();
    this.table.element.replaceWith(new SetUp(this.table).element);
  }

  async link() {
    const url = location.href.split("#")[0] + (await this.table.address());
    try {
      await navigator.clipboard.writeText(url);
      toast("The link is in the clipboard");
    } catch {
      toast(url);
    }
  }

  async write(pgn) {
    const { table } = this;
    try {
      const question = { ...table.question(table.moves.length), pgn, resigned: table.resigned ?? table.timedOut };
      this.record.value = (await ask("api/record", question)).text;
    } catch (error) {
      toast(error.message, true);
    }
  }

  async read() {
    const { table } = this;
    try {
      const { game, start, moves } = await ask("api/read", { game: table.game, rules: table.rules, text: this.record.value });
      if (game !== table.declared.name) {
        toast(`This is a record of ${game}, and not of ${table.declared.name}`, true);
        return;
      }
      await ask("api/state", { ...table.question(0), start: start ?? undefined, moves });
      Object.assign(table, { start: start ?? undefined, moves, ply: moves.length, resigned: null });
      await table.refresh();
    } catch (error) {
      toast(error.message, true);
    }
  }

  async save() {
    if (!this.record.value) await this.write(false);
    download(`${this.table.declared.name}.txt`, this.record.value);
  }
}

/** Saves a text as a file. */
export function download(name, text) {
  const link = el("a", { href: URL.createObjectURL(new Blob([text], { type: "text/plain" })), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
