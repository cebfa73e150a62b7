// Counts of a launch of each case, if a device counted it.

function countsSection() {
  const title = "Counts";
  const counted = rows.filter((row) => row.counts !== null);
  if (counted.length === 0)
    return leftOut(title,
      "no row has counts; a device that executes AMD's machine code counts with --count");
  const accesses = counted.flatMap((row) => row.counts.accesses.map((access) => ({ row, access })));
  const text = (key, title, of, choose) => ({ key, title, text: of, value: of, choose });
  const number = (key, title, of, digits) => ({ key, title, value: of, numeric: true,
    text: (p) => (of(p) === null ? "" : digits === undefined ? String(of(p)) : of(p).toFixed(digits)) });
  const facetText = (key) => text(key, facetOf[key].title, (p) => facetOf[key].text(p.row), true);
  const columns = [
    facetText("kernel"), ...["result", "device", "layout", "precision"].map(facetText),
    { ...number("n", "n", (p) => p.row.n), choose: true },
    number("instructions", "instructions", (p) => p.row.counts.instructions),
    number("lanes", "active lanes", (p) => p.row.counts.lanes, 1),
    text("access", "access", (p) => p.access.access),
    number("requests", "requests", (p) => p.access.requests),
    number("asked", "requested bytes", (p) => p.access.asked),
    number("moved", "moved bytes", (p) => p.access.moved),
    number("lines", "lines per request", (p) => p.access.lines, 1),
    number("cycles", "bank cycles", (p) => p.access.cycles),
    number("without", "without conflicts", (p) => p.access.without),
    number("most", "most in a row", (p) => p.access.most),
  ].filter((column) => column.key === "kernel" || new Set(accesses.map(column.text)).size > 1 ||
    ["access", "asked", "moved", "lines"].includes(column.key));
  return section("counts", title, "Accesses of a launch to memory and to its blocks' memory: one line per kind of access.",
    dataTable({ name: title, rows: accesses, columns, groups: ["kernel", "device", "n"] }));
}
