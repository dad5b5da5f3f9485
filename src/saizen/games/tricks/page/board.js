// Trick taking: two open hands and the card led; cards that count are coloured and starred.

import { card, place } from "/static/js/cards.js";
import { h, s } from "/static/js/dom.js";
import { say, t } from "/static/js/words.js";
import { decimal } from "/static/js/panel/fractions.js";
import {
  asking,
  followBoard,
  numberField,
  piece,
  redrawn,
  segments,
  selectField,
  setUp,
} from "/static/js/boards/pieces.js";

const MOST = 40;
const SIDES = { L: "left", R: "right" };
const named = (player) => t(`tricks.${SIDES[player]}`);

function face(one, more = {}) {
  return card({
    rank: one.number,
    kind: one.score ? "mark" : "card",
    sign: one.score ? "star" : null,
    label: "",
    ...more,
  });
}

const called = (one) => (one.score ? t("tricks.score_card", one.number) : t("tricks.plain_card", one.number));

// ------------------------------------------------------------------ the board

function hand(player, parts, ctx) {
  const led = parts.led?.rank;
  const cards = player.hand.map((one) =>
    one.rank === led
      ? h(
          "span",
          { class: "piece", role: "img", "aria-label": t("tricks.led", called(one)) },
          place({ text: one.number }),
        )
      : piece(ctx, { face: face(one), move: one.move, label: called(one) }),
  );
  const turn = parts.turn === player.player;
  const does = turn ? t(parts.led ? "tricks.replies" : "tricks.leads") : "";
  return h(
    "div",
    { class: `tricks-side${turn ? " has-turn" : ""}` },
    h(
      "div",
      { class: "tricks-name" },
      h("strong", {}, named(player.player)),
      player.you ? h("span", { class: "muted" }, ` ${t("tricks.you")}`) : null,
      " ",
      h("span", { class: "turn-words" }, does),
    ),
    h(
      "div",
      { class: "tricks-hand", role: "group", "aria-label": t("tricks.hand_of", named(player.player)) },
      cards.length ? cards : h("span", { class: "muted" }, t("tricks.empty_hand")),
    ),
  );
}

/** The last trick that was finished: the cards in the order played, and what came of it. */
function lastTrick(view) {
  const entries = view.happened ?? [];
  const end = entries.findLastIndex((one) => one.words !== "");
  if (end < 0) return null;
  return { lead: entries[end - 1], reply: entries[end], words: entries[end].words };
}

function middle(parts, ctx) {
  const view = ctx.view ?? {};
  const trick = lastTrick(view);
  const led = parts.led
    ? h(
        "span",
        { class: "tricks-led" },
        h("span", { class: "label" }, t("tricks.led_by", named(parts.lead))),
        face(parts.led, { label: called(parts.led) }),
      )
    : h("span", { class: "tricks-led" }, h("span", { class: "label" }, t("tricks.led_nothing")), place());
  const taken =
    view.gained === undefined || view.gained === null ? null : h("p", {}, t("tricks.taken", decimal(view.gained)));
  return h(
    "div",
    { class: "tricks-table" },
    led,
    h(
      "div",
      { class: "tricks-words" },
      h("p", { class: trick ? null : "muted" }, trick ? say(trick.words) : t("tricks.no_trick")),
      ctx.board.notes.map((note) => h("p", { class: "muted" }, say(note))),
      taken,
    ),
  );
}

/** Draw the board. */
export function draw(ctx) {
  const parts = ctx.board.parts;
  const below = parts.players.find((player) => player.player === parts.below);
  const above = parts.players.find((player) => player.player !== parts.below);
  return h("div", { class: "tricks-board" }, hand(above, parts, ctx), middle(parts, ctx), hand(below, parts, ctx));
}

// ------------------------------------------------------------------ setting up a position

function written(draft) {
  const kept = draft.row.filter((one) => one.owner);
  const letters = kept.map((one) => (one.owner === "L" ? (one.score ? "A" : "a") : one.score ? "B" : "b")).join("");
  const led = kept.findIndex((one) => one === draft.led);
  const words = [letters || "-", `lead=${draft.lead}`];
  if (led >= 0 && draft.led.owner === draft.lead) words.push(`led=${kept.length - led}`);
  return words.join(" ");
}

/** A row of cards, strongest first: whose each is, and whether it counts. */
export function editor(ctx) {
  const draft = {};
  const take = () => {
    const parts = ctx.board.parts;
    const row = parts.row.map((one) => ({ owner: one.owner, score: one.score, rank: one.rank }));
    while (row.length < 4) row.push({ owner: null, score: false });
    const led = row.find((one) => one.rank !== undefined && one.rank === parts.led?.rank) ?? null;
    Object.assign(draft, { row, lead: parts.lead, led, objective: ctx.options?.objective ?? "take" });
  };
  take();
  const size = (count) => {
    while (draft.row.length > count) draft.row.pop();
    while (draft.row.length < count) draft.row.push({ owner: draft.row.length % 2 ? "R" : "L", score: false });
  };
  const column = (one, i, again) => {
    const rank = draft.row.slice(i).filter((other) => other.owner).length;
    const cell = (owner) => {
      const here = one.owner === owner;
      const press = () => ((one.owner = here ? null : owner), again());
      return h(
        "button",
        {
          type: "button",
          class: "piece cell-press",
          "data-key": `${owner} ${i}`,
          "aria-pressed": String(here),
          "aria-label": t("tricks.give_card", draft.row.length - i, named(owner)),
          onclick: press,
        },
        here ? face({ number: rank, score: one.score }) : place(),
      );
    };
    const star = h(
      "button",
      {
        type: "button",
        class: "small star-button",
        "data-key": `score ${i}`,
        "aria-pressed": String(one.score),
        "aria-label": t("tricks.counts", draft.row.length - i),
        onclick: () => ((one.score = !one.score), again()),
      },
      one.score ? "★" : "☆",
    );
    return h("div", { class: "tricks-column" }, cell("R"), cell("L"), star);
  };
  let refresh;
  const host = redrawn("tricks-editor", (again, live, touch) => {
    refresh = again;
    const count = (owner) => draft.row.filter((one) => one.owner === owner).length;
    const leads = draft.row.filter((one) => one.owner === draft.lead);
    const rankOf = (one) => draft.row.slice(draft.row.indexOf(one)).filter((other) => other.owner).length;
    const choices = [
      ["", t("tricks.nothing")],
      ...leads.map((one) => [String(draft.row.indexOf(one)), String(rankOf(one))]),
    ];
    return [
      h("p", { class: "muted" }, t("tricks.edit_intro")),
      live(() => [
        h(
          "div",
          { class: "tricks-columns" },
          h(
            "div",
            { class: "tricks-heads" },
            h("span", {}, named("R")),
            h("span", {}, named("L")),
            h("span", {}, t("tricks.counts_head")),
          ),
          draft.row.map((one, i) => column(one, i, again)),
        ),
        h(
          "p",
          { class: count("L") === count("R") ? "muted" : "is-uneven" },
          t("tricks.counted", count("L"), count("R")),
        ),
      ]),
      h(
        "div",
        { class: "row" },
        numberField(t("tricks.cards"), draft.row.length, 2, MOST, (n) => (size(n), touch())),
        segments(
          t("tricks.lead"),
          [
            ["L", named("L")],
            ["R", named("R")],
          ],
          draft.lead,
          (v) => ((draft.lead = v), (draft.led = null), again()),
        ),
        selectField(
          t("tricks.card_led"),
          choices,
          draft.led ? draft.row.indexOf(draft.led) : "",
          (v) => ((draft.led = v === "" ? null : draft.row[Number(v)]), again()),
        ),
        segments(
          t("tricks.objective"),
          [
            ["take", t("tricks.take")],
            ["avoid", t("tricks.avoid")],
          ],
          draft.objective,
          (v) => ((draft.objective = v), again()),
        ),
      ),
      live(() => setUp(ctx, written(draft), draft.objective === "take" ? {} : { objective: draft.objective })),
    ];
  });
  return followBoard(host, ctx, () => (take(), refresh()));
}

// ------------------------------------------------------------------ G, T and W

function heat(title, words, found, cells, saddles = null) {
  const numbers = cells.flat();
  const [low, high] = [Math.min(...numbers), Math.max(...numbers)];
  const step = (x) => (high === low ? 3 : Math.round(6 - (6 * (x - low)) / (high - low)));
  const best = (i, j) => saddles?.some(([a, b]) => a === found.left[i] && b === found.right[j]);
  return h(
    "div",
    { class: "matrix-scroll", tabindex: "0", role: "region", "aria-label": title },
    h(
      "table",
      { class: "matrix" },
      h("caption", {}, h("strong", {}, title), " ", h("span", { class: "muted" }, words)),
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          h("td", {}),
          found.right.map((one) => h("th", { scope: "col" }, String(one))),
        ),
      ),
      h(
        "tbody",
        {},
        cells.map((line, i) =>
          h(
            "tr",
            {},
            h("th", { scope: "row" }, String(found.left[i])),
            line.map((x, j) =>
              h(
                "td",
                { class: `heat cost-${step(x)}${best(i, j) ? " is-saddle" : ""}` },
                best(i, j) ? `${x}*` : String(x),
              ),
            ),
          ),
        ),
      ),
    ),
  );
}

const wholeHands = (ctx) => ctx.view.position.split(" ")[0];
const objectiveOf = (ctx) => (ctx.options?.objective ? { objective: ctx.options.objective } : {});

function matrixTool(ctx) {
  const answer = asking();
  const look = () =>
    answer.run(
      (how) => ctx.ask("matrix", { position: wholeHands(ctx), options: objectiveOf(ctx) }, how),
      (found) => [
        h(
          "p",
          {},
          t("tricks.both_leads", found.left_leads, found.right_leads),
          " ",
          found.saddles.length ? t("tricks.has_saddle") : t("tricks.no_saddle"),
        ),
        h(
          "div",
          { class: "matrices" },
          heat("G", t("tricks.in_all"), found, found.G, found.saddles),
          heat("T", t("tricks.this_trick"), found, found.T),
          heat("W", t("tricks.afterwards"), found, found.W),
        ),
        h("p", { class: "muted small" }, t("tricks.matrix_words")),
      ],
    );
  look();
  return followBoard(h("div", { class: "tool" }, answer.host), ctx, look);
}

// ------------------------------------------------------------------ a best line, card by card

function replayTool(ctx) {
  let views = [];
  let at = 0;
  let running = null;
  const answer = asking();
  const show = (again) => {
    const view = views[at];
    const over = view.ended;
    const stop = () => (clearInterval(running), (running = null));
    const forward = async () => {
      if (at + 1 < views.length) at += 1;
      else if (!over) {
        const next = await ctx.ask("sitting", { sitting: view.sitting, step: true }).catch(() => null);
        if (!next) return stop();
        views.push(next.view);
        at = views.length - 1;
      }
      if (views[at].ended) stop();
      again();
    };
    const go = (to) => (stop(), (at = to), again());
    const play = () => {
      if (running) stop();
      else running = setInterval(() => (document.contains(host) ? forward() : stop()), 900);
      again();
    };
    const inside = { ...ctx, view, board: view.board, moves: null, choose: null, advice: null };
    return [
      h(
        "div",
        { class: "row" },
        h(
          "button",
          { type: "button", "data-key": "first", disabled: at === 0, onclick: () => go(0) },
          t("tricks.to_first"),
        ),
        h(
          "button",
          { type: "button", "data-key": "back", disabled: at === 0, onclick: () => go(at - 1) },
          t("tricks.step_back"),
        ),
        h(
          "button",
          { type: "button", class: "main", "data-key": "forward", disabled: over, onclick: () => (stop(), forward()) },
          t("tricks.step_on"),
        ),
        h(
          "button",
          { type: "button", "data-key": "run", disabled: over, onclick: play },
          running ? t("tricks.pause") : t("tricks.run"),
        ),
        h(
          "span",
          { class: "muted" },
          over ? t("tricks.line_over", decimal(view.gained)) : t("tricks.cards_played", at),
        ),
      ),
      draw(inside),
    ];
  };
  const host = h("div", { class: "tool" }, h("p", { class: "muted" }, t("tricks.replay_intro")), answer.host);
  const begin = () => {
    clearInterval(running);
    running = null;
    const start = { seat: "none", opponent: "perfect", seed: 1, start: ctx.view.position, options: objectiveOf(ctx) };
    answer.run(
      (how) => ctx.ask("sitting", { new: start }, how),
      (found) => {
        [views, at] = [[found.view], 0];
        return redrawn("replay", show);
      },
    );
  };
  begin();
  return followBoard(host, ctx, begin);
}

// ------------------------------------------------------------------ claims about all deals

const EXAMPLES = [
  "V0 - V1 <= 1",
  "V0 - V1 in 0..2",
  "swap(nonscore) in 0..1",
  "more in 0..1",
  "k != 0 => V0 // k <= 1",
  "V0 <= n",
];

async function drawn(ctx, found, objective) {
  const { view } = await ctx.ask("sitting", { new: { seat: "all", start: found.position, options: { objective } } });
  const inside = { ...ctx, view: {}, board: { ...view.board, notes: [] }, moves: null, choose: null, advice: null };
  const parts = view.board.parts;
  const hands = ["R", "L"].map((one) =>
    hand({ ...parts.players.find((player) => player.player === one), you: false }, { ...parts, turn: null }, inside),
  );
  return h("div", { class: "tricks-board is-small" }, hands);
}

function claimShown(ctx, asked) {
  return ([found, picture]) => {
    const state = found.holds === null ? "empty" : found.holds ? "holds" : "false";
    const mark = { empty: "–", holds: "✓", false: "✗" }[state];
    const counted = t(
      "tricks.claim_counted",
      found.checked + (found.holds === false ? 1 : 0),
      found.deals.toLocaleString("en"),
      found.cases.toLocaleString("en"),
    );
    const witness = found.counterexample;
    return h(
      "div",
      { class: `claim is-${state}` },
      h(
        "p",
        { class: "claim-verdict" },
        h("span", { class: "claim-mark", "aria-hidden": "true" }, mark),
        h("strong", {}, t(`tricks.claim_${state}`)),
        " ",
        h("code", {}, found.claim),
        found.when ? h("span", {}, ` ${t("tricks.when")} `, h("code", {}, found.when)) : null,
      ),
      h(
        "p",
        { class: "muted" },
        counted,
        found.tight === null ? null : ` ${t(found.tight ? "tricks.tight" : "tricks.not_tight")}`,
      ),
      witness
        ? [
            h(
              "p",
              {},
              t("tricks.smallest"),
              " ",
              h("code", {}, witness.position),
              " ",
              t("tricks.sizes", witness.n, witness.k, witness.measure),
              witness.swap ? ` ${t("tricks.swapped", witness.swap[0], witness.swap[1])}` : "",
            ),
            picture,
            h(
              "div",
              { class: "row" },
              h(
                "button",
                {
                  type: "button",
                  onclick: () =>
                    ctx.goTo(witness.position, asked.objective === "take" ? {} : { objective: asked.objective }),
                },
                t("tricks.open_it"),
              ),
            ),
          ]
        : null,
    );
  };
}

function claimsTool(ctx) {
  const asked = { claim: EXAMPLES[0], when: "", upto: "", score: "top", objective: "take" };
  const answer = asking();
  const form = redrawn("claims-form", (again) => {
    const field = (label, key, hint) => {
      const input = h("input", {
        type: "text",
        value: asked[key],
        placeholder: hint,
        "data-key": key,
        spellcheck: "false",
        autocomplete: "off",
        class: "mono",
      });
      input.addEventListener("input", () => (asked[key] = input.value));
      input.addEventListener("keydown", (event) => event.key === "Enter" && look());
      return h("label", { class: "field wide" }, h("span", {}, label), input);
    };
    const look = () => {
      const options = { claim: asked.claim, score: asked.score, objective: asked.objective };
      if (asked.when) options.when = asked.when;
      if (asked.upto) options.upto = Number(asked.upto);
      answer.run(
        async (how) => {
          const found = await ctx.ask("explore", { options }, how);
          return [found, found.counterexample ? await drawn(ctx, found.counterexample, asked.objective) : null];
        },
        claimShown(ctx, { ...asked }),
      );
    };
    return [
      h("p", { class: "muted" }, t("tricks.claims_intro")),
      h(
        "div",
        { class: "row" },
        field(t("tricks.claim"), "claim", EXAMPLES[0]),
        field(t("tricks.when_label"), "when", "k == 2*n"),
      ),
      h(
        "div",
        { class: "row chips", role: "group", "aria-label": t("tricks.examples") },
        EXAMPLES.map((one) =>
          h(
            "button",
            { type: "button", class: "small mono", "data-key": one, onclick: () => ((asked.claim = one), again()) },
            one,
          ),
        ),
      ),
      h(
        "div",
        { class: "row" },
        selectField(
          t("tricks.which_count"),
          ["top", "bottom", "block", "any"].map((one) => [one, t(`tricks.score_${one}`)]),
          asked.score,
          (v) => ((asked.score = v), again()),
        ),
        segments(
          t("tricks.objective"),
          [
            ["take", t("tricks.take")],
            ["avoid", t("tricks.avoid")],
          ],
          asked.objective,
          (v) => ((asked.objective = v), again()),
        ),
        selectField(
          t("tricks.upto"),
          [["", t("tricks.usual")], ...[3, 4, 5, 6, 7, 8, 9, 10].map((n) => [String(n), String(n)])],
          asked.upto,
          (v) => ((asked.upto = v), again()),
        ),
        h("button", { type: "button", class: "main", "data-key": "look", onclick: look }, t("tricks.look")),
      ),
      h(
        "details",
        { class: "small" },
        h("summary", {}, t("tricks.language")),
        h(
          "dl",
          { class: "claim-words" },
          ["values", "counts", "more", "swap", "cards", "hands", "signs"].map((one) => [
            h("dt", {}, h("code", {}, t(`tricks.word_${one}`))),
            h("dd", {}, t(`tricks.means_${one}`)),
          ]),
        ),
      ),
    ];
  });
  return h("div", { class: "tool" }, form, answer.host);
}

export const tools = [
  { id: "matrix", title: () => t("tricks.matrix_tool"), open: matrixTool },
  { id: "replay", title: () => t("tricks.replay_tool"), open: replayTool },
  { id: "claims", title: () => t("tricks.claims_tool"), open: claimsTool },
];

/** A picture for the start page: a trick with a score card. */
export function tile() {
  return s(
    "svg",
    { class: "tile-picture", viewBox: "0 0 240 120", "aria-hidden": "true" },
    card({ rank: 8, kind: "mark", sign: "star", x: 22, y: 18, label: "" }),
    card({ rank: 5, kind: "mark", sign: "star", x: 90, y: 18, label: "" }),
    card({ rank: 1, x: 158, y: 18, label: "" }),
  );
}

/** Options that deal the cards of a new game and so do not go with a position. */
export const dealing = ["n", "score", "left", "right", "lead", "led"];
