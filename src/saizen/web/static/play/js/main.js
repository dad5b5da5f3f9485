// The page for players: the address says which page is shown. The answers are of a source: a server, or files.

import { parse } from "./address.js";
import { loadBoards } from "./boards.js";
import { h, put } from "./dom.js";
import { StartPage, titleOf } from "./start.js";

const host = /** @type {HTMLElement} */ (document.getElementById("page"));
let source = null;
let page = null;
let turns = 0;
let games = null;

async function show() {
  page?.close();
  for (const dialog of document.querySelectorAll("dialog")) dialog.remove();
  const { parts, query } = parse(location.hash);
  try {
    games ??= await load();
  } catch (error) {
    failed(error);
    return;
  }
  const [name, kind] = parts;
  if (!name) {
    page = new StartPage(source, games, host);
    await page.begin();
    return;
  }
  const brief = games.find((game) => game.name === name);
  if (!brief) {
    notFound(name);
    return;
  }
  const titled = { ...brief, title: titleOf(brief) };
  const lesson = kind === "puzzle" || (kind === "first" && brief.first);
  const turn = ++turns;
  const opened = await (lesson ? lessonPage(titled, kind) : gamePage(titled)).catch(failed);
  if (turn !== turns || !opened) return; // another page was asked for meanwhile
  page = opened;
  await page.begin(query);
}

function failed(error) {
  put(host, h("p", { class: "preparing", role: "alert" }, `The games cannot be loaded: ${error.message}`));
}

/** The pages of a game are loaded when one is opened: the start page needs none of them. */
async function lessonPage(brief, kind) {
  const { LessonPage } = await import("./lesson.js");
  return new LessonPage(source, brief, host, kind);
}

async function gamePage(brief) {
  const { GamePage } = await import("./game.js");
  return new GamePage(source, brief, host);
}

/** The games, after their boards are there. */
async function load() {
  const found = await source.catalogue();
  await loadBoards(source, found);
  return found;
}

function notFound(name) {
  document.body.className = "startpage";
  const links = games.map((game) =>
    h("a", { class: "btn line", href: `#/${encodeURIComponent(game.name)}` }, titleOf(game)),
  );
  put(
    host,
    h(
      "main",
      { class: "start lost", id: "board" },
      h("h1", {}, "There is no such game here."),
      h("p", {}, `The address says ${name.slice(0, 80)}. These games are here:`),
      h("div", { class: "strip" }, links),
    ),
  );
}

/** Show the page for a source of answers. */
export function begin(answers) {
  source = answers;
  addEventListener("hashchange", show);
  show();
}
