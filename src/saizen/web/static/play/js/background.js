// Long work beside the page, in a worker with a limit. The worker is made from the joined modules themselves, since
// file:// lets no worker be loaded from a file. Where there are no joined modules (node), the work is done here.

import { Refused } from "./refused.js";

const { saizen } = /** @type {any} */ (globalThis);
let worker = null;

/** The module and the name under which a function is exported. */
function exported(work) {
  for (const [name, module] of saizen?.made ?? []) {
    for (const [key, value] of Object.entries(module)) if (value === work) return [name, key];
  }
  return null;
}

/** The worker's script: every module that is known, made when it is first used. */
function script() {
  const modules = [...saizen.factories].map(([name, factory]) => `[${JSON.stringify(name)}, ${factory}]`);
  return `"use strict";
const factories = new Map([${modules.join(",\n")}]);
const made = new Map();
function use(name) {
  if (!made.has(name)) made.set(name, factories.get(name)(use));
  return made.get(name);
}
onmessage = async ({ data: [name, key, values] }) => {
  try {
    postMessage({ value: await use(name)[key](...values) });
  } catch (error) {
    postMessage({ error: error.message });
  }
};`;
}

/**
 * Call an exported function with data, in a worker; what takes longer than the limit is refused.
 * @param {(...values: any[]) => any} work
 * @param {any[]} values
 * @param {{seconds?: number}} [limit]
 */
export async function background(work, values, { seconds = 2 } = {}) {
  const place = exported(work);
  if (!place || typeof Worker === "undefined") return work(...values);
  const own = worker ?? new Worker(URL.createObjectURL(new Blob([script()], { type: "text/javascript" })));
  worker = null;
  return new Promise((resolve, reject) => {
    const give = setTimeout(() => {
      own.terminate();
      reject(new Refused("This takes too long here; the server answers it."));
    }, 1000 * seconds);
    own.onmessage = ({ data }) => {
      clearTimeout(give);
      worker = own;
      if (data.error === undefined) resolve(data.value);
      else reject(new Refused(data.error));
    };
    own.onerror = (event) => {
      clearTimeout(give);
      reject(new Error(event.message));
    };
    own.postMessage([...place, values]);
  });
}
