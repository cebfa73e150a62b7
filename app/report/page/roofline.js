// The roofline (Williams, Waterman and Patterson, 2009): operations per second over operations per
// byte.

const noRoofNote = (among) => (ceilingsOf(among).length > 0
  ? "No roof is drawn: roofline_fma measured only bytes on this device; --fmas=all also measures operations."
  : "No roof is drawn: no row of roofline_fma has the same device and precision.");

function rooflineData(among) {
  const label = labelWriter(["kernel"],
    ["layout", "precision", "n", "problem", "block", "device", "result"], among);
  const sorted = [...among].sort((a, b) => b.gflops - a.gflops);
  const points = sorted.map((row, place) => ({ place, label: label(row), api: row.api, row,
    intensity: row.flops / row.bytes, gflops: row.gflops, flops: row.gflops * 1e9,
    doubtful: isDoubtful(row),
    tip: `${label(row)} (${row.api}): ${withUnit(row.gflops * 1e9, "flop/s")} at \
${significant(row.flops / row.bytes, 3)} flop/B` }));
  const roofs = ceilingsOf(among).filter((roof) => roof.gflops > 0 && roof.gbytes > 0)
    .sort((one, other) => other.gflops - one.gflops);
  const notes = [];
  notes.push(thinnedNote(points));
  notes.push(roofs.length
    ? `Roofs: the highest bytes and flop per second that roofline_fma reached on the device. ${conventionNote}`
    : noRoofNote(among));
  notes.push("Each byte of input and output counts once, so rows that read again from caches can be above the slope.");
  return { points, roofs, note: notes.join(" ").trim() };
}

function rooflineSpec(data, width) {
  const points = thinned(data.points);
  if (points.length === 0) return null;
  const names = [...new Set(points.map((point) => point.api))].sort();
  const x = logScale("x", "width", [...points.map((point) => point.intensity),
    ...data.roofs.map((roof) => roof.gflops / roof.gbytes)], 2);
  const y = logScale("y", "height", [...points.map((point) => point.flops),
    ...data.roofs.map((roof) => roof.gflops * 1e9)], 1.6);
  const roofs = data.roofs.flatMap((roof) => {
    const bend = roof.gflops / roof.gbytes;
    const [left, right] = x.domain;
    return [left, Math.min(Math.max(bend, left), right), right].map((at) => ({
      roof: roof.name, x: at,
      y: Math.max(Math.min(roof.gflops, roof.gbytes * at) * 1e9, y.domain[0]) }));
  });
  const texts = data.roofs.map((roof) => `${roof.name}: ${withUnit(roof.gflops * 1e9, "flop/s")}, \
${withUnit(roof.gbytes * 1e9, "B/s")}`);
  // One roof has its text above it. Several roofs may be closer than a line of text. They get
  // letters at different places, and their texts are above the chart.
  const several = data.roofs.length > 1;
  const letter = (k) => String.fromCharCode(97 + k);
  const captions = data.roofs.map((roof, k) => ({ y: roof.gflops * 1e9, place: k,
    text: several ? letter(k) : texts[k] }));
  return {
    width, height: width < narrowest ? 340 : 420, autosize: { type: "fit", contains: "padding" },
    padding: 6,
    title: several ? { text: texts.map((text, k) => `${letter(k)}  ${text}`), anchor: "start",
      frame: "bounds", fontSize: 11, fontWeight: "normal", color: colour("text"),
      limit: width - 12 } : null,
    data: [{ name: "points", values: points }, { name: "roofs", values: roofs },
      { name: "captions", values: captions }],
    scales: [x, y, ...seriesScales(names)],
    axes: [
      { orient: "bottom", scale: "x", title: "flop per byte", format: "~s", grid: true, tickCount: 6,
        labelOverlap: "greedy" },
      { orient: "left", scale: "y", title: "flop/s", format: "~s", grid: true, tickCount: 5,
        labelOverlap: "greedy" }],
    legends: names.length > 1 ? [{ fill: "colour", shape: "shape", orient: "bottom",
      direction: "horizontal" }] : [],
    marks: [
      { type: "group", from: { facet: { name: "roof", data: "roofs", groupby: "roof" } },
        marks: [{ type: "line", from: { data: "roof" }, aria: false, encode: { update: {
          x: { scale: "x", field: "x" }, y: { scale: "y", field: "y" },
          stroke: { value: colour("text") }, strokeWidth: { value: 1.5 } } } }] },
      { type: "text", from: { data: "captions" }, aria: false, encode: { update: {
        x: several ? { signal: "width - 8 - 14 * datum.place" } : { value: 6 },
        y: { scale: "y", field: "y", offset: several ? -5 : -7 },
        limit: { signal: "width - 12" }, text: { field: "text" } } } },
      { type: "symbol", from: { data: "points" }, aria: false, encode: { update: {
        x: { scale: "x", field: "intensity" }, y: { scale: "y", field: "flops" },
        shape: { scale: "shape", field: "api" }, fill: { scale: "colour", field: "api" },
        stroke: { scale: "colour", field: "api" }, size: { value: 70 },
        fillOpacity: [{ test: "datum.doubtful", value: 0.2 }, { value: 0.75 }],
        tooltip: { field: "tip" } } } }],
  };
}

function rooflineSection() {
  const title = "Roofline";
  const among = timedRows.filter((row) => row.flops > 0 && row.bytes > 0 && row.gflops > 0);
  if (among.length === 0) return leftOut(title, "no row has a speed, operations and bytes");
  return section("roofline", title, "Operations per second over operations per byte of input and output.",
    chart({ title, rows: among, keys: ["result", "device", "precision", "family", "kernel"], single: [],
      prefer: mostFrequent,
      describe: (data) => `Points of ${counted(data.points.length, "row")}: operations per second over \
operations per byte, ${counted(data.roofs.length, "roof")}.`,
      data: rooflineData, spec: rooflineSpec,
      columns: [
        { key: "label", title: "case", text: (p) => p.label, value: (p) => p.label },
        { key: "api", title: "API", text: (p) => p.api, value: (p) => p.api, choose: true },
        { key: "device", title: "device", text: (p) => p.row.device, value: (p) => p.row.device,
          choose: true },
        { key: "intensity", title: "flop per byte", text: (p) => significant(p.intensity, 3),
          value: (p) => p.intensity, numeric: true },
        { key: "flops", title: "flop/s", text: (p) => withUnit(p.flops, "flop/s"), value: (p) => p.flops,
          numeric: true }] }));
}
