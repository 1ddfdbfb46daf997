// What a player of a hidden game can know, on request: how likely what is where, drawn on the
// board, and what is certain. The server finds it from what this player perceived alone.

import { ask } from "./api.js";
import { button, el, svg, toast } from "./dom.js";

/** What is less likely than this is not drawn. */
const LITTLE = 0.02;

export class Belief {
  constructor(room) {
    this.room = room;
    this.toggle = button("What is likely", () => (this.isShown ? this.hide() : this.ask()), { "aria-pressed": "false", "data-action": "belief" });
    this.words = el("p", { class: "about", "aria-live": "polite" });
    this.certain = el("ul", { class: "certain", "aria-label": "What is certain" });
    this.element = el("div", { class: "belief" }, this.toggle, this.words, this.certain);
  }

  async ask() {
    this.toggle.disabled = true;
    try {
      this.show(await ask("api/room/belief", { key: this.room.key }));
    } catch (error) {
      toast(error.message, true);
    }
    this.toggle.disabled = false;
  }

  show({ positions, whole, fields, certain }) {
    const { room } = this;
    this.isShown = true;
    this.toggle.setAttribute("aria-pressed", "true");
    const number = new Intl.NumberFormat("en").format(positions);
    this.words.textContent = whole
      ? `${number} ${positions === 1 ? "position is" : "positions are"} possible after the last turn, each as likely as the games that lead there.`
      : `A sample of ${number} positions that are possible after the last turn.`;
    this.certain.replaceChildren(...certain.map((words) => el("li", {}, `certain: ${words}`)));
    room.board.over.replaceChildren();
    fields.forEach((likely, i) => this.draw(i, likely.filter(({ piece }) => this.isHidden(i, piece))));
  }

  /** Whether the player does not see that a piece is there. */
  isHidden(i, piece) {
    return !this.room.state.board[i].includes(piece);
  }

  /** The likeliest piece of a field, as faint as it is unlikely, and how likely any is. */
  draw(i, likely) {
    const any = Math.min(1, likely.reduce((sum, { share }) => sum + share, 0));
    if (any < LITTLE) return;
    const { board, pieces, isFlipped } = this.room;
    const { x, y } = board.places[i];
    const picture = svg("g", { opacity: (0.25 + 0.75 * likely[0].share).toFixed(2) }, pieces.draw(likely[0].piece, isFlipped));
    const label = svg("text", { class: "likely", y: 0.42, "font-size": 0.2, "text-anchor": "middle" }, `${Math.round(100 * any)}%`);
    board.over.append(svg("g", { transform: `translate(${x} ${y})` }, picture, label));
    const names = likely.slice(0, 3).map(({ piece, share }) => `${pieces.name(piece)} ${Math.round(100 * share)}%`);
    board.fields[i].group.setAttribute("aria-label", `${board.fields[i].group.getAttribute("aria-label")}, maybe ${names.join(", ")}`);
  }

  hide() {
    this.clear();
    this.room.show();
  }

  /** The position has changed, or nobody wants to know. */
  clear() {
    this.isShown = false;
    this.toggle.setAttribute("aria-pressed", "false");
    this.words.textContent = "";
    this.certain.replaceChildren();
  }
}
