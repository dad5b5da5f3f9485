// A form made from the server's list of options: {name, kind, choices, default, help}.

import { h } from "../dom.js";
import { say, t } from "../words.js";

function control(option, value) {
  const id = `option-${option.name}`;
  const given = value ?? option.default;
  switch (option.kind) {
    case "flag":
      return h("input", { id, type: "checkbox", checked: given === true });
    case "number":
      return h("input", { id, type: "number", step: "any", value: given ?? "" });
    case "choice":
      return h(
        "select",
        { id, value: given ?? "" },
        option.default === null ? h("option", { value: "" }, "–") : null,
        option.choices.map((one) => h("option", { value: one }, one)),
      );
    case "list":
      return h("textarea", {
        id,
        rows: 2,
        placeholder: t("options.lines"),
        value: (Array.isArray(given) ? given : given ? [given] : []).join("\n"),
      });
    default:
      return h("input", { id, type: "text", value: given ?? "" });
  }
}

function wish(option, element) {
  switch (option.kind) {
    case "flag":
      return element.checked;
    case "number":
      return element.value === "" ? null : Number(element.value);
    case "list": {
      const lines = element.value
        .split("\n")
        .map((line) => line.trim())
        .filter(Boolean);
      return lines.length ? lines : null;
    }
    default:
      return element.value === "" ? null : element.value;
  }
}

/** Make the form; read() returns what differs from the defaults. */
export function optionsForm(options, values = {}) {
  const controls = options.map((option) => [option, control(option, values[option.name])]);
  const element = h(
    "div",
    { class: "options" },
    controls.map(([option, input]) =>
      option.kind === "flag"
        ? h(
            "div",
            { class: "option" },
            h("label", { class: "check" }, input, option.name),
            h("span", { class: "muted small" }, say(option.help)),
          )
        : h(
            "div",
            { class: "option field" },
            h("label", { for: input.id }, option.name),
            input,
            h("span", { class: "muted small" }, say(option.help)),
          ),
    ),
  );
  const read = () => {
    const found = {};
    for (const [option, input] of controls) {
      const value = wish(option, input);
      const usual = option.default ?? null;
      if (
        value !== null &&
        JSON.stringify(value) !== JSON.stringify(usual) &&
        !(option.kind === "flag" && usual === null && value === false)
      )
        found[option.name] = value;
    }
    return found;
  };
  return { element, read };
}
