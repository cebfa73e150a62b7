// The command, the devices, the host and the program of each result.

function deviceList(index) {
  const devices = new Map();
  for (const row of rows)
    if (row.result === index && isCase(row) && !devices.has(row.device)) devices.set(row.device, row);
  return make("ul", { class: "plain" }, [...devices.values()].map((row) => make("li", null,
    make("code", null, row.device), ` ${row.device_name || ""}`,
    row.emulated ? make("span", { class: "muted" }, " (emulated: no times)") : null,
    row.driver ? make("span", { class: "muted" }, ` · ${row.driver}`) : null)));
}

function resultCard(result, index) {
  const title = hasSeveral ? `Result ${resultLetter(index)}` : "What was run";
  return make("section", { class: "card", "aria-label": title },
    make("h2", null, title),
    result.interrupted ? make("p", { class: "warning" }, `This run was ${result.interrupted}.`) : null,
    commandLine(result.command),
    factList([
      ["Devices", deviceList(index)],
      ["Host", [result.cpu, result.cores ? counted(result.cores, "hardware thread") : "", result.os]
        .filter(Boolean).join(", ")],
      ["Program", [`gputest ${result.version}`, result.revision, result.build].filter(Boolean).join(", ")],
      ["Compilers", result.compilers],
      ["File", [result.name, result.written ? `written ${result.written}` : ""].filter(Boolean)
        .join(", ")]]));
}

function pageHeading() {
  const families = [...new Set(rows.filter(isCase).map((row) => row.family))].filter(Boolean);
  const devices = [...new Set(rows.filter(isCase).map((row) => row.device_name))].filter(Boolean);
  document.title = `gputest report: ${families.join(", ") || "no cases"}`;
  return [
    make("div", { class: "bar" },
      make("h1", null, "gputest report"),
      make("div", { class: "tools" }, themeChoice())),
    make("p", { class: "lead" }, families.length === 0 ? "No case ran."
      : `${families.join(", ")} on ${devices.slice(0, 3).join(", ")}${devices.length > 3
        ? ` and ${devices.length - 3} more` : ""}`),
    make("nav", { "aria-label": "Sections" }, make("ul")),
  ];
}
