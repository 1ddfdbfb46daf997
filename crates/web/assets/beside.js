// What is beside the board: the pieces that each player has in reserve, whose turn it is, and
// the choices of a step that are not fields: what is placed, what a piece becomes, how many
// are taken, and a pass.

import { button, el, svg } from "./dom.js";

export class Beside {
  constructor(table) {
    this.table = table;
    this.strips = table.declared.players.map((name, player) => el("div", { class: "reserve", role: "group", "aria-label": `${name}: reserve` }));
    this.prompt = el("div", { class: "prompt" });
  }

  strip(player) {
    return this.strips[player] ?? el("div");
  }

  /** A small drawing of a piece, which says its name unless words beside it do. */
  icon(kind, owner, name) {
    const { pieces, isFlipped } = this.table;
    const said = name ? { role: "img", "aria-label": name } : { "aria-hidden": "true" };
    return svg("svg", { class: "icon", viewBox: "-0.5 -0.5 1 1", ...said }, pieces.draw(pieces.of(kind, owner), isFlipped));
  }

  show() {
    const { declared, state } = this.table;
    this.strips.forEach((strip, player) => {
      const held = declared.reserve.map((kind, i) => [kind, state.reserve[i][player]]).filter(([, count]) => count > 0);
      strip.replaceChildren(
        el("span", { class: state.player === player && !this.table.isOver() ? "name turn" : "name" }, this.disc(player), declared.players[player]), ...(this.table.clock ? [this.table.clock.faces[player]] : []),
        ...held.map(([kind, count]) => this.held(kind, count, player)));
    });
    this.showPrompt();
  }

  /** The color of a player. */
  disc(player) {
    const { fill, edge } = this.table.pieces.color(player);
    return svg("svg", { class: "dot", viewBox: "0 0 10 10", "aria-hidden": "true" }, svg("circle", { cx: 5, cy: 5, r: 4, fill, stroke: edge }));
  }

  held(kind, count, player) {
    const { declared, entry, state } = this.table;
    const step = `place:${kind}`;
    const isOpen = this.table.isPersonsTurn() && state.player === player && (entry.next().includes(step) || entry.candidates([]).some((move) => move.steps[0] === step));
    const { name } = declared.kinds[kind];
    const isChosen = entry.entered.includes(step) && state.player === player;
    return button([this.icon(kind, player, name), count > 1 ? el("span", {}, `×${count}`) : null], () => this.table.chooseStep(step),
      { class: isChosen ? "held chosen" : "held", disabled: !isOpen, title: `${count} ${name}`, "aria-pressed": isChosen ? "true" : "false", "data-step": step });
  }

  /** What is to be done, in words. */
  words() {
    const { table } = this;
    const { declared, state, entry } = table;
    const result = table.result();
    if (result) return result;
    const who = declared.players[state.player];
    if (table.computer.isThinking) return `${who}: the computer thinks`;
    if (!entry.isBegun()) return declared.players.length > 1 ? `${who} to move` : "Your move";
    const sofar = entry.entered.map((step) => this.label(step)).join(" ");
    return `${who}: ${sofar} …`;
  }

  /** A step in words. */
  label(step) {
    const { declared } = this.table;
    if (typeof step === "number") return declared.fields[step].name;
    const [word, what] = step.split(/:(.*)/s);
    if (word === "place") return declared.kinds[what].name;
    if (word === "become") return `becomes ${declared.kinds[what].name}`;
    if (word === "take") return `take ${what}`;
    return what === "-" ? "no change" : what;
  }

  showPrompt() {
    const { table } = this;
    const { entry } = table;
    const parts = [el("strong", { class: table.isOver() ? "result" : "" }, this.words())];
    if (table.isPersonsTurn()) {
      parts.push(...entry.choices().filter((step) => !this.isHeld(step)).map((step) => this.choice(step)));
      const complete = entry.complete();
      if (complete) parts.push(button(`Play ${complete.text}`, () => table.play(complete.text), { class: "primary" }));
      if (entry.isBegun()) parts.push(button("Undo step", () => table.undoStep(), { "data-step": "undo" }));
    }
    const notes = table.state.notes;
    if (notes.length) parts.push(el("span", { class: "notes" }, notes.join(" · ")));
    this.prompt.replaceChildren(...parts);
  }

  /** Whether a choice is shown as a piece in reserve. */
  isHeld(step) {
    const { declared, state } = this.table;
    return declared.reserve.some((kind, i) => step === `place:${kind}` && state.reserve[i][state.player] > 0);
  }

  choice(step) {
    const [word, what] = step.split(":");
    const hasIcon = word === "place" || word === "become";
    const icon = hasIcon ? this.icon(Number(what), this.table.state.player) : null;
    return button([icon, this.label(step)], () => this.table.chooseStep(step), { class: "choice", "data-step": step });
  }
}
