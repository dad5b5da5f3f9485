// A written game of Calculation shown move by move: run, pause, step, speed. The server plays every move.

import { write } from "/static/js/address.js";
import { ask, gamePath } from "/static/js/api.js";
import { h, put, s } from "/static/js/dom.js";
import { Work } from "/static/js/panel/work.js";
import { language, say, t } from "/static/js/words.js";

const SIGNS = {
  first: "M4 3v10M13 3l-6 5 6 5z",
  before: "M11 3l-6 5 6 5z",
  after: "M5 3l6 5-6 5z",
  last: "M12 3v10M3 3l6 5-6 5z",
};
const SPEEDS = [2400, 1200, 600, 250, 60];

/** The moves of a game as it is written down, with the turn that each belongs to. */
function movesOf(log) {
  const moves = [];
  for (const turn of String(log).matchAll(/(\d+):\s*'(.)'\s*->([^:]*?)(?=\s+\d+:|$)/gs))
    for (const [move] of turn[3].matchAll(/(?:PUT|STACK|MOVE)\([^)]*\)/g)) moves.push({ turn: Number(turn[1]), move });
  return moves;
}

/** Make the film of a deal: {deal, stacks, log, draw}; draw is the board's. */
export function film({ deal, stacks, log, draw }) {
  const moves = movesOf(log);
  const views = []; // the view before each move, and in the end the last one
  let [at, running, timer, speed] = [0, false, null, 2];
  const board = h("div", { class: "calc-film-board" });
  const words = h("p", { class: "calc-film-words", role: "status" });
  const waiting = h("div", { class: "board-work" });
  const work = new Work(waiting);
  const send = (body, settings) => ask(gamePath("calculation", "/sitting"), body, settings);

  const button = (key, press) =>
    h(
      "button",
      {
        type: "button",
        "data-key": `film ${key}`,
        "aria-label": t(`calculation.film_${key}`),
        title: t(`calculation.film_${key}`),
        onclick: press,
      },
      s("svg", { class: "icon", viewBox: "0 0 16 16", "aria-hidden": "true" }, s("path", { d: SIGNS[key] })),
    );
  const first = button("first", () => (stop(), go(0)));
  const before = button("before", () => (stop(), go(at - 1)));
  const run = h("button", {
    type: "button",
    class: "main calc-film-run",
    "data-key": "film run",
    onclick: () => (running ? stop() : start()),
  });
  const after = button("after", () => (stop(), go(at + 1)));
  const last = button("last", () => (stop(), go(moves.length)));
  const pace = h("input", {
    type: "range",
    min: 0,
    max: SPEEDS.length - 1,
    value: speed,
    "aria-label": t("play.speed"),
    oninput: (event) => (speed = Number(event.target.value)),
  });
  const place = h("input", {
    type: "range",
    class: "calc-film-place",
    min: 0,
    max: moves.length,
    value: 0,
    "aria-label": t("calculation.film_place"),
    onchange: (event) => (stop(), go(Number(event.target.value))),
  });
  const follow = h("a", { class: "button small" }, t("calculation.film_open"));

  /** The view after a move; the next card is drawn first where that is a choice of its own. */
  async function next(view, move, settings) {
    let now = view;
    if (!now.awaits?.moves?.includes(move) && now.awaits?.moves?.includes("DRAW"))
      now = (await send({ sitting: now.sitting, move: "DRAW" }, settings)).view;
    return (await send({ sitting: now.sitting, move }, settings)).view;
  }

  async function reach(wanted, settings) {
    if (!views.length) views.push((await send({ new: { seed: deal, options: { stacks } } }, settings)).view);
    while (views.length <= wanted) views.push(await next(views.at(-1), moves[views.length - 1].move, settings));
    return true;
  }

  async function go(wanted) {
    const goal = Math.max(0, Math.min(moves.length, wanted));
    if (!(await work.run((settings) => reach(goal, settings)))) return stop();
    at = goal;
    return show();
  }

  function show() {
    const view = views[at];
    if (!view) return;
    put(
      board,
      draw({
        game: { name: "calculation" },
        view,
        board: view.board,
        moves: null,
        choose: null,
        advice: null,
        t,
        language: language(),
      }),
    );
    const done = at ? moves[at - 1] : null;
    const told = view.happened.findLast((one) => one.seat === 0);
    put(
      words,
      done
        ? [
            h("strong", {}, t("calculation.film_turn", done.turn)),
            " ",
            h("code", {}, done.move),
            " ",
            h("span", { class: "muted" }, say(told?.words ?? "")),
          ]
        : t("calculation.film_begins", deal),
    );
    place.value = at;
    first.disabled = before.disabled = at === 0;
    after.disabled = last.disabled = at === moves.length;
    run.disabled = at === moves.length && !running;
    run.textContent = t(running ? "play.pause" : "play.run");
    follow.href = write(["calculation", "play"], { sitting: view.sitting });
  }

  function start() {
    running = true;
    show();
    tick();
  }

  function stop() {
    running = false;
    clearTimeout(timer);
    show();
  }

  async function tick() {
    if (!running || !board.isConnected) return;
    await go(at + 1);
    if (at === moves.length) return void stop();
    timer = setTimeout(tick, SPEEDS[speed]);
  }

  run.textContent = t("play.run");
  setTimeout(() => go(0), 0);
  return h(
    "div",
    { class: "calc-film" },
    words,
    board,
    waiting,
    h(
      "div",
      { class: "row calc-film-controls" },
      first,
      before,
      run,
      after,
      last,
      h("label", { class: "check small" }, t("play.speed"), pace),
    ),
    place,
    h("div", { class: "row" }, follow),
  );
}
