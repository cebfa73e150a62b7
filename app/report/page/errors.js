// The error of results and their cost.

function errorData(among) {
  const label = labelWriter(["kernel"],
    ["layout", "precision", "n", "problem", "block", "device", "result"], among);
  const all = among.map((row) => ({ label: label(row), group: `${row.api} ${row.precision}`, row,
    cost: row.median / row.items, error: row.error, doubtful: isDoubtful(row) }));
  for (const point of all)
    point.tip = `${point.label} (${point.row.api}): error ${scientific(point.error)}, \
${withUnit(point.cost, "s")} per item`;
  const points = all.sort((a, b) => a.cost - b.cost);
  const exact = points.filter((point) => point.error === 0).length;
  const notes = [];
  if (exact > 0) notes.push(`${counted(exact, "row")} without any error: a logarithmic axis cannot show an error of 0, \
but the table has these rows.`);
  if (exact === points.length) notes.push("No row of this choice has an error above 0.");
  notes.push(thinnedNote(points.filter((point) => point.error > 0)));
  return { points, note: notes.join(" ").trim(), unit: among.length ? among[0].unit || "item" : "item" };
}

function errorSpec(data, width) {
  const points = thinned(data.points.filter((point) => point.error > 0));
  if (points.length === 0) return null;
  const names = [...new Set(points.map((point) => point.group))].sort();
  return {
    width, height: width < narrowest ? 340 : 400, autosize: { type: "fit", contains: "padding" },
    padding: 6,
    data: [{ name: "points", values: points }],
    scales: [logScale("x", "width", points.map((point) => point.cost), 1.4),
      logScale("y", "height", points.map((point) => point.error), 1.8), ...seriesScales(names)],
    axes: [
      { orient: "bottom", scale: "x", title: `seconds per item (${data.unit})`, format: "~s", grid: true,
        tickCount: 5, labelOverlap: "greedy" },
      { orient: "left", scale: "y", title: "largest relative error", format: ".0e", grid: true,
        tickCount: 5, labelOverlap: "greedy" }],
    legends: [{ fill: "colour", shape: "shape", orient: "bottom",
      columns: width < narrowest ? 2 : 6 }],
    marks: [{ type: "symbol", from: { data: "points" }, aria: false, encode: { update: {
      x: { scale: "x", field: "cost" }, y: { scale: "y", field: "error" },
      shape: { scale: "shape", field: "group" }, fill: { scale: "colour", field: "group" },
      stroke: { scale: "colour", field: "group" }, size: { value: 70 },
      fillOpacity: [{ test: "datum.doubtful", value: 0.2 }, { value: 0.75 }],
      tooltip: { field: "tip" } } } }],
  };
}

function errorsSection() {
  const title = "Error against cost";
  const among = timedRows.filter((row) => row.error !== null && row.items > 0);
  const inexact = new Set(among.filter((row) => row.error > 0).map((row) => row.family));
  if (inexact.size === 0)
    return leftOut(title, among.length ? "all results are exact" : "no row has both an error and a speed");
  return section("errors", title, "The largest error of each row over the time per item: lower and further \
to the left is better.",
    chart({ title, rows: among.filter((row) => inexact.has(row.family)),
      keys: ["family", "result", "n", "device", "precision", "layout"], single: ["family"],
      prefer: mostFrequent,
      describe: (data) => `Points of ${counted(data.points.length, "row")}: largest error over time per item.`,
      data: errorData, spec: errorSpec,
      columns: [
        { key: "label", title: "case", text: (p) => p.label, value: (p) => p.label },
        { key: "api", title: "API", text: (p) => p.row.api, value: (p) => p.row.api, choose: true },
        { key: "cost", title: "time per item", text: (p) => withUnit(p.cost, "s"), value: (p) => p.cost,
          numeric: true },
        { key: "error", title: "max error", text: (p) => scientific(p.error), value: (p) => p.error,
          numeric: true },
        { key: "tolerance", title: "permitted", text: (p) => scientific(p.row.tolerance),
          value: (p) => p.row.tolerance, numeric: true }] }));
}
