// The AB game: guesses with their answers, a pad to enter one or the other, and all codes as a field that empties.

import { analysed, write } from "/static/js/address.js";
import { ask, gamePath } from "/static/js/api.js";
import { peg } from "/static/js/cards.js";
import { h, put, s } from "/static/js/dom.js";
import { t } from "/static/js/words.js";
import { followBoard } from "/static/js/boards/pieces.js";

const GUESSER = 1;
const MOST_KEYS = 36;
const MOST_BEST = 12;
/** What is being entered, kept while the board is drawn anew: one guess, for one position. */
let draft = { at: null, symbols: [] };

// ------------------------------------------------------------------ pieces

/** The answer as signs: a full disc for each A, a ring for each B, a small dot for the rest; never colour alone. */
function signs(answer, places) {
  const kinds = Array.from({ length: places }, (_, i) => (i < answer.a ? "a" : i < answer.a + answer.b ? "b" : "none"));
  const wide = Math.ceil(places / 2);
  const cells = kinds.map((kind, i) => {
    const x = 7 + 12 * (i % wide);
    const y = places > 2 ? 7 + 12 * Math.floor(i / wide) : 13;
    return s("circle", { class: `ab-sign ab-sign-${kind}`, cx: x, cy: y, r: kind === "none" ? 1.5 : 4.2 });
  });
  return s("svg", { class: "ab-signs", viewBox: `0 0 ${2 + 12 * wide} 26`, "aria-hidden": "true" }, cells);
}

const code = (symbols, kind = "peg") =>
  h(
    "span",
    { class: "ab-code" },
    symbols.map((text) => peg({ text, kind: text === "" ? "open" : kind })),
  );

function row({ number, symbols, answer = null, places, left, kind = "", says, extra = null }) {
  return h(
    "li",
    { class: `ab-row ${kind}` },
    h("span", { class: "ab-number", "aria-hidden": "true" }, number),
    h("span", { class: "hidden-words" }, says),
    h("span", { "aria-hidden": "true" }, code(symbols)),
    h(
      "span",
      { class: "ab-answer", "aria-hidden": "true" },
      answer ? [signs(answer, places), h("span", { class: "ab-answer-text" }, answer.answer)] : null,
    ),
    h("span", { class: "ab-left muted small", "aria-hidden": "true" }, left ?? ""),
    extra,
  );
}

// ------------------------------------------------------------------ the field of codes

const square = (x, y) => `M${x} ${y}h.84v.84h-.84z`;

/** All codes as cells in their order: full ones are possible, rings went with the last answer, dots went before. */
function field(parts) {
  const { columns, codes, now, before } = parts.field;
  const paths = { gone: "", went: "", few: "", some: "", all: "" };
  for (let i = 0; i < now.length; i += 1) {
    const [x, y] = [i % columns, Math.floor(i / columns)];
    const kind =
      now[i] === "0" ? (before[i] === "0" ? "gone" : "went") : now[i] === "9" ? "all" : now[i] > "4" ? "some" : "few";
    paths[kind] += kind === "gone" ? `M${x + 0.34} ${y + 0.34}h.16v.16h-.16z` : square(x, y);
  }
  const rows = Math.ceil(now.length / columns);
  const told = t("abgame.field_label", parts.left.toLocaleString(), parts.codes.toLocaleString());
  const picture = s(
    "svg",
    {
      class: `ab-field${parts.left * 20 < parts.codes ? " is-few" : ""}`,
      viewBox: `-0.3 -0.3 ${columns + 0.44} ${rows + 0.44}`,
      role: "img",
      "aria-label": told,
    },
    Object.entries(paths).map(([kind, d]) => (d ? s("path", { class: `ab-cells ab-cells-${kind}`, d }) : null)),
  );
  const key = (kind, text) =>
    h(
      "li",
      {},
      s(
        "svg",
        { viewBox: "-0.1 -0.1 1.04 1.04", "aria-hidden": "true" },
        s("path", { class: `ab-cells ab-cells-${kind}`, d: kind === "gone" ? "M.34 .34h.16v.16h-.16z" : square(0, 0) }),
      ),
      text,
    );
  return h(
    "figure",
    { class: "ab-field-frame" },
    picture,
    h(
      "figcaption",
      { class: "small muted" },
      h(
        "ul",
        { class: "ab-key" },
        key("all", t(codes === 1 ? "abgame.key_left" : "abgame.key_all")),
        codes > 1 ? key("few", t("abgame.key_some")) : null,
        paths.went ? key("went", t("abgame.key_went")) : null,
        paths.gone ? key("gone", t("abgame.key_gone")) : null,
      ),
      codes > 1 ? h("p", {}, t("abgame.cell_codes", codes.toLocaleString())) : null,
    ),
  );
}

/** How many codes are left, large. */
function count(parts) {
  if (parts.found)
    return h(
      "p",
      { class: "ab-count" },
      h("strong", {}, t("abgame.found")),
      " ",
      t("abgame.after", parts.earlier + parts.history.length),
    );
  return h(
    "p",
    { class: "ab-count" },
    h("strong", {}, parts.left.toLocaleString()),
    " ",
    t("abgame.of_codes", parts.left, parts.codes.toLocaleString()),
  );
}

// ------------------------------------------------------------------ guesses that are worth a look

function chips(ctx, parts) {
  const best = [...(ctx.advice?.values() ?? [])].filter((one) => one.optimal !== false).map((one) => String(one.move));
  const chip = (text, star) =>
    h(
      ctx.choose ? "button" : "span",
      ctx.choose
        ? {
            type: "button",
            class: `ab-chip${star ? " is-best" : ""}`,
            "data-key": `chip ${text}`,
            "data-move": text,
            "aria-label": t(star ? "abgame.guess_best" : "abgame.guess_this", text),
            onclick: () => ctx.choose(text),
          }
        : { class: `ab-chip${star ? " is-best" : ""}` },
      star ? h("span", { class: "ab-star", "aria-hidden": "true" }, "★") : null,
      text,
    );
  const groups = [];
  if (best.length || ctx.choose)
    groups.push(
      h(
        "div",
        { class: "ab-chips ab-best" },
        h("h3", {}, t("abgame.best", best.length || 2)),
        h(
          "div",
          { class: "row" },
          best.length ? null : h("span", { class: "muted small" }, t("abgame.best_waits")),
          best.slice(0, MOST_BEST).map((text) => chip(text, true)),
          best.length > MOST_BEST
            ? h("span", { class: "muted small" }, t("abgame.more_best", best.length - MOST_BEST))
            : null,
        ),
      ),
    );
  if (parts.candidates.length)
    groups.push(
      h(
        "div",
        { class: "ab-chips" },
        h("h3", {}, t("abgame.possible")),
        h(
          "div",
          { class: "row" },
          parts.candidates.map((one) => chip(one.text, best.includes(one.text))),
        ),
      ),
    );
  return groups;
}

// ------------------------------------------------------------------ entering a guess

function guessPad(ctx, parts) {
  const at = `${ctx.view.position}#${ctx.view.happened.length}`;
  if (draft.at !== at) draft = { at, symbols: [] };
  const few = parts.symbols.length <= MOST_KEYS;
  const slots = h("div", { class: "ab-slots", "aria-live": "polite", role: "group" });
  const keys = parts.symbols.map((text, i) => {
    const dummy = i >= parts.symbols.length - parts.dummies;
    return h(
      "button",
      {
        type: "button",
        class: `ab-keycap${dummy ? " is-dummy" : ""}`,
        "data-key": `symbol ${text}`,
        "data-symbol": text,
        "aria-label": dummy ? t("abgame.dummy", text) : null,
        onclick: () => add(text),
      },
      text,
    );
  });
  const back = h(
    "button",
    { type: "button", class: "ab-back", "data-key": "back", "aria-label": t("abgame.back"), onclick: remove },
    "⌫",
  );
  const send = h("button", { type: "submit", class: "main", "data-key": "guess" }, t("abgame.guess"));

  function show() {
    const { symbols } = draft;
    const empty = Array.from({ length: parts.places - symbols.length }, () => "");
    slots.setAttribute(
      "aria-label",
      symbols.length ? t("abgame.entered", symbols.join(" ")) : t("abgame.nothing_entered", parts.places),
    );
    put(slots, code([...symbols, ...empty]));
    send.disabled = symbols.length !== parts.places;
    back.disabled = symbols.length === 0;
    const full = symbols.length === parts.places;
    keys.forEach((key) => (key.disabled = full || (!parts.repeat && symbols.includes(key.dataset.symbol))));
  }

  function add(text) {
    if (draft.symbols.length < parts.places && (parts.repeat || !draft.symbols.includes(text)))
      draft.symbols.push(text);
    renew();
  }

  /** Show what is entered; the keyboard's focus goes on from a key that can no longer be pressed. */
  function renew() {
    const focused = /** @type {HTMLButtonElement} */ (document.activeElement);
    show();
    if (focused?.disabled) (send.disabled ? keys.find((key) => !key.disabled) : send)?.focus();
  }

  function remove() {
    draft.symbols.pop();
    renew();
  }

  function type(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.tagName === "INPUT") return;
    if (event.key === "Backspace") remove();
    else if (few && parts.symbols.includes(event.key)) add(event.key);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  const typed = few
    ? null
    : h("input", {
        type: "text",
        class: "ab-typed",
        "data-key": "typed",
        autocomplete: "off",
        "aria-label": t("abgame.type_guess"),
        placeholder: parts.symbols.slice(0, parts.places).join(parts.between),
      });
  const submit = (event) => {
    event.preventDefault();
    const text = typed ? typed.value.trim() : draft.symbols.join(parts.between);
    if (text) ctx.choose(text);
  };
  if (typed)
    return h(
      "form",
      { class: "ab-pad", onsubmit: submit, "aria-label": t("abgame.your_guess") },
      h("h3", {}, t("abgame.your_guess")),
      h("div", { class: "row" }, typed, send),
    );
  show();
  return h(
    "form",
    { class: "ab-pad", onsubmit: submit, onkeydown: type, "aria-label": t("abgame.your_guess") },
    h("h3", {}, t("abgame.your_guess")),
    h("div", { class: "row ab-line" }, slots, back, send),
    h("div", { class: "ab-keys", role: "group", "aria-label": t("abgame.symbols") }, keys),
    h("p", { class: "muted small" }, t("abgame.typing")),
  );
}

// ------------------------------------------------------------------ entering an answer

/** Answers as a table, A downwards and B to the right; those that no code fits say so when they are pressed. */
function answerPad(parts, possible, press, chosen = null) {
  const most = parts.places;
  const lines = [];
  for (let a = most; a >= 0; a -= 1) {
    const cells = parts.answers
      .filter((one) => one.a === a)
      .sort((one, other) => one.b - other.b)
      .map((one) => {
        const fits = !possible || possible.includes(one.answer);
        return h(
          "button",
          {
            type: "button",
            class: `ab-reply${fits ? "" : " is-impossible"}`,
            "data-key": `answer ${one.answer}`,
            "data-answer": one.answer,
            "aria-pressed": chosen === null ? null : String(chosen === one.answer),
            "aria-label": t(fits ? "abgame.answer_label" : "abgame.answer_impossible", one.a, one.b),
            onclick: () => press(one.answer),
          },
          signs(one, parts.places),
          one.answer,
        );
      });
    if (cells.length) lines.push(h("div", { class: "ab-replies-row" }, cells));
  }
  return h("div", { class: "ab-replies", role: "group", "aria-label": t("abgame.answers") }, lines);
}

/** What is wrong with answers that no code fits, at the answer where it shows, with the changes that mend it. */
function broken(told, mend) {
  const repairs = told.repairs ?? [];
  const places = [...new Set(repairs.map((one) => one.at))];
  const line = (at) => {
    const mine = repairs.filter((one) => one.at === at);
    const button = (one) =>
      h(
        "button",
        {
          type: "button",
          class: "small",
          "data-repair": one.position,
          "aria-label": t("abgame.repair", at + 1, one.guess, one.was, one.answer),
          onclick: () => mend(one),
        },
        one.answer,
      );
    return h(
      "li",
      {},
      h("span", {}, t("abgame.repair_of", at + 1, mine[0].guess), " ", h("del", {}, mine[0].was), " → "),
      mine.map(button),
    );
  };
  return h(
    "div",
    { class: "ab-broken", role: "alert" },
    h(
      "p",
      {},
      h("span", { class: "mark", "aria-hidden": "true" }, "!"),
      h("strong", {}, t("abgame.contradiction", told.at + 1)),
    ),
    h("p", { class: "small" }, t(repairs.length ? "abgame.mend" : "abgame.no_mend")),
    h("ul", { class: "ab-mends" }, places.map(line)),
  );
}

/** Ask whether a position can be; resolves with what the server says against it, or null. */
async function objection(position) {
  try {
    await ask(gamePath("abgame", "/sitting"), { new: { start: position, seat: "all" } });
    return null;
  } catch (error) {
    if (error.told?.at !== undefined) return error.told;
    throw error;
  }
}

// ------------------------------------------------------------------ the board

/** What was said against an answer, and where: it stays when the board of the same question is drawn anew. */
let objected = { to: null, told: null, host: null };

/** Draw the board. */
export function draw(ctx) {
  const parts = ctx.board.parts;
  const { awaits, happened } = ctx.view;
  const answering = awaits?.kind === "entry";
  const pending = answering ? happened.findLast((one) => one.seat === GUESSER)?.move : null;
  const rows = parts.history.map((one, i) => {
    const number = parts.earlier + i + 1;
    const left =
      parts.found && i === parts.history.length - 1 ? "" : t("abgame.left", one.left, one.left.toLocaleString());
    return row({
      number,
      symbols: one.symbols,
      answer: one,
      places: parts.places,
      left,
      says: t("abgame.row", number, one.guess, one.answer, left),
    });
  });
  const trouble = h("div", { class: "ab-trouble" });
  const asked = `${ctx.view.position} ${pending}`;
  if (objected.to !== asked) objected = { to: asked, told: null, host: trouble };
  objected.host = trouble;
  if (objected.told) put(trouble, broken(objected.told, mend));
  if (pending) {
    const symbols = parts.between ? pending.split(parts.between) : [...pending];
    rows.push(
      row({
        number: parts.earlier + parts.history.length + 1,
        symbols,
        places: parts.places,
        kind: "is-pending",
        says: t("abgame.asked", pending),
        left: t("abgame.answer_waits"),
        extra: trouble,
      }),
    );
  }

  async function answer(text) {
    if (ctx.moves?.includes(text) ?? true) return ctx.choose(text);
    const told = await objection(`${asked}:${text}`);
    if (objected.to !== asked) return undefined;
    objected.told = told;
    if (told) put(objected.host, broken(told, mend));
    objected.host.querySelector("button")?.focus();
    return undefined;
  }

  /** Go on from the position that a repair makes: here, or in a new sitting with the same seats. */
  async function mend({ position }) {
    if (location.hash.startsWith(`#/${ctx.game.name}/analyse`))
      return void (location.hash = analysed(ctx.game.name, position));
    const person = JSON.parse(ctx.view.sitting).seats[GUESSER] === "person";
    const begun = await ask(gamePath("abgame", "/sitting"), {
      new: { start: position, seat: person ? "all" : "keeper" },
    });
    location.hash = write(["abgame", "play"], { sitting: begun.view.sitting });
    return undefined;
  }

  const secret = parts.found ? parts.history.at(-1)?.symbols : Array.from({ length: parts.places }, () => "?");
  const entering = ctx.choose
    ? answering
      ? h(
          "div",
          { class: "ab-pad" },
          h("h3", {}, t("abgame.your_answer", pending ?? "")),
          answerPad(parts, ctx.moves, answer),
        )
      : guessPad(ctx, parts)
    : null;
  return h(
    "div",
    { class: `ab-board${parts.places > 3 ? " is-wide" : ""}` },
    h(
      "div",
      { class: "ab-play" },
      h(
        "div",
        { class: "ab-secret" },
        h("span", { class: "ab-number", "aria-hidden": "true" }, ""),
        h(
          "span",
          { class: "hidden-words" },
          parts.found ? t("abgame.secret_was", secret.join("")) : t("abgame.secret"),
        ),
        h("span", { "aria-hidden": "true" }, code(secret ?? [], parts.found ? "hit" : "open")),
        h(
          "span",
          { class: "muted small" },
          t(parts.repeat ? "abgame.size_repeat" : "abgame.size", parts.places, parts.symbols.length - parts.dummies),
        ),
      ),
      h(
        "ol",
        { class: "ab-rows", "aria-label": t("abgame.history") },
        parts.earlier ? h("li", { class: "muted small" }, t("abgame.earlier", parts.earlier)) : null,
        rows,
      ),
      entering,
    ),
    h(
      "div",
      { class: "ab-rest" },
      count(parts),
      field(parts),
      chips(answering ? { ...ctx, choose: null } : ctx, parts),
    ),
  );
}

// ------------------------------------------------------------------ setting up a position

/** Take a text apart as it is written: the size, guesses with answers, a list. */
function taken(text) {
  const words = String(text ?? "")
    .replace(/\{[^}]*\}/g, (list) => list.replaceAll(" ", ""))
    .split(/\s+/)
    .filter(Boolean);
  const size = /^(\d+)[x×](\d+)(r?)(?:\+(\d+))?$/i.exec(words[0] ?? "") ?? [null, "3", "10", "", "0"];
  const history = words
    .slice(1)
    .filter((word) => word.includes(":"))
    .map((word) => word.split(":"));
  return {
    places: size[1],
    symbols: size[2],
    repeat: Boolean(size[3]),
    dummies: size[4] ?? "0",
    history,
    list: words.find((word) => word.startsWith("{") && word !== "{}") ?? "",
  };
}

function written(now) {
  const size = `${now.places}x${now.symbols}${now.repeat ? "r" : ""}${Number(now.dummies) ? `+${now.dummies}` : ""}`;
  return [size, ...now.history.map(([guess, answer]) => `${guess}:${answer}`), now.list].filter(Boolean).join(" ");
}

/** Rows of guesses and answers that can be changed; a contradiction stands at its answer. */
export function editor(ctx) {
  const host = h("div", { class: "ab-editor" });
  let parts = null;
  let now = null;
  let all = [];

  /** Take over what the board shows. */
  function refresh() {
    parts = ctx.board?.parts;
    now = taken(ctx.view?.position);
    all = (parts?.answers ?? []).map((one) => one.answer);
    show();
  }

  async function change() {
    const text = written(now);
    try {
      const against = await objection(text);
      if (against) show(against);
      else ctx.setPosition(text);
    } catch (error) {
      show(null, error.message);
    }
  }

  function answers(at) {
    const [, answer] = now.history[at];
    const known = all.includes(answer) || !answer ? all : [...all, answer];
    return h(
      "select",
      {
        class: "ab-select",
        "data-key": `row answer ${at}`,
        "aria-label": t("abgame.answer_of", at + 1),
        value: answer,
        onchange: (event) => ((now.history[at][1] = event.target.value), change()),
      },
      known.map((one) => h("option", { value: one }, one)),
    );
  }

  function show(against = null, problem = null) {
    const number = (name, low, high) =>
      h(
        "label",
        { class: "field ab-size" },
        h("span", {}, t(`abgame.${name}`)),
        h("input", {
          type: "number",
          min: low,
          max: high,
          value: now[name],
          "data-key": `size ${name}`,
          onchange: (event) => (
            (now[name] = event.target.value || now[name]),
            (now.history = []),
            (now.list = ""),
            change()
          ),
        }),
      );
    const guess = h("input", {
      type: "text",
      class: "ab-typed",
      "data-key": "new guess",
      autocomplete: "off",
      "aria-label": t("abgame.new_guess"),
      placeholder: t("abgame.new_guess"),
    });
    const reply = h(
      "select",
      { class: "ab-select", "data-key": "new answer", "aria-label": t("abgame.new_answer") },
      all.map((one) => h("option", { value: one }, one)),
    );
    const add = (event) => {
      event.preventDefault();
      const text = guess.value.trim().replace(/[\s,]+/g, parts?.between || "");
      if (!text) return guess.focus();
      now.history.push([text, reply.value]);
      return change();
    };
    put(
      host,
      h(
        "div",
        { class: "row ab-sizes" },
        number("places", 1, 6),
        number("symbols", 1, 999),
        number("dummies", 0, 9),
        h(
          "label",
          { class: "check" },
          h("input", {
            type: "checkbox",
            checked: now.repeat,
            "data-key": "size repeat",
            onchange: (event) => ((now.repeat = event.target.checked), (now.history = []), (now.list = ""), change()),
          }),
          t("abgame.repeat"),
        ),
      ),
      h(
        "ol",
        { class: "ab-edit-rows", "aria-label": t("abgame.history") },
        now.history.map(([text], at) =>
          h(
            "li",
            { class: against?.at === at ? "is-broken" : null },
            h("code", {}, text),
            answers(at),
            h(
              "button",
              {
                type: "button",
                class: "plain",
                "data-key": `drop ${at}`,
                "aria-label": t("abgame.drop", at + 1),
                onclick: () => (now.history.splice(at, 1), change()),
              },
              "✕",
            ),
            against?.at === at ? broken(against, (one) => ctx.setPosition(one.position)) : null,
          ),
        ),
      ),
      h(
        "form",
        { class: "row", onsubmit: add },
        guess,
        reply,
        h("button", { type: "submit", "data-key": "add row" }, t("abgame.add")),
      ),
      problem
        ? h("p", { class: "problem", role: "alert" }, h("span", { class: "mark", "aria-hidden": "true" }, "!"), problem)
        : null,
    );
  }

  refresh();
  return followBoard(host, ctx, refresh);
}

// ------------------------------------------------------------------ tools

function compareTool(ctx) {
  const host = h("div", {});
  const parts = ctx.board?.parts ?? ctx.view?.board?.parts;
  const size = taken(parts?.size ?? "3x10");
  const options = {
    places: Number(size.places),
    symbols: Number(size.symbols),
    repeat: size.repeat,
    dummies: Number(size.dummies),
  };
  const button = h("button", { type: "button", onclick: () => run() }, t("abgame.compare_run", parts?.size ?? "3x10"));
  const out = h("div", { "aria-live": "polite" });
  async function run() {
    button.disabled = true;
    put(out, h("p", { class: "muted" }, t("states.working")));
    try {
      const found = await ask(
        gamePath("abgame", "/compare"),
        { options: { ...options, exact: false } },
        { onProgress: (job) => job && put(out, h("p", { class: "muted" }, job.stage || t("states.working"))) },
      );
      put(
        out,
        h(
          "table",
          { class: "moves-table" },
          h(
            "thead",
            {},
            h(
              "tr",
              {},
              ["abgame.rule", "abgame.mean", "abgame.worst"].map((key) => h("th", { scope: "col" }, t(key))),
            ),
          ),
          h(
            "tbody",
            {},
            (found.guessers ?? found.rows ?? []).map((one) =>
              h(
                "tr",
                {},
                h("th", { scope: "row" }, one.guesser),
                h("td", { class: "number" }, String(one.mean)),
                h("td", { class: "number" }, String(one.worst)),
              ),
            ),
          ),
        ),
      );
    } catch (error) {
      put(out, h("p", { class: "problem", role: "alert" }, error.message));
    }
    button.disabled = false;
  }
  put(host, h("p", { class: "muted" }, t("abgame.compare_words")), button, out);
  return host;
}

export const tools = [{ id: "compare", title: (say) => say("abgame.compare"), open: compareTool }];

/** A picture for the start page: two guesses with their answers, and a field with few codes left. */
export function tile() {
  const line = (y, text, a, b) => [
    [...text].map((one, i) => peg({ text: one, x: 20 + 34 * i, y, width: 30, height: 30 })),
    Array.from({ length: 3 }, (_, i) =>
      s("circle", {
        class: `ab-sign ab-sign-${i < a ? "a" : i < a + b ? "b" : "none"}`,
        cx: 134 + 13 * i,
        cy: y + 15,
        r: i < a + b ? 4.5 : 1.6,
      }),
    ),
  ];
  const box = (x, y, left) => (left ? `M${x} ${y}h5v5h-5z` : `M${x + 2} ${y + 2}h1v1h-1z`);
  const cells = (left) =>
    Array.from({ length: 77 }, (_, i) =>
      (i * i * 5 + i * 3) % 11 < 2 === left ? box(186 + 6 * (i % 7), 18 + 8 * Math.floor(i / 7), left) : "",
    ).join("");
  return s(
    "svg",
    { class: "tile-picture", viewBox: "0 0 240 120", "aria-hidden": "true" },
    line(14, "123", 0, 1),
    line(48, "345", 0, 2),
    line(82, "436", 3, 0),
    s("path", { class: "ab-cells ab-cells-all", d: cells(true) }),
    s("path", { class: "ab-cells ab-cells-gone", d: cells(false) }),
  );
}
