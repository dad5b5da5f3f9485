// Play: a sitting against machines, hints, verdicts, take-backs; the whole game is in the address.

import { analysed, pack, unpack, write } from "../address.js";
import { h, put } from "../dom.js";
import { course } from "../panel/course.js";
import { decimal } from "../panel/fractions.js";
import { copyText } from "../panel/copy.js";
import { moveList } from "../panel/entry.js";
import { adviceMap, movesTable, outcomesTable } from "../panel/moves.js";
import { settings } from "../panel/settings.js";
import { signOf, verdict } from "../panel/verdict.js";
import { problem, Work } from "../panel/work.js";
import { language, say, t } from "../words.js";

const SPEEDS = [2400, 1200, 600, 250, 60];

/** What a game has come to: the result as the first player counts it. */
function result(view, names) {
  const gained = decimal(view.gained, 4);
  return t(0 in names ? "play.result" : "play.result_paid", say(names[0] ?? names[1]), gained);
}

export function playTab(table) {
  const { game } = table;
  const names = game.players ?? {};
  const place = {};
  for (const name of ["turn", "verdict", "moves", "work", "after", "log", "controls", "settings"])
    place[name] = h("div", { class: `play-${name}` });
  place.turn.setAttribute("role", "status");
  place.verdict.setAttribute("aria-live", "polite");
  const acting = new Work(table.work);
  const asking = new Work(place.work);
  const tab = { view: null, judged: [], hint: null, hints: false, link: null, watch: null, packed: null };

  const data = () => JSON.parse(tab.view.sitting);
  const seats = () => Object.entries(data().seats);
  const watching = () => tab.view && seats().every(([, who]) => who !== "person");

  function layout() {
    place.form ??= settings(game, begin);
    put(place.settings, place.form.element);
    put(
      table.panel,
      place.turn,
      place.verdict,
      place.controls,
      place.moves,
      place.work,
      place.after,
      place.log,
      place.settings,
    );
  }

  async function remember() {
    tab.packed = await pack(tab.view.sitting);
    const address = write([game.name, "play"], { sitting: tab.packed });
    if (tab.shown && location.hash !== address) history.replaceState(null, "", address);
  }

  function choose(move) {
    if (acting.busy) return;
    act({ move });
  }

  /** Ask for the next state of the sitting; the board is drawn at once, what it was worth comes after. */
  async function act(wish) {
    const body = wish.new ? wish : { sitting: tab.view.sitting, ...wish };
    asking.stop();
    const answer = await acting.run((options) => table.ask("/sitting", body, options));
    if (!answer) return draw();
    tab.view = answer.view;
    tab.hint = null;
    if (!wish.move) tab.judged = [];
    if (wish.new || wish.again) tab.judged = [];
    tab.record = null;
    await remember();
    draw();
    return comment();
  }

  /** What the last choice was worth, hints, and in the end the whole course. */
  async function comment() {
    const view = tab.view;
    const judge = !watching() && view.happened.length > 0;
    const hint = tab.hints && view.awaits?.person && !view.ended;
    const record = view.ended;
    if (!judge && !hint && !record) return;
    const answer = await asking.run((options) =>
      table.ask("/sitting", { sitting: view.sitting, judge, hint, record }, options),
    );
    if (!answer || tab.view !== view) return;
    tab.judged = answer.judged ?? [];
    tab.hint = answer.hint ?? null;
    tab.record = answer.record ?? null;
    draw();
    const unknown = answer.hint_error ?? answer.record_error;
    if (unknown) put(place.work, problem(new Error(unknown)));
  }

  function begin(wish) {
    stopWatch();
    tab.hints = tab.hints || wish.seat === "all";
    return act({ new: wish });
  }

  // ---------------------------------------------------------------- drawing

  function draw() {
    const { view } = tab;
    if (!view || !tab.shown) return;
    const free = view.awaits?.person && !view.ended && !acting.busy;
    const advice = tab.hint ? adviceMap(tab.hint) : null;
    table.show(view, { choose: free ? choose : null, advice });
    drawTurn();
    drawVerdict();
    drawControls();
    drawMoves(free);
    drawLog();
    put(
      place.after,
      tab.record
        ? course(
            tab.record,
            (position) => (location.hash = analysed(game.name, position, table.fitting(data().options))),
          )
        : null,
    );
  }

  function drawTurn() {
    const { view } = tab;
    if (view.ended)
      return put(place.turn, h("p", { class: "turn over" }, h("strong", {}, t("play.over")), " ", result(view, names)));
    const { awaits } = view;
    const who = say(awaits.player);
    const words = !awaits.person
      ? t("play.machine_turn", who)
      : awaits.kind === "entry"
        ? t("play.enter", who)
        : seats().filter(([seat, who]) => who === "person" && seat !== "2").length > 1
          ? t("play.turn_of", who)
          : t("play.your_turn", who);
    return put(
      place.turn,
      h(
        "p",
        { class: "turn" },
        words,
        " ",
        view.gained === null ? null : h("span", { class: "muted small" }, t("play.gained", decimal(view.gained, 4))),
      ),
    );
  }

  function drawVerdict() {
    const mine = tab.judged.filter((one) => one.cost !== undefined).at(-1);
    put(
      place.verdict,
      mine ? verdict(mine) : h("p", { class: "muted verdict-none" }, tab.view.ended ? "" : t("play.verdict_waits")),
    );
  }

  function drawControls() {
    const people = seats().some(([, who]) => who === "person");
    const undo = h(
      "button",
      {
        type: "button",
        "data-key": "undo",
        disabled: !people || !tab.view.happened.some((one) => data().seats[one.seat] === "person"),
        onclick: () => act({ undo: true }),
      },
      t("play.undo"),
    );
    const again = h(
      "button",
      { type: "button", "data-key": "new", onclick: () => act({ again: true }) },
      t("play.again"),
    );
    const hints = h(
      "button",
      { type: "button", "data-key": "hints", "aria-pressed": String(tab.hints), onclick: toggleHints },
      t("play.hints"),
    );
    const share = h(
      "button",
      {
        type: "button",
        "data-key": "share",
        title: t("play.share_open"),
        onclick: () => copyText(location.href, share),
      },
      t("play.share"),
    );
    const focused = /** @type {HTMLElement} */ (document.activeElement)?.dataset?.key;
    put(
      place.controls,
      h("div", { class: "row controls" }, watching() ? watchControls() : [undo, hints], again, share),
    );
    if (focused) place.controls.querySelector(`[data-key="${focused}"]`)?.focus();
  }

  function drawMoves(free) {
    const { view } = tab;
    if (!free) return put(place.moves);
    if (tab.hint?.moves?.length) return put(place.moves, hintNotes(tab.hint), movesTable(tab.hint, choose));
    if (tab.hint?.outcomes?.length) return put(place.moves, outcomesTable(tab.hint.outcomes, choose));
    return put(place.moves, moveList(view.awaits, choose));
  }

  const hintNotes = (hint) =>
    (hint.shown?.notes ?? []).slice(0, 2).map((note) => h("p", { class: "muted small" }, say(note)));

  function drawLog() {
    const signs = new Map(tab.judged.map((one) => [one.ply, signOf(one)]));
    const items = tab.view.happened.map((one, ply) => {
      const judged = signs.get(ply);
      return h(
        "li",
        {},
        h("span", { class: "log-player" }, say(one.player)),
        h(
          "span",
          { class: "log-move" },
          one.move,
          judged
            ? h(
                "span",
                { class: `log-sign ${judged.kind}`, title: t(`verdict.sign_${judged.kind}`) },
                ` ${judged.sign}`,
              )
            : null,
        ),
        h("span", { class: "log-words" }, say(one.words)),
      );
    });
    const list = h("ol", { class: "log", tabindex: "0", "aria-label": t("play.log") }, items);
    put(place.log, h("h3", {}, t("play.log")), items.length ? list : h("p", { class: "muted" }, t("play.nothing_yet")));
    list.scrollTop = list.scrollHeight;
  }

  function toggleHints() {
    tab.hints = !tab.hints;
    if (!tab.hints) tab.hint = null;
    draw();
    comment();
  }

  // ---------------------------------------------------------------- watching machines

  function watchControls() {
    tab.watch ??= { running: false, speed: 2, timer: null };
    const { running, speed } = tab.watch;
    const over = tab.view.ended;
    return [
      h(
        "button",
        {
          type: "button",
          class: "main",
          "data-key": "run",
          disabled: over,
          onclick: () => (running ? stopWatch() : startWatch(), drawControls()),
        },
        t(running ? "play.pause" : "play.run"),
      ),
      h(
        "button",
        { type: "button", "data-key": "step", disabled: over || running, onclick: () => act({ step: true }) },
        t("play.step"),
      ),
      h(
        "label",
        { class: "check" },
        t("play.speed"),
        h("input", {
          type: "range",
          min: 0,
          max: SPEEDS.length - 1,
          value: speed,
          "data-key": "speed",
          oninput: (event) => (tab.watch.speed = Number(event.target.value)),
        }),
      ),
    ];
  }

  function startWatch() {
    tab.watch.running = true;
    tick();
  }

  function stopWatch() {
    if (!tab.watch) return;
    tab.watch.running = false;
    clearTimeout(tab.watch.timer);
  }

  async function tick() {
    if (!tab.watch.running || !tab.shown) return;
    const before = tab.view;
    await act({ step: true });
    if (tab.view.ended || tab.view === before) {
      stopWatch();
      drawControls();
      return;
    }
    tab.watch.timer = setTimeout(tick, SPEEDS[tab.watch.speed]);
  }

  // ---------------------------------------------------------------- coming and going

  async function open(route) {
    layout();
    const link = route.query.get("sitting");
    if (link && link !== tab.packed) {
      let text;
      try {
        text = await unpack(link);
      } catch {
        put(table.work, problem(new Error(t("play.bad_link"))));
        return undefined;
      }
      const answer = await acting.run((options) => table.ask("/sitting", { sitting: text }, options));
      if (!answer) return undefined;
      tab.view = answer.view;
      tab.judged = [];
      tab.hint = tab.record = null;
      await remember();
      draw();
      comment();
      return undefined;
    }
    if (tab.view) {
      await remember();
      draw();
      return undefined;
    }
    const start = route.query.get("start");
    return begin({ ...place.form.read(), ...(start ? { start } : {}) });
  }

  return Object.assign(tab, {
    open,
    language,
    hide() {
      stopWatch();
      acting.stop();
      asking.stop();
    },
    close() {
      tab.shown = false;
      tab.hide();
    },
    address: () => (tab.packed ? write([game.name, "play"], { sitting: tab.packed }) : null),
    leaveTo: (next) =>
      next === "analyse" && tab.view ? analysed(game.name, tab.view.position, table.fitting(data().options)) : null,
  });
}
