// The page of gputest verify: the verdict on each device, and the evidence for it.

const page = JSON.parse(document.getElementById("data").textContent);

const verdictTones = { right: "good", wrong: "bad", "not trusted": "bad", interrupted: "doubtful",
  "nothing verified": "doubtful" };
const toneOfVerdict = (verdict) => verdictTones[verdict] || "plain";
const sumOf = (key) => page.devices.reduce((sum, device) => sum + device[key], 0);

function certificateSentence() {
  const right = page.devices.filter((device) => device.verdict === "right").length;
  const all = page.devices.length;
  if (all === 0) return "No device was verified.";
  if (all === 1)
    return { interrupted: "The verification was interrupted.",
      "nothing verified": "Nothing was verified." }[page.devices[0].verdict] ||
      `The device is ${page.devices[0].verdict}.`;
  if (right === all) return `All ${all} devices are right.`;
  return `${right} of ${all} devices ${right === 1 ? "is" : "are"} right.`;
}

function countsList() {
  const kinds = [
    [sumOf("passed"), "passed", "results within their tolerance", "good"],
    [sumOf("failed"), "failed", "wrong, or not runnable", "bad"],
    [sumOf("skipped"), "skipped", "reasons are below", "plain"],
    [sumOf("faults_found"), "faults found", "planted, and found by verification", "good"],
    [sumOf("faults_missed"), "faults missed", "planted, but not found", "bad"],
  ];
  return make("ul", { class: "counts" }, kinds.map(([count, kind, about, tone]) =>
    make("li", { class: count ? tone : "none" }, make("span", { class: "count" }, String(count)),
      make("span", { class: "kind" }, kind), make("span", { class: "muted" }, about))));
}

function devicesTable() {
  const number = (key, title) =>
    ({ key, title, text: (d) => String(d[key]), value: (d) => d[key], numeric: true });
  return dataTable({ name: "Devices", rows: page.devices, columns: [
    { key: "id", title: "device", text: (d) => d.id, value: (d) => d.id },
    { key: "name", title: "name", text: (d) => d.name, value: (d) => d.name },
    { key: "verdict", title: "verdict", text: (d) => d.verdict, value: (d) => d.verdict,
      tone: (d) => toneOfVerdict(d.verdict) },
    number("passed", "passed"), number("failed", "failed"), number("skipped", "skipped"),
    { key: "faults", title: "faults found",
      text: (d) => `${d.faults_found} of ${d.faults_found + d.faults_missed}`,
      value: (d) => d.faults_found, numeric: true },
    { key: "seconds", title: "seconds", text: (d) => d.seconds.toFixed(1), value: (d) => d.seconds,
      numeric: true },
  ] });
}

function verdictPart() {
  return section("verdict", "Verdict", null,
    make("p", { class: "sentence" }, certificateSentence()),
    page.quick ? make("p", { class: "warning" }, "--quick: only each kernel's default layout and block, \
at three sizes.") : null,
    countsList());
}

function devicesSection() {
  if (page.devices.length === 0) return null;
  return section("devices", "Devices", null, devicesTable());
}

function runCard() {
  const { program, host } = page;
  return make("section", { class: "card", "aria-label": "What was run" },
    make("h2", null, "What was run"), commandLine(page.argv),
    factList([
      ["Date", page.written],
      ["Machine", [host.cpu, counted(host.cores, "hardware thread"), host.os].join(", ")],
      ["Program", [`gputest ${program.version}`, program.git_revision, program.build_type]
        .filter(Boolean).join(", ")],
      ["Compilers", Object.entries(program.compilers)
        .map(([language, compiler]) => `${language}: ${compiler}`).join(", ")]]));
}

/** A table of texts and numbers; each column is [key, title, numeric]. */
function plainTable(name, rows, columns) {
  return dataTable({ name, rows, columns: columns.map(([key, title, numeric]) => {
    const value = (row) => (Array.isArray(row[key]) ? row[key].join(", ") : row[key]);
    return { key, title, numeric, value,
      text: (row) => (value(row) === null ? "" : String(value(row))) };
  }) });
}

function kernelsTable(device) {
  const rows = device.kernels.map((kernel) => ({ ...kernel,
    share: kernel.passed + kernel.wrong === 0 ? "" : kernel.worst === null ? "not finite"
      : percent(kernel.worst) }));
  const columns = [["kernel", "kernel"], ["passed", "passed", true], ["wrong", "failed", true],
    ["skipped", "skipped", true], ["share", "largest error as share of tolerance", true],
    ["layouts", "layouts"], ["precisions", "precisions"], ["sizes", "n"]];
  if (rows.some((row) => row.checksums.length > 0)) columns.push(["checksums", "text's checksum"]);
  if (rows.some((row) => row.replaced.length > 0)) columns.push(["replaced", "replaced files"]);
  return plainTable(`Kernels on ${device.id}`, rows, columns);
}

/** The row of a planted fault; a fault that was found has the status ok. */
function faultRow(fault) {
  return { ...fault, reason: fault.reason.replace(/^found: /, ""),
    status: { ok: "found it", failed: "missed it" }[fault.status] || fault.status };
}

function deviceSection(device, place) {
  const part = (title, rows, none, columns) => [make("h3", null, title),
    rows.length ? plainTable(`${title} on ${device.id}`, rows, columns)
      : make("p", { class: "note" }, none)];
  return section(`device-${place}`, `${device.id}: ${device.verdict}`,
    [device.name, device.vendor, device.driver,
      device.emulated ? "emulated: results are verified, times do not exist" : ""]
      .filter(Boolean).join(" · "),
    device.failures.length ? part("Failures", device.failures, "",
      [["kernel", "kernel"], ["case", "case"], ["status", "status"], ["reason", "why"]]) : null,
    make("h3", null, "Kernels"),
    device.kernels.length ? kernelsTable(device)
      : make("p", { class: "note" }, "No case ran on this device."),
    part("Planted faults", device.faults.map(faultRow), "No fault was planted.",
      [["fault", "fault"], ["kernel", "in the results of"], ["status", "verification"],
        ["reason", "detected by"]]),
    part("Skipped or left out", device.omissions, "Nothing was left out.",
      [["cases", "cases", true], ["reason", "why"]]));
}

function absentSection() {
  if (page.absent.length === 0) return null;
  return section("absent", "Absent", "Platforms without a device on this machine.",
    plainTable("Absent", page.absent, [["id", "platform"], ["reason", "why"]]));
}

function fillCertificate() {
  document.title = `gputest verify: ${certificateSentence()}`;
  document.getElementById("top").append(
    make("div", { class: "bar" }, make("h1", null, "gputest verify"),
      make("div", { class: "tools" }, themeChoice())),
    make("p", { class: "lead" }, "Every kernel's results, compared with a reference in double precision."),
    make("nav", { "aria-label": "Sections" }, make("ul")));
  const main = document.getElementById("main");
  main.append(...[verdictPart(), devicesSection(), make("div", { class: "cards" }, runCard()),
    ...page.devices.map(deviceSection), absentSection()].filter((one) => one !== null));
  document.querySelector("nav ul").append(...[...main.querySelectorAll("section[id]")].map((one) =>
    make("li", null, make("a", { href: `#${one.id}` }, one.querySelector("h2").textContent))));
  document.getElementById("foot").append(
    `Made by gputest ${page.program.version}. The page needs no network.`);
}

fillCertificate();
