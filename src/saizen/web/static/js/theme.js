// Loaded before the first paint, so that a dark page does not flash light: the theme that was kept, else the system's.
(() => {
  const system = matchMedia("(prefers-color-scheme: dark)");
  const choose = () => {
    let kept = null;
    try {
      kept = localStorage.getItem("saizen.theme");
    } catch {
      // storage may be forbidden: the system's preference decides
    }
    document.documentElement.dataset.theme =
      kept === "light" || kept === "dark" ? kept : system.matches ? "dark" : "light";
  };
  choose();
  system.addEventListener("change", choose);
})();
