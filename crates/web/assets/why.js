// Why a move is legal, its conditions drawn on the board; and why something that was tried is
// no legal move.

import { ask } from "./api.js";
import { button, el, toast } from "./dom.js";

/** Conditions about more fields than this are drawn when they are pointed at. */
const FEW = 4;

export class Why {
  constructor(table) {
    this.table = table;
    this.input = el("input", { type: "text", "aria-label": "A move", placeholder: "a move, such as " + (table.state?.moves[0]?.text ?? "e2e4"), autocomplete: "off", spellcheck: "false" });
    this.answer = el("div", { class: "answer", "aria-live": "polite" });
    const form = el("form", { class: "row", onsubmit: (event) => { event.preventDefault(); this.explain(this.input.value.trim()); } },
      this.input, el("button", { type: "submit" }, "Why?"), button("Last move", () => this.last()),
      // Nobody threatens anything in a puzzle.
      table.declared.players.length > 1 ? button("Threats", () => this.threats(), { "data-action": "threats", title: "What the opponent would win by if you passed" }) : null);
    this.element = el("div", { class: "why" }, form, this.answer);
    table.addEventListener("changed", () => this.answer.replaceChildren());
    table.addEventListener("refused", (event) => this.explain(event.detail, true));
  }

  /** Explains the last move in the position before it. */
  async last() {
    const { table } = this;
    if (table.ply === 0) return;
    const text = table.moves[table.ply - 1];
    await table.goTo(table.ply - 1);
    table.addEventListener("changed", () => this.explain(text), { once: true });
  }

  /** What the opponent would win by if the player to move passed. */
  async threats() {
    this.mark([]);
    try {
      const { threats, combination } = await ask("api/threats", this.table.question());
      const items = threats.map(({ words, fields }) => el("li", { tabindex: 0, onmouseenter: () => this.mark(fields), onfocus: () => this.mark(fields) }, words));
      const parts = items.length ? [el("p", {}, "If you passed:"), el("ul", {}, ...items)] : [];
      if (combination) parts.push(el("p", {}, `If you passed: ${combination}`));
      this.answer.replaceChildren(...(parts.length ? parts : [el("p", {}, "No threat was found.")]));
      if (threats.length) this.mark(threats[0].fields);
    } catch (error) {
      this.answer.replaceChildren(el("p", { class: "no" }, error.message));
    }
  }

  /** Explains a move; what was tried by a click is answered where everybody looks. */
  async explain(text, isTried = false) {
    if (!text) return;
    this.input.value = text;
    try {
      const answer = await ask("api/why", { ...this.table.question(), move: text });
      this.show(answer);
      if (isTried && !answer.legal) toast(answer.why_not);
    } catch (error) {
      this.answer.replaceChildren(el("p", { class: "no" }, error.message));
    }
  }

  show({ legal, text, conditions, why_not: whyNot, hint, because = [] }) {
    if (!legal) {
      this.mark([]);
      const failed = because.map(({ rule, statement, words, line, fields }) =>
        el("li", { tabindex: 0, onmouseenter: () => this.mark(fields), onfocus: () => this.mark(fields) }, `${rule}${line ? `, line ${line}` : ""}: `, el("code", {}, statement), ` – ${words}`));
      const more = failed.length ? [el("p", {}, "What failed in the rules, each because of the next:"), el("ul", {}, ...failed)] : [];
      this.answer.replaceChildren(el("p", { class: "no" }, whyNot), ...(hint ? [el("p", {}, hint)] : []), ...more);
      return;
    }
    // What a rule has looked at all over the board says little unless somebody asks for it.
    const near = conditions.filter(({ fields }) => fields.length <= FEW);
    this.mark(near.flatMap((condition) => condition.fields));
    const items = conditions.map(({ words, fields }) =>
      el("li", { tabindex: 0, onmouseenter: () => this.mark(fields), onfocus: () => this.mark(fields) }, words));
    this.answer.replaceChildren(el("p", {}, `${text} is legal because`), el("ul", {}, ...items));
  }

  mark(fields) {
    this.table.reasons = new Set(fields);
    this.table.show();
  }
}
