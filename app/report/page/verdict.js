// The verdict: right rows, unreliable speeds, and failures with their reasons.

function okAbout() {
  const emulated = rows.filter((row) => row.status === "ok" && row.emulated).length;
  return emulated === 0 ? "right, speed reliable" : `right; ${emulated} emulated, without a speed`;
}

const verdictKinds = [
  { name: "ok", mark: "✓", tone: "good", about: okAbout(), is: (row) => row.status === "ok" },
  { name: "doubtful", mark: "~", tone: "doubtful", about: "right, but speed unreliable",
    is: isDoubtful },
  { name: "failed", mark: "✗", tone: "bad", about: "wrong results", is: (row) => row.status === "failed" },
  { name: "error", mark: "!", tone: "bad", about: "did not run", is: (row) => row.status === "error" },
  { name: "skipped", mark: "–", tone: "plain", about: "not run", is: (row) => row.status === "skipped" },
];
const toneOf = (row) => verdictKinds.find((kind) => kind.is(row)).tone;

function verdictSentence(counts) {
  const [ok, doubtful, failed, errors] = counts;
  const bad = [failed ? `${counted(failed, "row")} ${failed === 1 ? "has" : "have"} wrong results` : "",
    errors ? `${counted(errors, "row")} did not run` : ""].filter(Boolean);
  if (bad.length > 0) return bad.join(", ") + ".";
  if (ok + doubtful === 0) return "No row ran.";
  return `All results are right${doubtful ? `; ${counted(doubtful, "speed")} of ${ok + doubtful} \
${doubtful === 1 ? "is" : "are"} unreliable` : ""}.`;
}

/** Groups rows by reason, ignoring differences in figures and quoted names. */
function reasonGroups() {
  const groups = new Map();
  for (const row of rows) {
    if (row.status === "ok" || !row.reason) continue;
    const key = `${row.status}\n${row.reason.replace(/[\d.]+(e[+-]?\d+)?/g, "0")}`;
    if (!groups.has(key)) groups.set(key, { status: row.status, reason: row.reason, rows: [] });
    groups.get(key).rows.push(row);
  }
  const order = ["failed", "error", ...doubtfulStatuses, "skipped"];
  return [...groups.values()].sort((a, b) =>
    order.indexOf(a.status) - order.indexOf(b.status) || b.rows.length - a.rows.length);
}

function whichRows(list) {
  const names = [...new Set(list.map((row) => [row.device, row.kernel].filter(Boolean).join(" ")))];
  return names.slice(0, 3).join(", ") + (names.length > 3 ? ` and ${names.length - 3} more` : "");
}

const timesText = (ratio) => (ratio < 1.02 ? "about as fast as" : `${significant(ratio, 3)} times`);

/** Families with kernels that measure different properties of a device, so none is the fastest. */
const measuringFamilies = ["roofline", "memory"];
const mostProblems = 3;  // per family

/** The settings that define the computation; only rows that share them can be compared in speed. */
const problemOf = (row) => row.problem.split(" ")
  .filter((word) => page.problem_axes.includes(word.split("=")[0])).join(" ");

/** The fastest row with a reliable speed for each problem of a family, at the largest n that has one;
 * for a family with many problems only the first ones. */
function fastestList() {
  const lines = [];
  for (const family of valuesOf(facetOf.family, timedRows)) {
    if (measuringFamilies.includes(family)) continue;
    const reliable = timedRows.filter((row) => row.family === family && row.status === "ok");
    if (reliable.length === 0) continue;
    const n = reliable.reduce((most, row) => Math.max(most, row.n), 0);
    const largest = reliable.filter((row) => row.n === n);
    for (const problem of [...new Set(largest.map(problemOf))].sort().slice(0, mostProblems)) {
      const alike = largest.filter((row) => problemOf(row) === problem).sort((a, b) => b.rate - a.rate);
      const [best] = alike;
      const rival = alike.find((row) => row.api !== best.api);
      const among = new Set(alike.map((row) => row.device)).size > 1 ? " of all devices" : "";
      lines.push(make("li", null,
        `Fastest ${family}${problem ? ` with ${problem}` : ""}${among} at n = ${n}: `,
        make("strong", null, `${best.api} ${best.kernel}`),
        ` (${[best.layout, best.precision].filter(Boolean).join(", ")}) with ${rateText(best)}`,
        rival ? `, ${timesText(best.rate / rival.rate)} ${rival.api} ${rival.kernel}` : "", "."));
    }
  }
  return lines.length ? make("ul", { class: "fastest" }, lines) : null;
}

function verdictSection() {
  const counts = verdictKinds.map((kind) => rows.filter(kind.is).length);
  const groups = reasonGroups();
  const columns = [
    { key: "status", title: "status", text: (g) => g.status, value: (g) => g.status, choose: true,
      tone: (g) => toneOf(g) },
    { key: "count", title: "rows", text: (g) => String(g.rows.length), value: (g) => g.rows.length,
      numeric: true },
    { key: "reason", title: "why", text: (g) => g.reason, value: (g) => g.reason },
    { key: "which", title: "which", text: (g) => whichRows(g.rows), value: (g) => whichRows(g.rows) },
  ];
  return section("verdict", "Verdict", null,
    make("p", { class: "sentence" }, verdictSentence(counts)),
    make("ul", { class: "counts" }, verdictKinds.map((kind, k) => make("li",
      { class: counts[k] ? kind.tone : "none" },
      make("span", { class: "count" }, String(counts[k])),
      make("span", { class: "kind" }, make("span", { "aria-hidden": "true" }, `${kind.mark} `), kind.name),
      make("span", { class: "muted" }, kind.about)))),
    fastestList(),
    groups.length ? [make("h3", null, "Why rows are not ok"),
      dataTable({ name: "Reasons", rows: groups, columns })] : null);
}
