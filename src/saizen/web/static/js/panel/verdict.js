// What a choice was worth: best or not, what it cost, what the best strategy would have done.

import { h } from "../dom.js";
import { t } from "../words.js";
import { decimal, toNumber } from "./fractions.js";
import { bar } from "./moves.js";

/** More moves than this that are played equally often are not listed. */
const MOST = 8;

/** The sign of a verdict: a mark and a word for its colour. */
export function signOf(judged) {
  if (judged.cost === null || judged.cost === undefined) return { sign: "·", kind: "unknown" };
  return toNumber(judged.cost) > 0 ? { sign: "✗", kind: "costly" } : { sign: "✓", kind: "best" };
}

/** The verdict in words; exact is false where costs are shares of the best. */
export function verdict(judged) {
  const { sign, kind } = signOf(judged);
  const best = (judged.best ?? []).join(", ");
  const cost = decimal(judged.cost, 4);
  const words =
    kind === "unknown"
      ? judged.verdict || t("verdict.unknown", judged.move)
      : kind === "best"
        ? t("verdict.best", judged.move)
        : t("verdict.costly", judged.move, cost, best);
  const mixed = (judged.strategy ?? []).filter((one) => toNumber(one.probability) > 0);
  // many equal shares teach nothing
  const even = mixed.length > MOST && new Set(mixed.map((one) => String(one.probability))).size === 1;
  const shown = even ? [] : mixed.length > 1 || (mixed.length === 1 && kind === "costly") ? mixed : [];
  return h(
    "div",
    { class: `verdict verdict-${kind}` },
    h(
      "p",
      { class: "verdict-words" },
      h("span", { class: "verdict-sign", "aria-hidden": "true" }, sign),
      h("span", {}, words),
    ),
    shown.length
      ? h(
          "div",
          { class: "verdict-mix" },
          h("p", { class: "label" }, t("verdict.equilibrium")),
          h(
            "ul",
            { class: "mix" },
            shown.map((one) => h("li", {}, h("span", { class: "mix-move" }, String(one.move)), bar(one.probability))),
          ),
        )
      : null,
  );
}
