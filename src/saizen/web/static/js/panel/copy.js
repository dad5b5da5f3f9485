// The same question elsewhere: as a command, in Python, as JSON.

import { h, put } from "../dom.js";
import { t } from "../words.js";

const quoted = (text) => (/^[\w@%+=:,./-]+$/.test(text) ? text : `"${text.replace(/(["\\$`])/g, "\\$1")}"`);
const python = (value) =>
  value === true
    ? "True"
    : value === false
      ? "False"
      : value === null
        ? "None"
        : Array.isArray(value)
          ? `[${value.map(python).join(", ")}]`
          : JSON.stringify(value);

/** The command line that asks the same. */
export function asCommand(game, position, options = {}) {
  const given = Object.entries(options).flatMap(([name, value]) => {
    const flag = `--${name.replaceAll("_", "-")}`;
    if (value === true) return [flag];
    if (value === false) return [`--no-${name.replaceAll("_", "-")}`];
    return (Array.isArray(value) ? value : [value]).flatMap((one) => [flag, quoted(String(one))]);
  });
  return ["saizen advise", quoted(game), quoted(position), ...given].join(" ");
}

/** The Python that asks the same. */
export function asPython(game, position, options = {}) {
  const given = Object.entries(options).map(([name, value]) => `, ${name}=${python(value)}`);
  return `import saizen\n\nsaizen.advise(${JSON.stringify(game)}, ${JSON.stringify(position)}${given.join("")})`;
}

/** Copy a text; where the clipboard is closed to us it is marked, to be copied by hand. */
export async function copyText(text, button) {
  const before = button.textContent;
  try {
    await navigator.clipboard.writeText(text);
    button.textContent = t("copy.copied");
  } catch {
    button.textContent = t("copy.by_hand");
  }
  setTimeout(() => (button.textContent = before), 1600);
}

/** The section: three forms of the question, one shown at a time, with a button that copies it. */
export function copySection(forms) {
  const shown = h("pre", { class: "copied", tabindex: "0" });
  const names = Object.keys(forms);
  let current = names[0];
  const buttons = names.map((name) => h("button", { type: "button", onclick: () => choose(name) }, t(`copy.${name}`)));
  const copy = h(
    "button",
    { type: "button", class: "small", onclick: () => copyText(forms[current], copy) },
    t("copy.copy"),
  );
  function choose(name) {
    current = name;
    buttons.forEach((button, i) => button.setAttribute("aria-pressed", String(names[i] === name)));
    put(shown, forms[name]);
  }
  choose(current);
  return h("div", {}, h("div", { class: "row spread" }, h("div", { class: "segments" }, buttons), copy), shown);
}
