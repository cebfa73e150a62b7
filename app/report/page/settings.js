// Rate over a setting that is a number: a stride, counters, multiply-adds.

const notSettings = new Set(["seed"]);  // which number it is says nothing

/** The settings of a row that are numbers above 0, which a logarithmic axis has a place for. */
function numericSettings(row) {
  return row.problem.split(" ").map((word) => word.split("="))
    .filter(([name, value]) => value !== undefined && !notSettings.has(name) && value !== "" &&
      Number(value) > 0 && Number.isFinite(Number(value)));
}

/** Each row once for every setting in which rows of its kernel differ. */
function rowsBySetting() {
  const several = new Map();  // the values of each kernel's settings
  for (const row of timedRows)
    for (const [name, value] of numericSettings(row)) {
      const key = `${row.kernel} ${name}`;
      if (!several.has(key)) several.set(key, new Set());
      several.get(key).add(value);
    }
  return timedRows.filter((row) => row.rate > 0).flatMap((row) => numericSettings(row)
    .filter(([name]) => several.get(`${row.kernel} ${name}`).size > 1)
    .map(([name, value]) => ({ ...row, setting: name, at: Number(value),
      problem: row.problem.split(" ").filter((word) => word !== `${name}=${value}`).join(" ") })));
}

function settingsSection() {
  const title = "Rate over a setting";
  const among = rowsBySetting();
  if (among.length === 0)
    return leftOut(title, "no kernel was run with several values of a setting that is a number");
  return section("settings", title, "How the rate goes with a stride, with counters or with whatever else \
of a problem is a number, on logarithmic axes.",
    chart({ title, rows: among,
      keys: ["setting", "family", "result", "n", "api", "device", "kernel", "layout", "precision"],
      single: ["setting", "family", "n"], prefer: mostFrequent,
      describe: (data) => `Lines of the rate over ${data.quantity}, ${data.series.length} series.`,
      data: (chosen) => seriesData(chosen, chosen.length ? chosen[0].setting : "", (row) => row.at),
      spec: seriesSpec, columns: seriesColumns("value") }));
}
