// The passes that a launch of each case enqueues.

function passText(pass) {
  return [pass.name, pass.grid ? `${pass.grid} blocks of ${pass.block} threads` : "",
    pass.shared ? `${withUnit(pass.shared, "B")} shared` : "",
    pass.times > 1 ? `${pass.times} times` : ""].filter(Boolean).join(", ");
}

function plansSection() {
  const title = "Launch plans";
  const planned = rows.filter((row) => row.plan !== null);
  if (planned.length === 0) return leftOut(title, "no row has a launch plan");
  const passes = planned.flatMap((row) => row.plan.passes.map((pass, place) => ({ row, pass, place })));
  const text = (key, title, of, choose) => ({ key, title, text: of, value: of, choose });
  const number = (key, title, of) => ({ key, title, text: (p) => (of(p) ? String(of(p)) : ""), value: of,
    numeric: true });
  const facetText = (key) => text(key, facetOf[key].title, (p) => facetOf[key].text(p.row), true);
  const columns = [
    facetText("kernel"), ...["result", "device", "layout", "precision"].map(facetText),
    { ...number("n", "n", (p) => p.row.n), choose: true },
    number("pass_number", "pass", (p) => p.place + 1),
    text("pass", "enqueued", (p) => p.pass.name || ""),
    text("grid", "blocks", (p) => p.pass.grid), text("block", "threads", (p) => p.pass.block),
    number("times", "times", (p) => p.pass.times),
    { ...number("shared", "shared memory", (p) => p.pass.shared),
      text: (p) => (p.pass.shared ? withUnit(p.pass.shared, "B") : "") },
    text("parameters", "parameters", (p) => p.row.plan.parameters),
    { ...number("scratch", "scratch", (p) => p.row.plan.scratch),
      text: (p) => (p.row.plan.scratch ? withUnit(p.row.plan.scratch, "B") : "") },
  ].filter((column) => column.key === "kernel" || new Set(passes.map(column.text)).size > 1 ||
    ["pass", "grid", "block"].includes(column.key));
  return section("plans", title, "The passes that one launch enqueues, in order: one line per pass.",
    dataTable({ name: title, rows: passes, columns, groups: ["kernel", "device", "n"] }));
}
