// The page for players: the address says which page is shown. The answers are of a source: a server, or files.

import { parse } from "./address.js";
import { loadBoards } from "./boards.js";
import { h, put } from "./dom.js";
import { StartPage, titleOf } from "./start.js";
import { language, learn, wished } from "./words.js";

const host = /** @type {HTMLElement} */ (document.getElementById("page"));
let source = null;
let page = null;
let turns = 0;
let games = null;

async function show() {
  page?.close();
  page = null;
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

/** The games, after their boards are there and the words of the page. */
async function load() {
  const found = await source.catalogue();
  await Promise.all([loadBoards(source, found), speak(found)]);
  return found;
}

/** Load the words of the language that is wished. */
async function speak(found) {
  learn(wished() === "en" ? null : { ...named(found), ...(await source.words(found)) });
  put(document.querySelector(".skip"), "Skip to the board");
}

/** The names of the games and their sentences, which are in the catalogue. */
function named(found) {
  const both = found.flatMap((game) => [
    [titleOf(game), game.titles?.ja],
    [game.sentence?.en, game.sentence?.ja],
  ]);
  return Object.fromEntries(both.filter(([english, japanese]) => english && japanese));
}

/** Another language: the page that is open is drawn again, as it is. */
async function translate() {
  if (!games || language() === wished()) return;
  await speak(games).catch(failed);
  if (page) page.draw();
  else show();
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
  addEventListener("language", translate);
  show();
}
