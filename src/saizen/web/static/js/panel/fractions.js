// Numbers as the server writes them: 3, 0.25, "-7/12", null. Shown as decimals that line up, and as fractions.

import { h } from "../dom.js";

const LONG = 24;

/** Split "p/q" into two whole numbers, or null. */
export function parts(value) {
  const found = /^(-?\d+)\/(\d+)$/.exec(String(value));
  return found ? [BigInt(found[1]), BigInt(found[2])] : null;
}

/** The number as JavaScript has it; NaN where there is none. */
export function toNumber(value) {
  if (value === null || value === undefined || value === "") return NaN;
  const both = parts(value);
  if (!both) return Number(value);
  const [p, q] = both;
  const whole = p / q;
  return Number(whole) + Number(((p - whole * q) * 10n ** 17n) / q) / 1e17;
}

/** A decimal text with a true minus sign; whole numbers have no places unless they are fixed. */
export function decimal(value, places = 4, fixed = false) {
  const number = toNumber(value);
  if (Number.isNaN(number)) return "";
  const whole = typeof value === "number" ? Number.isInteger(value) : !parts(value) && Number.isInteger(number);
  const text = whole && !fixed ? String(Math.abs(number)) : Math.abs(number).toFixed(places);
  return number < 0 && Number(text) !== 0 ? `−${text}` : text;
}

/** A fraction set as a fraction; long ones as text that can be wrapped, whole numbers as they are. */
export function fraction(value) {
  const both = parts(value);
  if (!both) return h("span", { class: "number" }, decimal(value, 6));
  const text = String(value);
  if (text.length > LONG) return h("code", { class: "fraction-long" }, text);
  const [p, q] = text.replace("-", "").split("/");
  return h(
    "span",
    { class: "number", role: "math", "aria-label": text },
    text.startsWith("-") ? "−" : "",
    h(
      "span",
      { class: "fraction", "aria-hidden": "true" },
      h("span", { class: "numerator" }, p),
      h("span", { class: "denominator" }, q),
    ),
  );
}

/** A value both ways: the decimal large, the fraction beside it where it is exact and short enough. */
export function both(value) {
  if (value === null || value === undefined) return h("span", { class: "muted" }, "–");
  const exact = parts(value);
  return h(
    "span",
    { class: "value-both" },
    h("span", { class: "value-decimal" }, decimal(value, 6)),
    exact && String(value).length <= LONG ? h("span", { class: "value-fraction" }, "= ", fraction(value)) : null,
  );
}

/** Whether a column of numbers needs places: not all of them are whole. */
export function broken(values) {
  return values.some((value) => !Number.isNaN(toNumber(value)) && !Number.isInteger(toNumber(value)));
}

/** A share as per cent. */
export function percent(value) {
  const number = toNumber(value);
  if (Number.isNaN(number)) return "";
  const shown = number * 100;
  return `${shown >= 99.95 || shown === 0 ? shown.toFixed(0) : shown.toFixed(1)}%`;
}
