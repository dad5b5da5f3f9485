// What boards are made of: cards, places, bars of players. A thing that can be chosen is a button.

import { h, icon } from "./dom.js";
import { language } from "./words.js";

const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** The attributes of something that can be chosen; ctx.select explains first where ctx.explains is true. */
export function choosing(ctx, move, label) {
  const on = ctx.selected === move;
  return {
    type: "button",
    "aria-label": label,
    "aria-pressed": ctx.explains ? String(on) : null,
    "data-move": move,
    "data-key": `move ${move}`,
    onclick: () => ctx.choose(move),
  };
}

/** Whether a move can be made now. */
export const playable = (ctx, move) => move !== null && move !== undefined && Boolean(ctx.moves?.has(String(move)));

const marks = (ctx, move) => `${ctx.selected === move ? " on" : ""}${ctx.best.has(move) ? " hb" : ""}`;

/** A card with a number, a picture and a name. */
export function pictureCard(ctx, card, { move = null, extra = "", piece = null } = {}) {
  const label = `${capital(card.name)}, ${card.strength}`;
  const inside = [
    h("span", { class: "n" }, String(card.strength)),
    icon(`p-${card.ability === "none" ? card.name : card.ability}`, "pic"),
    h("span", { class: "nm" }, capital(card.name)),
    ctx.japanese && card.japanese && language() === "en" ? h("span", { class: "ja", lang: "ja" }, card.japanese) : null,
  ];
  const live = playable(ctx, move);
  const css = `card r${extra}${live ? marks(ctx, move) : ""}`;
  const named = { class: css, "data-piece": piece };
  if (!live) return h("div", { ...named, role: "img", "aria-label": label }, inside);
  return h("button", { ...named, ...choosing(ctx, move, label) }, inside);
}

/** A plain card with a number in its middle; one that counts has a star. */
export function numberCard(ctx, { number, star = false, move = null, extra = "" }) {
  const label = star ? `${number}, a star card` : String(number);
  const inside = [h("span", { class: "c" }, String(number)), star ? icon("i-star", "st") : null];
  const live = playable(ctx, move);
  const css = `card${extra}${live ? marks(ctx, move) : ""}`;
  const named = { class: css, "data-piece": `card ${number}` };
  if (!live) return h("div", { ...named, role: "img", "aria-label": label }, inside);
  return h("button", { ...named, ...choosing(ctx, move, label) }, inside);
}

/** The back of a card. */
export const backCard = (label) => h("div", { class: "card cardback", role: "img", "aria-label": label });

/** A place for a card: "want" is lit, "gone" shows what was there. */
export const slot = (kind, ...inside) => h("div", { class: `slot ${kind}` }, inside);

/** A bar for a player: face, name, what was done, score. */
export function playerBar({
  you = false,
  name,
  level = "",
  turn = false,
  thinking = false,
  more = null,
  score = null,
}) {
  return h(
    "div",
    { class: `pbar${you ? " you" : ""}${turn ? " turn" : ""}` },
    h("span", { class: "face" }, icon(you ? "i-you" : "i-momo")),
    h("div", {}, h("b", {}, name), level ? h("small", {}, level) : null),
    turn && you ? h("span", { class: "light" }, "Your turn") : null,
    thinking
      ? h("span", { class: "thinking", role: "status" }, h("span", { class: "vh" }, `${name} is thinking`), dots())
      : null,
    more,
    score === null ? null : h("div", { class: "score num" }, score),
  );
}

const dots = () => [h("i"), h("i"), h("i")];

/** Points as filled pips with the number. */
export function pips(points, most) {
  const all = Array.from({ length: most }, (_, i) => h("i", { class: i < points ? "on" : null }));
  return [h("span", { class: "pips", "aria-hidden": "true" }, all), String(points)];
}

/** A small label. */
export const chip = (text) => h("span", { class: "chip" }, text);

export { capital };
