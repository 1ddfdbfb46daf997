// The computer at the table: makes its moves at a level, gives hints, and stops when what it
// thinks about is not asked for any more.

import { stream } from "./api.js";
import { toast } from "./dom.js";

/** How a seat thinks: a level, or settings such as "algorithm=mcts time=2s" or "depth=6". What is
 * no time or depth is a setting, and the server says what is wrong with one that is none. */
function manner(seat) {
  if (typeof seat === "number") return { level: seat };
  const made = {};
  const settings = seat.split(/\s+/).filter((word) => {
    const [, amount, unit] = /^time=(\d*\.?\d+)(ms|s)$/.exec(word) ?? [];
    const [, depth] = /^depth=(\d{1,15})$/.exec(word) ?? [];
    if (amount !== undefined) made.seconds = Number(amount) / (unit === "ms" ? 1000 : 1);
    if (depth !== undefined) made.depth = Number(depth);
    return amount === undefined && depth === undefined;
  });
  return { settings: settings.join(" "), ...made };
}

export class Computer {
  constructor(table) {
    this.table = table;
    this.isThinking = false;
  }

  /** Thinks about the position that is shown, at a level or by settings, and keeps to a clock; the
   * text of a move, or nothing if it was stopped. */
  async think(seat, clock) {
    this.stop();
    const control = (this.control = new AbortController());
    let chosen = null;
    try {
      await stream("api/think", { ...this.table.question(), ...manner(seat), clock }, control.signal, (name, data) => {
        if (name === "done") chosen = data.move;
      });
    } catch (error) {
      if (!control.signal.aborted) toast(error.message, true);
    }
    // Nothing was found if something went wrong, and whoever stopped it knows why there is none.
    return control.signal.aborted ? null : (chosen ?? undefined);
  }

  /** Moves, if it is the computer's turn. */
  async move() {
    const { table } = this;
    const seat = table.seats[table.state.player];
    if (table.isOver() || !table.isLatest() || seat === "person" || this.isThinking || table.declared.hidden) return;
    this.isThinking = true;
    table.show();
    const chosen = await this.think(seat, table.clock.question(table.state.player));
    // Whoever stopped it has said what comes next.
    if (chosen === null) return;
    this.isThinking = false;
    if (chosen === undefined || table.isOver()) table.show();
    else await table.play(chosen);
  }

  /** Shows a good move of the position. */
  async hint() {
    const { table } = this;
    if (this.isThinking || table.isOver()) return;
    const ply = table.ply;
    const chosen = await this.think(7);
    if (!chosen || table.ply !== ply || table.isClosed) return;
    table.hint = chosen;
    table.show();
    toast(`Hint: ${chosen}`);
  }

  stop() {
    this.control?.abort();
    this.control = null;
    this.isThinking = false;
  }
}
