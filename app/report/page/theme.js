// Light or dark colours: as the system prefers, or as the reader chooses.

const themeChanged = [];  // functions that redraw charts

function isDark() {
  const chosen = document.documentElement.dataset.theme;
  if (chosen) return chosen === "dark";
  return matchMedia("(prefers-color-scheme: dark)").matches;
}

function notifyTheme() {
  themeChanged.forEach((call) => call());
}
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", notifyTheme);

function themeChoice() {
  return makeChoice("Colours", [["", "like the system"], ["light", "light"], ["dark", "dark"]], "",
    (value) => {
      if (value) document.documentElement.dataset.theme = value;
      else delete document.documentElement.dataset.theme;
      notifyTheme();
    });
}

/** The value of a colour in page.css. */
function colour(name) {
  return getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
}
const seriesColours = () => [1, 2, 3, 4, 5, 6, 7, 8].map((k) => colour(`series-${k}`));
