// Where the page begins: reads the address and shows the list of games, a game, a room, a
// report or the editor. What is shown is closed before something else is, so that searches end.

import { read, unpack } from "./address.js";
import { el, toast } from "./dom.js";
import { home } from "./home.js";
import { Panel } from "./panel.js";
import { Table } from "./table.js";

const main = document.getElementById("main");
let shown = null;
/** The address that was read last. */
let latest = null;

/** Who plays: a person, a level, or settings of one's own. */
function seat(text) {
  if (/^([1-9]|10)$/.test(text ?? "")) return Number(text);
  return text?.includes("=") ? text : "person";
}

async function table(parts) {
  const rules = parts.rules ? await unpack(parts.rules) : undefined;
  const made = new Table({
    game: parts.game, rules, start: parts.start, moves: parts.moves ? parts.moves.split(" ") : [],
    seats: [seat(parts.first), seat(parts.second)], isFlipped: parts.flipped === "1", clock: parts.clock, resigned: parts.resigned ? Number(parts.resigned) : null,
  });
  shown = made;
  await made.load(/^\d+$/.test(parts.ply ?? "") ? Number(parts.ply) : undefined);
  // Something else may be shown by now.
  if (shown !== made) return;
  if (made.declared.hidden) {
    made.close();
    const { Lobby } = await import("./room.js");
    shown = new Lobby(main, made.declared, { game: parts.game, rules });
    return;
  }
  document.title = `${made.declared.name} – Multigame`;
  const panel = new Panel(made);
  main.replaceChildren(el("div", { class: "table" }, made.element, panel.element));
  // A list can be scrolled to its last move only where it is shown.
  panel.showMoves();
}

async function show() {
  shown?.close();
  shown = null;
  const parts = (latest = read());
  document.title = "Multigame";
  try {
    if (parts.room || parts.invitation) {
      const { Room } = await import("./room.js");
      shown = new Room(main, parts);
      await shown.open();
    } else if (parts.report) {
      const { Report } = await import("./report.js");
      shown = new Report(main, parts.report);
      await shown.open();
    } else if (parts.edit) {
      const { Editor } = await import("./editor.js");
      shown = new Editor(main, parts.edit, parts.rules ? await unpack(parts.rules) : undefined);
      await shown.open();
    } else if (parts.game) {
      await table(parts);
    } else {
      await home(main);
    }
  } catch (error) {
    // Something else may be shown by now.
    if (parts !== latest) return;
    toast(error.message, true);
    shown?.close();
    shown = null;
    // What is still there was closed when this address was read.
    main.replaceChildren();
    await home(main);
  }
  document.body.dataset.ready = "true";
}

/** Light, dark, or as the machine is. */
function theme() {
  const set = (name) => (document.documentElement.dataset.theme = name);
  set(localStorage.getItem("multigame.theme") ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light"));
  document.getElementById("theme").addEventListener("click", () => {
    set(document.documentElement.dataset.theme === "dark" ? "light" : "dark");
    localStorage.setItem("multigame.theme", document.documentElement.dataset.theme);
  });
}

theme();
addEventListener("hashchange", show);
addEventListener("pagehide", () => shown?.close());
show();
