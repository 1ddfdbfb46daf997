// The whole state of a page is in its address, so that a position can be sent as a link and
// the browser's way back works. Rules of one's own are packed into it.

const encoder = new TextEncoder();

/** The server takes no rules that are longer; a link of somebody else may hold anything. */
const LONGEST = 65536;

async function through(bytes, transform, most = Infinity) {
  const reader = new Blob([bytes]).stream().pipeThrough(transform).getReader();
  const chunks = [];
  let length = 0;
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    length += read.value.length;
    if (length > most) {
      await reader.cancel();
      throw new Error("the rules in it are too long");
    }
    chunks.push(read.value);
  }
  return new Uint8Array(await new Blob(chunks).arrayBuffer());
}

/** A text as letters that an address can hold. */
export async function pack(text) {
  const bytes = await through(encoder.encode(text), new CompressionStream("deflate-raw"));
  const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** The text that was packed. */
export async function unpack(packed) {
  try {
    const binary = atob(packed.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
    return new TextDecoder().decode(await through(bytes, new DecompressionStream("deflate-raw"), LONGEST));
  } catch (error) {
    throw new Error(`this link cannot be read: ${error.message}`);
  }
}

/** What an address says: a map from words to texts. */
export function read(hash = location.hash) {
  return Object.fromEntries(new URLSearchParams(hash.replace(/^#/, "")));
}

/** The address that says this; what is empty is left out. */
export function write(parts) {
  const kept = Object.entries(parts).filter(([, value]) => value !== undefined && value !== "");
  return "#" + new URLSearchParams(kept).toString();
}
