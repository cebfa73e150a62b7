// Bars: the rate of each kernel, with the spread of its samples.

const mostBars = 40;

/** A chart's data from rows, the largest first; `value`, `low`, `high` and `text` take a row. */
function barData(among, measure) {
  const label = labelWriter(["kernel"],
    ["layout", "precision", "n", "problem", "block", "strategy", "device", "result"], among);
  const sorted = among.filter((row) => measure.value(row) !== null)
    .sort((a, b) => measure.value(b) - measure.value(a));
  const doubt = (row) => (isDoubtful(row) ? " ~" : "");
  const points = sorted.map((row, place) => ({
    place: String(place), label: label(row), api: row.api, value: measure.value(row),
    low: measure.low ? measure.low(row) : null, high: measure.high ? measure.high(row) : null,
    doubtful: isDoubtful(row), status: row.status, row,
    text: (measure.text ? measure.text(row) : scaled(measure.value(row)).trim()) + doubt(row),
    full: (measure.text ? measure.text(row) : withUnit(measure.value(row), measure.unit(row))) +
      doubt(row),
  }));
  for (const point of points)
    point.tip = `${point.label} (${point.api}): ${point.full}` +
      (point.low === null ? "" : `, quartiles ${withUnit(point.low, "")} to ${withUnit(point.high, "")}`);
  const notes = [];
  if (points.length > mostBars)
    notes.push(`The chart shows the ${mostBars} largest of ${points.length}; the table has all.`);
  if (points.some((point) => point.doubtful))
    notes.push("~ and a paler bar mark an unreliable speed.");
  return { points, note: notes.join(" "), unit: among.length ? measure.unit(among[0]) : "" };
}

/** Labels are in the margin or, if that is narrow, above their bars. `how.most` is a value that the
 * axis must include; `how.ticks` has its marked values; `how.textWidth` is the width in pixels of
 * the longest text behind a bar. */
function barSpec(data, width, how = {}) {
  const bars = data.points.slice(0, mostBars);
  if (bars.length === 0) return null;
  const isNarrow = width < narrowest;
  const longest = Math.max(0, ...bars.map((bar) => bar.label.length));
  const margin = isNarrow ? 8 : Math.min(0.42 * width, 24 + 6.6 * longest);
  const step = isNarrow ? 40 : 24;
  const names = [...new Set(bars.map((bar) => bar.api))].sort();
  const inner = Math.max(120, width - margin - 16);
  const top = Math.min(mostDrawn,
    Math.max(...bars.map((bar) => Math.max(bar.value, bar.high || 0)), how.most || 1e-300));
  // A text's share of the width; the bars keep at least a third of it.
  const text = Math.min((how.textWidth || 84) / inner, 2 / 3);
  const room = text / (1 - text);  // for the text behind the longest bar
  const at = (field) => ({ scale: "x", field });
  const middle = { scale: "y", field: "place", band: isNarrow ? 0.74 : 0.5 };
  return {
    width: inner, height: step * bars.length, autosize: "none",
    padding: { left: margin, right: 16, top: names.length > 1 ? 34 : 8, bottom: 48 },
    data: [{ name: "bars", values: bars }],
    scales: [
      { name: "x", type: "linear", range: "width", domain: [0, top * (1 + room)],
        clamp: true },
      { name: "y", type: "band", range: "height", domain: bars.map((bar) => bar.place) },
      ...seriesScales(names)],
    axes: [{ orient: "bottom", scale: "x", format: how.format || "~s", grid: true,
      tickCount: width < 900 ? 4 : 8, ...(how.ticks ? { values: how.ticks } : {}),
      title: data.unit, zindex: 0 }],
    legends: names.length > 1 ? [{ fill: "colour", orient: "none", direction: "horizontal",
      legendX: 0, legendY: -30, symbolType: "square" }] : [],
    marks: [
      { type: "rect", from: { data: "bars" }, aria: false, encode: { update: {
        x: { scale: "x", value: 0 }, x2: at("value"), yc: middle,
        height: { value: isNarrow ? 14 : 16 },
        fill: { scale: "colour", field: "api" }, tooltip: { field: "tip" },
        fillOpacity: [{ test: "datum.doubtful", value: 0.4 }, { value: 1 }],
        stroke: { scale: "colour", field: "api" },
        strokeDash: [{ test: "datum.doubtful", value: [4, 2] }, { value: [1, 0] }] } } },
      { type: "rule", from: { data: "bars" }, aria: false, encode: { update: {
        x: at("low"), x2: at("high"), y: middle, stroke: { value: colour("text") },
        strokeWidth: [{ test: "datum.low === null", value: 0 }, { value: 2 }] } } },
      ...["low", "high"].map((end) => (
        { type: "rule", from: { data: "bars" }, aria: false, encode: { update: {
          x: at(end), y: { ...middle, offset: -5 }, y2: { ...middle, offset: 5 },
          stroke: { value: colour("text") },
          strokeWidth: [{ test: "datum.low === null", value: 0 }, { value: 2 }] } } })),
      { type: "text", from: { data: "bars" }, aria: false, encode: { update: {
        x: [{ test: "datum.high === null", scale: "x", field: "value", offset: 8 },
          { test: "datum.high > datum.value", scale: "x", field: "high", offset: 8 },
          { scale: "x", field: "value", offset: 8 }],
        y: middle, baseline: { value: "middle" }, text: { field: "text" } } } },
      { type: "text", from: { data: "bars" }, aria: false, encode: { update: {
        x: isNarrow ? { value: 0 } : { value: -10 },
        y: { scale: "y", field: "place", band: isNarrow ? 0.28 : 0.5 },
        align: { value: isNarrow ? "left" : "right" }, baseline: { value: "middle" },
        limit: { value: isNarrow ? inner : margin - 16 }, text: { field: "label" },
        tooltip: { field: "label" } } } }],
  };
}

const rateMeasure = {
  value: (row) => row.rate, unit: rateUnit,
  // The quartiles of the time, converted to rates: the longer time is the lower rate.
  low: (row) => (row.samples > 2 && row.first_quartile > 0 ? row.items / row.third_quartile : null),
  high: (row) => (row.samples > 2 && row.first_quartile > 0 ? row.items / row.first_quartile : null),
};

const barColumns = (value, unit) => [
  { key: "label", title: "case", text: (p) => p.label, value: (p) => p.label },
  { key: "api", title: "API", text: (p) => p.api, value: (p) => p.api, choose: true },
  { key: "device", title: "device", text: (p) => p.row.device, value: (p) => p.row.device, choose: true },
  { key: "value", title: value, text: (p) => p.full, value: (p) => p.value, numeric: true },
  { key: "low", title: "lower quartile", text: (p) => withUnit(p.low, unit(p.row)), value: (p) => p.low,
    numeric: true },
  { key: "high", title: "upper quartile", text: (p) => withUnit(p.high, unit(p.row)),
    value: (p) => p.high, numeric: true },
  { key: "status", title: "status", text: (p) => p.status, value: (p) => p.status, choose: true },
];

function barsSection() {
  if (timedRows.length === 0) return leftOut("Rates", "no row has a speed");
  return section("rates", "Rates", "Each kernel’s rate, from the median of its samples. Whiskers are \
the samples’ quartiles.",
    chart({ title: "Rates", rows: timedRows, keys: ["family", "result", "n", "device", "layout", "precision"],
      single: ["family", "n"], prefer: mostFrequent,
      describe: (data) => `Bars of ${counted(data.points.length, "rate")}${data.points.length
        ? `; the largest is ${data.points[0].full} by ${data.points[0].label} on ${data.points[0].api}` : ""}.`,
      data: (among) => barData(among, rateMeasure), spec: barSpec,
      columns: barColumns("rate", rateUnit) }));
}
