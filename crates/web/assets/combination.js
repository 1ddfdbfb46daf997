// A win by threats as a tree: each move of the winner with what it threatens, each answer with
// what it destroys. A click on a move shows the board after it; the game itself stays as it is.

import { ask } from "./api.js";
import { Board } from "./board.js";
import { button, el } from "./dom.js";

export class Combination {
  constructor(table) {
    this.table = table;
    this.find = button("Look for a win by threats", () => this.look(), { "data-action": "combine" });
    this.words = el("p", { class: "about", "aria-live": "polite" });
    this.small = el("div", { class: "small-board" });
    this.tree = el("div", { class: "tree" });
    this.element = el("div", { class: "combination" }, table.declared.players.length > 1 ? this.find : null, this.words, this.small, this.tree);
    table.addEventListener("changed", () => this.clear());
  }

  clear() {
    this.words.textContent = "";
    this.small.replaceChildren();
    this.tree.replaceChildren();
  }

  async look() {
    const { table } = this;
    this.clear();
    this.find.disabled = true;
    this.words.textContent = "Looking …";
    this.question = table.question();
    try {
      const { words, tree, nodes, complete } = await ask("api/combine", this.question);
      const looked = `${new Intl.NumberFormat("en").format(nodes)} positions looked at`;
      this.words.textContent = `${words[0].toUpperCase()}${words.slice(1)}; ${looked}${tree || complete ? "" : ", and there may be more to find"}.`;
      if (tree) {
        this.tree.append(el("ul", {}, this.node(tree, [])));
        await this.showAt([tree.move], tree.fields);
      }
    } catch (error) {
      this.words.textContent = error.message;
    }
    this.find.disabled = false;
  }

  /** A move of the winner with all that follows; `path` leads to the position before it. */
  node(step, path) {
    const here = [...path, step.move];
    const then = step.answers.map((answer) => this.reply(answer, here));
    if (step.next) then.push(this.node(step.next, here));
    const say = button(step.move, () => this.showAt(here, step.fields), { class: "best" });
    return el("li", {}, say, el("span", {}, ` ${step.words.slice(step.words.startsWith(step.move) ? step.move.length : 0)}`), then.length ? el("ul", {}, ...then) : null);
  }

  reply(answer, path) {
    const here = [...path, ...answer.moves];
    const say = button(answer.moves.join(" "), () => this.showAt(here, []), { class: "best theirs" });
    const rest = answer.words.slice(answer.moves.join(" ").length);
    return el("li", {}, say, el("span", {}, rest), el("ul", {}, this.node(answer.then, here)));
  }

  /** The board after some moves of the tree. */
  async showAt(moves, fields) {
    const { table, question } = this;
    const state = await ask("api/state", { ...question, moves: [...question.moves, ...moves] });
    const board = new Board(table.declared, table.pieces, { onField: () => {}, isFlipped: table.isFlipped, isSmall: true });
    board.element.setAttribute("aria-label", `Board after ${moves.join(" ")}`);
    board.show(state, { changed: new Set(state.changed), reason: new Set(fields) });
    this.small.replaceChildren(board.element, el("p", {}, moves.join(" ")));
  }
}
