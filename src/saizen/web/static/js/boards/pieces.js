// What the boards of several games share: cards that are buttons, what is known about a move, small fields.

import { h, keepFocus, put } from "../dom.js";
import { decimal, percent, toNumber } from "../panel/fractions.js";
import { Work } from "../panel/work.js";
import { say } from "../words.js";

/** Whether a move can be made now. */
export function playable(ctx, move) {
  return move !== null && move !== undefined && Boolean(ctx.choose) && (!ctx.moves || ctx.moves.includes(move));
}

/** What is known about a move, short: how often it is played, that it is best, or what it costs. */
export function moveTag(ctx, move) {
  const found = move === null ? null : ctx.advice?.get(move);
  if (!found) return null;
  const share = toNumber(found.probability);
  if (found.optimal) return share > 0 && share < 1 ? percent(found.probability) : "✓";
  const cost = toNumber(found.cost);
  return Number.isNaN(cost) ? null : `−${decimal(found.cost, 3)}`;
}

/** A face (a card) that is a button where its move can be made, and a picture where not. */
export function piece(ctx, { face, move = null, label, title = null, kind = "" }) {
  const best = move !== null && ctx.advice?.get(move)?.optimal ? " is-best" : "";
  const tag = moveTag(ctx, move);
  // the line is there before anything is known, so that the board does not jump when it is
  const inside = [face, h("span", { class: "piece-tag", "aria-hidden": "true" }, tag ?? "\u00a0")];
  if (!playable(ctx, move))
    return h("span", { class: `piece ${kind}${best}`, role: "img", "aria-label": label, title }, inside);
  return h(
    "button",
    {
      type: "button",
      class: `piece cell-press ${kind}${best}`,
      "data-key": `move ${move}`,
      "data-move": move,
      "aria-label": tag ? `${label}, ${tag}` : label,
      title,
      onclick: () => ctx.choose(move),
    },
    inside,
  );
}

/** Sentences under a board. */
export function notes(lines) {
  return h(
    "div",
    { class: "board-notes" },
    lines.map((line) => h("p", {}, say(line))),
  );
}

/** One of several, as a row of buttons; choose(value) is called with the new one. */
export function segments(label, choices, chosen, choose) {
  const buttons = choices.map(([value, text]) =>
    h(
      "button",
      {
        type: "button",
        "data-key": `${label} ${value}`,
        "aria-pressed": String(value === chosen),
        onclick: () => choose(value),
      },
      text,
    ),
  );
  return h(
    "div",
    { class: "field" },
    h("span", {}, label),
    h("div", { class: "segments", role: "group", "aria-label": label }, buttons),
  );
}

/** Let an input hold a whole number: choose(number) hears every key, and what is out of range is mended in the end. */
export function wholeNumber(input, low, high, choose) {
  const read = () => Math.min(high, Math.max(low, Math.round(Number(input.value) || 0)));
  input.addEventListener("input", () => choose(read()));
  input.addEventListener("change", () => (input.value = String(read())));
  return input;
}

/** A whole number with its name. */
export function numberField(label, value, low, high, choose) {
  const input = h("input", {
    type: "number",
    min: low,
    max: high,
    step: 1,
    value,
    "data-key": label,
    class: "short-number",
  });
  return h("label", { class: "field" }, h("span", {}, label), wholeNumber(input, low, high, choose));
}

/** A choice from a list of [value, text]. */
export function selectField(label, choices, chosen, choose) {
  const select = h(
    "select",
    { "data-key": label, value: String(chosen) },
    choices.map(([value, text]) => h("option", { value }, text)),
  );
  select.addEventListener("change", () => choose(select.value));
  return h("label", { class: "field" }, h("span", {}, label), select);
}

/**
 * Draw again and again into one element; the keyboard's focus stays where it was. content gets again(), which draws
 * everything, and live(make) and touch(): what live() made is made anew by touch(), while the rest stays. Fields that
 * are typed into only touch, since what is drawn again under a pointer does not hear its click.
 */
export function redrawn(className, content) {
  const host = h("div", { class: className });
  let living = [];
  const live = (make) => {
    const inside = h("div", { class: "live" });
    const fresh = () => put(inside, make());
    living.push(fresh);
    fresh();
    return inside;
  };
  const touch = () => living.forEach((fresh) => fresh());
  const again = () =>
    keepFocus(host, () => {
      living = [];
      put(host, content(again, live, touch));
    });
  again();
  return host;
}

/** A place for one question: run(ask, show) waits visibly, then shows the answer in the place of the last one. */
export function asking() {
  const waiting = h("div", { class: "tool-waiting" });
  const found = h("div", { class: "tool-found", "aria-live": "polite" });
  const work = new Work(waiting);
  const run = async (question, show) => {
    found.classList.add("is-old");
    const answer = await work.run(question);
    found.classList.remove("is-old");
    if (answer !== undefined) put(found, show(answer));
  };
  return { host: h("div", { class: "tool-answer" }, waiting, found), run, stop: () => work.stop() };
}

/** The text of a position that was put together, and the button that shows it on the board. */
export function setUp(ctx, text, options) {
  return h(
    "div",
    { class: "row set-up" },
    h("code", { class: "set-up-text" }, text),
    h(
      "button",
      { type: "button", class: "main", "data-key": "set up", onclick: () => ctx.setPosition(text, options) },
      ctx.t("boards.show"),
    ),
  );
}

/**
 * Call update() whenever the board shows another position, as long as host is on the page: tools under the
 * board stay open while the visitor walks through a game.
 */
export function followBoard(host, ctx, update) {
  const board = document.getElementById("board");
  if (!board) return host;
  const said = () => `${ctx.view?.position} ${JSON.stringify(ctx.options ?? {})}`;
  let last = said();
  const observer = new MutationObserver(() => {
    if (!host.isConnected || said() === last) return;
    last = said();
    update();
  });
  observer.observe(board, { attributes: true, attributeFilter: ["data-position"] });
  return host;
}
