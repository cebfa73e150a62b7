// Rate over a numeric setting: a stride, counters, multiply-adds.

const notSettings = new Set(["seed"]);  // its value has no meaning

/** The settings of a row that are numbers above 0, so that a logarithmic axis can show them. */
function numericSettings(row) {
  return row.problem.split(" ").map((word) => word.split("="))
    .filter(([name, value]) => value !== undefined && !notSettings.has(name) && value !== "" &&
      Number(value) > 0 && Number.isFinite(Number(value)));
}

/** Repeats each row for every setting in which rows of its kernel differ. */
function rowsBySetting() {
  const several = new Map();  // the values of each setting of a kernel
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
    return leftOut(title, "no kernel ran with several values of a numeric setting");
  return section("settings", title, "The rate over a numeric setting of the problem, such as a stride or \
a number of counters, on logarithmic axes.",
    chart({ title, rows: among,
      keys: ["setting", "family", "result", "n", "api", "device", "kernel", "layout", "precision"],
      single: ["setting", "family", "n"], prefer: mostFrequent,
      describe: (data) => `Lines of the rate over ${data.quantity}, ${data.series.length} series.`,
      data: (chosen) => seriesData(chosen, chosen.length ? chosen[0].setting : "", (row) => row.at),
      spec: seriesSpec, columns: seriesColumns("value") }));
}
