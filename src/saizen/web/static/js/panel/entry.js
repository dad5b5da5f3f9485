// What can be done now, where it is not done on the board: buttons, or a line to type in.

import { h } from "../dom.js";
import { say, t } from "../words.js";

const MOST = 60;

/** A field for a move as text. */
export function moveField(awaits, choose) {
  const input = h("input", {
    type: "text",
    id: "move-text",
    autocomplete: "off",
    spellcheck: "false",
    "data-key": "move-text",
    "aria-describedby": "move-form",
  });
  const send = (event) => {
    event.preventDefault();
    if (input.value.trim()) choose(input.value.trim());
  };
  return h(
    "form",
    { class: "move-entry", onsubmit: send },
    h("label", { for: "move-text", class: "label" }, t("entry.move")),
    h("div", { class: "row" }, input, h("button", { type: "submit", class: "main" }, t("entry.enter"))),
    h("p", { class: "muted small", id: "move-form" }, say(awaits.form)),
  );
}

/** All moves as buttons, and the field where there are too many. */
export function moveList(awaits, choose) {
  if (!awaits) return null;
  if (!awaits.moves || awaits.moves.length > MOST) return moveField(awaits, choose);
  const label = t(awaits.kind === "entry" ? "entry.outcomes" : "entry.moves");
  return h(
    "div",
    { class: "move-list", role: "group", "aria-label": label },
    h("p", { class: "label" }, label),
    h(
      "div",
      { class: "row" },
      awaits.moves.map((move) =>
        h(
          "button",
          { type: "button", class: "move", "data-key": `list ${move}`, "data-move": move, onclick: () => choose(move) },
          move,
        ),
      ),
    ),
  );
}
