// Bulls and Cows: guesses with their dots, what is left, and keys to type the next guess.

import { h, icon } from "/static/play/js/dom.js";

let typed = "";
let typedFor = "";

/** Digits that cannot be in the code: in a guess without any hit. */
function ruledOut(parts) {
  const out = new Set();
  for (const round of parts.history) if (round.a + round.b === 0) round.symbols.forEach((symbol) => out.add(symbol));
  return out;
}

const ANSWERS = (a, b) => {
  if (!a && !b) return "none right";
  const here = a ? `${a} in place` : "";
  const there = b ? `${b} in a wrong place` : "";
  return [here, there].filter(Boolean).join(", ");
};

function round(parts, entry, number, out) {
  const pegs = Array.from({ length: parts.places }, (_, i) => (i < entry.a ? "a" : i < entry.a + entry.b ? "o" : null));
  const share = `${Math.max(0.5, (100 * entry.left) / parts.codes)}%`;
  return h(
    "li",
    {},
    h("span", { class: "k" }, String(number)),
    h(
      "div",
      { class: "dig" },
      entry.symbols.map((symbol) => h("span", { class: out.has(symbol) ? "out" : null }, symbol)),
    ),
    h(
      "div",
      { class: "ans" },
      h(
        "span",
        { class: "pg", "aria-hidden": "true" },
        pegs.map((kind) => h("i", { class: kind })),
      ),
      h("small", {}, ANSWERS(entry.a, entry.b)),
    ),
    h(
      "div",
      { class: "left" },
      h("span", {}, h("b", { class: "num" }, entry.left.toLocaleString("en")), " left"),
      h("i", { vars: { v: share } }),
    ),
  );
}

function current(ctx, parts, number) {
  const boxes = Array.from({ length: parts.places }, (_, i) =>
    h("span", { class: `new${i === typed.length ? " cur" : ""}` }, typed[i] ?? ""),
  );
  return h(
    "li",
    { class: "cur1" },
    h("span", { class: "k" }, String(number)),
    h("div", { class: "dig" }, boxes),
    h("div", { class: "ans two2" }, h("small", {}, "Your guess. Tap or type digits.")),
  );
}

/** Type a digit, delete one, or guess; true where the key meant something. */
export function key(ctx, name) {
  const { parts } = ctx.board;
  if (!ctx.asks) return false;
  if (name === "Backspace") typed = typed.slice(0, -1);
  else if (name === "Enter") {
    if (typed.length !== parts.places) return false;
    const guess = typed;
    typed = "";
    ctx.choose(guess);
    return true;
  } else if (parts.symbols.includes(name) && typed.length < parts.places && (parts.repeat || !typed.includes(name))) {
    typed += name;
  } else return false;
  ctx.redraw();
  return true;
}

function pad(ctx, parts, out) {
  const press = (name) => () => key(ctx, name);
  const digits = parts.symbols.map((symbol) =>
    h(
      "button",
      {
        class: `key${out.has(symbol) ? " no" : ""}`,
        type: "button",
        "data-key": `digit ${symbol}`,
        "aria-label": out.has(symbol) ? `${symbol}, not in the code` : null,
        onclick: press(symbol),
      },
      symbol,
    ),
  );
  const remove = h(
    "button",
    { class: "key alt", type: "button", "aria-label": "Delete", onclick: press("Backspace") },
    icon("i-del"),
  );
  const ready = typed.length === parts.places;
  const go = h(
    "button",
    { class: "key go1", type: "button", "data-key": "guess", disabled: !ready, onclick: press("Enter") },
    "Guess",
  );
  return h("div", { class: "pad" }, digits.slice(0, 5), remove, digits.slice(5), go);
}

export function draw(ctx) {
  const { parts } = ctx.board;
  const at = ctx.board.parts.history.map((one) => one.guess).join();
  if (at !== typedFor) [typed, typedFor] = ["", at];
  const out = ruledOut(parts);
  const rounds = parts.history.map((entry, i) => round(parts, entry, i + 1 + parts.earlier, out));
  if (ctx.asks) rounds.push(current(ctx, parts, parts.history.length + 1));
  return [
    h("ol", { class: "guesses", tabindex: "0", "aria-label": "Guesses" }, rounds),
    ctx.ended ? null : pad(ctx, parts, out),
  ];
}

/** Three guesses, for the start page. */
export function tile() {
  const row = (code, pegs) =>
    h(
      "div",
      { class: "line1" },
      h(
        "div",
        { class: "dig" },
        [...code].map((digit) => h("span", {}, digit)),
      ),
      h(
        "span",
        { class: "pg" },
        pegs.map((kind) => h("i", { class: kind })),
      ),
    );
  return h(
    "div",
    { class: "codes" },
    row("268", [null, null, null]),
    row("472", ["o", null, null]),
    row("317", ["a", "a", "o"]),
  );
}

export const tableClass = "abx";
export const alone = (ctx) => ({ name: "Find the code", level: `${ctx.board.parts.places} different digits` });
export const bar = (ctx) => ({
  score: null,
  more: [ctx.ended ? null : h("span", { class: "chip" }, `guess ${ctx.board.parts.history.length + 1}`)],
});
export const moveName = (_, move) => move;
export const score = (ctx) => String(ctx.board.parts.history.length);
export const say = (ctx) => {
  const { left } = ctx.board.parts;
  return [`${left.toLocaleString("en")} ${left === 1 ? "code is" : "codes are"} possible.`, "Guess."];
};
export const levels = [
  { name: "3 digits", options: { places: 3, symbols: 10 }, says: "720 codes. About five guesses." },
  { name: "4 digits", options: { places: 4, symbols: 10 }, says: "5,040 codes. The classic size." },
];
export const words = (_, text) => text.replace(/^\d+A\d+B: /, "").replace(/^./, (letter) => letter.toUpperCase());
