// The page's own words, one file a language, and the words of each game that was opened. t("play.undo") finds "undo"
// in the section "play" of the page, or in the words of a game of this name.

const LANGUAGES = ["en", "ja"];
const texts = {};
const games = { en: {}, ja: {} };
let current = "en";
let spoken = null; // the game whose sentences are read back

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

/** Add the words of a game, {"en": ..., "ja": ...}, as a section with its name. */
export function addWords(game, both) {
  for (const one of LANGUAGES) games[one][game] = both?.[one] ?? {};
  patterns = null;
}

/** Choose the game whose sentences say() reads back. */
export function speakOf(game) {
  spoken = game;
  patterns = null;
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
  const within = (all) => key.split(".").reduce((at, part) => at?.[part], all);
  return within(texts[name]) ?? within(games[name]);
}

function filled(text, values) {
  return text.replace(PLACE, (_, i, one, many) =>
    one === undefined ? String(values[i] ?? "") : Number(values[i]) === 1 ? one : many,
  );
}

/** The text of a key, {0} {1} filled in; {0|card|cards} chooses by number. English where a language lacks it. */
export function t(key, ...values) {
  const found = find(current, key) ?? find("en", key);
  return typeof found === "string" ? filled(found, values) : key;
}

let patterns = null;

/** The pattern that reads a sentence back: what stands at {0}, {1}, ... */
function pattern(sentence) {
  const seen = new Set();
  const quoted = (text) => text.replace(/[.*+?^$()[\]\\]/g, "\\$&");
  let [made, end] = ["", 0];
  for (const place of sentence.matchAll(PLACE)) {
    const [whole, i, one, many] = place;
    made +=
      quoted(sentence.slice(end, place.index)) +
      (one !== undefined ? `(?:${one}|${many})` : seen.has(i) ? `\\k<v${i}>` : `(?<v${i}>.+?)`);
    if (one === undefined) seen.add(i);
    end = place.index + whole.length;
  }
  return new RegExp(`^${made}${quoted(sentence.slice(end))}$`, "i");
}

/** All sentences in the order in which they are tried: whole ones, then parts of them; the game's before the page's. */
function sentences() {
  const sources = [(language) => games[language][spoken], (language) => texts[language]];
  return ["sentences", "phrases"].flatMap((section) =>
    sources.flatMap((source) =>
      Object.entries(source("en")?.[section] ?? {}).map(([key, text]) => ({
        reads: pattern(text),
        bare: !/[a-z]/i.test(text.replace(PLACE, "")),
        writes: (language) => source(language)?.[section]?.[key] ?? text,
      })),
    ),
  );
}

function translated(sentence) {
  patterns ??= sentences();
  for (const { reads, bare, writes } of patterns) {
    const found = reads.exec(sentence);
    if (!found) continue;
    const parts = Object.entries(found.groups ?? {}).map(([name, part]) => [
      Number(name.slice(1)),
      part,
      translated(part),
    ]);
    if (bare && parts.some(([, , ours]) => ours === null)) continue; // signs alone say nothing about the rest
    const values = [];
    for (const [i, part, ours] of parts) values[i] = ours ?? part;
    return filled(writes(current), values);
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

/** The entry of {"en": ..., "ja": ...} in the language shown. */
export function pick(both) {
  return both === null || both === undefined ? null : (both[current] ?? both.en ?? null);
}
