// The share of a device's ceilings that each row reaches, if --roofline measured it.

const boundMeasure = {
  value: (row) => row.bound, unit: () => "of the ceiling",
  text: (row) => `${percent(row.bound)} of ${row.ceiling}`,
};

function boundsSection() {
  const title = "Ceilings";
  const among = timedRows.filter((row) => row.bound !== null);
  if (among.length === 0)
    return leftOut(title, "no row was compared with its device’s; a run does so with --roofline");
  return section("ceilings", title, "The share of a ceiling of its device that each row reaches, for the \
ceiling that it comes nearest to. Ceilings are the maxima that this program’s own kernels measured there for bytes, operations or launches.",
    chart({ title, rows: among,
      keys: ["family", "result", "n", "device", "layout", "precision"], single: ["family"],
      prefer: mostFrequent,
      describe: (data) => `Bars of ${counted(data.points.length, "row")}: shares of a ceiling.`,
      data: (chosen) => barData(chosen, boundMeasure),
      spec: (data, width) => barSpec(data, width, { format: ".0%", most: 1,
        ticks: [0, 0.25, 0.5, 0.75, 1], textWidth: 190 }),
      columns: [...barColumns("share", boundMeasure.unit).filter((column) =>
        !["low", "high", "value"].includes(column.key)),
      { key: "value", title: "share", text: (p) => percent(p.value), value: (p) => p.value, numeric: true },
      { key: "ceiling", title: "ceiling", text: (p) => p.row.ceiling, value: (p) => p.row.ceiling,
        choose: true }] }));
}
