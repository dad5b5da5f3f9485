// The router: which page an address shows. A page is an object with close(), and update(route) where it can
// follow a change of address without being drawn anew.

import { parse, write } from "./address.js";
import { ask } from "./api.js";
import { h, put } from "./dom.js";
import { gamePage, titles } from "./pages/game.js";
import { papersPage } from "./pages/papers.js";
import { startPage } from "./pages/start.js";
import { problem } from "./panel/work.js";
import { language, loadWords, setLanguage, speakOf, t } from "./words.js";

const main = document.getElementById("main");
const state = { games: [], page: null, key: null, turn: 0 };

const themeNow = () => document.documentElement.dataset.theme;

function switchTheme() {
  const next = themeNow() === "dark" ? "light" : "dark";
  document.documentElement.dataset.theme = next;
  try {
    localStorage.setItem("saizen.theme", next);
  } catch {
    // it holds as long as the page is open
  }
  drawTop();
}

function drawTop() {
  const here = parse().parts[0] ?? "";
  const link = (parts, words) =>
    h("a", { href: write(parts), "aria-current": (parts[0] ?? "") === here ? "page" : null }, words);
  const games = state.games.filter((game) => game.kind === "game");
  const other = language() === "en" ? "ja" : "en";
  put(
    document.getElementById("top"),
    h(
      "div",
      { class: "top-inner" },
      h("a", { class: "brand", href: "#/" }, "saizen", h("span", { lang: "ja" }, "最善")),
      h(
        "nav",
        { "aria-label": t("page.games") },
        games.map((game) => link([game.name], titles(game).title)),
        link(["papers"], t("papers.title")),
      ),
      h(
        "div",
        { class: "top-switches" },
        h(
          "button",
          { type: "button", class: "small", lang: other, "data-key": "language", onclick: () => setLanguage(other) },
          other === "ja" ? "日本語" : "English",
        ),
        h(
          "button",
          {
            type: "button",
            class: "small",
            "data-key": "theme",
            "aria-label": t(themeNow() === "dark" ? "page.light" : "page.dark"),
            onclick: switchTheme,
          },
          h("span", { "aria-hidden": "true" }, themeNow() === "dark" ? "☀" : "☾"),
        ),
      ),
    ),
  );
  document.getElementById("skip").textContent = t("page.skip");
  put(document.getElementById("foot"), t("page.foot", state.version ?? ""));
}

/** @returns {[string, (host: HTMLElement, route: any, state: any) => Promise<any>]} */
function pageOf(route) {
  const [first] = route.parts;
  if (!first) return ["start", startPage];
  if (first === "papers") return [`papers ${route.parts[1] ?? ""}`, papersPage];
  return [`game ${first}`, gamePage];
}

async function show() {
  const route = parse();
  const [key, open] = pageOf(route);
  speakOf(route.parts[0] ?? null);
  drawTop();
  if (state.page?.update && state.key === key) return state.page.update(route);
  const turn = ++state.turn;
  state.page?.close?.();
  state.page = null;
  const host = h("div", { class: "page" });
  put(main, host);
  try {
    const page = await open(host, route, state);
    if (turn !== state.turn) return page?.close?.();
    state.page = page;
    state.key = key;
  } catch (error) {
    if (turn === state.turn) put(host, problem(error), h("p", {}, h("a", { href: "#/" }, t("page.home"))));
  }
  if (turn === state.turn && state.shown) main.focus({ preventScroll: true });
  state.shown = true;
}

async function begin() {
  await loadWords();
  try {
    const [games, now] = await Promise.all([ask("/games"), ask("/state")]);
    state.games = games.games;
    state.version = now.version;
  } catch (error) {
    drawTop();
    put(main, problem(error));
    return;
  }
  document.getElementById("skip").addEventListener("click", (event) => {
    event.preventDefault();
    main.focus();
  });
  window.addEventListener("hashchange", show);
  window.addEventListener("language", () => {
    state.key = null;
    show();
  });
  await show();
}

begin();
