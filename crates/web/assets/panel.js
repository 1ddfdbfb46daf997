// The panel beside a game: who plays, what can be done, the moves so far, and tabs for what
// one may want to know.

import { Analysis } from "./analysis.js";
import { TIMES } from "./clock.js";
import { Debugger } from "./debugger.js";
import { button, el } from "./dom.js";
import { Files } from "./files.js";
import { Why } from "./why.js";
import { write, pack } from "./address.js";

const LEVELS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];

export class Panel {
  constructor(table) {
    this.table = table;
    this.moves = el("ol", { class: "moves", "aria-label": "Moves", tabindex: 0 });
    this.element = el("aside", { class: "panel", "aria-label": "Game" }, this.title(), this.seats(), this.zones(), this.actions(), this.walk(), this.moves, this.tabs());
    table.addEventListener("changed", () => this.showMoves());
  }

  title() {
    const { declared } = this.table;
    const edit = el("a", { href: "#", onclick: (event) => this.edit(event) }, "Rules");
    return el("div", { class: "title" }, el("h1", {}, declared.name.replaceAll("_", " ")), declared.about.toLowerCase() === declared.name ? null : el("p", {}, declared.about), edit, ...this.report());
  }

  /** A link to the report of a game that the server knows, if there can be one. */
  report() {
    const { rules, game, declared } = this.table;
    return rules || declared.players.length < 2 ? [] : [" · ", el("a", { href: write({ report: game }) }, "Report")];
  }

  async edit(event) {
    event.preventDefault();
    const { game, rules, declared } = this.table;
    location.hash = write({ edit: game, rules: await pack(rules ?? declared.rules) });
  }

  seats() {
    const { declared } = this.table;
    // Nobody plays against the computer in a puzzle.
    if (declared.players.length < 2) return null;
    return el("div", { class: "seats" }, ...declared.players.map((name, player) => this.seat(name, player)), this.times());
  }

  /** Who plays a side: a person, a level, or settings that are written down. */
  seat(name, player) {
    const { table } = this;
    const now = table.seats[player];
    const isOwn = typeof now === "string" && now !== "person";
    const own = el("input", { class: "own", value: isOwn ? now : "algorithm=mcts time=1s", hidden: !isOwn, "aria-label": `Settings of ${name}`, spellcheck: "false",
      onchange: () => table.setSeat(player, own.value.includes("=") ? own.value : `${own.value} time=1s`) });
    const choose = (value) => {
      own.hidden = value !== "own";
      const seat = { person: "person", own: own.value }[value] ?? Number(value);
      table.setSeat(player, seat);
    };
    const option = (value, label) => el("option", { value, selected: isOwn ? value === "own" : String(now) === String(value) }, label);
    return el("div", { class: "seat" },
      el("label", {}, el("span", {}, name),
        el("select", { onchange: (event) => choose(event.target.value), "data-seat": player },
          option("person", "a person"), ...LEVELS.map((level) => option(level, `computer, level ${level}`)), option("own", "computer, own settings"))), own);
  }

  /** The clocks: minutes for the game and seconds for each move. */
  times() {
    const { clock } = this.table;
    const known = TIMES.includes(clock.text) || !clock.text ? TIMES : [clock.text, ...TIMES];
    const option = (value, label) => el("option", { value, selected: clock.text === value }, label);
    return el("label", {}, el("span", {}, "clock"),
      el("select", { "data-clock": true, onchange: (event) => { clock.set(event.target.value); this.table.show(); this.table.saveAddress(); } },
        option("", "none"), ...known.map((text) => option(text, `${text.replace("+", " min + ")} s`))));
  }

  /** The zones that the rules name, to look at where they are. */
  zones() {
    const { table } = this;
    const { zones, players } = table.declared;
    if (zones.length === 0) return null;
    const note = el("p", { class: "about", hidden: true });
    const choose = (name) => {
      table.zone = zones.find((zone) => zone.name === name) ?? null;
      const [first, second] = table.zone?.fields.map((list) => list.join()) ?? [];
      note.hidden = first === second;
      note.textContent = `solid lines: ${players[0]}'s, dashed lines: ${players[1]}'s`;
      table.show();
    };
    return el("div", { class: "seats" }, el("label", {}, el("span", {}, "zone"),
      el("select", { "data-zone": true, onchange: (event) => choose(event.target.value) },
        el("option", { value: "" }, "none is shown"), ...zones.map(({ name }) => el("option", { value: name }, name.replaceAll("_", " "))))), note);
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
    const pages = { Analysis: new Analysis(table), Why: new Why(table), "Position and record": new Files(table), Debug: new Debugger(table) };
    const body = el("div", { class: "tab-body", id: "tab-body", role: "tabpanel", tabindex: -1 });
    const tabs = Object.entries(pages).map(([name, page]) => {
      const tab = button(name, () => {
        for (const other of Object.values(pages)) if (other !== page) other.end?.();
        body.replaceChildren(page.element);
        body.setAttribute("aria-label", name);
        for (const other of tabs) other.setAttribute("aria-selected", other === tab ? "true" : "false");
      }, { role: "tab", "aria-selected": "false", "aria-controls": "tab-body" });
      return tab;
    });
    tabs[0].click();
    return el("div", { class: "tabs" }, el("div", { role: "tablist", "aria-label": "More" }, ...tabs), body);
  }
}
