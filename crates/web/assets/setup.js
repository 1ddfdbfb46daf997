// A position by hand: pieces are dragged from a tray to the board, from field to field, and off
// the board; or a piece of the tray is chosen and fields are clicked. The server says whether it
// is a position, and what its text is.

import { ask } from "./api.js";
import { Board } from "./board.js";
import { button, el, svg, toast } from "./dom.js";
import { dragging, fieldAt } from "./drag.js";

export class SetUp {
  /** Begins with the position that a table shows. */
  constructor(table) {
    this.table = table;
    const { state, declared } = table;
    Object.assign(this, { player: state.player, chosen: 0, counters: null });
    this.stacks = state.board.map((stack) => [...stack]);
    this.reserve = state.reserve.map((counts) => [...counts]);
    this.board = new Board(declared, table.pieces, { onField: (i) => this.place(i), isFlipped: table.isFlipped });
    this.tray = el("div", { class: "tray", role: "radiogroup", "aria-label": "Pieces to place" });
    this.text = el("output", { class: "position-text", "aria-label": "The position as text" });
    this.rest = el("div", { class: "row" });
    this.element = el("section", { class: "boardside setup", "aria-label": "Set up a position" }, this.tray, this.board.element, this.rest, this.text, this.actions());
    dragging(this.element, () => this.board, { pick: (target) => this.pick(target), drop: (x, y) => this.drop(x, y) });
    this.drawTray();
    this.show();
  }

  actions() {
    const empty = () => {
      this.stacks = this.stacks.map(() => []);
      this.show();
    };
    this.use = button("Use this position", () => this.done(), { class: "primary", "data-action": "use" });
    return el("div", { class: "row" }, this.use, button("Empty the board", empty, { "data-action": "empty" }), button("Cancel", () => this.close(), { "data-action": "cancel" }));
  }

  /** One button for each piece, and one that takes pieces away. */
  drawTray() {
    const { pieces, declared, isFlipped } = this.table;
    const item = (number, label, drawing) => button([svg("svg", { class: "icon", viewBox: "-0.5 -0.5 1 1", "aria-hidden": "true" }, drawing)], () => this.choose(number),
      { class: "held", role: "radio", "aria-checked": String(this.chosen === number), "aria-label": label, title: label, "data-piece": number });
    const cross = svg("path", { d: "M-0.28,-0.28 L0.28,0.28 M-0.28,0.28 L0.28,-0.28", stroke: "currentColor", "stroke-width": 0.1, "stroke-linecap": "round" });
    this.tray.replaceChildren(...declared.pieces.map((_, number) => item(number, pieces.name(number), pieces.draw(number, isFlipped))), item(-1, "take away", cross));
  }

  choose(number) {
    this.chosen = number;
    for (const item of this.tray.children) item.setAttribute("aria-checked", String(Number(item.dataset.piece) === number));
  }

  /** A field was clicked: the chosen piece is placed there, or taken away if it is there. */
  place(i) {
    const stack = this.stacks[i];
    if (this.chosen < 0) stack.pop();
    else if (this.table.declared.stacks) stack.push(this.chosen);
    else this.stacks[i] = stack.at(-1) === this.chosen ? [] : [this.chosen];
    this.show();
  }

  pick(target) {
    const { pieces, isFlipped } = this.table;
    const item = target.closest("[data-piece]");
    const from = this.board.fields.findIndex(({ group }) => group.contains(target));
    this.dragged = null;
    if (item && Number(item.dataset.piece) >= 0) this.dragged = { stack: [Number(item.dataset.piece)], from: -1 };
    else if (from >= 0 && this.stacks[from].length) this.dragged = { stack: this.stacks[from], from };
    if (!this.dragged) return null;
    if (item) this.choose(Number(item.dataset.piece));
    return item ? [pieces.draw(this.dragged.stack[0], isFlipped)] : this.board.stack(this.dragged.stack);
  }

  drop(x, y) {
    const to = fieldAt(this.board, x, y);
    const { stack, from } = this.dragged;
    if (to === from) return;
    if (from >= 0) this.stacks[from] = [];
    if (to >= 0) this.stacks[to] = this.table.declared.stacks && from < 0 ? [...this.stacks[to], ...stack] : [...stack];
    this.show();
  }

  question() {
    const { table } = this;
    const counters = this.counters?.map((counter) => counter.values);
    return { ...table.question(), board: this.stacks, reserve: this.reserve, player: this.player, counters };
  }

  /** Shows what is set up, and asks for its text. */
  async show() {
    this.board.show({ board: this.stacks });
    const asked = (this.asked = Symbol("question"));
    try {
      const { position, counters } = await ask("api/setup", this.question());
      if (asked !== this.asked) return;
      this.position = position;
      // Later answers repeat what the inputs say.
      if (this.counters === null) {
        this.counters = counters;
        this.drawRest();
      }
      this.text.textContent = position;
      this.text.classList.remove("no");
    } catch (error) {
      if (asked !== this.asked) return;
      this.position = null;
      this.text.textContent = error.message;
      this.text.classList.add("no");
    }
    this.use.disabled = this.position === null;
  }

  /** What a position says beside its board: who moves, reserves, rights and counters. */
  drawRest() {
    const { declared } = this.table;
    const number = (label, value, low, high, set) =>
      el("label", { class: "count" }, label, el("input", { type: "number", min: low, max: high, value, oninput: (event) => { set(Number(event.target.value)); this.show(); } }));
    const parts = [];
    if (declared.players.length > 1) {
      parts.push(el("label", { class: "count" }, "to move", el("select", { onchange: (event) => { this.player = Number(event.target.value); this.show(); } },
        ...declared.players.map((name, player) => el("option", { value: player, selected: player === this.player }, name)))));
    }
    declared.reserve.forEach((kind, i) => declared.players.forEach((name, player) =>
      parts.push(number(`${declared.kinds[kind].name} of ${name}`, this.reserve[i][player], 0, 255, (n) => (this.reserve[i][player] = n)))));
    for (const counter of this.counters.filter(({ gone }) => !gone)) {
      const players = counter.each ? declared.players : [""];
      players.forEach((name, player) => parts.push(number(name ? `${counter.name} of ${name}` : counter.name, counter.values[player], counter.low, counter.high, (n) => (counter.values[player] = n))));
    }
    this.rest.replaceChildren(...parts);
  }

  async done() {
    try {
      await this.table.setPosition(this.position);
      this.close();
    } catch (error) {
      toast(error.message, true);
    }
  }

  /** Puts the board of the table back in its place. */
  close() {
    this.element.replaceWith(this.table.element);
  }
}
