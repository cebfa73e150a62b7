// The energy of a launch.

const energyUnit = (row) => `${row.unit || "items"}/J`;

function energySection() {
  const among = timedRows.filter((row) => row.items_per_joule !== null);
  if (among.length === 0) {
    const reasons = [...new Set(timedRows.map((row) => row.no_joules).filter(Boolean))];
    return leftOut("Energy", reasons.length ? `no row has a figure: ${reasons.slice(0, 3).join("; ")}`
      : "no row has a figure; a run measures it with --energy-window");
  }
  return section("energy", "Energy", "Items per joule, over a window of back-to-back launches.",
    chart({ title: "Energy", rows: among,
      keys: ["family", "result", "n", "device", "layout", "precision"], single: ["family", "n"],
      prefer: mostFrequent,
      describe: (data) => `Bars of ${counted(data.points.length, "row")}: items per joule.`,
      data: (chosen) => barData(chosen, { value: (row) => row.items_per_joule, unit: energyUnit }),
      spec: barSpec,
      columns: [...barColumns("items per joule", energyUnit).filter((column) =>
        !["low", "high"].includes(column.key)),
      { key: "joules", title: "joules per launch", text: (p) => withUnit(p.row.joules, "J"),
        value: (p) => p.row.joules, numeric: true },
      { key: "watts", title: "power", text: (p) => withUnit(p.row.watts, "W"),
        value: (p) => p.row.watts, numeric: true },
      { key: "source", title: "source", text: (p) => p.row.watts_source || "",
        value: (p) => p.row.watts_source }] }));
}
