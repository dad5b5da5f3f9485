// R-Rivals: both hands, the trick between them, who has how much, and what spy and general do.

import { card, place, sign } from "/static/js/cards.js";
import { h, s } from "/static/js/dom.js";
import { language, say, t } from "/static/js/words.js";
import { decimal, percent } from "/static/js/panel/fractions.js";
import {
  asking,
  followBoard,
  numberField,
  piece,
  redrawn,
  segments,
  selectField,
  setUp,
  wholeNumber,
} from "/static/js/boards/pieces.js";

const SIGNS = {
  clown: "draw",
  princess: "heart",
  spy: "eye",
  assassin: "blade",
  minister: "double",
  wizard: "star",
  general: "flag",
  prince: "crown",
  none: "none",
};
const SIDES = ["blue", "red"];

function face(one, more = {}) {
  return card({
    rank: one.strength,
    name: one.name,
    japanese: one.japanese,
    sign: SIGNS[one.ability],
    label: "",
    ...more,
  });
}

function called(one) {
  return `${one.strength} ${one.name} ${one.japanese}: ${say(one.words)}`;
}

function icon(name) {
  return s("svg", { class: "inline-sign", viewBox: "0 0 16 16", "aria-hidden": "true" }, sign(name));
}

// ------------------------------------------------------------------ the board

function pips(points, most) {
  const dots = Array.from({ length: most }, (_, i) =>
    s("circle", { class: i < points ? "pip is-won" : "pip", cx: 8 + 16 * i, cy: 8, r: 5.5 }),
  );
  return s("svg", { class: "pips", viewBox: `0 0 ${16 * most} 16`, "aria-hidden": "true" }, dots);
}

function sideLine(player, parts) {
  const badges = [];
  if (player.stake > 1) badges.push(h("span", { class: "badge is-stake" }, t("rivals.worth", player.stake)));
  if (player.spy) badges.push(h("span", { class: "badge" }, icon("eye"), t("rivals.spy_acts")));
  if (player.general)
    badges.push(h("span", { class: "badge" }, icon("flag"), t("rivals.general_acts", parts.settings.general_bonus)));
  const most = parts.settings.points_to_win;
  return h(
    "div",
    { class: `rivals-side is-${SIDES[player.seat]}` },
    h(
      "span",
      { class: "rivals-name" },
      h("span", { class: "seat-mark", "aria-hidden": "true" }, player.seat ? "◆" : "●"),
      t(`rivals.${SIDES[player.seat]}`),
      player.you ? h("span", { class: "muted" }, ` ${t("rivals.you")}`) : null,
    ),
    h(
      "span",
      { class: "rivals-points" },
      pips(player.points, most),
      h("span", {}, t("rivals.points", player.points, most)),
    ),
    h("span", { class: "rivals-badges" }, badges),
  );
}

function hand(player, parts, ctx) {
  const held = new Map(player.hand.map((one) => [one.number, one]));
  const slots = parts.deck
    .filter((one) => one.in_play)
    .map((one) => {
      const mine = held.get(one.number);
      if (!mine)
        return h(
          "span",
          { class: "piece", role: "img", "aria-label": t("rivals.played", one.name) },
          place({ text: one.strength }),
        );
      const shown = mine.shown ? `, ${t("rivals.lies_open")}` : "";
      return piece(ctx, {
        face: face(one, { kind: mine.shown ? "chosen" : "card" }),
        move: mine.move,
        label: called(one) + shown,
        title: `${one.name} ${one.japanese}: ${say(one.words)}`,
      });
    });
  return h(
    "div",
    { class: "rivals-hand", role: "group", "aria-label": t("rivals.hand_of", t(`rivals.${SIDES[player.seat]}`)) },
    slots,
  );
}

/** The cards of the trick that lies on the table: {cards: {seat: number}, words}, or null. */
function lastTrick(view, parts) {
  const entries = (view.happened ?? []).filter((one) => one.seat < 2);
  const open = !view.ended && parts.seen !== null;
  if (open) {
    const seat = parts.players.findIndex((player) => player.hand.some((one) => one.shown));
    return { cards: { [seat]: parts.seen }, words: entries.at(-1)?.words ?? "", open };
  }
  // the first of two simultaneous choices has no words: it lies face down
  const done = entries.at(-1)?.words === "" ? entries.slice(0, -1) : entries;
  const last = done.at(-1);
  if (!last) return null;
  const before = done.at(-2);
  const cards = { [last.seat]: Number(last.move) };
  if (before && before.seat !== last.seat) cards[before.seat] = Number(before.move);
  return { cards, words: last.words, open };
}

function table(parts, ctx) {
  const trick = lastTrick(ctx.view ?? {}, parts);
  const order = [1 - parts.below, parts.below];
  const lying = order.map((seat) => {
    const number = trick?.cards[seat];
    const one = number === undefined ? null : parts.deck[number];
    const label = one ? `${t(`rivals.${SIDES[seat]}`)}: ${one.strength} ${one.name}` : "";
    return h(
      "span",
      { class: `rivals-lying is-${SIDES[seat]}` },
      h("span", { class: "label" }, t(`rivals.${SIDES[seat]}`)),
      one ? face(one, { label }) : place(),
    );
  });
  // the first note tells points and stakes, which stand beside the hands
  const more = ctx.board.notes.slice(1).filter(() => !ctx.view?.ended);
  const words = [trick?.words, ...more].filter(Boolean);
  return h(
    "div",
    { class: `rivals-table${trick ? " is-revealed" : ""}` },
    h("div", { class: "rivals-trick" }, lying),
    h(
      "div",
      { class: "rivals-words" },
      words.length
        ? words.map((line, i) => h("p", { class: i && trick?.words ? "muted" : null }, say(line)))
        : h("p", { class: "muted" }, t("rivals.no_trick")),
    ),
  );
}

/** Draw the board. */
export function draw(ctx) {
  const parts = ctx.board.parts;
  const [below, above] = [parts.players[parts.below], parts.players[1 - parts.below]];
  return h(
    "div",
    { class: "rivals-board" },
    sideLine(above, parts),
    hand(above, parts, ctx),
    table(parts, ctx),
    hand(below, parts, ctx),
    sideLine(below, parts),
  );
}

// ------------------------------------------------------------------ setting up a position

function written(draft) {
  const digits = (hand) => [...hand].sort().join("");
  const words = [`${digits(draft.hands[0])}/${digits(draft.hands[1])}`, draft.points.join("-"), draft.stakes.join("-")];
  if (draft.spy) words.push(draft.spy > 0 ? "spy+" : "spy-");
  if (draft.general) words.push(draft.general > 0 ? "gen+" : "gen-");
  if (draft.spy && draft.seen !== null) words.push(`seen=${draft.seen}`);
  return words.join(" ");
}

/** Controls for a position: cards in and out of hands, points, stakes, what acts. */
export function editor(ctx) {
  const draft = {};
  let parts;
  const take = () => {
    parts = ctx.board.parts;
    Object.assign(draft, {
      hands: parts.players.map((player) => new Set(player.hand.map((one) => one.number))),
      points: parts.players.map((player) => player.points),
      stakes: parts.players.map((player) => player.stake),
      spy: parts.spy,
      general: parts.general,
      seen: parts.seen,
    });
  };
  take();
  const side = (seat, win, again, touch) =>
    h(
      "fieldset",
      { class: `rivals-edit is-${SIDES[seat]}` },
      h("legend", {}, `${t(`rivals.${SIDES[seat]}`)} · ${t("rivals.cards_held", draft.hands[seat].size)}`),
      h(
        "div",
        { class: "rivals-hand" },
        parts.deck
          .filter((one) => one.in_play)
          .map((one) => {
            const held = draft.hands[seat].has(one.number);
            const toggle = () => {
              if (held) draft.hands[seat].delete(one.number);
              else draft.hands[seat].add(one.number);
              again();
            };
            return h(
              "button",
              {
                type: "button",
                class: "piece cell-press",
                "data-key": `${seat} ${one.number}`,
                "aria-pressed": String(held),
                "aria-label": `${t(`rivals.${SIDES[seat]}`)}: ${one.strength} ${one.name}`,
                onclick: toggle,
              },
              held ? face(one) : place({ text: one.strength }),
            );
          }),
      ),
      h(
        "div",
        { class: "row" },
        numberField(
          t("rivals.points_label"),
          draft.points[seat],
          0,
          win - 1,
          (n) => ((draft.points[seat] = n), touch()),
        ),
        numberField(t("rivals.stake_label"), draft.stakes[seat], 1, win, (n) => ((draft.stakes[seat] = n), touch())),
      ),
    );
  let refresh;
  const host = redrawn("rivals-editor", (again, live, touch) => {
    refresh = again;
    const win = parts.settings.points_to_win;
    const whose = [
      [0, t("rivals.nobody")],
      [1, t("rivals.blue")],
      [-1, t("rivals.red")],
    ];
    const shower = draft.spy > 0 ? 1 : 0;
    const seen = [
      ["", t("rivals.nothing")],
      ...[...draft.hands[shower]].sort().map((n) => [String(n), `${n} ${parts.deck[n].name}`]),
    ];
    if (draft.seen !== null && !draft.hands[shower].has(draft.seen)) draft.seen = null;
    return [
      side(0, win, again, touch),
      side(1, win, again, touch),
      h(
        "div",
        { class: "row" },
        segments(t("rivals.spy_label"), whose, draft.spy, (v) => ((draft.spy = v), (draft.seen = null), again())),
        draft.spy
          ? selectField(
              t("rivals.seen_label"),
              seen,
              draft.seen ?? "",
              (v) => ((draft.seen = v === "" ? null : Number(v)), again()),
            )
          : null,
        segments(t("rivals.general_label"), whose, draft.general, (v) => ((draft.general = v), again())),
      ),
      live(() => setUp(ctx, written(draft))),
    ];
  });
  return followBoard(host, ctx, () => (take(), refresh()));
}

// ------------------------------------------------------------------ other rules

function changes(draft, original) {
  const settings = [];
  draft.deck.forEach((one, i) => {
    const usual = original.deck[i];
    if (one.in_play !== usual.in_play) settings.push(`remove=${one.name}`);
    if (one.strength !== usual.strength) settings.push(`${one.name}.strength=${one.strength}`);
    if (one.ability !== usual.ability) settings.push(`${one.name}.ability=${one.ability}`);
  });
  for (const [key, value] of Object.entries(draft.settings))
    if (value !== original.settings[key]) settings.push(`${key}=${value}`);
  return settings;
}

function range([low, high]) {
  const ends = [decimal(Math.max(0, low) + 1e-12, 3), decimal(Math.max(0, high) + 1e-12, 3)];
  return ends[0] === ends[1] ? ends[0] : `${ends[0]} – ${ends[1]}`;
}

function doubleBar(before, after) {
  const bar = (y, share, kind) =>
    s("rect", { class: kind, x: 0, y, width: Math.max(0, (share ?? 0) * 100), height: 5 });
  return s(
    "svg",
    { class: "double-bar", viewBox: "0 0 60 14", preserveAspectRatio: "none", "aria-hidden": "true" },
    s("rect", { class: "bar-ground", width: 60, height: 14 }),
    bar(1, before, "bar-before"),
    bar(8, after, "bar-fill"),
  );
}

function balanceShown(found, deck, ctx, settings) {
  const { before, after } = found;
  const lines = [
    [t("rivals.each_wins"), range(before.players.first.win), range(after.players.first.win)],
    [t("rivals.draw"), range(before.draw), range(after.draw)],
    ...after.reached
      .map((one, i) => [
        t("rivals.trick_played", i + 1),
        before.reached[i] ? range(before.reached[i]) : "–",
        range(one),
      ])
      .slice(4),
    [t("rivals.positions"), before.positions.toLocaleString("en"), after.positions.toLocaleString("en")],
  ];
  const opening = deck.map((one) => {
    const [old, fresh] = [before.opening[one.number], after.opening[one.number]];
    const shown = (cell) => (cell ? percent(cell.probability) : t("rivals.left_out"));
    return h(
      "tr",
      {},
      h("th", { scope: "row" }, one.name, " ", h("span", { class: "muted" }, one.japanese)),
      h("td", { class: "number" }, shown(old)),
      h("td", { class: "number" }, shown(fresh)),
      h("td", { class: "double-cell" }, doubleBar(old?.probability, fresh?.probability)),
    );
  });
  const heads = (...names) =>
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        names.map((name) => h("th", { scope: "col" }, name)),
      ),
    );
  const set = settings.length ? { set: settings } : {};
  return h(
    "div",
    { class: "balance" },
    h(
      "table",
      { class: "data-table" },
      h("caption", {}, t("rivals.balance")),
      heads(t("rivals.measure"), t("rivals.original"), t("rivals.changed")),
      h(
        "tbody",
        {},
        lines.map(([name, ...cells]) =>
          h(
            "tr",
            {},
            h("th", { scope: "row" }, name),
            cells.map((cell) => h("td", { class: "number" }, cell)),
          ),
        ),
      ),
    ),
    h(
      "table",
      { class: "data-table" },
      h("caption", {}, t("rivals.opening")),
      heads(t("rivals.card"), t("rivals.original"), t("rivals.changed"), t("rivals.both")),
      h("tbody", {}, opening),
    ),
    h("p", { class: "muted small" }, t("rivals.ranges")),
    after.unique_opening ? null : h("p", { class: "muted small" }, t("rivals.not_unique")),
    h(
      "div",
      { class: "row" },
      h("button", { type: "button", onclick: () => ctx.goTo(startText(deck), set) }, t("rivals.analyse_these")),
    ),
  );
}

function startText(deck) {
  const all = deck
    .filter((one) => one.in_play)
    .map((one) => one.number)
    .join("");
  return `${all}/${all} 0-0 1-1`;
}

function rulesTool(ctx) {
  const parts = ctx.board.parts;
  const { original } = parts;
  const copy = (from) => ({ deck: from.deck.map((one) => ({ ...one })), settings: { ...from.settings } });
  let draft = copy(parts);
  const answer = asking();
  const form = redrawn("rules-form", (again, live, touch) => {
    const abilities = parts.abilities.map((one) => [one.name, one.name]);
    const rows = draft.deck.map((one, i) => {
      const usual = original.deck[i];
      const changed = () =>
        one.strength !== usual.strength || one.ability !== usual.ability || one.in_play !== usual.in_play;
      const strength = h("input", {
        type: "number",
        min: 0,
        max: 50,
        value: one.strength,
        class: "short-number",
        "data-key": `strength ${i}`,
        "aria-label": t("rivals.strength_of", one.name),
        disabled: !one.in_play,
      });
      wholeNumber(strength, 0, 50, (n) => ((one.strength = n), touch()));
      const ability = h(
        "select",
        {
          value: one.ability,
          "data-key": `ability ${i}`,
          "aria-label": t("rivals.ability_of", one.name),
          disabled: !one.in_play,
        },
        abilities.map(([value, text]) => h("option", { value }, text)),
      );
      ability.addEventListener("change", () => ((one.ability = ability.value), again()));
      const inPlay = h("input", {
        type: "checkbox",
        checked: one.in_play,
        "data-key": `in ${i}`,
        "aria-label": t("rivals.in_play_of", one.name),
      });
      inPlay.addEventListener("change", () => ((one.in_play = inPlay.checked), again()));
      return h(
        "tr",
        { class: one.in_play ? null : "is-out" },
        h("td", {}, inPlay),
        h(
          "th",
          { scope: "row" },
          h("span", { class: "rules-name" }, icon(SIGNS[one.ability]), one.name),
          " ",
          h("span", { class: "muted" }, one.japanese),
          live(() => (changed() ? h("span", { class: "changed-mark" }, ` ${t("rivals.changed_mark")}`) : null)),
        ),
        h("td", {}, strength),
        h("td", {}, ability),
      );
    });
    const number = (key, low, high) =>
      numberField(t(`rivals.${key}`), draft.settings[key], low, high, (n) => ((draft.settings[key] = n), touch()));
    const choice = (key, choices) =>
      segments(
        t(`rivals.${key}`),
        choices.map((one) => [one, t(`rivals.${key}_${one}`)]),
        draft.settings[key],
        (v) => ((draft.settings[key] = v), again()),
      );
    const solve = () => {
      const settings = changes(draft, original);
      const deck = draft.deck.map((one) => ({ ...one }));
      answer.run(
        (how) => ctx.ask("balance", { options: settings.length ? { set: settings } : {} }, how),
        (found) => balanceShown(found, deck, ctx, settings),
      );
    };
    const said = () => {
      const settings = changes(draft, original);
      return h(
        "p",
        { class: "rules-said" },
        settings.length
          ? h("code", {}, settings.map((one) => `--set ${one}`).join(" "))
          : h("span", { class: "muted" }, t("rivals.as_original")),
      );
    };
    return [
      h("p", { class: "muted" }, t("rivals.rules_intro")),
      h(
        "div",
        { class: "table-scroll", tabindex: "0", role: "region", "aria-label": t("rivals.cards") },
        h(
          "table",
          { class: "data-table rules-table" },
          h(
            "thead",
            {},
            h(
              "tr",
              {},
              [t("rivals.in_play"), t("rivals.card"), t("rivals.strength"), t("rivals.ability")].map((name) =>
                h("th", { scope: "col" }, name),
              ),
            ),
          ),
          h("tbody", {}, rows),
        ),
      ),
      h(
        "div",
        { class: "row" },
        number("points_to_win", 1, 12),
        number("general_bonus", 0, 50),
        number("minister_points", 1, 12),
      ),
      h("div", { class: "row" }, choice("assassins", ["lower", "higher"]), choice("princess_takes", ["game", "trick"])),
      live(said),
      h(
        "div",
        { class: "row" },
        h("button", { type: "button", class: "main", "data-key": "solve", onclick: solve }, t("rivals.solve_again")),
        h(
          "button",
          { type: "button", "data-key": "reset", onclick: () => ((draft = copy(original)), again()) },
          t("rivals.reset"),
        ),
      ),
    ];
  });
  return h("div", { class: "tool" }, form, answer.host);
}

export const tools = [{ id: "rules", title: () => t("rivals.rules_tool"), open: rulesTool }];

/** A picture for the start page: princess and prince. */
export function tile() {
  const name = (en, ja) => (language() === "ja" ? { name: "", japanese: ja } : { name: en, japanese: ja });
  return s(
    "svg",
    { class: "tile-picture", viewBox: "0 0 240 120", "aria-hidden": "true" },
    card({ rank: 3, ...name("assassin", "暗殺者"), sign: "blade", x: 22, y: 18, label: "" }),
    card({ rank: 1, ...name("princess", "姫"), sign: "heart", x: 90, y: 18, kind: "best", label: "" }),
    card({ rank: 7, ...name("prince", "王子"), sign: "crown", x: 158, y: 18, label: "" }),
  );
}
