// The first lines of the static site's script: modules that were joined at build time, made when they are first used.
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
  const data = (name, text) => texts.set(name, text);
  Object.assign(globalThis, { saizen: { use, module, has, data, texts, factories, made }, saizenData: data });
})();
