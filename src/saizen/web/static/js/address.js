// Addresses: #/GAME/tab?position=...&options={...} and #/GAME/play?sitting=..., so that a link is the whole state.

/** Read the address: {parts, query}. */
export function parse(hash = location.hash) {
  const [path, query = ""] = hash.replace(/^#\/?/, "").split(/\?(.*)/s);
  return { parts: path.split("/").filter(Boolean).map(decodeURIComponent), query: new URLSearchParams(query) };
}

/** Write an address from its parts; empty entries are left out. */
export function write(parts, query = {}) {
  const kept = Object.entries(query).filter(([, value]) => value !== null && value !== undefined && value !== "");
  const search = new URLSearchParams(kept).toString();
  return `#/${parts.map(encodeURIComponent).join("/")}${search ? `?${search}` : ""}`;
}

/** The address of a position in Analyse. */
export function analysed(game, position, options = {}) {
  return write([game, "analyse"], {
    position,
    options: Object.keys(options ?? {}).length ? JSON.stringify(options) : null,
  });
}

/** Options out of an address; what cannot be read is no option. */
export function optionsOf(query) {
  try {
    const found = JSON.parse(query.get("options") ?? "{}");
    return found && typeof found === "object" && !Array.isArray(found) ? found : {};
  } catch {
    return {};
  }
}

async function through(stream, bytes) {
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
}

/** Pack a text for a link: deflated, in letters that links keep. */
export async function pack(text) {
  const bytes = await through(new CompressionStream("deflate-raw"), new TextEncoder().encode(text));
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** Unpack a text from a link; a sitting written out plainly is taken as it is. */
export async function unpack(packed) {
  if (packed.startsWith("{")) return packed;
  const binary = atob(packed.replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = Uint8Array.from(binary, (sign) => sign.charCodeAt(0));
  return new TextDecoder().decode(await through(new DecompressionStream("deflate-raw"), bytes));
}
