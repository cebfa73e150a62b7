// The data that the page shows, and the words for it.

const page = JSON.parse(document.getElementById("data").textContent);
const rows = page.rows;
rows.forEach((row, place) => { row.place = place; });

const doubtfulStatuses = ["noisy", "disturbed", "throttled", "undefended"];
const isDoubtful = (row) => doubtfulStatuses.includes(row.status);
const isRight = (row) => row.status === "ok" || isDoubtful(row);
const isCase = (row) => row.kernel !== null;
const timedRows = rows.filter((row) => row.rate !== null && row.median !== null);

/** "A", "B", …: the letter of a result, if there are several. */
const resultLetter = (index) =>
  (index >= 26 ? String.fromCharCode(64 + Math.floor(index / 26)) : "") +
  String.fromCharCode(65 + (index % 26));
const hasSeveral = page.results.length > 1;

// A comparison has its problem as JSON, with members in alphabetical order.
for (const { rows: compared } of page.comparisons)
  for (const row of compared)
    row.problem = Object.entries(JSON.parse(row.problem))
      .map(([name, value]) => `${name}=${value}`).join(" ");

/** The properties by which rows may differ, and their words. */
const facets = [
  { key: "result", title: "result", text: (row) => resultLetter(row.result) },
  { key: "api", title: "API", text: (row) => row.api },
  { key: "device", title: "device", text: (row) => row.device },
  { key: "family", title: "family", text: (row) => row.family || "" },
  { key: "kernel", title: "kernel", text: (row) => row.kernel || "" },
  { key: "layout", title: "layout", text: (row) => row.layout || "" },
  { key: "precision", title: "precision", text: (row) => row.precision || "" },
  { key: "n", title: "n", text: (row) => (row.n ? String(row.n) : ""), numeric: true },
  { key: "block", title: "block", text: (row) => (row.block ? String(row.block) : ""),
    numeric: true },
  { key: "problem", title: "problem", text: (row) => row.problem },
  { key: "strategy", title: "strategy", text: (row) => row.strategy || "" },
  { key: "setting", title: "over", text: (row) => row.setting || "" },
];
const facetOf = Object.fromEntries(facets.map((facet) => [facet.key, facet]));

/** The different texts of a facet among rows, in order. */
function valuesOf(facet, among) {
  const values = [...new Set(among.map(facet.text))];
  return facet.numeric ? values.sort((a, b) => a - b) : values.sort();
}

/** The given keys in which the rows differ. */
function varying(keys, among) {
  return keys.filter((key) => new Set(among.map(facetOf[key].text)).size > 1);
}

/** Writes a row's problem without the settings that all of these rows share. */
function problemWriter(among) {
  const same = new Set(sameSettings(among));
  return (row) => row.problem.split(" ").filter((word) => !same.has(word)).join(" ");
}

/** Settings shared by all rows that have any; rows that did not run may have none. */
function sameSettings(among) {
  const counts = new Map();
  const described = among.filter((row) => row.problem !== "");
  for (const row of described)
    for (const word of new Set(row.problem.split(" "))) counts.set(word, (counts.get(word) || 0) + 1);
  return [...counts].filter(([, count]) => count === described.length).map(([word]) => word);
}

/** Whether the word "access=bank" only repeats a part of the kernel's name. */
const isInName = (row, word) => (row.kernel || "").endsWith(`_${word.split("=")[1]}`);

/** Writes a row's label among these rows: always the first keys, and those others that differ. */
function labelWriter(always, others, among) {
  const devices = new Set(among.map((row) => `${row.api} ${row.device}`)).size;
  const apis = new Set(among.map((row) => row.api)).size;
  const keys = varying(others, among).filter((key) => key !== "device" || devices > apis);
  const settings = problemWriter(among);
  const problem = (row) => settings(row).split(" ").filter((word) => !isInName(row, word)).join(" ");
  return (row) => [...always, ...keys]
    .map((key) => (key === "problem" ? problem(row)
      : key === "n" ? `n=${row.n}`
        : key === "block" && row.block ? `block ${row.block}` : facetOf[key].text(row)))
    .filter((text) => text !== "").join(" · ");
}

const rateUnit = (row) => `${row.unit || "items"}/s`;
const rateText = (row) =>
  row.rate === null ? "" : withUnit(row.rate, rateUnit(row)) + (isDoubtful(row) ? " ~" : "");
