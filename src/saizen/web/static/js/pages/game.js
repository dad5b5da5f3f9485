// One page a game: the board on the left, the panel on the right, three tabs with one board.

import { write } from "../address.js";
import { ask, gamePath } from "../api.js";
import { boardFor } from "../boards/index.js";
import { h, keepFocus, put, steadily } from "../dom.js";
import { readiness } from "../panel/ready.js";
import { analyseTab } from "../tabs/analyse.js";
import { learnTab } from "../tabs/learn.js";
import { playTab } from "../tabs/play.js";
import { language, pick, t } from "../words.js";

const TABS = { play: playTab, analyse: analyseTab, learn: learnTab };

/** What the game is called in the language shown, and the Japanese name where that is another. */
export function titles(game) {
  const title = pick(game.titles);
  return { title, japanese: game.title_ja && game.title_ja !== title ? game.title_ja : "" };
}

/** The state that the tabs share: the game, its board, and where things are drawn. */
class Table {
  /**
   * @param {any} game
   * @param {any} module
   * @param {Record<string, HTMLElement>} places
   */
  constructor(game, module, places) {
    this.game = game;
    this.module = module;
    this.board = places.board;
    this.left = null;
    Object.assign(this, places);
  }

  /** The options that go with a position: all but those that deal the cards of a new game. */
  fitting(options) {
    return Object.fromEntries(Object.entries(options ?? {}).filter(([name]) => !this.module.dealing.includes(name)));
  }

  ask(rest, body, options) {
    return ask(gamePath(this.game.name, rest), body, options);
  }

  /** Draw the board for a view; choose is called with a move's text, or is null. */
  show(view, { choose = null, advice = null, more = {} } = {}) {
    this.view = view;
    const ctx = {
      game: this.game,
      view,
      board: view.board,
      moves: view.awaits?.moves ?? null,
      choose,
      advice,
      t,
      language: language(),
      ...more,
    };
    const another = this.board.dataset.position !== view.position;
    steadily(this.board, () => keepFocus(this.board, () => put(this.board, this.module.draw(ctx))), another);
    this.board.dataset.position = view.position;
  }
}

/** Open the page of a game. */
export async function gamePage(host, route) {
  const name = route.parts[0];
  put(host, h("p", { class: "muted loading" }, t("states.loading")));
  const game = await ask(gamePath(name));
  const module = await boardFor(game);
  const { title, japanese } = titles(game);
  document.title = `${title} · saizen`;
  const board = h("div", { class: "board", id: "board", "data-game": game.name });
  const under = h("div", { class: "under" });
  const panel = h("div", { class: "panel-inner" });
  const work = h("div", { class: "board-work", "aria-live": "polite" });
  const buttons = Object.keys(TABS).map((one) =>
    h(
      "button",
      {
        type: "button",
        role: "tab",
        id: `tab-${one}`,
        "aria-controls": "tabpanel",
        "data-tab": one,
        onclick: () => go(one),
      },
      t(`tabs.${one}`),
    ),
  );
  const tabs = h("div", { class: "tabs", role: "tablist", "aria-label": t("tabs.label"), onkeydown: arrows }, buttons);
  const tabpanel = h(
    "div",
    { class: "table", role: "tabpanel", id: "tabpanel" },
    h("section", { class: "board-side", "aria-label": t("page.board") }, board, work),
    h("section", { class: "panel", "aria-label": t("page.panel") }, panel),
    under,
  );
  const ready = readiness(game);
  put(
    host,
    h(
      "div",
      { class: "game-head" },
      h("h1", {}, title, japanese ? h("span", { class: "title-ja", lang: "ja" }, japanese) : null),
      h("p", { class: "muted sentence" }, pick(game.learn?.sentence) ?? game.summary),
      ready.element,
    ),
    tabs,
    tabpanel,
  );
  const table = new Table(game, module, { board, under, panel, work });
  const open = {};
  let current = null;

  function arrows(event) {
    const at = buttons.indexOf(document.activeElement);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: buttons.length - 1 }[event.key];
    if (at < 0 || to === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    const next = buttons[(to + buttons.length) % buttons.length];
    next.focus();
    go(next.dataset.tab);
  }

  function go(tab) {
    if (tab === current) return;
    // a tab takes over the position that the other has on the board, unless it has its own place to go back to
    location.hash = open[current]?.leaveTo?.(tab, open[tab]) ?? open[tab]?.address?.() ?? write([game.name, tab]);
  }

  async function update(next) {
    const tab = TABS[next.parts[1]] ? next.parts[1] : "play";
    buttons.forEach((button) => {
      const chosen = button.dataset.tab === tab;
      button.setAttribute("aria-selected", String(chosen));
      button.tabIndex = chosen ? 0 : -1;
    });
    tabpanel.setAttribute("aria-labelledby", `tab-${tab}`);
    tabpanel.dataset.tab = tab;
    if (tab !== current) {
      open[current]?.hide?.();
      current = tab;
      put(panel);
      put(under);
      put(work);
      open[tab] ??= TABS[tab](table);
      open[tab].shown = true;
      Object.entries(open).forEach(([key, one]) => (one.shown = key === tab));
    }
    await open[tab].open(next);
  }

  await update(route);
  return {
    update,
    close() {
      ready.close();
      Object.values(open).forEach((tab) => tab.close?.());
    },
  };
}
