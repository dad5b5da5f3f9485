// Memory: a table of cards that turn over, or a board that counts letters; your memory against the machine's.

import { back, card, place } from "/static/js/cards.js";
import { h, keepFocus, put, s } from "/static/js/dom.js";
import { t } from "/static/js/words.js";
import { asking, followBoard, notes, numberField, piece, redrawn, segments, setUp } from "/static/js/boards/pieces.js";

let lastShown = { key: null, up: new Map() };

// ------------------------------------------------------------------ the table

/** The letters that were turned since the awaited player's last turn began, by place: they lie open a while. */
function justTurned(view, parts) {
  const turned = new Map();
  if (parts.turned !== null || !view.happened?.length) return turned;
  const mine = view.awaits?.seat;
  const entries = view.happened;
  const own = entries.map((one, i) => (one.seat === mine ? i : -1)).filter((i) => i >= 0);
  const from = own.length >= 2 ? own.at(-2) : 0;
  const known = new Map(parts.remembered.map((one) => [one.place, one.letter]));
  entries.slice(from).forEach((one, i) => {
    if (one.seat === 2) return;
    const dealt = entries[from + i + 1];
    const letter = known.get(Number(one.move)) ?? (dealt?.seat === 2 ? dealt.move : null);
    if (letter) turned.set(Number(one.move), letter);
  });
  return turned;
}

function twoFaces(up, faceUp, faceDown, turnedNow) {
  const motion = turnedNow ? (up ? " turns-up" : " turns-down") : "";
  return h(
    "span",
    { class: `flip${up ? " is-up" : ""}${motion}` },
    h("span", { class: "flip-front" }, faceUp),
    h("span", { class: "flip-back" }, faceDown),
  );
}

function tableCard(one, ctx, letters, shown, before) {
  if (one.state === "gone")
    return h(
      "span",
      { class: "piece", role: "img", "aria-label": t("memory.gone", one.place) },
      place({ text: (one.letter ?? "").toLowerCase() }),
    );
  const letter = one.letter ?? shown.get(one.place) ?? null;
  const up = letter !== null;
  const open = one.state === "open";
  const faceUp = card({
    rank: letter ?? before ?? "",
    kind: open ? "chosen" : "card",
    label: "",
    letter: String(one.place),
  });
  const label = open
    ? t("memory.lies_open", one.place, letter)
    : up
      ? t("memory.was_seen", one.place, letter)
      : t("memory.face_down", one.place);
  const moved = before !== undefined && (before !== null) !== up;
  return piece(ctx, {
    face: twoFaces(up, faceUp, back({ text: one.place }), moved),
    move: one.move,
    label,
    kind: up && !open ? "was-seen" : "",
  });
}

/** Whether everything is entered by hand, beside a table elsewhere or in analysis: nothing need be remembered. */
function assisted(view) {
  const seats = Object.values(JSON.parse(view?.sitting ?? "{}").seats ?? {});
  return seats.length > 0 && seats.every((who) => who === "person");
}

function table(ctx, parts) {
  const shown = assisted(ctx.view)
    ? new Map(parts.remembered.map((one) => [one.place, one.letter]))
    : justTurned(ctx.view ?? {}, parts);
  const key = `${parts.deck} ${parts.cards.length}`;
  const before = lastShown.key === key ? lastShown.up : new Map();
  const up = new Map();
  const cards = parts.cards.map((one) => {
    up.set(one.place, one.letter ?? shown.get(one.place) ?? null);
    return tableCard(one, ctx, parts.letters, shown, before.get(one.place));
  });
  lastShown = { key, up };
  return h(
    "div",
    {
      class: `memory-table columns-${Math.min(13, parts.columns)}`,
      role: "group",
      "aria-label": t("memory.table", parts.deck),
    },
    cards,
  );
}

function scores(parts) {
  if (parts.players.length === 1)
    return h("div", { class: "memory-scores" }, h("span", {}, t("memory.turns", parts.score[0])));
  const side = (name, i) =>
    h(
      "span",
      { class: `memory-score${parts.turn === name ? " has-turn" : ""}` },
      parts.turn === name ? h("span", { "aria-hidden": "true" }, "▸ ") : null,
      t(`memory.${name}`),
      ": ",
      h("strong", {}, String(parts.score[i])),
      h("span", { class: "muted" }, ` ${t("memory.pairs", parts.score[i])}`),
    );
  return h("div", { class: "memory-scores" }, parts.players.map(side));
}

/** What you remember against what the machine does: name the cards that lie face down again, then compare. */
function memories(ctx, parts) {
  if (assisted(ctx.view) || !parts.remembered.length || ctx.view?.ended) return null;
  const down = parts.remembered.filter((one) => parts.cards[one.place - 1].state === "back");
  if (!down.length) return null;
  const letters = [...new Set(parts.letters.map((one) => one.letter))];
  const named = new Map();
  let compared = false;
  const body = redrawn("memories", (again) => {
    const cell = (one) => {
      const said = named.get(one.place) ?? "";
      if (compared) {
        const right = said === one.letter;
        return h(
          "span",
          { class: `memory-cell ${right ? "is-right" : "is-wrong"}` },
          h("span", { class: "muted" }, String(one.place)),
          h("strong", {}, one.letter),
          h("span", {}, right ? "✓" : `✗ ${said || "?"}`),
        );
      }
      const select = h(
        "select",
        { "aria-label": t("memory.what_is", one.place), "data-key": `place ${one.place}`, value: said },
        h("option", { value: "" }, "?"),
        letters.map((letter) => h("option", { value: letter }, letter)),
      );
      select.addEventListener("change", () => named.set(one.place, select.value));
      return h("label", { class: "memory-cell" }, h("span", { class: "muted" }, String(one.place)), select);
    };
    const right = down.filter((one) => named.get(one.place) === one.letter).length;
    return [
      h(
        "p",
        { class: "muted" },
        compared ? t("memory.compared", right, down.length) : t("memory.name_them", down.length),
      ),
      h("div", { class: "memory-cells" }, down.map(cell)),
      h(
        "button",
        { type: "button", "data-key": "compare", onclick: () => ((compared = !compared), again()) },
        compared ? t("memory.hide") : t("memory.compare"),
      ),
    ];
  });
  return h(
    "details",
    { class: "memory-against", open: againstOpen, ontoggle: (event) => (againstOpen = event.target.open) },
    h("summary", {}, t("memory.against", down.length)),
    body,
  );
}

let againstOpen = false;

// ------------------------------------------------------------------ the board that counts letters

function kindRow(one, ctx) {
  const known = Array.from({ length: one.known }, () =>
    piece(ctx, {
      face: card({ rank: "●", label: "" }),
      move: one.moves.known,
      label: t("memory.known_card", one.name),
    }),
  );
  const hidden = Array.from({ length: one.hidden }, () =>
    piece(ctx, { face: back(), move: one.moves.hidden, label: t("memory.unknown_card", one.name) }),
  );
  const first = [...known, ...hidden];
  return h(
    "div",
    { class: "memory-kind" },
    h(
      "div",
      { class: "memory-count" },
      h("strong", {}, t("memory.letters_of", one.letters, one.cards)),
      h("span", { class: "muted" }, one.known ? t("memory.known_of", one.known) : t("memory.none_known")),
    ),
    h(
      "div",
      { class: "memory-cards" },
      first,
      one.letters > 1 ? h("span", { class: "memory-times" }, `× ${one.letters}`) : null,
    ),
  );
}

function counted(ctx, parts) {
  const paper = parts.paper;
  return h(
    "div",
    { class: "memory-kinds" },
    h(
      "p",
      { class: "memory-board-name" },
      h("code", {}, parts.board),
      paper ? h("span", { class: "muted" }, ` = (${paper.na},${paper.nf},${paper.ka},${paper.kf})`) : null,
    ),
    parts.kinds.length ? parts.kinds.map((one) => kindRow(one, ctx)) : h("p", { class: "muted" }, t("memory.empty")),
    parts.first ? h("p", {}, t("memory.first_open", parts.first)) : null,
  );
}

/** Draw the board. */
export function draw(ctx) {
  const parts = ctx.board.parts;
  if (parts.kind === "board") return h("div", { class: "memory-board" }, counted(ctx, parts), notes(ctx.board.notes));
  return h(
    "div",
    { class: "memory-board" },
    scores(parts),
    table(ctx, parts),
    notes(ctx.board.notes.filter((_, i) => i !== 1 && !(i && ctx.view?.ended))),
    memories(ctx, parts),
  );
}

// ------------------------------------------------------------------ setting up a position

function written(draft) {
  const words = draft.second ? " | second" : "";
  return `${draft.deck} | ${draft.cards.join(" ")}${words}`;
}

/** The table's cards: click one to say what is known of it. */
export function editor(ctx) {
  const made = () =>
    ctx.board.parts.kind === "board" ? boardEditor(ctx, ctx.board.parts) : tableEditor(ctx, ctx.board.parts);
  const host = h("div", {}, made());
  return followBoard(host, ctx, () => keepFocus(host, () => put(host, made())));
}

function tableEditor(ctx, parts) {
  const take = { chosen: parts.take };
  const letters = parts.letters.map((one) => one.letter);
  const known = new Map(parts.remembered.map((one) => [one.place, one.letter]));
  const draft = {
    deck: parts.deck,
    cards: parts.cards.map((one) => (one.state === "gone" ? one.letter.toLowerCase() : (known.get(one.place) ?? "?"))),
    second: parts.players.length === 2 && parts.turn === parts.players[1],
    brush: letters[0],
  };
  return redrawn("memory-editor", (again) => {
    const brushes = [
      ["?", t("memory.brush_unknown")],
      ...letters.map((one) => [one, one]),
      ["gone", t("memory.brush_gone")],
    ];
    const paint = (i) => {
      const now = draft.cards[i];
      if (draft.brush === "?") draft.cards[i] = "?";
      else if (draft.brush === "gone") draft.cards[i] = now === "?" ? letters[0].toLowerCase() : now.toLowerCase();
      else draft.cards[i] = now === draft.brush ? "?" : draft.brush;
      again();
    };
    const cell = (now, i) =>
      h(
        "button",
        {
          type: "button",
          class: "piece cell-press",
          "data-key": `place ${i}`,
          "aria-label": t("memory.paint", i + 1, now === "?" ? t("memory.brush_unknown") : now),
          onclick: () => paint(i),
        },
        now === "?"
          ? back({ text: i + 1 })
          : now === now.toLowerCase()
            ? place({ text: now })
            : card({ rank: now, label: "", letter: String(i + 1) }),
      );
    return [
      h("p", { class: "muted" }, t("memory.edit_intro")),
      segments(t("memory.brush"), brushes, draft.brush, (v) => ((draft.brush = v), again())),
      h("div", { class: `memory-table columns-${Math.min(13, parts.columns)}` }, draft.cards.map(cell)),
      h(
        "div",
        { class: "row" },
        parts.players.length === 2
          ? segments(
              t("memory.turn"),
              [
                [false, t("memory.first")],
                [true, t("memory.second")],
              ],
              draft.second,
              (v) => ((draft.second = v), again()),
            )
          : null,
        takeField(take, again),
      ),
      setUp(ctx, written(draft), takeOption(ctx, take)),
    ];
  });
}

function takeField(take, again) {
  return segments(
    t("memory.take"),
    [
      ["forced", t("memory.forced")],
      ["free", t("memory.free")],
    ],
    take.chosen,
    (v) => ((take.chosen = v), again()),
  );
}

function takeOption(ctx, take) {
  const options = { ...ctx.options, take: take.chosen };
  if (take.chosen === "forced") delete options.take;
  return options;
}

function boardEditor(ctx, parts) {
  const draft = { ...(parts.paper ?? { na: 4, nf: 1, ka: 3, kf: 0 }) };
  const take = { chosen: parts.take };
  return redrawn("memory-editor", (again, live, touch) => {
    const field = (key) => numberField(t(`memory.${key}`), draft[key], 0, 60, (n) => ((draft[key] = n), touch()));
    return [
      h("p", { class: "muted" }, t("memory.board_intro")),
      h("div", { class: "row" }, ["na", "nf", "ka", "kf"].map(field)),
      h("div", { class: "row" }, takeField(take, again)),
      live(() => setUp(ctx, `(${draft.na},${draft.nf},${draft.ka},${draft.kf})`, takeOption(ctx, take))),
    ];
  });
}

// ------------------------------------------------------------------ the map of best moves

const MOVES = ["0", "1", "2"];

function moveKind(text) {
  return MOVES.includes(text) ? `move-${text}` : text === "mixed" ? "move-mixed" : "move-tie";
}

function map(cells, take, here, ctx, fours, show) {
  const by = new Map(cells.map((cell) => [`${cell.na} ${cell.ka}`, cell]));
  const most = Math.max(...cells.map((cell) => cell.na));
  const range = (low, high) => Array.from({ length: high - low + 1 }, (_, i) => low + i);
  const marked = (cell) => here && here.nf === fours && here.kf === fours && here.na === cell.na && here.ka === cell.ka;
  const one = (cell) => {
    if (!cell) return h("td", { class: "map-none" });
    const mine = marked(cell);
    const position = `(${cell.na},${fours},${cell.ka},${fours})`;
    const label = `${position}: ${cell.moves.join(", ")}, ${cell.decimal}${mine ? `, ${t("memory.your_board")}` : ""}`;
    return h(
      "td",
      { class: `map-cell ${show === "moves" ? moveKind(cell.text) : valueKind(cell)}${mine ? " is-here" : ""}` },
      h(
        "button",
        {
          type: "button",
          class: "map-button",
          "aria-label": label,
          title: label,
          "aria-current": mine ? "true" : null,
          onclick: () => ctx.goTo(position, take === "free" ? { take } : {}),
        },
        show === "moves" ? shortMove(cell.text) : cell.decimal.replace("-", "−"),
      ),
    );
  };
  return h(
    "div",
    { class: "matrix-scroll", tabindex: "0", role: "region", "aria-label": t(`memory.${take}`) },
    h(
      "table",
      { class: `map is-${show}` },
      h(
        "caption",
        {},
        h("strong", {}, t(`memory.${take}`)),
        h("span", { class: "muted" }, ` (na,${fours},ka,${fours})`),
      ),
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          h("th", { scope: "col" }, "na\\ka"),
          range(fours, most).map((ka) => h("th", { scope: "col" }, String(ka))),
        ),
      ),
      h(
        "tbody",
        {},
        range(Math.max(1, fours), most).map((na) =>
          h(
            "tr",
            {},
            h("th", { scope: "row" }, String(na)),
            range(fours, most).map((ka) => one(by.get(`${na} ${ka}`))),
          ),
        ),
      ),
    ),
  );
}

function shortMove(text) {
  return text === "mixed" ? "m" : text.replace("mixed", "m");
}

function valueKind(cell) {
  const value = Number(cell.decimal);
  if (value > 1) return "cost-0";
  if (value > 0.3) return "cost-1";
  if (value > 0.02) return "cost-2";
  if (value >= -0.02) return "cost-3";
  return value > -0.3 ? "cost-4" : value > -1 ? "cost-5" : "cost-6";
}

function legend() {
  const kinds = [
    ["move-0", "0", "memory.move_0"],
    ["move-1", "1", "memory.move_1"],
    ["move-2", "2", "memory.move_2"],
    ["move-mixed", "m", "memory.move_mixed"],
    ["move-tie", "1,2", "memory.move_tie"],
  ];
  return h(
    "ul",
    { class: "map-legend" },
    kinds.map(([kind, sign, key]) => h("li", {}, h("span", { class: `map-swatch ${kind}` }, sign), t(key))),
  );
}

function mapTool(ctx) {
  let here = ctx.board.parts.paper;
  const asked = {
    letters: Math.min(16, Math.max(10, here?.na ?? 10)),
    fours: here?.nf === here?.kf ? Math.min(2, here?.nf ?? 1) : 1,
    show: "moves",
  };
  const answer = asking();
  let solved = null;
  const look = () => {
    const { letters, fours } = asked;
    answer.run(
      async (how) => {
        const question = (take) => ctx.ask("solve", { options: { letters, fours, take } }, how);
        return { forced: await question("forced"), free: await question("free"), fours };
      },
      (found) => ((solved = found), shown()),
    );
  };
  const shown = () => [
    here && here.nf === solved.fours && here.kf === solved.fours && here.na <= asked.letters
      ? h("p", {}, t("memory.marked", `(${here.na},${here.nf},${here.ka},${here.kf})`))
      : h("p", { class: "muted" }, t("memory.not_marked")),
    h(
      "div",
      { class: "maps" },
      map(solved.forced.boards, "forced", here, ctx, solved.fours, asked.show),
      map(solved.free.boards, "free", here, ctx, solved.fours, asked.show),
    ),
    asked.show === "moves" ? legend() : h("p", { class: "muted small" }, t("memory.map_values")),
  ];
  const form = redrawn("map-form", (again) =>
    h(
      "div",
      { class: "row" },
      numberField(t("memory.letters"), asked.letters, 2, 40, (n) => ((asked.letters = n), look())),
      segments(
        t("memory.fours"),
        [
          [0, "0"],
          [1, "1"],
          [2, "2"],
          [3, "3"],
        ],
        asked.fours,
        (v) => ((asked.fours = v), look(), again()),
      ),
      segments(
        t("memory.map_shows"),
        [
          ["moves", t("memory.best_moves")],
          ["values", t("memory.values")],
        ],
        asked.show,
        (v) => ((asked.show = v), look(), again()),
      ),
    ),
  );
  look();
  const host = h("div", { class: "tool" }, h("p", { class: "muted" }, t("memory.map_intro")), form, answer.host);
  return followBoard(host, ctx, () => ((here = ctx.board.parts.paper), look()));
}

export const tools = [{ id: "map", title: () => t("memory.map_tool"), open: mapTool }];

/** A picture for the start page: a pair and two backs. */
export function tile() {
  const lying = [
    back({ x: 8, y: 18 }),
    card({ rank: "A", x: 64, y: 18, label: "" }),
    back({ x: 120, y: 18 }),
    card({ rank: "A", kind: "best", x: 176, y: 18, label: "" }),
  ];
  return s("svg", { class: "tile-picture", viewBox: "0 0 240 120", "aria-hidden": "true" }, lying);
}
