// What is known of the position that is shown without a search: by endgame tables and opening
// books, where the server has some.

import { ask } from "./api.js";
import { button, el } from "./dom.js";

/** More moves than these are not listed. */
const SHOWN = 20;

export class Known {
  constructor(table) {
    this.table = table;
    this.endgame = el("div", { class: "known endgame", "aria-live": "polite" });
    this.book = el("div", { class: "known book", "aria-live": "polite" });
    this.element = el("div", {}, this.endgame, this.book);
  }

  /** Asks about another position. */
  changed() {
    const asked = (this.asked = Symbol("question"));
    for (const part of [this.endgame, this.book]) part.replaceChildren();
    if (!this.table.state || this.table.declared.players.length < 2) return;
    this.look("api/endgame", this.endgame, "Endgame table", asked);
    this.look("api/book", this.book, "Opening book", asked);
  }

  async look(path, part, title, asked) {
    try {
      const { words, moves } = await ask(path, this.table.question());
      if (asked !== this.asked || (!words && moves.length === 0)) return;
      part.replaceChildren(el("h2", {}, words ? `${title}: ${words}` : title), el("ul", { class: "lines" }, ...moves.slice(0, SHOWN).map((move) => this.item(move))));
    } catch {
      // What cannot be read says nothing.
    }
  }

  item({ move, words, bar }) {
    const play = button(move, () => this.table.isPersonsTurn() && this.table.play(move), { class: "best" });
    const isKnown = bar !== null && bar !== undefined;
    const meter = el("meter", { min: -1, max: 1, value: isKnown ? bar : 0, "aria-label": "Value for the first player", class: isKnown ? "" : "unknown" });
    return el("li", {}, meter, play, el("span", {}, words));
  }
}
