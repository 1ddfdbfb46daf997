// The debugger: goes through the rules of a turn step by step, forwards and backwards. The board
// shows finger, direction, hand and the set of positions at each step; the text of the rules
// shows where it is. The server answers with a list of steps, a part at a time.

import { ask } from "./api.js";
import { button, el, svg } from "./dom.js";

/** So many steps are asked for at a time. */
const PART = 300;

export class Debugger {
  constructor(table) {
    this.table = table;
    this.move = el("input", { type: "text", "aria-label": "A move to follow", placeholder: "all moves, or one such as " + (table.state?.moves[0]?.text ?? "e2e4"), autocomplete: "off", spellcheck: "false" });
    this.rules = el("select", { "aria-label": "Stop at a rule" });
    const form = el("form", { class: "row", onsubmit: (event) => { event.preventDefault(); this.start(); } }, this.move, el("button", { type: "submit", class: "primary", "data-action": "debug" }, "Step through"));
    this.words = el("p", { class: "step", "aria-live": "polite" });
    this.hand = el("p", { class: "hand" });
    this.code = el("pre", { class: "rules-text", tabindex: 0, "aria-label": "The rules" });
    this.why = el("div", { class: "answer" });
    this.walk = this.buttons();
    this.element = el("div", { class: "debugger", onkeydown: (event) => this.key(event) }, form, this.why, this.walk, this.words, this.hand, this.code);
    this.walk.hidden = true;
    table.addEventListener("changed", () => this.end());
  }

  buttons() {
    const step = (label, name, go, action) => button(label, go, { "aria-label": name, title: name, "data-action": action });
    const steps = el("div", { class: "walk" }, step("«", "First step", () => this.go(0), "first-step"), step("‹", "One step back", () => this.go(this.at - 1), "step-back"),
      step("›", "One step on", () => this.go(this.at + 1), "step-on"), step("»", "Last step", () => this.go(this.total - 1), "last-step"), button("End", () => this.end(), { "data-action": "end-debug" }));
    const rules = el("div", { class: "walk" }, this.rules, step("On to this rule", "On to this rule, where it begins next", () => this.toRule(1), "to-rule"), step("Back to it", "Back to it, where this rule began before", () => this.toRule(-1), "back-to-rule"));
    return el("div", { class: "steps", role: "group", "aria-label": "Steps" }, steps, rules);
  }

  /** The arrow keys step, unless somebody types. */
  key(event) {
    if (this.walk.hidden || event.target.tagName === "INPUT" || event.target.tagName === "SELECT") return;
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    this.go(this.at + by);
  }

  /** Asks for the steps of the turn, all of them or those towards a move. */
  async start() {
    this.end();
    const text = this.move.value.trim();
    this.question = { ...this.table.question(), move: text || undefined };
    Object.assign(this, { steps: new Map(), boards: new Map(), at: 0, total: 0 });
    try {
      const answer = await this.part(0);
      this.files = answer.files;
      this.showWhyNot(answer);
      if (this.total === 0) return;
      this.listRules();
      this.walk.hidden = false;
      this.isOn = true;
      await this.go(0);
    } catch (error) {
      this.why.replaceChildren(el("p", { class: "no" }, error.message));
    }
  }

  /** Asks for a part of the steps. */
  async part(first) {
    const answer = await ask("api/debug", { ...this.question, first, most: PART });
    this.total = answer.total;
    for (const step of answer.steps) this.steps.set(step.step, step);
    for (const [number, board] of Object.entries(answer.boards)) this.boards.set(Number(number), board);
    return answer;
  }

  async step(n) {
    if (!this.steps.has(n)) await this.part(PART * Math.floor(n / PART));
    return this.steps.get(n);
  }

  listRules() {
    const names = [...new Set([...this.steps.values()].map(({ rule }) => rule))].filter(Boolean).sort();
    const before = this.rules.value;
    this.rules.replaceChildren(...names.map((name) => el("option", { value: name, selected: name === before }, name)));
  }

  /** Goes to a step and shows it. */
  async go(n) {
    const wanted = Math.max(0, Math.min(n, this.total - 1));
    const step = await this.step(wanted);
    if (!step || !this.isOn) return;
    this.at = wanted;
    this.show(step);
  }

  /** Goes on, or back, to the next step of the rule that was chosen. */
  async toRule(by) {
    const name = this.rules.value;
    for (let n = this.at + by; n >= 0 && n < this.total; n += by) {
      const step = await this.step(n);
      const before = await this.step(Math.max(0, n - 1));
      // Where a rule begins, and not each of its steps.
      if (step?.rule === name && (before?.rule !== name || before?.run !== step.run || n === 0)) return this.go(n);
    }
    this.words.textContent = `There is no ${by > 0 ? "later" : "earlier"} step that begins \`${name}\`.`;
  }

  /** Draws a step: the board, the finger, where the direction leads, and the set of positions. */
  show(step) {
    const { board, pieces, isFlipped } = this.table;
    const shown = this.boards.get(step.board);
    board.show(shown, { reason: new Set(step.positions) });
    if (step.finger !== null) board.ring(step.finger, "finger");
    if (step.finger !== null && step.ahead !== null) board.arrow(step.finger, step.ahead);
    const parts = [`Step ${this.at + 1} of ${this.total}`, step.rule && `in ${step.rule}`].filter(Boolean).join(", ");
    const fate = { ends: " – this path ends here", strays: " – this path makes another move", found: " – the question is answered", result: " – a result" }[step.fate] ?? "";
    this.words.replaceChildren(el("strong", {}, step.words), ` (${parts})${fate}`);
    const names = step.finger === null ? [] : [`finger on ${this.table.declared.fields[step.finger].name}`];
    if (step.direction) names.push(`direction ${step.direction}`);
    names.push(`${step.positions.length} ${step.positions.length === 1 ? "position" : "positions"} here`);
    if (shown.text) names.push(`move so far ${shown.text}`);
    const hand = shown.hand.map((piece) => svg("svg", { class: "icon", viewBox: "-0.5 -0.5 1 1", role: "img", "aria-label": pieces.name(piece) }, pieces.draw(piece, isFlipped)));
    this.hand.replaceChildren(names.join(" · "), ...(hand.length ? [" · hand: ", ...hand] : []));
    this.showCode(step);
  }

  /** The text of the rules with the statement of a step marked. */
  showCode({ file, from, to }) {
    if (from === undefined || !this.files[file]) return;
    const bytes = new TextEncoder().encode(this.files[file].text);
    const decoder = new TextDecoder();
    const [before, here, after] = [[0, from], [from, to], [to, bytes.length]].map(([a, b]) => decoder.decode(bytes.subarray(a, b)));
    const mark = el("mark", {}, here);
    this.code.replaceChildren(before, mark, after);
    this.code.scrollTop = mark.offsetTop - this.code.clientHeight / 2;
  }

  /** Why what was typed is not a move: what failed on the way to it. */
  showWhyNot({ why_not: whyNot, error, cut }) {
    const parts = [];
    if (error) parts.push(el("p", { class: "no" }, error));
    if (whyNot) {
      parts.push(el("p", { class: "no" }, whyNot.message));
      const items = whyNot.because.map(({ rule, statement, words, line }) => el("li", {}, `${rule}${line ? `, line ${line}` : ""}: `, el("code", {}, statement), ` – ${words}`));
      if (items.length) parts.push(el("ul", {}, ...items));
      else if (whyNot.hint) parts.push(el("p", {}, whyNot.hint));
    }
    if (cut) parts.push(el("p", {}, "There are more steps than are shown."));
    this.why.replaceChildren(...parts);
  }

  /** Shows the position of the game again. */
  end() {
    const wasOn = this.isOn;
    this.isOn = false;
    this.walk.hidden = true;
    for (const part of [this.words, this.hand, this.code, this.why]) part.replaceChildren();
    if (wasOn && this.table.state) this.table.show();
  }
}
