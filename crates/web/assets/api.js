// Speaks with the server: one question, one answer; or one question and a stream of events.
// docs/web.md describes what can be asked.

/** What the server refused, with its hint. */
export class Refused extends Error {
  constructor(message, hint) {
    super(hint ? `${message} (${hint})` : message);
    this.hint = hint;
  }
}

async function refusal(response) {
  try {
    const { error, hint } = await response.json();
    return new Refused(error, hint);
  } catch {
    return new Refused(`the server answered ${response.status}`, "");
  }
}

function request(path, question, signal) {
  return fetch(path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(question),
    signal,
  });
}

/** Asks and waits for the answer. */
export async function ask(path, question, signal) {
  const response = await request(path, question, signal);
  if (!response.ok) throw await refusal(response);
  return response.json();
}

async function list(path) {
  const response = await fetch(path);
  if (!response.ok) throw await refusal(response);
  return response.json();
}

/** The games that have names on this server. */
export const games = () => list("api/games");

/** The words of the language. */
export const words = () => list("api/words");

/** Asks, and calls `onEvent(name, data)` for each event until the stream or the signal ends. */
export async function stream(path, question, signal, onEvent) {
  const response = await request(path, question, signal);
  if (!response.ok) throw await refusal(response);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    const blocks = (rest + value).split("\n\n");
    rest = blocks.pop();
    for (const block of blocks) {
      const lines = block.split("\n");
      const part = (key) => lines.filter((line) => line.startsWith(key)).map((line) => line.slice(key.length).trimStart()).join("\n");
      const [name, data] = [part("event:"), part("data:")];
      if (name === "refused") {
        const { error, hint } = JSON.parse(data);
        throw new Refused(error, hint);
      }
      if (data) onEvent(name, JSON.parse(data));
    }
  }
}
