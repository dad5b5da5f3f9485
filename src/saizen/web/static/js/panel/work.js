// Work that may take long: a bar with what is being done and a button to give up; errors where they belong.

import { h, put } from "../dom.js";
import { t } from "../words.js";

/** The one line of an error, set apart. */
export function problem(error) {
  return h(
    "p",
    { class: "problem", role: "alert" },
    h("span", { class: "mark", "aria-hidden": "true" }, "!"),
    error.message ?? String(error),
  );
}

/** A bar, and how to bring it up to date; the button stays the same one, or a press on it could be lost. */
function bar(cancel) {
  const stage = h("span", { class: "waiting-stage" });
  const told = h("span", { class: "muted" });
  const progress = h("progress");
  const button = h(
    "button",
    { type: "button", class: "small", "data-key": "cancel", onclick: cancel },
    t("states.cancel"),
  );
  const element = h("div", { class: "waiting" }, h("p", {}, stage, " ", told), progress, button);
  const update = (job) => {
    stage.textContent = job.stage || t(job.state === "queued" ? "states.queued" : "states.working");
    told.textContent = [job.told, job.seconds >= 1 ? t("states.seconds", Math.floor(job.seconds)) : ""]
      .filter(Boolean)
      .join(" · ");
    progress.setAttribute("aria-label", stage.textContent);
    if (job.total > 0) {
      progress.max = job.total;
      progress.value = job.done ?? 0;
    } else progress.removeAttribute("value");
  };
  return { element, update };
}

/** One place on the page where at most one piece of work is under way; a new one replaces the old. */
export class Work {
  constructor(host) {
    this.host = host;
    this.control = null;
    this.bar = null;
    this.onState = null;
  }

  get busy() {
    return this.control !== null;
  }

  stop() {
    this.control?.abort();
    this.control = null;
    put(this.host);
  }

  /** Run make({signal, onProgress}); resolves with its result, or undefined when given up or refused. */
  async run(make, { quiet = false } = {}) {
    this.control?.abort();
    const control = new AbortController();
    this.control = control;
    const timer = setTimeout(() => this.#wait(control, { state: "running", stage: "" }), 400);
    const onProgress = (job) => {
      if (this.control !== control || job === null) return;
      clearTimeout(timer);
      this.#wait(control, job);
    };
    this.onState?.(true);
    try {
      const result = await make({ signal: control.signal, onProgress });
      if (this.control !== control) return undefined;
      put(this.host);
      return result;
    } catch (error) {
      if (this.control !== control) return undefined;
      const given = error.name === "AbortError";
      put(
        this.host,
        given ? h("p", { class: "muted given-up" }, t("states.cancelled")) : quiet ? null : problem(error),
      );
      if (!given && !(error.status >= 400)) console.warn(error);
      return undefined;
    } finally {
      clearTimeout(timer);
      if (this.control === control) {
        this.control = null;
        this.onState?.(false);
      }
    }
  }

  #wait(control, job) {
    if (this.control !== control) return;
    if (this.bar?.control !== control) {
      this.bar = { control, ...bar(() => control.abort()) };
      put(this.host, this.bar.element);
    }
    this.bar.update(job);
  }
}
