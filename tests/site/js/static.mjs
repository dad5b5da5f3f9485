// Lets node import the page's modules by the addresses that they have on the server: node --import ./static.mjs FILE

import { register } from "node:module";

const folder = new URL("../../../src/saizen/web", import.meta.url);
const hook = `export const resolve = (name, context, next) =>
  next(name.startsWith("/static/") ? ${JSON.stringify(folder.href)} + name : name, context);
export const load = (url, context, next) => next(url, url.endsWith(".js") ? { ...context, format: "module" } : context);`;
register(`data:text/javascript,${encodeURIComponent(hook)}`);
