// Games of one's own, kept in this browser: names and rules.

const KEY = "multigame.games";

/** All of them, by name. */
export function ownGames() {
  try {
    return JSON.parse(localStorage.getItem(KEY)) ?? {};
  } catch {
    return {};
  }
}

/** Keeps one. */
export function keepGame(name, rules) {
  localStorage.setItem(KEY, JSON.stringify({ ...ownGames(), [name]: rules }));
}

/** Forgets one. */
export function forgetGame(name) {
  const games = ownGames();
  delete games[name];
  localStorage.setItem(KEY, JSON.stringify(games));
}
