// The page in Japanese. The English sentence itself is the key of a table, which is loaded when Japanese is chosen:
// whole sentences, and sentences with {0}, {1} where something stands that is translated by itself. What has no entry
// stays as it is. dom.js says every text that enters the page.

import { store } from "./levels.js";

const PLACE = /\{(\d)\}/g;
/** A connection with so few letters ("{0} and {1}") is read only where its parts are known. */
const FEW_LETTERS = 9;
/** One with so few ("{0}, {1}") connects single words whatever they are. */
const LEAST_LETTERS = 3;
const MOST_KEPT = 5000;

let current = "en";
let whole = new Map();
let patterns = [];
let told = new Map();

/** The language that is shown: "en" or "ja". */
export const language = () => current;

const letters = (text) => text.replace(PLACE, "").replace(/[^a-z]/gi, "").length;

/** A sentence without its full stop: whether there is one is up to the text, not to the table. */
const unstopped = (text) => text.replace(/[.\u3002]$/, "");

/** What reads a sentence. A place ends with its clause and splits no bracket; in few words it is no list. */
function reader(sentence) {
  const seen = new Set();
  const one =
    letters(sentence) < FEW_LETTERS && /1\}/.test(sentence) && !/[,:]| and /.test(sentence) ? "(?!, | and )" : "";
  const all = sentence.split(/(\{\d\})/);
  const pieces = all.map((piece, at) => {
    const place = /^\{(\d)\}$/.exec(piece)?.[1];
    if (place === undefined) return piece.replace(/[.*+?^$()[\]\\|{}]/g, "\\$&");
    if (seen.has(place)) return `\\k<v${place}>`;
    seen.add(place);
    const stop = at < all.length - 2 ? "(?![.?!:] )" : "(?![.?!] )";
    return `(?<v${place}>(?:[(][^()]*[)]|${stop}${one}[^()])+?)`;
  });
  return new RegExp(`^${pieces.join("")}$`, "i");
}

/** Take a table of sentences, English to Japanese, into use; without one the page is English. */
export function learn(table = null) {
  const entries = Object.entries(table ?? {});
  current = table ? "ja" : "en";
  told = new Map();
  whole = new Map(entries.map(([english, japanese]) => [unstopped(english), unstopped(japanese)]));
  patterns = entries
    .filter(([english]) => english.includes("{0}"))
    .map(([english, japanese]) => ({
      reads: reader(unstopped(english)),
      writes: unstopped(japanese),
      size: letters(english),
    }))
    .sort((one, other) => other.size - one.size || other.writes.length - one.writes.length);
  if (typeof document !== "undefined") document.documentElement.lang = current;
}

/** One sentence, or a part of one, in Japanese; null where it is not in the table. */
function translated(text) {
  const bare = unstopped(text);
  const [first, rest] = [bare.charAt(0), bare.slice(1)];
  const ours = [first, first.toLowerCase(), first.toUpperCase()].map((one) => whole.get(one + rest)).find(Boolean);
  const said = ours ?? matched(bare);
  return said === null || bare === text ? said : `${said}\u3002`;
}

function matched(text) {
  for (const { reads, writes, size } of patterns) {
    const found = reads.exec(text);
    if (!found) continue;
    const parts = Object.entries(found.groups).map(([name, part]) => [name.slice(1), part, known(part)]);
    if (size <= LEAST_LETTERS) for (const one of parts) one[2] ??= one[1].includes(" ") ? null : one[1];
    if (size < FEW_LETTERS && parts.some(([, , ours]) => ours === null)) continue;
    const values = Object.fromEntries(parts.map(([place, part, ours]) => [place, ours ?? part]));
    return writes.replace(PLACE, (_, place) => values[place] ?? "");
  }
  return null;
}

/** A part of a sentence: a number or a sign says the same in every language. */
const known = (text) => (/[a-z]{2}/i.test(text) ? translated(text) : (whole.get(text) ?? text));

function translation(text) {
  const bare = text.trim();
  const ours = translated(bare);
  if (ours !== null) return ours;
  const sentences = bare.split(/(?<=[.?!])\s+/).map(known);
  return sentences.includes(null) ? text : sentences.join("");
}

/** A text in the language that is shown; one with a sentence that has no translation stays English as a whole. */
export function say(text) {
  if (current === "en" || typeof text !== "string" || !/[a-z]/i.test(text)) return text;
  if (told.size > MOST_KEPT) told.clear();
  if (!told.has(text)) told.set(text, translation(text));
  return told.get(text);
}

/** The language to begin with: what the visitor chose on any page of saizen, else the browser's. */
export function wished() {
  let chosen = null;
  try {
    chosen = localStorage.getItem("saizen.language");
  } catch {
    // a browser that remembers nothing
  }
  return (chosen ?? navigator.language ?? "en").slice(0, 2) === "ja" ? "ja" : "en";
}

/** Remember another language; the page loads its words and draws itself again when it hears "language". */
export function switchLanguage() {
  store("language", current === "ja" ? "en" : "ja");
  dispatchEvent(new Event("language"));
}
