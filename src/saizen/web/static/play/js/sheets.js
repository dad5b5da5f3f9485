// What lies over the board: rules, menus, the result.

import { h, icon, s } from "./dom.js";
import { amount, CLASSES, ownCost, percent, SIGNS, winChance } from "./grades.js";
import { switchTheme } from "./theme_switch.js";
import { classForm, roundButtons } from "./class.js";
import { nextLevel } from "./levels.js";
import { soundOn, switchSound } from "./sound.js";
import { otherLanguage } from "./language_switch.js";
import { language, say, switchLanguage } from "./words.js";

/** Open a dialog over the page; it keeps the focus inside, Escape closes it, and the focus goes back. */
function open(element) {
  const close = () => element.close();
  element.addEventListener("click", (event) => event.target === element && close());
  element.addEventListener("close", () => element.remove());
  for (const button of element.querySelectorAll("[data-close]")) button.addEventListener("click", close);
  document.body.append(element);
  element.showModal();
  return close;
}

const closing = () =>
  h("button", { class: "btn icon", type: "button", "data-close": true, "aria-label": "Close" }, icon("i-x"));

/** The rules: in short, each card beside its effect, and the complete rules as the game itself tells them. */
export async function rulesDrawer(page, context) {
  const whole = await page.source.details(page.brief.name).catch(() => null);
  const { rules, complete: known } = whole?.learn ?? {};
  const english = page.brief.player_data?.rules ?? rules?.en ?? [];
  const said = language() === "en" || english.every((line) => say(line) !== line);
  const lesson = said ? english : (rules?.[language()] ?? english);
  const told = page.say(whole?.rules ?? "").replace(/(?<=\S)\n(?=\S)/g, " "); // lines of a terminal
  const complete = language() === "en" || !rules ? told : known?.[language()];

  const cards = page.board.rules?.(context) ?? [];
  drawer("How to play", [
    lesson.map((line, at) => h("p", { class: at ? "lead more" : "lead" }, line)),
    cards,
    complete ? [h("h3", {}, "Complete rules"), h("p", { class: "complete" }, complete)] : null,
  ]);
}

function drawer(title, inside) {
  const head = h("div", { class: "dh" }, h("h2", {}, title), closing());
  open(h("dialog", { class: "drawer", "aria-label": title }, head, inside));
}

function menu(label, items, anchor) {
  const list = h("div", { class: "items", role: "menu", "aria-label": label }, items);
  const dialog = h("dialog", { class: "menu", "aria-label": label }, list);
  const close = open(dialog);
  list.addEventListener("click", close);
  list.addEventListener("keydown", (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step) return;
    const all = /** @type {HTMLElement[]} */ ([...list.querySelectorAll("button, a")]);
    const at = all.indexOf(/** @type {HTMLElement} */ (document.activeElement));
    all[(at + step + all.length) % all.length].focus();
    event.preventDefault();
  });
  return anchor;
}

/** The levels: named opponents, easy first, or sizes of the problem. */
export function levelMenu(page, anchor) {
  const item = (level) =>
    h(
      "button",
      {
        type: "button",
        role: "menuitemradio",
        "aria-checked": String(level === page.level),
        onclick: () => page.chooseLevel(level),
      },
      h("b", {}, level.name),
      h("span", {}, level.label ?? ""),
      h("small", {}, level.says),
    );
  menu(page.level.options ? "Level" : "Opponent", page.levels.map(item), anchor);
}

/** What is needed rarely. */
export function moreMenu(page, anchor) {
  const { links } = page.source;
  const { name } = page.brief;
  const item = (text, act) => h("button", { type: "button", role: "menuitem", onclick: act }, h("b", {}, text));
  const link = (text, href) => h("a", { role: "menuitem", href }, h("b", {}, text));
  menu(
    "More",
    [
      page.brief.first ? link("First game", `#/${name}/first`) : null,
      page.sitting.node.hidden ? null : link("Today's puzzle", `#/${name}/puzzle`),
      item("Copy a link to this game", () => page.share()),
      item("For a class", () => drawer("For a class", classForm(page))),
      item(soundOn() ? "Sound off" : "Sound on", () => switchSound()),
      item("Light or dark", () => switchTheme()),
      item(otherLanguage(), () => switchLanguage()),
      link("What is known about the game", links.learn(name)),
      links.analyse(name) ? link("For researchers", links.analyse(name)) : null,
    ],
    anchor,
  );
}

// ------------------------------------------------------------------ the result

/** The choices that were more than one, and what they cost together. */
function choices(sitting) {
  const judged = sitting.ownTurns.map((at) => ({ at, ...sitting.turns[at].judged })).filter((one) => one.grade);
  const counted = judged.filter((one) => one.grade !== "only");
  return { counted, lost: counted.reduce((sum, one) => sum + ownCost(sitting.unit, one.cost), 0) };
}

/** How a deal of a class ended. */
export function noteOf(page, context) {
  const { counted, lost } = choices(page.sitting);
  return {
    title: page.outcome(context).title,
    accuracy: counted.length ? percent(accuracy(page, counted)) : "",
    best: counted.filter((one) => one.cost <= 1e-9).length,
    choices: counted.length,
    cost: amount(page.sitting.unit, lost),
  };
}

/** The sheet at the end: what happened, how well it was played, what luck gave, the curve. */
export function resultSheet(page, context) {
  const { sitting } = page;
  const { title, won } = page.outcome(context);
  const { counted, lost } = choices(sitting);
  const worst = counted.filter((one) => one.cost > 1e-9).sort((one, other) => other.cost - one.cost)[0];
  const perfect = counted.length > 0 && !worst;
  const heading = won < 0 && perfect ? `${title.replace(/\.$/, "")}, but every move was right.` : title;
  return h(
    "section",
    { class: "result", role: "region", "aria-label": "Result" },
    h(
      "div",
      { class: "res-l" },
      h("h2", {}, heading),
      h("p", { class: "lead" }, reason(page, context)),
      h("div", { class: "go" }, page.round ? roundButtons(page) : goOn(page, won, worst)),
    ),
    counted.length ? h("div", { class: "res-r" }, facts(page, counted, lost), curve(page, context)) : null,
  );
}

/** The buttons at the end: again, the next opponent, the worst move again, share. */
function goOn(page, won, worst) {
  const next = won > 0 && page.level.strength ? nextLevel(page.levels, page.level) : null;
  const again = (level) => () => (level ? page.chooseLevel(level) : page.newGame());
  const retry = () => {
    page.closed = true;
    page.lookBack(worst.at);
  };
  return [
    h(
      "button",
      { class: "btn main big", type: "button", "data-key": "again", onclick: again(null) },
      icon("i-again"),
      "Play again",
    ),
    next ? h("button", { class: "btn", type: "button", onclick: again(next) }, `Play ${next.name}`) : null,
    worst
      ? h("button", { class: "btn", type: "button", "data-key": "retry", onclick: retry }, "Try that move again")
      : null,
    h("button", { class: "btn", type: "button", onclick: () => page.share() }, icon("i-share"), "Share"),
  ];
}

function reason(page, context) {
  const last = page.say(context.turns.findLast((turn) => turn.words)?.words ?? "");
  const notes = page.board.endNotes?.(context.board) ?? [];
  return [...notes, last].find(Boolean) ?? "";
}

function facts(page, counted, lost) {
  const { unit } = page.sitting;
  const best = counted.filter((one) => one.cost <= 1e-9).length;
  const fact = (name, value, more) =>
    h("div", {}, h("dt", {}, name), h("dd", { class: "num" }, value, h("small", {}, more)));
  const marks = counted
    .filter((one) => CLASSES[one.grade])
    .map((one) => h("span", { class: `g ${CLASSES[one.grade]}`, title: one.grade }, SIGNS[one.grade]));
  const shown = marks.length > 4 ? [marks.slice(0, 4), ` +${marks.length - 4}`] : marks;
  const all = [
    fact("Accuracy", percent(accuracy(page, counted)), `${best} of ${counted.length} best`),
    fact("Choices cost", amount(unit, lost), shown.length ? shown : "nothing"),
  ];
  const luck = luckOf(page.sitting);
  const chance = page.sitting.turns.some((turn) => turn.from.kind === "chance" || turn.entries.length > 1);
  if (luck !== null) all.push(fact(chance ? "Luck gave" : `${page.opponent} gave`, luck.value, luck.words));
  return h("dl", { class: "facts" }, all);
}

/** The mean of what each choice kept of the best chance to win; without chances the share of best choices. */
function accuracy(page, counted) {
  const { unit, seat } = page.sitting;
  const kept = counted.map((one) => {
    const chance = winChance(unit, one.gained + (one.value ?? 0), seat);
    if (chance === null) return one.cost <= 1e-9 ? 1 : Math.max(0, 1 - ownCost(unit, one.cost) / 2);
    return chance > 1e-9 ? Math.max(0, (chance - ownCost(unit, one.cost)) / chance) : 1;
  });
  return kept.reduce((sum, share) => sum + share, 0) / kept.length;
}

/** The result, less the value at the first turn of one's own, and what the choices cost. */
export function luckOf(sitting) {
  const { unit, ended, node, seat } = sitting;
  const first = sitting.turns[sitting.ownTurns[0]].judged;
  if (!ended || !first || first.value === null || first.value === undefined || unit === "success") return null;
  const { lost } = choices(sitting);
  const sign = seat === 1 ? -1 : 1;
  const before = sign * (first.gained + first.value);
  const after = sign * node.gained;
  const gain = (unit === "chance" ? (after - before) / 2 : after - before) + lost;
  if (Math.abs(gain) < 5e-3) return { value: "nothing", words: "" };
  if (/^0\D*$/.test(amount(unit, Math.abs(gain)))) return { value: "nothing", words: "" };
  const opponent = sitting.strength < 1 ? "with the other's mistakes" : "";
  return { value: `${gain < 0 ? "−" : ""}${amount(unit, Math.abs(gain))}`, words: opponent };
}

/** The value from move to move, with the mistakes marked. */
function curve(page, context) {
  const { unit, seat } = page.sitting;
  const judged = page.sitting.ownTurns
    .map((at) => page.sitting.turns[at].judged)
    .filter((one) => one && one.value !== null);
  if (!judged.length || unit === "success") return null;
  const height = (total) => {
    const chance = winChance(unit, total, seat);
    if (chance !== null) return chance;
    const sign = seat === 1 ? -1 : 1;
    if (unit === "stars")
      return 0.5 + (sign * (total - page.board.most(context) / 2)) / Math.max(1, page.board.most(context));
    return 0.5 + 0.5 * Math.tanh((sign * total) / 3);
  };
  const totals = unit === "guesses" ? null : [...judged.map((one) => one.gained + one.value), page.sitting.node.gained];
  if (!totals) return null;
  const step = 330 / Math.max(1, totals.length - 1);
  const points = totals.map((total, i) => [40 + i * step, 78 - 66 * Math.min(1, Math.max(0, height(total)))]);
  const line = points.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(" ");
  const dots = points.map(([x, y], i) =>
    s("circle", { class: `dot${CLASSES[judged[i]?.grade] ? " bad" : ""}`, cx: x, cy: y, r: 4 }),
  );
  const labels =
    totals.length > 14
      ? []
      : judged.map((one, i) =>
          s(
            "text",
            { class: CLASSES[one.grade] ? "lbl" : null, x: points[i][0], y: 98, "text-anchor": "middle" },
            `${i + 1}${CLASSES[one.grade] ? ` ${SIGNS[one.grade]}` : ""}`,
          ),
        );
  return s(
    "svg",
    { class: "curve", viewBox: "0 0 384 104", role: "img", "aria-label": "The value from move to move" },
    s("path", { class: "half", d: "M36 45H376" }),
    s("polygon", { class: "area", points: `${points[0][0]},78 ${line} ${points.at(-1)[0]},78` }),
    s("polyline", { class: "ln", points: line }),
    dots,
    labels,
  );
}
