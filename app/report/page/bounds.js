// What share of a device's ceilings rows reach, where --roofline found it.

const boundMeasure = {
  value: (row) => row.bound, unit: () => "of the ceiling",
  text: (row) => `${percent(row.bound)} of ${row.ceiling}`,
};

function boundsSection() {
  const title = "Ceilings";
  const among = timedRows.filter((row) => row.bound !== null);
  if (among.length === 0)
    return leftOut(title, "no row was held against its device’s; a run does so with --roofline");
  return section("ceilings", title, "What each row reaches of the ceiling of its device that it comes \
nearest to: the most that this program’s own kernels reach there of bytes, of operations or of launches.",
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
