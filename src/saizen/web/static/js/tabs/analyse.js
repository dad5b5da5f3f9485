// Analyse: any position, what it is worth, what every move costs; follow moves and walk back.

import { analysed, optionsOf } from "../address.js";
import { disclosure, h, put, s } from "../dom.js";
import { certificate } from "../panel/certificate.js";
import { asCommand, asPython, copySection } from "../panel/copy.js";
import { moveList } from "../panel/entry.js";
import { both, decimal, fraction, parts } from "../panel/fractions.js";
import { matrixTable } from "../panel/matrix.js";
import { adviceMap, movesTable, outcomesTable } from "../panel/moves.js";
import { optionsForm } from "../panel/options.js";
import { hiddenQuestion } from "../panel/question.js";
import { shownTable } from "../panel/tables.js";
import { problem, Work } from "../panel/work.js";
import { language, say, t } from "../words.js";

const KEYS = { ArrowLeft: "back", ArrowRight: "forward", Home: "first", End: "last" };

const icon = (d) => s("svg", { class: "icon", viewBox: "0 0 16 16", "aria-hidden": "true" }, s("path", { d }));

export function analyseTab(table) {
  const { game } = table;
  const place = {};
  for (const name of ["position", "walk", "value", "moves", "work", "more"])
    place[name] = h("div", { class: `analyse-${name}` });
  place.value.setAttribute("aria-live", "polite");
  const acting = new Work(table.work);
  const asking = new Work(place.work);
  // what was looked at, one entry a move: {sitting, view, move, hint}
  const tab = { path: [], at: 0, options: {}, hash: null };
  const now = () => tab.path[tab.at];

  function layout() {
    const input = h("input", {
      type: "text",
      id: "position",
      class: "mono",
      autocomplete: "off",
      spellcheck: "false",
      oninput: () => (tab.typed = true),
    });
    place.input = input;
    tab.typed = false;
    put(
      place.position,
      h(
        "form",
        {
          onsubmit: (event) => {
            event.preventDefault();
            tab.typed = false;
            setPosition(input.value);
          },
        },
        h("label", { for: "position", class: "label" }, t("analyse.position")),
        h(
          "div",
          { class: "row nowrap" },
          h("div", { class: "field wide" }, input),
          h("button", { type: "submit" }, t("analyse.go")),
        ),
      ),
    );
    put(table.panel, place.position, place.walk, place.value, place.work, place.moves, place.more);
  }

  const address = () => (now() ? analysed(game.name, now().view.position, table.fitting(tab.options)) : null);

  function remember() {
    tab.hash = address();
    if (tab.shown && location.hash !== tab.hash) history.replaceState(null, "", tab.hash);
  }

  /** Start anew at a position. */
  async function setPosition(text, options = tab.options) {
    asking.stop();
    if (game.hidden) {
      const asked = await hiddenQuestion(table, acting, text, table.fitting(options));
      if (!asked) return;
      tab.options = options;
      tab.path = [asked];
      go(0);
      return;
    }
    const body = { new: { seat: "all", ...(text ? { start: text, options: table.fitting(options) } : { options }) } };
    const answer = await acting.run((settings) => table.ask("/sitting", body, settings));
    if (!answer) return;
    tab.options = options;
    tab.path = [{ sitting: answer.sitting ?? answer.view.sitting, view: answer.view, move: null, hint: null }];
    go(0);
  }

  /** Follow a move from here; what lay ahead is forgotten unless it is the same move. */
  async function follow(move) {
    if (acting.busy || game.hidden) return; // what another does cannot be seen from here
    if (tab.path[tab.at + 1]?.move === move) return go(tab.at + 1);
    asking.stop();
    tab.typed = false;
    const here = tab.at;
    const answer = await acting.run((settings) => table.ask("/sitting", { sitting: now().sitting, move }, settings));
    if (!answer || tab.at !== here) return;
    tab.path = [
      ...tab.path.slice(0, here + 1),
      { sitting: answer.sitting ?? answer.view.sitting, view: answer.view, move, hint: null },
    ];
    go(here + 1);
  }

  function go(to) {
    tab.at = Math.max(0, Math.min(tab.path.length - 1, to));
    remember();
    draw();
    return think();
  }

  async function think() {
    const node = now();
    if (!node || node.hint || node.unknown || node.view.ended) return;
    const answer = await asking.run((settings) =>
      table.ask("/sitting", { sitting: node.sitting, hint: true }, settings),
    );
    if (!answer) return;
    node.hint = answer.hint ?? null;
    node.unknown = answer.hint_error ?? null;
    if (now() !== node) return;
    draw();
    if (node.unknown) put(place.work, problem(new Error(node.unknown)));
  }

  // ---------------------------------------------------------------- drawing

  function draw() {
    const node = now();
    if (!node || !tab.shown) return;
    const { view, hint } = node;
    const advice = hint ? adviceMap(hint) : null;
    table.show(view, { choose: view.ended || game.hidden ? null : follow, advice });
    if (!tab.typed && place.input.value !== view.position) {
      place.input.value = view.position; // what is being typed is not written over
      if (document.activeElement === place.input) place.input.select(); // nor is what comes next added to it
    }
    drawWalk();
    drawValue(view, hint);
    drawMoves(view, hint);
    drawMore(view, hint);
    drawUnder();
  }

  function drawWalk() {
    const focused = /** @type {HTMLElement} */ (document.activeElement)?.dataset?.key;
    const last = tab.path.length - 1;
    const button = (key, sign, to, off) =>
      h(
        "button",
        {
          type: "button",
          class: "small",
          "data-key": `walk ${key}`,
          "aria-label": t(`analyse.${key}`),
          title: t(`analyse.${key}`),
          disabled: off,
          onclick: () => go(to),
        },
        icon(sign),
      );
    const line = tab.path.map((node, i) =>
      h(
        "li",
        {},
        h(
          "button",
          {
            type: "button",
            class: "plain small",
            "data-key": `ply ${i}`,
            "aria-current": i === tab.at ? "step" : null,
            onclick: () => go(i),
          },
          node.move ?? t("analyse.start"),
        ),
      ),
    );
    put(
      place.walk,
      h(
        "div",
        { class: "row nowrap" },
        h(
          "div",
          { class: "row nowrap walk-buttons" },
          button("first", "M4 3v10M13 3L6 8l7 5z", 0, tab.at === 0),
          button("back", "M11 3L4 8l7 5z", tab.at - 1, tab.at === 0),
          button("forward", "M5 3l7 5-7 5z", tab.at + 1, tab.at === last),
          button("last", "M12 3v10M3 3l7 5-7 5z", last, tab.at === last),
        ),
        h("ol", { class: "walk", "aria-label": t("analyse.line") }, line),
      ),
    );
    if (focused?.startsWith("walk")) place.walk.querySelector(`[data-key="${focused}"]:not(:disabled)`)?.focus();
    place.walk.querySelector("[aria-current]")?.scrollIntoView?.({ block: "nearest", inline: "nearest" });
  }

  function drawValue(view, hint) {
    if (view.ended)
      return put(
        place.value,
        h(
          "p",
          { class: "value" },
          h("span", { class: "label" }, t("analyse.ended")),
          h("span", { class: "value-decimal" }, decimal(view.gained, 4)),
        ),
      );
    const who = view.awaits
      ? t(view.awaits.kind === "entry" ? "analyse.comes" : "analyse.to_move", say(view.awaits.player))
      : "";
    const notes = hint?.shown?.notes ?? [];
    return put(
      place.value,
      h(
        "p",
        { class: "value" },
        h("span", { class: "label" }, t("analyse.value"), who ? ` · ${who}` : ""),
        hint
          ? hint.value !== undefined
            ? both(hint.value)
            : h("span", { class: "muted" }, t("analyse.chance"))
          : h("span", { class: "value-decimal muted" }, now().unknown ? "–" : "…"),
      ),
      h(
        "div",
        { class: "value-notes muted small" },
        notes.map((note) => h("p", {}, say(note))),
      ),
    );
  }

  function drawMoves(view, hint) {
    if (view.ended) return put(place.moves, h("p", { class: "muted" }, t("analyse.over")));
    if (!hint) return put(place.moves, moveList(view.awaits, follow));
    if (!view.awaits && !hint.outcomes?.length && !hint.moves?.length) return put(place.moves);
    const others = (hint.shown?.tables ?? []).slice(1).filter((one) => !one.heat);
    return put(
      place.moves,
      hint.moves?.length ? movesTable(hint, follow) : null,
      hint.outcomes?.length ? outcomesTable(hint.outcomes, follow) : null,
      !hint.moves?.length && !hint.outcomes?.length ? moveList(view.awaits, follow) : null,
      hint.moves?.length && !view.awaits?.moves ? moveList(view.awaits, follow) : null,
      hint.matrix ? matrixTable(hint.matrix, { title: say(hint.shown?.tables?.find((one) => one.heat)?.title) }) : null,
      others.map((one) => disclosure(say(one.title), () => shownTable(one))),
    );
  }

  function drawMore(view, hint) {
    const exact = (game.options?.advise ?? []).some((option) => option.name === "exact");
    const settings = table.fitting(tab.options);
    put(
      place.more,
      hint && hint.value !== undefined && hint.value !== null
        ? disclosure(t("analyse.exact"), () => exactly(hint, exact))
        : null,
      hint?.matrix ? disclosure(t("analyse.certificate"), () => certificate(table, now())) : null,
      disclosure(t("analyse.copy"), () =>
        copySection({
          command: asCommand(game.name, view.position, settings),
          python: asPython(game.name, view.position, settings),
          json: JSON.stringify(hint ? { ...hint, shown: undefined } : view, null, 1),
        }),
      ),
    );
  }

  /** The exact value: what is known already, or asked for where the game can give it. */
  function exactly(hint, can) {
    if (parts(hint.value) || Number.isInteger(hint.value)) return h("p", {}, fraction(hint.value));
    const host = h("div", {});
    const result = h("div", {});
    if (!can) return h("p", { class: "muted" }, t("analyse.no_exact"));
    const work = new Work(host);
    work
      .run((settings) =>
        table.ask("/advise", { position: now().view.position, options: { ...tab.options, exact: true } }, settings),
      )
      .then((answer) => answer && put(result, h("p", {}, fraction(answer.value))));
    return h("div", {}, host, result);
  }

  /** Setting up, options and the game's own tools, under the board; made once, so that they stay open. */
  function drawUnder() {
    if (place.under) return put(table.under, place.under);
    const ctx = {
      game,
      t,
      language: language(),
      get view() {
        return now()?.view;
      },
      get board() {
        return now()?.view.board;
      },
      get options() {
        return tab.options;
      },
      setPosition: (text, options) => setPosition(text, options ?? tab.options),
      goTo: (text, options) => setPosition(text, options ?? tab.options),
      ask: (command, body, settings) => table.ask(`/${command}`, body, settings),
    };
    const rules = game.options?.rules ?? [];
    const form = () => {
      const made = optionsForm(rules, tab.options);
      return h(
        "form",
        {
          onsubmit: (event) => (
            event.preventDefault(),
            setPosition(
              place.input.value === now()?.view.position && JSON.stringify(made.read()) !== JSON.stringify(tab.options)
                ? ""
                : place.input.value,
              made.read(),
            )
          ),
        },
        made.element,
        h("button", { type: "submit" }, t("analyse.apply")),
      );
    };
    const editor = table.module.editor?.(ctx);
    place.under = h(
      "div",
      { class: "tools" },
      editor ? disclosure(t("analyse.set_up"), () => editor) : null,
      rules.length ? disclosure(t("settings.rules"), form) : null,
      (table.module.tools ?? []).map((tool) => disclosure(tool.title(t), () => tool.open(ctx))),
    );
    return put(table.under, place.under);
  }

  function keys(event) {
    const key = KEYS[event.key];
    if (!tab.shown || !key || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.target.closest?.("input, textarea, select, [role=tablist], .matrix-scroll, [data-own-keys]")) return;
    event.preventDefault();
    tab.typed = false;
    go({ back: tab.at - 1, forward: tab.at + 1, first: 0, last: tab.path.length - 1 }[key]);
  }

  async function open(route) {
    layout();
    document.addEventListener("keydown", keys);
    const position = route.query.get("position");
    const same = now() && (!position || location.hash === tab.hash);
    if (same) {
      remember();
      draw();
      return think();
    }
    return setPosition(position ?? game.example ?? "", optionsOf(route.query));
  }

  const leave = () => {
    document.removeEventListener("keydown", keys);
    acting.stop();
    asking.stop();
  };
  return Object.assign(tab, { open, hide: leave, close: () => ((tab.shown = false), leave()), address });
}
