// Addresses: #/GAME, #/GAME?g=PACKED, #/learn. A link is the whole game; what cannot be read is told, never thrown.

const LONGEST_LINK = 60_000;
const LONGEST_GAME = 400_000;

/** A link that cannot be read; the message is for the visitor. */
export class BadLink extends Error {}

/** Read the address: {parts, query}. A broken escape stays as it is written. */
export function parse(hash) {
  const [path, query = ""] = hash.replace(/^#\/?/, "").split(/\?(.*)/s);
  return { parts: path.split("/").filter(Boolean).map(decoded), query: new URLSearchParams(query) };
}

function decoded(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Write an address from its parts; empty entries are left out. */
export function write(parts, query = {}) {
  const filled = Object.entries(query).filter(([, value]) => value !== null && value !== undefined && value !== "");
  const search = new URLSearchParams(filled).toString();
  return `#/${parts.map(encodeURIComponent).join("/")}${search ? `?${search}` : ""}`;
}

/** Pack a game for a link: deflated JSON in letters that links keep. */
export async function pack(game) {
  const stream = new Blob([JSON.stringify(game)]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** Unpack a game from a link; a link that would unpack to more than a game ever needs is refused. */
export async function unpack(packed) {
  if (packed.length > LONGEST_LINK) throw new BadLink("The link is too long to hold a game.");
  try {
    const binary = atob(packed.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(binary, (sign) => sign.charCodeAt(0));
    const text = await inflated(bytes);
    const game = JSON.parse(text);
    if (!game || typeof game !== "object" || !Array.isArray(game.log)) throw new BadLink("The link holds no game.");
    return game;
  } catch (error) {
    throw error instanceof BadLink ? error : new BadLink("The link is damaged: a part of it is missing.");
  }
}

/** Inflate piece by piece, and stop where it gets too long. */
async function inflated(bytes) {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  let text = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    text += decoder.decode(value, { stream: true });
    if (text.length > LONGEST_GAME) {
      await reader.cancel();
      throw new BadLink("The link is too long to hold a game.");
    }
  }
}
