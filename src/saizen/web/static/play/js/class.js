// A class: everybody plays the same deals against the same opponent, without hints, and hands in a file.

import { write } from "./address.js";
import { h, icon, put } from "./dom.js";
import { recall, store } from "./levels.js";

const MOST_DEALS = 20;

/** A seed from a word: the same deals wherever the word is typed. */
export function seedOf(word, deal) {
  let seed = 2166136261 ^ deal;
  for (const sign of word.trim().toLowerCase()) seed = Math.imul(seed ^ sign.codePointAt(0), 16777619);
  return seed >>> 1;
}

/** What a class plays: a word, so many deals, an opponent; and what one of them has played so far. */
export class Round {
  /** @param {string} game @param {{word: string, deals: number, level: string}} setup */
  constructor(game, { word, deals, level }) {
    this.game = game;
    this.word = word.slice(0, 40);
    this.deals = Math.min(MOST_DEALS, Math.max(1, Math.floor(deals) || 1));
    this.level = level;
    this.key = `class.${game}.${this.word}.${this.deals}.${level}`;
    /** @type {any[]} */
    this.results = recall(this.key, []).slice(0, this.deals);
  }

  /** Read a round from an address; null where there is none. */
  static from(game, query) {
    const word = query.get("class");
    return word ? new Round(game, { word, deals: Number(query.get("deals")), level: query.get("level") ?? "" }) : null;
  }

  address() {
    return write([this.game], { class: this.word, deals: this.deals, level: this.level });
  }

  get over() {
    return this.results.length >= this.deals;
  }

  get seed() {
    return seedOf(this.word, Math.min(this.results.length, this.deals - 1));
  }

  /** Note how a deal ended. */
  note(result) {
    if (this.over) return;
    this.results.push(result);
    store(this.key, JSON.stringify(this.results));
  }

  /** The results as a file that a spreadsheet opens. */
  csv(name) {
    const cell = (value) =>
      `"${String(value)
        .replace(/^[=+@-]/, "'$&")
        .replaceAll('"', '""')}"`;
    const head = ["class", "name", "game", "opponent", "deal", "result", "accuracy", "best", "choices", "cost"];
    const rows = this.results.map((one, i) => {
      const played = [i + 1, one.title, one.accuracy, one.best, one.choices, one.cost];
      return [this.word, name, this.game, this.level, ...played].map(cell).join(",");
    });
    return `${[head.join(","), ...rows].join("\r\n")}\r\n`;
  }
}

/** The end of a deal: the next one, or the results as a file. */
export function roundButtons(page) {
  const { round } = page;
  if (!page.noted) return [h("p", { class: "lead more" }, "Your choices are being judged…")];
  if (!round.over) {
    const next = { class: "btn main big", type: "button", "data-key": "again", onclick: () => page.start() };
    return [h("button", next, `Deal ${round.results.length + 1} of ${round.deals}`)];
  }
  const name = h("input", { type: "text", placeholder: "Your name", "aria-label": "Your name", maxlength: "60" });
  const save = () => {
    const file = new Blob([round.csv(/** @type {HTMLInputElement} */ (name).value)], { type: "text/csv" });
    const link = h("a", { href: URL.createObjectURL(file), download: `${round.game}-${round.word}.csv` });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.getAttribute("href")), 1000);
  };
  const button = { class: "btn main big", type: "button", "data-key": "results", onclick: save };
  return [name, h("button", button, icon("i-down"), "Save my results")];
}

/** What a teacher sets up, and the link for the class. */
export function classForm(page) {
  const levels = page.levels.map((level) =>
    h("option", { value: level.name }, [level.name, level.label].filter(Boolean).join(" · ")),
  );
  const word = /** @type {HTMLInputElement} */ (h("input", { type: "text", value: "owls", maxlength: "40" }));
  const deals = /** @type {HTMLInputElement} */ (h("input", { type: "number", value: "5", min: "1", max: MOST_DEALS }));
  const level = /** @type {HTMLSelectElement} */ (h("select", {}, levels));
  level.value = page.level.name;
  const place = h("p", { class: "link" });
  const show = () => {
    const setup = { word: word.value || "owls", deals: Number(deals.value), level: level.value };
    const address = new Round(page.brief.name, setup).address();
    put(place, h("a", { href: address, "data-close": true }, `${location.href.split("#")[0]}${address}`));
  };
  for (const field of [word, deals, level]) field.addEventListener("input", show);
  show();
  const row = (label, field) => h("label", {}, h("span", {}, label), field);
  return h(
    "div",
    { class: "classform" },
    h("p", { class: "lead" }, "Everybody who opens the link plays the same deals, without hints and undo."),
    row("Word", word),
    row("Deals", deals),
    row("Opponent", level),
    h("h3", {}, "Link for the class"),
    place,
    h("p", { class: "lead more" }, "In the end each pupil saves a file with results, which a spreadsheet opens."),
  );
}
