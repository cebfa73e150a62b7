// All rows, with all their fields.

/** The kernel's file, and the APIs that ran another text for that kernel. */
function textWords(row) {
  if (!row.text) return "";
  const others = rows.filter((other) => other.kernel === row.kernel && other.text && other.text !== row.text);
  const apis = [...new Set(others.map((other) => other.api))].join(", ");
  return apis === "" ? row.text : `${row.text}; ${apis} ran another text`;
}

/** Every field of --format=csv that the row has, with its unit; a tooltip explains it. */
function everyField(row) {
  return make("details", null, make("summary", null, "Every field"), make("dl", { class: "facts" },
    Object.entries(row.fields).map(([name, text]) => make("div", { title: page.columns[name].meaning },
      make("dt", null, name), make("dd", null, `${text} ${page.columns[name].unit}`.trim())))));
}

function rowDetails(row) {
  const seconds = (value) => withUnit(value, "s");
  const quartiles = row.median === null ? "" : `${seconds(row.median)}; quartiles \
${seconds(row.first_quartile)} to ${seconds(row.third_quartile)}, range ${seconds(row.least)} to \
${seconds(row.most)}, 99 % interval of the median ${seconds(row.low)} to ${seconds(row.high)}, \
${counted(row.samples, "sample")}, ${row.strategy}`;
  const checked = row.error === null ? "" : `at most ${scientific(row.error)}, ${scientific(row.rms_error)} \
root mean square, ${scientific(row.tolerance)} permitted, ${counted(row.checked, "result")} compared`;
  return make("div", null, factList([
    ["Status", [row.status, row.reason].filter(Boolean).join(": ")],
    ["Device", [row.device_name, row.vendor, row.driver].filter(Boolean).join(", ")],
    ["Problem", row.problem],
    ["Text", textWords(row)],
    ["Time", quartiles],
    ["Transfers", row.upload === null ? "" : `${seconds(row.upload)} up, ${seconds(row.download)} down`],
    ["Error", checked],
    ["Work", row.items === null ? "" : `${withUnit(row.items, row.unit || "items")}, \
${withUnit(row.flops, "flop")}, ${withUnit(row.bytes, "B")}`],
    ["Rate", row.gflops === null ? "" : `${rateText(row)}, ${withUnit(row.gflops * 1e9, "flop/s")}, \
${withUnit(row.gbytes * 1e9, "B/s")}`],
    ["Bound", row.bound === null ? "" : `${percent(row.bound)} of ${row.ceiling}`],
    ["Energy", row.joules === null ? row.no_joules || ""
      : `${withUnit(row.joules, "J")} per launch, ${withUnit(row.watts, "W")} (${row.watts_source})`],
    ["Clocks", row.core_mhz === null ? "" : `${row.core_mhz} MHz${row.memory_mhz === null ? ""
      : `, memory ${row.memory_mhz} MHz`}`],
    ["Launch", row.plan ? row.plan.passes.map((pass) => passText(pass)).join("; ") : ""]]), everyField(row));
}

const statusText = (row) => (row.emulated && row.status === "ok" ? "ok, emulated" : row.status);

function rowColumns() {
  const problem = problemWriter(rows.filter(isCase));
  const units = [...new Set(timedRows.map(rateUnit))];
  const shortRate = (row) =>
    (row.rate === null ? "" : scaled(row.rate).trim() + (isDoubtful(row) ? " ~" : ""));
  const facetColumn = (key) => ({ key, title: facetOf[key].title, text: facetOf[key].text,
    value: (row) => (facetOf[key].numeric ? row[key] || null : facetOf[key].text(row)),
    numeric: facetOf[key].numeric, choose: true });
  const number = (key, title, text, value) => ({ key, title, text, value: value || ((row) => row[key]),
    numeric: true });
  return [
    facetColumn("kernel"),
    ...["result", "device", "layout", "precision", "n", "block"].map(facetColumn),
    number("rate", units.length === 1 ? units[0] : "rate", units.length === 1 ? shortRate : rateText),
    number("median", "time", (row) => withUnit(row.median, "s")),
    number("stdev", "noise", (row) => percent(row.stdev)),
    number("error", "max error", (row) => scientific(row.error)),
    { key: "status", title: "status", text: statusText, value: statusText, choose: true,
      tone: toneOf },
    number("gflops", "flop/s", (row) => withUnit(row.gflops === null ? null : row.gflops * 1e9, "")),
    number("gbytes", "B/s", (row) => withUnit(row.gbytes === null ? null : row.gbytes * 1e9, "")),
    number("over_baseline", "× baseline", (row) =>
      (row.over_baseline === null ? "" : significant(row.over_baseline, 3))),
    number("bound", "of its ceiling", (row) =>
      (row.bound === null ? "" : `${percent(row.bound)} of ${row.ceiling}`)),
    number("joules", "J/launch", (row) => withUnit(row.joules, "")),
    number("watts", "W", (row) => withUnit(row.watts, "")),
    number("rate_per_price", "rate per price", (row) =>
      (row.rate_per_price === null ? "" : `${scaled(row.rate_per_price)}/${row.currency}`)),
    { key: "problem", title: "problem", text: problem, value: problem, choose: true },
    { key: "strategy", title: "strategy", text: facetOf.strategy.text, value: facetOf.strategy.text,
      choose: true },
  ];
}

/** Leaves out columns that are empty in every row; lists those with the same value in every row once. */
function rowsSection() {
  const always = ["kernel", "rate", "status"];
  const same = [], columns = [];
  for (const column of rowColumns()) {
    const first = rows.length ? column.text(rows[0]) : "";
    if (always.includes(column.key) || rows.some((row) => column.text(row) !== first))
      columns.push(column);
    else if (first !== "" && !["problem", "result"].includes(column.key))
      same.push(`${column.title} ${first}`);
  }
  const common = [...same, ...sameSettings(rows)];
  return section("rows", "Rows", "Click a title to sort, ▸ to show all of a row.",
    common.length ? make("p", { class: "note" }, `The same in every row: ${common.join(", ")}.`) : null,
    dataTable({ name: "Rows", rows, columns, details: rowDetails, pageSize: 25,
      groups: ["kernel", "device", "layout", "precision", "n", "status", "result"] }));
}
