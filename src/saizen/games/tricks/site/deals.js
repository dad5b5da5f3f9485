// Deals of trick taking: drawn from a seed, or read from a position text.

import { Refused } from "/static/play/js/refused.js";
import { dice, shuffled } from "/static/play/js/sitting.js";

const MOST = 9;

/** Which cards of 1 to size count, as the option says: 4, bottom:4, 3..6 or 8,5,2. */
export function scoreCards(text, size) {
  const range = (first, last) => Array.from({ length: last - first + 1 }, (_, i) => first + i);
  const [, low, high] = /^(\d+)\.\.(\d+)$/.exec(text) ?? [];
  const [, bottom, count] = /^(bottom:)?(\d+)$/.exec(text) ?? [];
  let cards = text.split(",").map(Number);
  if (low) cards = range(Number(low), Number(high));
  else if (count) cards = bottom ? range(1, Number(count)) : range(size - Number(count) + 1, size);
  if (cards.length && cards.every((card) => card >= 1 && card <= size)) return new Set(cards);
  throw new Refused(`score=${text}: these cards are not among 1 to ${size}.`);
}

/** Hands dealt from a seed, as a position text: the cards, strongest first, and who leads. */
export function dealtText({ n, score, lead }, seed) {
  const count = n ?? 5;
  if (count > MOST) throw new Refused(`Without a server hands have at most ${MOST} cards.`);
  const counts = scoreCards(String(score ?? count), 2 * count);
  const letters = shuffled([..."a".repeat(count), ..."b".repeat(count)], seed);
  const cards = letters.map((letter, i) => (counts.has(2 * count - i) ? letter.toUpperCase() : letter));
  const leader = lead ?? (dice(seed + 1)() < 0.5 ? "L" : "R");
  return `${cards.join("")} lead=${leader}`;
}

const FORM = /^([AaBb]*|-)( lead=([LR]))?( led=(\d+))?( dealt=([\d,]+))?$/;

/** Read a position text: {left, right, score, numbers, lead, led}, sets of bits and the numbers of the bits. */
export function readDeal(text) {
  const [, all, , lead = "L", , led, , dealt] = FORM.exec(text.trim()) ?? [];
  const cards = all === "-" ? "" : (all ?? "");
  const size = cards.length;
  const numbers = dealt ? dealt.split(",").map(Number).reverse() : Array.from({ length: size }, (_, i) => i + 1);
  const bits = (letters) =>
    [...cards].reduce((set, card, i) => set | (letters.includes(card) ? 1 << (size - 1 - i) : 0), 0);
  const even = size === 2 * [...cards].filter((card) => "Aa".includes(card)).length;
  const card = led === undefined ? null : numbers.indexOf(Number(led));
  const hands = { left: bits("Aa"), right: bits("Bb") };
  const held = card === null || (((lead === "L" ? hands.left : hands.right) >> card) & 1) === 1;
  if (all === undefined || !even || numbers.length !== size || !held) {
    throw new Refused(`${text}: this is not a position of trick taking.`);
  }
  if (size > 2 * MOST) throw new Refused(`Without a server hands have at most ${MOST} cards.`);
  return { ...hands, score: bits("AB"), numbers, lead: lead === "L" ? 0 : 1, led: card };
}
