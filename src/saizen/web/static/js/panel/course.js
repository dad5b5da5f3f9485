// The course of a game: its value move by move, mistakes marked; a point leads to its position.

import { h, pressable, s } from "../dom.js";
import { say, t } from "../words.js";
import { decimal, toNumber } from "./fractions.js";

const W = 440;
const H = 190;
const LEFT = 44;
const RIGHT = 14;
const TOP = 14;
const BOTTOM = 30;

function ticks(low, high) {
  const raw = (high - low) / 4;
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 5, 10].map((k) => k * power).find((one) => one >= raw);
  const found = [];
  for (let at = Math.ceil(low / step) * step; at <= high + 1e-9; at += step) found.push(Number(at.toFixed(10)));
  return found;
}

function frame(low, high, count, label, ...inside) {
  const y = scale(low, high);
  const marks = ticks(low, high).map((at) => [
    s("line", { class: "grid", x1: LEFT, x2: W - RIGHT, y1: y(at), y2: y(at) }),
    s("text", { class: "tick end", x: LEFT - 6, y: y(at) + 4 }, decimal(at, Number.isInteger(at) ? 0 : 2)),
  ]);
  const every = Math.max(1, Math.ceil(count / 12));
  const below = Array.from({ length: count + 1 }, (_, i) => i)
    .filter((i) => i % every === 0)
    .map((i) => s("text", { class: "tick middle", x: across(i, count), y: H - 8 }, String(i)));
  return s(
    "svg",
    { class: "course", viewBox: `0 0 ${W} ${H}`, role: "group", "aria-label": label },
    marks,
    below,
    inside,
  );
}

const across = (i, count) => LEFT + ((W - LEFT - RIGHT) * i) / Math.max(1, count);
const scale = (low, high) => (value) => TOP + ((H - TOP - BOTTOM) * (high - value)) / (high - low || 1);

function told(entry) {
  if (!entry) return t("course.end");
  const cost = toNumber(entry.cost);
  const words = t("course.point", entry.ply + 1, say(entry.player), entry.move);
  return cost > 0 ? `${words}: ${t("course.cost", decimal(entry.cost, 4), say(entry.best))}` : words;
}

/** The chart of a record; goTo(position) is called for the entry that is pressed. */
export function course(record, goTo) {
  const known = record.values.map(toNumber);
  const shown = known.some((value) => !Number.isNaN(value)) ? valueChart(record, known, goTo) : costChart(record, goTo);
  const mistakes = record.entries.filter((entry) => toNumber(entry.cost) > 0);
  return h(
    "section",
    { class: "course-section" },
    h("h3", {}, t(known.length ? "course.title" : "course.costs")),
    shown,
    mistakes.length
      ? h(
          "ol",
          { class: "mistakes" },
          mistakes.map((entry) =>
            h(
              "li",
              {},
              h(
                "button",
                { type: "button", class: "plain", onclick: () => goTo(entry.position) },
                h("span", { class: "mark-costly", "aria-hidden": "true" }, "✗ "),
                told(entry),
              ),
            ),
          ),
        )
      : h("p", {}, h("span", { class: "mark-best", "aria-hidden": "true" }, "✓ "), t("course.no_mistakes")),
  );
}

function valueChart(record, known, goTo) {
  const real = known.filter((value) => !Number.isNaN(value));
  let [low, high] = [Math.min(...real), Math.max(...real)];
  const room = (high - low || 1) * 0.1;
  [low, high] = [low - room, high + room];
  const y = scale(low, high);
  const count = known.length - 1;
  let line = "";
  known.forEach((value, i) => {
    if (!Number.isNaN(value)) line += `${line ? "L" : "M"}${across(i, count).toFixed(1)} ${y(value).toFixed(1)}`;
  });
  const points = known.map((value, i) => {
    const entry = record.entries[i];
    if (Number.isNaN(value) && !(toNumber(entry?.cost) > 0)) return null;
    const at = Number.isNaN(value) ? (known.slice(0, i).findLast((one) => !Number.isNaN(one)) ?? real[0]) : value;
    return point(across(i, count), y(at), entry, goTo);
  });
  return frame(low, high, count, t("course.title"), s("path", { class: "course-line", d: line }), points);
}

function point(x, y, entry, goTo) {
  const costly = toNumber(entry?.cost) > 0;
  const shape = costly
    ? s("path", { class: "course-mistake", d: `M${x} ${y - 8}l8 8-8 8-8-8z` })
    : s("circle", { class: "course-point", cx: x, cy: y, r: 4.5 });
  const group = s(
    "g",
    { class: "course-touch" },
    s("title", {}, told(entry)),
    s("circle", { class: "course-room", cx: x, cy: y, r: 11 }),
    shape,
  );
  return entry ? pressable(group, told(entry), () => goTo(entry.position)) : group;
}

function costChart(record, goTo) {
  const chosen = record.entries.filter((entry) => entry.cost !== null && entry.cost !== undefined);
  if (!chosen.length) return h("p", { class: "muted" }, t("course.unknown"));
  const high = Math.max(0.01, ...chosen.map((entry) => toNumber(entry.cost)));
  const y = scale(0, high * 1.1);
  const count = record.entries.length;
  const bars = chosen.map((entry) => {
    const x = across(entry.ply, count);
    const costly = toNumber(entry.cost) > 0;
    const height = Math.max(2, y(0) - y(toNumber(entry.cost)));
    const wide = Math.max(2, Math.min(10, (W - LEFT - RIGHT) / count));
    const group = s(
      "g",
      { class: "course-touch" },
      s("title", {}, told(entry)),
      s("rect", { class: "course-room", x: x - 6, y: TOP, width: 12, height: H - TOP - BOTTOM }),
      s("rect", {
        class: costly ? "course-mistake" : "course-point",
        x: x - wide / 2,
        y: y(0) - height,
        width: wide,
        height,
      }),
    );
    return costly ? pressable(group, told(entry), () => goTo(entry.position)) : group;
  });
  return frame(0, high * 1.1, count, t("course.costs"), bars);
}
