// Light or dark, before anything is drawn: what the visitor chose here, else what the system says.
(() => {
  const root = document.documentElement;
  let theme = null;
  try {
    theme = localStorage.getItem("saizen.theme");
  } catch {
    // a browser that remembers nothing
  }
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const apply = () => (root.dataset.theme = theme ?? (dark.matches ? "dark" : "light"));
  dark.addEventListener("change", apply);
  apply();
})();
