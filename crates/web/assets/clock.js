// Clocks: each side has a time for the whole game, and gets some of it back after each move.
// They run while the last position is shown; whoever takes a move back gets its time back, too.

import { announce, el } from "./dom.js";

/** What can be chosen: minutes for the game, and seconds for each move. */
export const TIMES = ["1+0", "3+2", "5+0", "10+5", "30+20"];

/** A number of seconds as people read it. */
export function shownTime(seconds) {
  const left = Math.max(0, seconds);
  if (left < 10) return `0:0${left.toFixed(1)}`;
  const whole = Math.ceil(left);
  const two = (n) => String(n).padStart(2, "0");
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
}

export class Clock {
  constructor(table) {
    this.table = table;
    this.faces = [0, 1].map(() => el("span", { class: "clock", role: "timer", hidden: true }));
    table.addEventListener("changed", () => this.changed());
    table.addEventListener("closed", () => this.stop());
  }

  /** Begins to run by a text such as "5+3"; an empty one takes the clocks away. */
  set(text) {
    const [, minutes, increment] = /^(\d{1,3}(?:\.\d+)?)\+(\d{1,3})$/.exec(text ?? "") ?? [];
    this.stop();
    this.text = minutes === undefined ? "" : text;
    this.isOn = minutes !== undefined && Number(minutes) > 0;
    this.increment = Number(increment ?? 0);
    this.initial = 60 * Number(minutes ?? 0);
    this.reset();
  }

  reset() {
    const { table } = this;
    this.stop();
    this.left = [this.initial, this.initial];
    // What was left before each move of the game, as far as clocks saw it.
    this.before = [];
    table.timedOut = null;
    this.ply = table.ply;
    this.show();
    if (table.state) this.run();
  }

  /** What the computer is told about the time of a side. */
  question(player) {
    return this.isOn ? { left: Math.min(86400, Math.max(0, this.now(player))), increment: this.increment } : undefined;
  }

  /** What a side has left at this moment. */
  now(player) {
    const running = this.running === player ? (performance.now() - this.since) / 1000 : 0;
    return this.left[player] - running;
  }

  /** A move was made or taken back, or another position is shown. */
  changed() {
    if (!this.isOn) return;
    const { table } = this;
    const mover = this.running;
    this.stop();
    if (table.ply === this.ply + 1 && table.isLatest()) {
      this.before[this.ply] = this.beforeMove ?? [...this.left];
      if (mover !== null && mover !== undefined) this.left[mover] += this.increment;
    } else if (table.isLatest() && table.ply < this.ply && this.before[table.ply]) {
      this.left = [...this.before[table.ply]];
      table.timedOut = null;
    }
    if (table.isLatest()) this.ply = table.ply;
    this.show();
    this.run();
  }

  /** Runs for the player to move, from the first move on. */
  run() {
    const { table } = this;
    if (!this.isOn || table.isOver() || !table.isLatest() || table.moves.length === 0) return;
    this.running = table.state.player;
    this.beforeMove = [...this.left];
    this.since = performance.now();
    this.timer = setInterval(() => this.tick(), 100);
  }

  stop() {
    clearInterval(this.timer);
    if (this.running !== null && this.running !== undefined) this.left[this.running] = this.now(this.running);
    this.running = null;
  }

  tick() {
    this.show();
    if (this.now(this.running) > 0) return;
    const { table } = this;
    const late = this.running;
    this.stop();
    this.left[late] = 0;
    table.timedOut = late;
    table.computer.stop();
    this.show();
    table.show();
    announce(table.result());
  }

  show() {
    this.faces.forEach((face, player) => {
      face.hidden = !this.isOn;
      if (!this.isOn) return;
      face.textContent = shownTime(this.now(player));
      face.classList.toggle("running", this.running === player);
      face.setAttribute("aria-label", `Time of ${this.table.declared?.players[player] ?? player}`);
    });
  }
}
