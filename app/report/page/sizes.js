// Rate over the size of the problem.

const mostSeries = 8;
const conventionNote = "Flop are counted by the family’s convention, such as 38 per interaction of gravity: \
a kernel that needs fewer instructions can be above.";

/** The ceilings that roofline_fma reached on the devices of these rows, in their precisions and in any
 * result. */
const ceilingKey = (row) => `${row.device_name || row.device}, ${row.precision}`;  // through any API
function ceilingsOf(among) {
  const ceilings = new Map();
  for (const row of timedRows.filter((one) => one.family === "roofline" && isRight(one))) {
    const key = ceilingKey(row);
    const ceiling = ceilings.get(key) || { name: key, gflops: 0, gbytes: 0 };
    ceiling.gflops = Math.max(ceiling.gflops, row.gflops || 0);
    ceiling.gbytes = Math.max(ceiling.gbytes, row.gbytes || 0);
    ceilings.set(key, ceiling);
  }
  const wanted = new Set(among.map(ceilingKey));
  return [...ceilings].filter(([key]) => wanted.has(key)).map(([, ceiling]) => ceiling);
}

/** The first element of each kind, then the others; both in their order. */
function oneOfEachFirst(list, kindOf) {
  const seen = new Set();
  const isFirst = list.map((one) => !seen.has(kindOf(one)) && Boolean(seen.add(kindOf(one))));
  return [...list.filter((one, place) => isFirst[place]),
    ...list.filter((one, place) => !isFirst[place])];
}

/** The dashed ceiling lines: bytes per second if rates count bytes, else flop/s over the flop per item. */
function ceilingLines(among) {
  const inBytes = among.length > 0 && among.every((row) => row.unit === "bytes");
  const perItem = [...new Set(among.map((row) => (row.items ? row.flops / row.items : 0)))];
  const caption = (ceiling) => `roofline_fma, ${ceiling.name}`;
  if (inBytes)
    return ceilingsOf(among).filter((ceiling) => ceiling.gbytes > 0)
      .map((ceiling) => ({ rate: ceiling.gbytes * 1e9, text: caption(ceiling) }));
  if (perItem.length !== 1 || perItem[0] === 0) return [];
  return ceilingsOf(among).filter((ceiling) => ceiling.gflops > 0)
    .map((ceiling) => ({ rate: (ceiling.gflops * 1e9) / perItem[0], text: caption(ceiling) }));
}

function ceilingNote(among, ceilings) {
  if (ceilings.length === 0)
    return ceilingsOf(among).length > 0 ? ""
      : "No ceiling is drawn: no row of roofline_fma has the same device and precision.";
  return among[0].unit === "bytes"
    ? "Dashed lines: the bytes per second that roofline_fma reached with an array larger than caches."
    : `Dashed lines: the flop/s that roofline_fma reached, over the flop per item. ${conventionNote}`;
}

/** The rows without settings that repeat n in other words, such as a shape: settings that have one
 * value for each n and differ between n's. */
function withoutSizes(among) {
  const values = new Map();  // values of each setting, by n
  for (const row of among)
    for (const word of row.problem.split(" ")) {
      const name = word.split("=")[0];
      if (!values.has(name)) values.set(name, new Map());
      const ofName = values.get(name);
      if (!ofName.has(row.n)) ofName.set(row.n, new Set());
      ofName.get(row.n).add(word);
    }
  const isSize = (name) => {
    const sets = [...(values.get(name) || new Map()).values()];
    return sets.length > 1 && sets.every((set) => set.size === 1) &&
      new Set(sets.flatMap((set) => [...set])).size > 1;
  };
  const sizes = new Set([...values.keys()].filter(isSize));
  return among.map((row) => ({ ...row, problem: row.problem.split(" ")
    .filter((word) => !sizes.has(word.split("=")[0])).join(" ") }));
}

/** Series of rates over the value that `at` returns for a row; `quantity` names it. */
function seriesData(among, quantity, at) {
  const label = labelWriter(["api", "kernel"],
    ["layout", "precision", ...(quantity === "n" ? [] : ["n"]), "problem", "block", "strategy",
      "device", "result"], among);
  const series = new Map();
  for (const row of among) {
    const name = label(row);
    if (!series.has(name)) series.set(name, []);
    series.get(name).push(row);
  }
  const highest = (list) => list.reduce((best, row) => Math.max(best, row.rate), 0);
  const fastest = [...series].filter(([, list]) => new Set(list.map(at)).size > 1)
    .sort((a, b) => highest(b[1]) - highest(a[1]));
  const ranked = oneOfEachFirst(fastest, ([, list]) => `${list[0].api} ${list[0].kernel}`);
  const points = ranked.flatMap(([name, list], place) => list.sort((a, b) => at(a) - at(b))
    .map((row) => ({ name, place, at: at(row), rate: row.rate, row, doubtful: isDoubtful(row),
      text: rateText(row), tip: `${name}, ${quantity}=${at(row)}: ${rateText(row)}` })));
  const one = among[0];
  const ceilings = ceilingLines(among);
  const notes = [];
  if (ranked.length > mostSeries)
    notes.push(`The chart shows ${mostSeries} of ${ranked.length} series, the fastest of each kernel and \
API first; use the choices above or the table to see all.`);
  if (ranked.length === 0) notes.push(`No row of this choice has several values of ${quantity}.`);
  notes.push(ceilingNote(among, ceilings));
  return { points, ceilings, note: notes.join(" ").trim(), quantity, unit: one ? rateUnit(one) : "",
    series: ranked.slice(0, mostSeries).map(([name]) => name) };
}

function seriesSpec(data, width) {
  const points = data.points.filter((point) => point.place < mostSeries);
  if (points.length === 0) return null;
  const sizes = [...new Set(points.map((point) => point.at))].sort((a, b) => a - b);
  const isNarrow = width < narrowest;
  const columns = isNarrow ? 1 : 2;
  const legendHeight = 18 * Math.ceil(data.series.length / columns) + 12;
  const mark = { x: { scale: "x", field: "at" }, y: { scale: "y", field: "rate" } };
  return {
    width, height: (isNarrow ? 300 : 380) + legendHeight,
    autosize: { type: "fit", contains: "padding" }, padding: 6,
    data: [{ name: "points", values: points }, { name: "ceilings", values: data.ceilings }],
    scales: [logScale("x", "width", sizes, 1.15),
      logScale("y", "height", [...points.map((point) => point.rate),
        ...data.ceilings.map((ceiling) => ceiling.rate)]),
      ...seriesScales(data.series)],
    axes: [
      { orient: "bottom", scale: "x", title: data.quantity, format: "~s", labelOverlap: true, grid: true,
        ...(sizes.length <= 8 ? { values: sizes, format: "d" } : { tickCount: 6 }) },
      { orient: "left", scale: "y", title: data.unit, format: "~s", grid: true, labelOverlap: "greedy",
        tickCount: 5 }],
    legends: [{ fill: "colour", shape: "shape", orient: "bottom", columns,
      labelLimit: width / columns - (isNarrow ? 100 : 70) }],
    marks: [
      { type: "rule", from: { data: "ceilings" }, aria: false, encode: { update: {
        x: { value: 0 }, x2: { field: { group: "width" } }, y: { scale: "y", field: "rate" },
        stroke: { value: colour("text") }, strokeDash: { value: [6, 4] } } } },
      { type: "text", from: { data: "ceilings" }, aria: false, encode: { update: {
        x: { value: 6 }, y: { scale: "y", field: "rate", offset: -6 },
        limit: { signal: "width - 12" }, text: { field: "text" } } } },
      { type: "group", from: { facet: { name: "line", data: "points", groupby: "name" } },
        marks: [{ type: "line", from: { data: "line" }, aria: false, encode: { update: { ...mark,
          stroke: { scale: "colour", field: "name" }, strokeWidth: { value: 2 } } } }] },
      { type: "symbol", from: { data: "points" }, aria: false, encode: { update: { ...mark,
        shape: { scale: "shape", field: "name" }, size: { value: 80 }, tooltip: { field: "tip" },
        fill: { scale: "colour", field: "name" }, stroke: { scale: "colour", field: "name" },
        fillOpacity: [{ test: "datum.doubtful", value: 0.25 }, { value: 1 }] } } }],
  };
}

const seriesColumns = (at) => [
  { key: "name", title: "series", text: (p) => p.name, value: (p) => p.name },
  { key: "n", title: at, text: (p) => String(p.at), value: (p) => p.at, numeric: true, choose: true },
  { key: "rate", title: "rate", text: (p) => p.text, value: (p) => p.rate, numeric: true },
  { key: "status", title: "status", text: (p) => p.row.status, value: (p) => p.row.status,
    choose: true },
];

function sizesSection() {
  const title = "Rate over n";
  const several = new Map();
  for (const row of timedRows) {
    if (!several.has(row.family)) several.set(row.family, new Set());
    several.get(row.family).add(row.n);
  }
  const among = timedRows.filter((row) => several.get(row.family).size > 1 && row.rate > 0);
  if (among.length === 0) return leftOut(title, "no family ran with several n");
  return section("sizes", title, "The rate over the size of the problem, on logarithmic axes.",
    chart({ title, rows: among,
      keys: ["family", "result", "api", "device", "kernel", "layout", "precision"],
      single: ["family"], prefer: mostFrequent,
      describe: (data) => `Lines of the rate over n, ${data.series.length} series.`,
      data: (chosen) => seriesData(withoutSizes(chosen), "n", (row) => row.n), spec: seriesSpec,
      columns: seriesColumns("n") }));
}
