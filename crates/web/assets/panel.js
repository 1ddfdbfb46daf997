// The panel beside a game: who plays, what can be done, the moves so far, and tabs for what
// one may want to know.

import { Analysis } from "./analysis.js";
import { button, el } from "./dom.js";
import { Files } from "./files.js";
import { Why } from "./why.js";
import { write, pack } from "./address.js";

const LEVELS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];

export class Panel {
  constructor(table) {
    this.table = table;
    this.moves = el("ol", { class: "moves", "aria-label": "Moves", tabindex: 0 });
    this.element = el("aside", { class: "panel", "aria-label": "Game" }, this.title(), this.seats(), this.actions(), this.walk(), this.moves, this.tabs());
    table.addEventListener("changed", () => this.showMoves());
    this.showMoves();
  }

  title() {
    const { declared } = this.table;
    const edit = el("a", { href: "#", onclick: (event) => this.edit(event) }, "Rules");
    return el("div", { class: "title" }, el("h1", {}, declared.name.replaceAll("_", " ")), declared.about.toLowerCase() === declared.name ? null : el("p", {}, declared.about), edit);
  }

  async edit(event) {
    event.preventDefault();
    const { game, rules, declared } = this.table;
    location.hash = write({ edit: game, rules: await pack(rules ?? declared.rules) });
  }

  seats() {
    const { declared, seats } = this.table;
    const option = (value, label, player) => el("option", { value, selected: String(seats[player]) === String(value) }, label);
    const seat = (name, player) =>
      el("label", {}, el("span", {}, name),
        el("select", { onchange: (event) => this.table.setSeat(player, event.target.value === "person" ? "person" : Number(event.target.value)), "data-seat": player },
          option("person", "a person", player), ...LEVELS.map((level) => option(level, `computer, level ${level}`, player))));
    // Nobody plays against the computer in a puzzle.
    return declared.players.length > 1 ? el("div", { class: "seats" }, ...declared.players.map(seat)) : null;
  }

  actions() {
    const { table } = this;
    const make = (label, action, name) => button(label, action, { "data-action": name });
    return el("div", { class: "actions", role: "group", "aria-label": "Actions" },
      make("New game", () => table.restart(), "new"),
      make("Take back", () => table.takeBack(), "back"),
      table.declared.players.length > 1 ? make("Hint", () => table.computer.hint(), "hint") : null,
      table.declared.players.length > 1 ? make("Resign", () => table.resign(), "resign") : null,
      make("Flip", () => table.flip(), "flip"));
  }

  walk() {
    const { table } = this;
    const step = (label, name, to) => button(label, () => table.goTo(to()), { "aria-label": name, title: name });
    return el("div", { class: "walk", role: "group", "aria-label": "Go through the game" },
      step("«", "First position", () => 0), step("‹", "One move back", () => table.ply - 1),
      step("›", "One move on", () => table.ply + 1), step("»", "Last position", () => table.moves.length));
  }

  showMoves() {
    const { table } = this;
    const items = table.moves.map((text, i) =>
      el("li", {}, button(text, () => table.goTo(i + 1), { class: i + 1 === table.ply ? "current" : "", "aria-current": i + 1 === table.ply ? "step" : undefined })));
    this.moves.replaceChildren(...items);
    const current = this.moves.querySelector(".current");
    if (current) this.moves.scrollTop = current.offsetTop - this.moves.clientHeight / 2;
  }

  tabs() {
    const { table } = this;
    const pages = { Analysis: new Analysis(table).element, Why: new Why(table).element, "Position and record": new Files(table).element };
    const body = el("div", { class: "tab-body", id: "tab-body", role: "tabpanel", tabindex: -1 });
    const tabs = Object.entries(pages).map(([name, page]) => {
      const tab = button(name, () => {
        body.replaceChildren(page);
        body.setAttribute("aria-label", name);
        for (const other of tabs) other.setAttribute("aria-selected", other === tab ? "true" : "false");
      }, { role: "tab", "aria-selected": "false", "aria-controls": "tab-body" });
      return tab;
    });
    tabs[0].click();
    return el("div", { class: "tabs" }, el("div", { role: "tablist", "aria-label": "More" }, ...tabs), body);
  }
}
