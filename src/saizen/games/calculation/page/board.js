// Calculation: foundations, stacks, the drawn card and the deck as one table; cards go by click, drag or key.

import { write } from "/static/js/address.js";
import { ask, gamePath } from "/static/js/api.js";
import { HEIGHT, WIDTH, back, place } from "/static/js/cards.js";
import { h, pressable, put, s, steadily } from "/static/js/dom.js";
import { costStep } from "/static/js/panel/moves.js";
import { percent, toNumber } from "/static/js/panel/fractions.js";
import { Work } from "/static/js/panel/work.js";
import { pick, t } from "/static/js/words.js";
import { film } from "./film.js";
import { followBoard } from "/static/js/boards/pieces.js";

const GAP = 10;
const STEP = WIDTH + GAP;
const TOP = 18;
const STACKS_AT = TOP + HEIGHT + 66;
const FAN = 23;
const ROOM = HEIGHT + 7 * FAN;
/** Letters of the best plan, by position: found once, shown as long as the page is open. */
const plans = new Map();
let letters = true;
let source = { at: null, from: null };

/** A rank as cards show it; texts write T for ten. */
const face = (rank) => (rank === "T" ? "10" : rank);

// ------------------------------------------------------------------ cards

/** A card of this game: the rank large and in the corner, so that covered cards can be read; a letter beside it. */
function playing({ rank, letter = "", kind = "card", x = 0, y = 0, label = "" }) {
  return s(
    "svg",
    {
      class: `card card-${kind} calc-card`,
      viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
      x,
      y,
      width: WIDTH,
      height: HEIGHT,
      role: label ? "img" : null,
      "aria-label": label || null,
      "aria-hidden": label ? null : "true",
    },
    s("rect", { class: "card-face", x: 1, y: 1, width: WIDTH - 2, height: HEIGHT - 2, rx: 6 }),
    s("text", { class: "calc-corner", x: 7, y: 18 }, face(rank)),
    s("text", { class: `card-rank large${rank.length > 2 ? " small" : ""}`, x: WIDTH / 2, y: 58 }, face(rank)),
    letter
      ? [
          s("circle", { class: "calc-letter-ground", cx: 47, cy: 12.5, r: 8.5 }),
          s("text", { class: "calc-letter", x: 47, y: 16.5 }, letter),
        ]
      : null,
  );
}

// ------------------------------------------------------------------ what a choice is worth

/** What a choice is worth in short: exact chances in the stack game, else what share of the best worth is lost. */
function short(ctx, told) {
  const best = told.optimal === true;
  if (ctx.board.parts.kind !== "solitaire") return `${best ? "★ " : ""}${percent(told.value)}`;
  if (best) return "★";
  const cost = toNumber(told.cost);
  return Number.isNaN(cost) ? "–" : `−${Math.max(1, Math.round(100 * cost))}%`;
}

/** A chip at a place where a card may go: a star for the best, a number on the colour of its cost. */
function chip(ctx, move, x, y) {
  const told = ctx.advice?.get(move);
  if (!told) return null;
  const worst = Math.max(...[...ctx.advice.values()].map((one) => toNumber(one.cost) || 0));
  const step = told.optimal ? 0 : costStep(told.cost, worst);
  const text = short(ctx, told);
  const wide = text.length > 6 ? 62 : 50;
  return s(
    "g",
    { class: "calc-chip" },
    s("rect", { class: `calc-chip-ground cost-${step}`, x: x - wide / 2, y: y - 9, width: wide, height: 18, rx: 9 }),
    s("text", { class: `calc-chip-text on-${step}`, x, y: y + 4.5 }, text),
  );
}

function worth(ctx, move) {
  const told = ctx.advice?.get(move);
  if (!told) return "";
  if (told.optimal) return `; ${t("calculation.is_best")}`;
  return Number.isNaN(toNumber(told.cost)) ? "" : `; ${short(ctx, told)}`;
}

/** Letters out of a labelling text such as "8(A)5(C) - K(B)": one list a stack. */
function lettersOf(text) {
  return String(text ?? "")
    .split(" ")
    .map((stack) => [...stack.matchAll(/\((\w)\)/g)].map((found) => found[1]));
}

/** Ask the machine what the cards on the stacks are meant for; the letters are put in when they are there. */
async function fetchLetters(position, redraw) {
  if (plans.has(position)) return;
  plans.set(position, null);
  try {
    const found = await ask(gamePath("calculation", "/advise"), {
      position,
      options: { player: "paper", labellings: 100, quick: true },
    });
    plans.set(position, lettersOf(found.turns?.[0]?.labelling));
    redraw();
  } catch {
    plans.delete(position); // the hint says what is wrong
  }
}

// ------------------------------------------------------------------ the table

function fan(cards) {
  return cards.length < 2 ? FAN : Math.min(FAN, Math.max(13, (ROOM - HEIGHT) / (cards.length - 1)));
}

function words(parts, move) {
  const card = face(
    move.from === "drawn"
      ? parts.drawn?.text
      : parts.stacks.find((one) => `stack ${one.name}` === move.from)?.cards.at(-1)?.text,
  );
  const [kind, name] = move.to.split(" ");
  if (move.from === "deck") return t("calculation.draw_card");
  if (kind === "foundation")
    return t(move.from === "drawn" ? "calculation.put" : "calculation.move", card, name, move.from.split(" ")[1]);
  return t("calculation.lay", card, name);
}

/** Draw the board. */
export function draw(ctx) {
  const host = h("div", { class: "calc-board" });
  const redraw = () => host.isConnected && put(host, ...inside(ctx, host, redraw));
  put(host, ...inside(ctx, host, redraw));
  return host;
}

function inside(ctx, host, redraw) {
  const { parts } = ctx.board;
  const solitaire = parts.kind === "solitaire";
  const moves = ctx.choose ? parts.moves.filter((one) => !ctx.moves || ctx.moves.includes(one.move)) : [];
  const wanted = letters && ctx.advice && solitaire && parts.stacks.some((one) => one.cards.length);
  const marks = wanted ? plans.get(ctx.view.position) : null;
  if (wanted && !marks) fetchLetters(ctx.view.position, () => steadily(host, redraw));
  const at = ctx.view.position;
  if (source.at !== at) source = { at, from: null };
  const slots = Math.max(parts.stacks.length, parts.foundations.length + 2, 6);
  const longest = Math.max(
    ROOM,
    ...parts.stacks.map((one) => HEIGHT + fan(one.cards) * Math.max(0, one.cards.length - 1)),
  );
  const [width, height] = [slots * STEP + GAP, STACKS_AT + longest + 30];
  const places = new Map(); // "foundation A" -> {x, y, width, height}: where a card can be dropped
  const table = s("svg", {
    class: "calc-table",
    viewBox: `0 0 ${width} ${height}`,
    role: "group",
    "aria-label": t("calculation.table"),
  });
  const left = (i) => GAP + i * STEP;

  function play(move) {
    source = { at: null, from: null };
    ctx.choose(move);
  }

  /** Press a place: it is played when that is clear, else the card is picked up and its places wait. */
  function touch(name) {
    const toHere = moves.filter((one) => one.to === name && (!source.from || one.from === source.from));
    const fromHere = moves.filter((one) => one.from === name);
    if (toHere.length === 1) return play(toHere[0].move);
    if (fromHere.length === 1) return play(fromHere[0].move);
    source = { at, from: source.from === name || !fromHere.length ? null : name };
    return redraw();
  }

  function spot(name, x, y, said, ...children) {
    const to = moves.filter((one) => one.to === name && (!source.from || one.from === source.from));
    const from = moves.filter((one) => one.from === name);
    const live = to.length + from.length > 0;
    const best = [...to, ...from].some((one) => ctx.advice?.get(one.move)?.optimal);
    const marks = {
      "is-live": live,
      "is-best": best,
      "is-chosen": source.from === name,
      "is-target": source.from && to.length,
    };
    const marked = Object.keys(marks).filter((mark) => marks[mark]);
    const classes = ["calc-spot", ...marked].join(" ");
    const group = s("g", { class: classes, "data-spot": name, "data-key": name }, children);
    const told = [said, ...new Set([...to, ...from].map((one) => words(parts, one) + worth(ctx, one.move)))].join(". ");
    if (live) pressable(group, told, () => touch(name));
    else group.append(s("title", {}, said));
    if (!live) {
      group.setAttribute("role", "img");
      group.setAttribute("aria-label", said);
    }
    if ([...to, ...from].length === 1) group.setAttribute("data-move", [...to, ...from][0].move);
    return group;
  }

  // foundations, or what the stack game has to come
  if (solitaire) {
    parts.foundations.forEach((one, i) => {
      const name = `foundation ${one.name}`;
      const said = one.waits
        ? t("calculation.waits", one.name, face(one.waits), one.cards.length)
        : t("calculation.complete", one.name);
      const top = one.cards.at(-1);
      places.set(name, { x: left(i), y: TOP, width: WIDTH, height: HEIGHT });
      const move = moves.find((each) => each.to === name && (!source.from || each.from === source.from));
      table.append(
        spot(
          name,
          left(i),
          TOP,
          said,
          s("text", { class: "calc-name", x: left(i) + WIDTH / 2, y: TOP - 6 }, `${one.name} +${one.step}`),
          top
            ? playing({ rank: top, x: left(i), y: TOP, kind: one.waits ? "card" : "card calc-complete" })
            : place({ text: face(one.waits), x: left(i), y: TOP }),
          s(
            "text",
            { class: "calc-waits", x: left(i) + WIDTH / 2, y: TOP + HEIGHT + 15 },
            one.waits
              ? [
                  face(one.waits),
                  s("tspan", { class: "calc-after" }, ` ${one.to_come.slice(1, 4).map(face).join(" ")}`),
                ]
              : "✓",
          ),
          move ? chip(ctx, move.move, left(i) + WIDTH / 2, TOP + HEIGHT + 30) : null,
        ),
      );
    });
  } else {
    const coming = parts.deck.cards.map((one) => one.text);
    table.append(
      s("text", { class: "calc-coming-title", x: GAP, y: TOP - 4 }, t("calculation.to_come", parts.deck.left)),
    );
    parts.foundations.forEach((one, i) => {
      const mine = coming.filter((text) => text.startsWith(one.name));
      table.append(
        s("text", { class: "calc-coming", x: GAP, y: TOP + 14 + 16 * i }, `${one.name}: ${mine.join(" ") || "–"}`),
      );
    });
  }

  // the drawn card and the deck
  const drawnAt = slots - 2;
  const drawn = parts.drawn?.text;
  const drawnGroup = s(
    "g",
    {
      class: `calc-spot calc-drawn${drawn ? " has-card" : ""}`,
      "data-spot": "drawn",
      role: "img",
      "aria-label": drawn ? t("calculation.drawn", face(drawn)) : t("calculation.none_drawn"),
    },
    s("text", { class: "calc-name", x: left(drawnAt) + WIDTH / 2, y: TOP - 6 }, t("calculation.drawn_short")),
    drawn ? playing({ rank: drawn, x: left(drawnAt), y: TOP, kind: "chosen" }) : place({ x: left(drawnAt), y: TOP }),
  );
  const draws = moves.find((one) => one.from === "deck");
  const deckWords = t("calculation.deck", parts.deck.left);
  const deck = spot(
    "deck",
    left(drawnAt + 1),
    TOP,
    deckWords,
    s("text", { class: "calc-name", x: left(drawnAt + 1) + WIDTH / 2, y: TOP - 6 }, t("calculation.deck_short")),
    parts.deck.left
      ? back({ text: parts.deck.left, x: left(drawnAt + 1), y: TOP })
      : place({ text: "0", x: left(drawnAt + 1), y: TOP }),
    draws
      ? s(
          "text",
          { class: "calc-waits", x: left(drawnAt + 1) + WIDTH / 2, y: TOP + HEIGHT + 15 },
          t("calculation.draw"),
        )
      : null,
    draws ? chip(ctx, draws.move, left(drawnAt + 1) + WIDTH / 2, TOP + HEIGHT + 30) : null,
  );
  table.append(drawnGroup, deck);

  // the stacks
  const first = Math.floor((slots - parts.stacks.length) / 2);
  parts.stacks.forEach((one, n) => {
    const name = `stack ${one.name}`;
    const x = left(first + n);
    const step = fan(one.cards);
    const tall = HEIGHT + step * Math.max(0, one.cards.length - 1);
    places.set(name, { x, y: STACKS_AT, width: WIDTH, height: Math.max(tall + FAN, HEIGHT) });
    const listed = one.cards
      .map((each, i) => (marks?.[n]?.[i] ? `${face(each.text)} (${marks[n][i]})` : face(each.text)))
      .join(" ");
    const said = one.cards.length
      ? t("calculation.stack_of", one.name, listed)
      : t("calculation.stack_empty", one.name);
    const mine = moves.filter(
      (each) => (each.to === name && (!source.from || each.from === source.from)) || each.from === name,
    );
    const shown = mine.length
      ? (mine.map((each) => each.move).find((move) => ctx.advice?.get(move)?.optimal) ?? mine[0].move)
      : null;
    const cards = one.cards.length
      ? one.cards.map((each, i) =>
          playing({
            rank: each.text,
            letter: marks?.[n]?.[i] ?? "",
            x,
            y: STACKS_AT + i * step,
            kind: i === one.cards.length - 1 && source.from === name ? "chosen" : "card",
          }),
        )
      : place({ x, y: STACKS_AT });
    table.append(
      spot(
        name,
        x,
        STACKS_AT,
        said,
        s("text", { class: "calc-name", x: x + WIDTH / 2, y: STACKS_AT - 6 }, one.name),
        cards,
        shown ? chip(ctx, shown, x + WIDTH / 2, STACKS_AT + tall + 16) : null,
      ),
    );
  });

  drag(table, moves, places, play);
  table.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const key = event.key.toUpperCase();
    const fits = (one) => one.to === `stack ${key}` || one.to === `foundation ${key}`;
    const found = moves.filter(
      (one) => fits(one) && (one.from === "drawn" || !source.from || one.from === source.from),
    );
    if (found.length === 1) play(found[0].move);
    else if (event.key === "Escape" && source.from) {
      source = { at, from: null };
      redraw();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  });
  return [table, below(ctx, parts, solitaire, wanted, marks, redraw)];
}

/** What stands under the table: the result, the deck counted by rank, whether letters are shown. */
function below(ctx, parts, solitaire, wanted, marks, redraw) {
  const result = parts.result
    ? h("p", { class: `calc-result is-${parts.result}` }, h("strong", {}, t(`calculation.${parts.result}`)))
    : null;
  const seed = solitaire && ctx.view.sitting ? JSON.parse(ctx.view.sitting) : null;
  const deal =
    seed && seed.start === null ? h("span", { class: "calc-deal" }, t("calculation.deal_number", seed.seed)) : null;
  const box =
    solitaire && ctx.advice
      ? h(
          "label",
          { class: "check small" },
          h("input", {
            type: "checkbox",
            checked: letters,
            "data-key": "letters",
            onchange: (event) => ((letters = event.target.checked), redraw()),
          }),
          t("calculation.letters"),
          wanted && !marks ? h("span", { class: "muted" }, t("calculation.letters_wait")) : null,
        )
      : null;
  const counts = solitaire
    ? h(
        "details",
        { class: "calc-counts" },
        h("summary", { class: "small" }, t("calculation.counts")),
        h(
          "ul",
          { class: "calc-ranks" },
          parts.deck.ranks.map((one) =>
            h(
              "li",
              { class: one.left ? null : "is-out" },
              h("strong", {}, face(one.text)),
              h("span", {}, `×${one.left}`),
            ),
          ),
        ),
      )
    : null;
  return h("div", { class: "calc-below" }, result, h("div", { class: "row spread" }, deal, box), counts);
}

/** Let the drawn card and top cards be dragged to the places that take them. */
function drag(table, moves, places, play) {
  let held = null;
  const point = (event) => new DOMPoint(event.clientX, event.clientY).matrixTransform(table.getScreenCTM().inverse());
  table.addEventListener("pointerdown", (event) => {
    const spot = event.target.closest?.("[data-spot]");
    const name = spot?.dataset.spot;
    const mine = moves.filter((one) => one.from === name && name !== "deck");
    if (!mine.length || event.button !== 0) return;
    held = {
      mine,
      card: [...spot.querySelectorAll("svg.card")].at(-1),
      start: point(event),
      moved: false,
      id: event.pointerId,
    };
  });
  table.addEventListener("pointermove", (event) => {
    if (!held || event.pointerId !== held.id) return;
    const now = point(event);
    const [dx, dy] = [now.x - held.start.x, now.y - held.start.y];
    if (!held.moved && Math.hypot(dx, dy) < 6) return;
    if (!held.moved) {
      held.moved = true;
      held.from = { x: Number(held.card.getAttribute("x")), y: Number(held.card.getAttribute("y")) };
      table.setPointerCapture(event.pointerId);
      table.classList.add("is-dragging");
      for (const one of held.mine) table.querySelector(`[data-spot="${one.to}"]`)?.classList.add("is-target");
      held.card.closest("g").parentNode.append(held.card.closest("g")); // on top of everything else
    }
    held.card.setAttribute("x", held.from.x + dx);
    held.card.setAttribute("y", held.from.y + dy);
  });
  const drop = (event) => {
    if (!held || event.pointerId !== held.id) return;
    const { mine, card, from, moved } = held;
    held = null;
    if (!moved) return;
    table.classList.remove("is-dragging");
    for (const spot of table.querySelectorAll(".is-target")) spot.classList.remove("is-target");
    const now = point(event);
    const over = mine.find((one) => {
      const box = places.get(one.to);
      return (
        box &&
        now.x >= box.x - GAP / 2 &&
        now.x <= box.x + box.width + GAP / 2 &&
        now.y >= box.y - GAP &&
        now.y <= box.y + box.height + GAP
      );
    });
    const click = (other) => (other.stopPropagation(), other.preventDefault());
    table.addEventListener("click", click, { capture: true, once: true }); // the click that ends a drag is no press
    setTimeout(() => table.removeEventListener("click", click, { capture: true }), 0);
    if (over && event.type === "pointerup") return play(over.move);
    card.setAttribute("x", from.x);
    card.setAttribute("y", from.y);
    return undefined;
  };
  table.addEventListener("dragstart", (event) => event.preventDefault()); // cards are dragged, not their text
  table.addEventListener("pointerup", drop);
  table.addEventListener("pointercancel", drop);
}

// ------------------------------------------------------------------ setting up a position

/** Controls for a position: cards on each foundation, stacks as ranks, the drawn card. */
export function editor(ctx) {
  const host = h("div", {});
  const show = () => put(host, form(ctx));
  show();
  return followBoard(host, ctx, show);
}

function form(ctx) {
  const { parts } = ctx.board ?? {};
  if (!parts || parts.kind !== "solitaire") return h("p", { class: "muted" }, t("calculation.edit_text"));
  const sizes = parts.foundations.map((one) => one.cards.length);
  const stacks = parts.stacks.map((one) => one.cards.map((card) => card.text).join(""));
  let drawn = parts.drawn?.text ?? "";
  const send = () =>
    ctx.setPosition(
      [
        parts.foundations.map((one, i) => `${one.name}${sizes[i]}`).join(" "),
        stacks.map((one) => one || "-").join(" "),
        ...(drawn ? [drawn] : []),
      ].join(" / "),
    );
  const ranks = parts.deck.ranks.map((one) => one.text);
  const total = (one) => one.cards.length + one.to_come.length;
  return h(
    "form",
    { class: "calc-editor", onsubmit: (event) => (event.preventDefault(), send()) },
    h(
      "fieldset",
      { class: "row" },
      h("legend", {}, t("calculation.edit_foundations")),
      parts.foundations.map((one, i) =>
        h(
          "label",
          { class: "field calc-size" },
          h("span", {}, one.name),
          h("input", {
            type: "number",
            min: 0,
            max: total(one),
            value: sizes[i],
            "data-key": `size ${one.name}`,
            oninput: (event) => (sizes[i] = Number(event.target.value) || 0),
          }),
        ),
      ),
    ),
    h(
      "fieldset",
      { class: "row" },
      h("legend", {}, t("calculation.edit_stacks")),
      parts.stacks.map((one, i) =>
        h(
          "label",
          { class: "field calc-ranks-field" },
          h("span", {}, t("calculation.stack", one.name)),
          h("input", {
            type: "text",
            value: stacks[i],
            spellcheck: "false",
            autocomplete: "off",
            "data-key": `stack ${one.name}`,
            oninput: (event) => (stacks[i] = event.target.value.toUpperCase().replace(/[\s-]/g, "")),
          }),
        ),
      ),
    ),
    h(
      "div",
      { class: "row" },
      h(
        "label",
        { class: "field" },
        h("span", {}, t("calculation.drawn_short")),
        h(
          "select",
          { "data-key": "drawn", value: drawn, onchange: (event) => (drawn = event.target.value) },
          h("option", { value: "" }, "–"),
          ranks.map((one) => h("option", { value: one }, one)),
        ),
      ),
      h("button", { type: "submit", class: "main", "data-key": "set" }, t("calculation.set_up")),
    ),
  );
}

// ------------------------------------------------------------------ could this deal be won?

function limitTool(ctx) {
  const sitting = ctx.view?.sitting ? JSON.parse(ctx.view.sitting) : null;
  const deal = h("input", {
    type: "number",
    min: 0,
    max: 4294967295,
    step: 1,
    value: sitting?.start === null ? sitting.seed : 3,
    id: "limit-deal",
  });
  const stacks = h(
    "select",
    { id: "limit-stacks", value: String(ctx.board?.parts?.stacks?.length ?? 3) },
    [1, 2, 3, 4, 5, 6].map((n) => h("option", { value: String(n) }, String(n))),
  );
  const waiting = h("div", { class: "board-work", "aria-live": "polite" });
  const out = h("div", { "aria-live": "polite" });
  const work = new Work(waiting);

  async function run(event) {
    event.preventDefault();
    put(out);
    const options = { deal: Number(deal.value), stacks: Number(stacks.value) };
    const found = await work.run((settings) => ask(gamePath("calculation", "/limit"), { options }, settings));
    if (!found) return;
    const name = [found.deal, found.stacks];
    put(
      out,
      h(
        "p",
        { class: `calc-verdict is-${found.verdict}` },
        h("strong", {}, t(`calculation.limit_${found.verdict}`, ...name)),
      ),
      h("p", { class: "muted small" }, t("calculation.dead_ends", found.conflicts.toLocaleString())),
      found.verdict === "won" ? film({ deal: found.deal, stacks: found.stacks, log: found.game, draw }) : null,
    );
  }

  async function playIt() {
    const begun = await work.run((settings) =>
      ask(
        gamePath("calculation", "/sitting"),
        { new: { seed: Number(deal.value), options: { stacks: Number(stacks.value) } } },
        settings,
      ),
    );
    if (begun) location.hash = write(["calculation", "play"], { sitting: begun.view.sitting });
  }

  return h(
    "div",
    { class: "calc-limit" },
    h("p", { class: "muted" }, t("calculation.limit_words")),
    h(
      "form",
      { class: "row", onsubmit: run },
      h("label", { class: "field", for: "limit-deal" }, h("span", {}, t("calculation.deal")), deal),
      h("label", { class: "field", for: "limit-stacks" }, h("span", {}, t("calculation.stacks")), stacks),
      h("button", { type: "submit", class: "main", "data-key": "limit" }, t("calculation.limit_run")),
      h("button", { type: "button", "data-key": "play deal", onclick: playIt }, t("calculation.play_deal")),
    ),
    waiting,
    out,
  );
}

// ------------------------------------------------------------------ the game of the paper

function demonstration(ctx) {
  const shown = ctx.game?.learn?.demonstration;
  if (!shown) return h("p", { class: "muted" }, t("calculation.no_demonstration"));
  return h(
    "div",
    { class: "calc-demonstration" },
    h("p", { class: "muted" }, pick(shown.words)),
    film({ ...shown, draw }),
  );
}

export const tools = [
  { id: "limit", title: (say) => say("calculation.limit"), open: limitTool },
  { id: "demonstration", title: (say) => say("calculation.demonstration"), open: demonstration },
];

/** A picture for the start page: four foundations and stacks. */
export function tile() {
  const scale = (x, y, inner) =>
    s("svg", { x, y, width: 30, height: 42, viewBox: `0 0 ${WIDTH} ${HEIGHT}`, overflow: "visible" }, inner);
  const top = ["3", "6", "9", "8"].map((rank, i) => scale(20 + 36 * i, 8, playing({ rank })));
  const stacks = [["K", "Q", "J"], ["7", "5"], ["T", "9", "4"], ["2"]].map((cards, n) =>
    cards.map((rank, i) => scale(20 + 36 * n, 58 + 10 * i, playing({ rank }))),
  );
  return s(
    "svg",
    { class: "tile-picture", viewBox: "0 0 240 120", "aria-hidden": "true" },
    top,
    stacks,
    scale(186, 30, back({ text: "38", x: 0, y: 0 })),
  );
}
