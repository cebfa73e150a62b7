// Light or dark: as the system has it, or as the reader chooses.

const themeChanged = [];  // what is to be drawn anew

function isDark() {
  const chosen = document.documentElement.dataset.theme;
  if (chosen) return chosen === "dark";
  return matchMedia("(prefers-color-scheme: dark)").matches;
}

function tellTheme() {
  themeChanged.forEach((call) => call());
}
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", tellTheme);

function themeChoice() {
  return makeChoice("Colours", [["", "as the system"], ["light", "light"], ["dark", "dark"]], "",
    (value) => {
      if (value) document.documentElement.dataset.theme = value;
      else delete document.documentElement.dataset.theme;
      tellTheme();
    });
}

/** The value of a colour of page.css. */
function colour(name) {
  return getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
}
const seriesColours = () => [1, 2, 3, 4, 5, 6, 7, 8].map((k) => colour(`series-${k}`));
