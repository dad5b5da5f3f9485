// The first lines of the static site's script: modules that were joined at build time, made when they are first used.
// A module that is imported later is in a script of its own.
(() => {
  const factories = new Map();
  const made = new Map();
  const texts = new Map();
  const use = (name) => {
    if (!made.has(name)) made.set(name, factories.get(name)(use));
    return made.get(name);
  };
  const module = (name, factory) => factories.set(name, factory);
  const has = (name) => factories.has(name);
  const script = (path) =>
    new Promise((resolve, reject) => {
      const element = document.createElement("script");
      element.src = path;
      element.onload = () => resolve();
      element.onerror = () => reject(new Error(`${path} is missing: copy the whole folder of the site.`));
      document.head.append(element);
    });
  const later = async (name) => {
    if (!has(name)) await script("pages.js");
    return use(name);
  };
  const data = (name, text) => texts.set(name, text);
  Object.assign(globalThis, {
    saizen: { use, later, script, module, has, data, texts, factories, made },
    saizenData: data,
  });
})();
