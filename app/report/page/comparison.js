// Compares a result with an earlier one, by the verdicts of `gputest compare`.

const verdictTones = { faster: "good", same: "plain", slower: "bad", undecided: "doubtful",
  gone: "doubtful", new: "plain", skipped: "plain" };
const comparedTone = (row) => (row.regression ? "bad" : verdictTones[row.verdict] || "plain");

function changeData(compared) {
  const measured = compared.filter((row) => row.before && row.now && row.low !== null && row.low > 0);
  const constant = (key) => new Set(measured.map((row) => row[key])).size <= 1;
  const keys = ["device", "layout", "precision", "n", "block"].filter((key) => !constant(key));
  const points = measured.map((row) => ({ row, change: row.now / row.before - 1, low: row.low - 1,
    high: row.high - 1, verdict: row.verdict,
    label: [row.kernel, ...keys.map((key) => (key === "n" ? `n=${row.n}` : row[key]))]
      .filter(Boolean).join(" · ") }))
    .sort((a, b) => Math.abs(b.change) - Math.abs(a.change))
    .map((point, place) => ({ ...point, place: String(place), tip: `${point.label}: \
${signedPercent(point.change)} (${signedPercent(point.low)} to ${signedPercent(point.high)}), ${point.verdict}` }));
  return { points, note: points.length > mostBars
    ? `The chart shows the ${mostBars} largest changes of ${points.length}; the table has all.` : "" };
}

function changeSpec(data, width) {
  const points = data.points.slice(0, mostBars);
  const isNarrow = width < narrowest;
  const longest = Math.max(0, ...points.map((point) => point.label.length));
  const margin = isNarrow ? 8 : Math.min(0.45 * width, 24 + 6.6 * longest);
  const names = [...new Set(points.map((point) => point.verdict))].sort();
  const reach = Math.max(0.02, ...points.map((point) =>
    Math.min(Math.max(Math.abs(point.low), Math.abs(point.high)), 4 * Math.abs(point.change) + 0.1)));
  const band = page.threshold;
  const middle = { scale: "y", field: "place", band: isNarrow ? 0.72 : 0.5 };
  return {
    width: Math.max(120, width - margin - 16), height: points.length * (isNarrow ? 38 : 24),
    autosize: "none", padding: { left: margin, right: 16, top: 34, bottom: 48 },
    data: [{ name: "points", values: points }, { name: "band", values: [{ low: -band, high: band }] }],
    scales: [
      { name: "x", type: "linear", range: "width", domain: [-reach, reach], clamp: true },
      { name: "y", type: "band", range: "height", domain: points.map((point) => point.place) },
      ...seriesScales(names)],
    axes: [{ orient: "bottom", scale: "x", format: "+.0%", grid: true, tickCount: width < 900 ? 5 : 9,
      title: "change of the time: to the left is faster" }],
    legends: [{ fill: "colour", shape: "shape", orient: "none", direction: "horizontal", legendX: 0,
      legendY: -30 }],
    marks: [
      { type: "rect", from: { data: "band" }, aria: false, encode: { update: {
        x: { scale: "x", field: "low" }, x2: { scale: "x", field: "high" }, y: { value: 0 },
        y2: { field: { group: "height" } }, fill: { value: colour("line") },
        fillOpacity: { value: 0.5 } } } },
      { type: "rule", from: { data: "points" }, aria: false, encode: { update: {
        x: { scale: "x", field: "low" }, x2: { scale: "x", field: "high" }, y: middle,
        stroke: { scale: "colour", field: "verdict" }, strokeWidth: { value: 2 } } } },
      { type: "symbol", from: { data: "points" }, aria: false, encode: { update: {
        x: { scale: "x", field: "change" }, y: middle, size: { value: 80 },
        shape: { scale: "shape", field: "verdict" }, fill: { scale: "colour", field: "verdict" },
        tooltip: { field: "tip" } } } },
      { type: "text", from: { data: "points" }, aria: false, encode: { update: {
        x: { value: isNarrow ? 0 : -10 }, y: { scale: "y", field: "place", band: isNarrow ? 0.25 : 0.5 },
        align: { value: isNarrow ? "left" : "right" }, baseline: { value: "middle" },
        limit: { value: isNarrow ? width - 24 : margin - 16 }, text: { field: "label" } } } }],
  };
}

function comparedColumns(compared) {
  const text = (key, title, choose) => ({ key, title: title || key, text: (row) => row[key],
    value: (row) => row[key], choose });
  const ms = (key, title) => ({ key, title, numeric: true, text: (row) => withUnit(row[key], "s"),
    value: (row) => row[key] });
  const problem = problemWriter(compared);
  const change = (row) => (row.before && row.now ? row.now / row.before - 1 : null);
  return [
    text("kernel", "kernel", true), text("device", "device", true), text("layout", "layout", true),
    text("precision", "precision", true),
    { ...text("n", "n", true), numeric: true, value: (row) => Number(row.n) || null },
    { ...text("block", "block", true), numeric: true, value: (row) => Number(row.block) || null },
    ms("before", "earlier"), ms("now", "later"),
    { key: "change", title: "change", numeric: true, value: change,
      text: (row) => (change(row) === null ? "" : signedPercent(change(row))) },
    { key: "range", title: "range", numeric: true, value: (row) => row.high,
      text: (row) => (row.low === null ? "" : `${signedPercent(row.low - 1)} to ${signedPercent(row.high - 1)}`) },
    { ...text("verdict", "verdict", true), tone: comparedTone }, text("why"),
    { key: "problem", title: "problem", text: problem, value: problem },
  ].filter((column) => ["kernel", "verdict", "change"].includes(column.key) ||
    new Set(compared.map(column.text)).size > 1);
}

/** The number of occurrences of each text, the most frequent first. */
function tally(texts) {
  const counts = new Map();
  for (const text of texts) counts.set(text, (counts.get(text) || 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1]);
}

const hasNothingInCommon = ({ rows: compared }) =>
  compared.every((row) => ["gone", "new"].includes(row.verdict));

function comparisonPart({ now, rows: compared }) {
  const title = `${resultLetter(now)} against A`;
  const regressions = tally(compared.map((row) => row.regression).filter(Boolean));
  const canDraw = changeData(compared).points.length > 0;
  return make("div", null, make("h3", null, title),
    make("p", { class: "about" }, `${page.results[now].name} against ${page.results[0].name}`),
    make("p", { class: "sentence" }, regressions.length === 0 ? "No row regressed."
      : `${regressions.map(([kind, count]) => `${count} ${kind}`).join(", ")}.`),
    make("ul", { class: "counts" }, tally(compared.map((row) => row.verdict)).map(([verdict, count]) =>
      make("li", { class: verdictTones[verdict] || "bad" },
        make("span", { class: "count" }, String(count)), make("span", { class: "kind" }, verdict)))),
    canDraw ? chart({ title: `Change, ${title}`, rows: compared, keys: [], single: [],
      prefer: mostFrequent,
      describe: (data) => `Changes of ${counted(data.points.length, "row")} with their ranges.`,
      data: changeData, spec: changeSpec,
      columns: comparedColumns(compared).map((column) => ({ ...column,
        text: (p) => column.text(p.row), value: (p) => column.value(p.row), tone: undefined })) }) : null,
    dataTable({ name: `Comparison ${title}`, rows: compared, columns: comparedColumns(compared),
      groups: ["verdict", "kernel", "device"] }));
}

function comparisonSection() {
  if (page.comparisons.length === 0)
    return leftOut("Comparison", "there is one result; with two, later ones are compared with the first");
  const strangers = page.comparisons.filter(hasNothingInCommon);
  if (strangers.length === page.comparisons.length)
    return leftOut("Comparison", "no later result has a row in common with the first");
  return section("comparison", "Comparison", `The time of each row, compared with the first result’s by the \
samples’ intervals. Only changes beyond ${percent(page.threshold, 0)} count.`,
    page.comparisons.filter((one) => !hasNothingInCommon(one)).map(comparisonPart), strangers.length === 0
      ? null : make("p", null, `No row in common with A: ${strangers.map((one) =>
        resultLetter(one.now)).join(", ")}.`));
}
