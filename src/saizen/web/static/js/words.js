// The page's own words, one file a language. t("play.undo") finds "undo" in the section "play".

const LANGUAGES = ["en", "ja"];
const texts = {};
let current = "en";

function kept() {
  try {
    return localStorage.getItem("saizen.language");
  } catch {
    return null;
  }
}

/** Load the languages; the visitor's last choice, or the browser's first language, is taken. */
export async function loadWords() {
  const files = LANGUAGES.map((one) => fetch(new URL(`../texts/${one}.json`, import.meta.url)).then((r) => r.json()));
  const loaded = await Promise.all(files);
  LANGUAGES.forEach((one, i) => (texts[one] = loaded[i]));
  const wished = kept() ?? (navigator.language ?? "en").slice(0, 2);
  current = LANGUAGES.includes(wished) ? wished : "en";
  document.documentElement.lang = current;
}

/** The language that is shown: "en" or "ja". */
export function language() {
  return current;
}

/** Choose a language; it is remembered. The page draws itself again when it hears "language". */
export function setLanguage(name) {
  current = LANGUAGES.includes(name) ? name : "en";
  document.documentElement.lang = current;
  try {
    localStorage.setItem("saizen.language", current);
  } catch {
    // it is remembered as long as the page is open
  }
  window.dispatchEvent(new Event("language"));
}

const PLACE = /\{(\d+)(?:\|([^|}]*)\|([^}]*))?\}/g;

function find(name, key) {
  return key.split(".").reduce((at, part) => at?.[part], texts[name]);
}

/** The text of a key, {0} {1} filled in; {0|card|cards} chooses by number. English where a language lacks it. */
export function t(key, ...values) {
  const found = find(current, key) ?? find("en", key);
  if (typeof found !== "string") return key;
  return found.replace(PLACE, (_, i, one, many) =>
    one === undefined ? String(values[i] ?? "") : Number(values[i]) === 1 ? one : many,
  );
}

let patterns = null;

/** The pattern that reads a sentence of the section "sentences" back: what stands at {0}, {1}, ... */
function pattern(sentence) {
  const seen = new Set();
  const quoted = (text) => text.replace(/[.*+?^$()[\]\\]/g, "\\$&");
  let [made, end] = ["", 0];
  for (const place of sentence.matchAll(PLACE)) {
    const [whole, i, one, many] = place;
    made += quoted(sentence.slice(end, place.index)) + (one !== undefined ? `(?:${one}|${many})` : seen.has(i) ? `\\k<v${i}>` : `(?<v${i}>.+?)`);
    if (one === undefined) seen.add(i);
    end = place.index + whole.length;
  }
  return new RegExp(`^${made}${quoted(sentence.slice(end))}$`, "i");
}

function translated(sentence) {
  patterns ??= Object.entries(texts.en.sentences).map(([key, text]) => ({ key, reads: pattern(text), bare: !/[a-z]/i.test(text.replace(PLACE, "")) }));
  for (const { key, reads, bare } of patterns) {
    const found = reads.exec(sentence);
    if (!found) continue;
    const parts = Object.entries(found.groups ?? {}).map(([name, part]) => [Number(name.slice(1)), part, translated(part)]);
    if (bare && parts.some(([, , ours]) => ours === null)) continue; // signs alone say nothing about the rest
    const values = [];
    for (const [i, part, ours] of parts) values[i] = ours ?? part;
    return t(`sentences.${key}`, ...values);
  }
  return null;
}

/** What the server says, in the language shown; a sentence that has no translation stays as it is. */
export function say(text) {
  if (current === "en" || !text) return text;
  const sentences = text.split(/(?<=\.)\s+/);
  const told = sentences.map(translated);
  return told.includes(null) ? told.map((one, i) => one ?? sentences[i]).join(" ") : told.join("");
}

/** Whether there is a text for a key. */
export function known(key) {
  return typeof find("en", key) === "string";
}

/** The entry of {"en": ..., "ja": ...} in the language shown. */
export function pick(both) {
  return both === null || both === undefined ? null : (both[current] ?? both.en ?? null);
}
