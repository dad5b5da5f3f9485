// The settings of a new game: seat, opponent, seed, rules.

import { disclosure, h } from "../dom.js";
import { say, t } from "../words.js";
import { optionsForm } from "./options.js";

/** The form; begin({seat, opponent, seed, options}) starts. read() returns what it says now. */
export function settings(game, begin) {
  // the dealer's seat, too, where a game gives it a name: who keeps the code enters the answers
  const players = Object.entries(game.players ?? {}).filter(([seat, name]) => seat !== "2" || name !== "dealer");
  const seat = h(
    "select",
    { id: "setting-seat" },
    players.map(([, name]) => h("option", { value: name }, say(name))),
    h("option", { value: "all" }, t("settings.assist")),
    h("option", { value: "none" }, t("settings.watch")),
  );
  const strength = h("input", { type: "range", id: "setting-strength", min: 0, max: 100, value: 50 });
  const told = h("output", { for: "setting-strength", class: "small" }, "50 %");
  strength.addEventListener("input", () => (told.textContent = `${strength.value} %`));
  const slider = h(
    "div",
    { class: "field", hidden: true },
    h("label", { for: "setting-strength" }, t("settings.strength")),
    h("div", { class: "row" }, strength, told),
  );
  const opponent = h(
    "select",
    { id: "setting-opponent", onchange: () => (slider.hidden = opponent.value !== "strength") },
    ["perfect", "random", "strength"].map((one) => h("option", { value: one }, t(`settings.${one}`))),
  );
  const seed = h("input", { id: "setting-seed", type: "number", min: 0, step: 1, placeholder: t("settings.any") });
  const rules = optionsForm(game.options?.rules ?? []);
  const read = () => {
    const wish = {
      seat: seat.value,
      opponent: opponent.value === "strength" ? Number(strength.value) / 100 : opponent.value,
    };
    if (seed.value !== "") wish.seed = Number(seed.value);
    const options = rules.read();
    if (Object.keys(options).length) wish.options = options;
    return wish;
  };
  const form = h(
    "form",
    {
      class: "settings",
      onsubmit: (event) => {
        event.preventDefault();
        begin(read());
      },
    },
    h(
      "div",
      { class: "row top-row" },
      h("div", { class: "field" }, h("label", { for: "setting-seat" }, t("settings.seat")), seat),
      h("div", { class: "field" }, h("label", { for: "setting-opponent" }, t("settings.opponent")), opponent),
      slider,
      h("div", { class: "field" }, h("label", { for: "setting-seed" }, t(`settings.${game.seed ?? "seed"}`)), seed),
    ),
    game.options?.rules?.length ? disclosure(t("settings.rules"), () => rules.element) : null,
    h("button", { type: "submit", class: "main" }, t("settings.begin")),
  );
  return { element: disclosure(t("settings.title"), () => form), read };
}
