// The list of all games: those of this server, and those that are kept in this browser.

import { games } from "./api.js";
import { pack, write } from "./address.js";
import { button, el } from "./dom.js";
import { forgetGame, ownGames } from "./own.js";

const title = (name) => name.replaceAll("_", " ");

function card(name, about, href, extra) {
  return el("li", { class: "card", "data-name": name }, el("a", { href, "data-game": name }, el("strong", {}, title(name)), el("span", {}, about)), extra);
}

/** A name that no game has yet. */
function freeName(taken) {
  let n = 1;
  const name = () => (n === 1 ? "mine" : `mine${n}`);
  while (taken.has(name())) n += 1;
  return name();
}

/** Shows the list in an element. */
export async function home(root) {
  const list = await games();
  const own = await Promise.all(Object.entries(ownGames()).map(async ([name, rules]) => {
    const packed = await pack(rules);
    const forget = button("Forget", () => { forgetGame(name); home(root); }, { "aria-label": `Forget ${name}` });
    return card(name, "kept in this browser", write({ game: name, rules: packed }), el("div", { class: "row" }, el("a", { href: write({ edit: name }) }, "Edit"), forget));
  }));
  const fresh = freeName(new Set([...Object.keys(ownGames()), ...list.map(({ name }) => name)]));
  const cards = [...own, ...list.map(({ name, about, own: isNamed }) => card(name, about, write({ game: name, second: "3" }), isNamed ? el("em", {}, "yours") : null))];
  const search = el("input", { type: "search", placeholder: "Search the games", "aria-label": "Search the games", oninput: () => filter(search.value, cards) });
  root.replaceChildren(
    el("div", { class: "home" },
      el("h1", {}, "Games"),
      el("div", { class: "row" }, search, el("a", { class: "button", href: write({ edit: fresh }) }, "Write a game")),
      el("ul", { class: "cards" }, ...cards)));
}

function filter(text, cards) {
  const wanted = text.trim().toLowerCase();
  for (const item of cards) item.hidden = !item.textContent.toLowerCase().includes(wanted);
}
