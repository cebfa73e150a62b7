// Charts: Vega draws them as SVG when they come into view. Each chart has its data as a table and
// buttons that save it.

const hasCharts = page.charts && typeof vega === "object";
const narrowest = 600;  // a chart's width in pixels below which labels get separate lines

/** The appearance of charts, in the current colours. */
function chartConfig() {
  const text = colour("text"), muted = colour("muted"), line = colour("line");
  return {
    background: colour("surface"),
    font: "system-ui, sans-serif",
    axis: { labelColor: muted, titleColor: text, gridColor: line, domainColor: muted,
      tickColor: muted, labelFontSize: 12, titleFontSize: 12, titleFontWeight: "normal",
      titlePadding: 8, labelFont: "system-ui, sans-serif", titleFont: "system-ui, sans-serif",
      aria: false },
    legend: { labelColor: text, titleColor: text, labelFontSize: 12, symbolSize: 90,
      labelFont: "system-ui, sans-serif", labelLimit: 520, aria: false },
    text: { font: "system-ui, sans-serif", fontSize: 12, fill: text },
  };
}

/** Draws the specification into that element; resolves when it is drawn. Vega interprets
 * expressions and does not compile them, because the page's policy forbids running text as code. */
function drawVega(spec, container) {
  const view = new vega.View(vega.parse(spec, chartConfig(), { ast: true }),
    { expr: vega.expressionInterpreter, renderer: "svg", container, hover: false });
  return view.runAsync().then(() => view);
}

const watcher = hasCharts ? new IntersectionObserver((entries) => {
  for (const entry of entries) if (entry.isIntersecting) entry.target.drawChart();
}, { rootMargin: "300px" }) : null;
const drawnCharts = [];

/**
 * options:
 *   title, describe()   a heading, and a sentence that describes the chart
 *   keys, rows          facets by which the reader selects rows; those in `single` always have a
 *                       value, because their rows count different things
 *   prefer(key, values) the value selected first
 *   data(chosen)        the selected rows as the chart shows them: { points, note, … }
 *   spec(data, width)   Vega's specification; null if there is nothing to draw
 *   columns             columns of the data's table, over points
 */
function chart(options) {
  const chosen = {};
  const container = make("div", { class: "chart", role: "img", "aria-label": options.title });
  const note = make("p", { class: "note" });
  const chooser = make("div", { class: "tools" });
  const tableBox = make("div");
  const table = make("details", { class: "data", toggle: showTable },
    make("summary", null, "Data as a table"), tableBox);
  let view = null, wasDrawn = false, data = null, dirty = true, width = 0;  // no data until they are needed

  function chosenRows(without) {
    return options.rows.filter((row) => options.keys.every((key) => key === without ||
      chosen[key] === undefined || facetOf[key].text(row) === chosen[key]));
  }

  /** Later choices offer only the values that earlier choices leave. */
  function showChoices() {
    chooser.replaceChildren();
    let left = options.rows;
    for (const key of options.keys) {
      const values = valuesOf(facetOf[key], left);
      const isSingle = options.single.includes(key);
      if (chosen[key] !== undefined && !values.includes(chosen[key])) delete chosen[key];
      if (isSingle && chosen[key] === undefined) chosen[key] = options.prefer(key, values, left);
      if (values.length > 1)
        chooser.append(makeChoice(facetOf[key].title,
          [...(isSingle ? [] : [["*", "all"]]), ...values.map((value) => [`=${value}`, value || "none"])],
          chosen[key] === undefined ? "*" : `=${chosen[key]}`, (value) => {
            if (value === "*") delete chosen[key];
            else chosen[key] = value.slice(1);
            const place = [...chooser.querySelectorAll("select")].indexOf(document.activeElement);
            changed();
            if (place >= 0) chooser.querySelectorAll("select")[place]?.focus();
          }));
      if (chosen[key] !== undefined)
        left = left.filter((row) => facetOf[key].text(row) === chosen[key]);
    }
  }

  function changed() {
    showChoices();
    data = options.data(chosenRows());
    note.textContent = data.note || "";
    note.hidden = !data.note;
    container.setAttribute("aria-label", `${options.describe(data)} The data follow as a table.`);
    tableBox.replaceChildren();
    if (table.open) showTable();
    dirty = true;
    if (wasDrawn) draw();
  }

  function prepare() {
    if (data === null) changed();
  }

  function showTable() {
    prepare();
    if (table.open && !tableBox.hasChildNodes())
      tableBox.append(dataTable({ name: `${options.title}: data`, rows: data.points,
        columns: options.columns }));
  }

  /** Draws the chart if something changed. */
  async function draw() {
    prepare();
    if (!hasCharts || !dirty) return;
    container.hidden = false;
    if (container.clientWidth === 0) return;
    dirty = false;
    width = container.clientWidth;
    if (view) view.finalize();
    view = null;
    wasDrawn = true;
    container.replaceChildren();
    const spec = options.spec(data, width);
    container.hidden = spec === null;
    if (spec === null) return;
    view = await drawVega({ $schema: "https://vega.github.io/schema/vega/v5.json", ...spec },
      container);
    // Screen readers get the container's role and label, so Vega's own are hidden.
    container.querySelector("svg")?.setAttribute("aria-hidden", "true");
  }
  container.drawChart = draw;
  const redraw = () => { dirty = true; if (wasDrawn) draw(); };

  const points = () => { prepare(); return data.points; };
  async function save(how) {
    await draw();
    if (view) await how(view);
  }
  const buttons = make("div", { class: "above" }, make("span"), make("span", null,
    hasCharts ? [
      saveButton("SVG", options.title, () => save(async (of) => saveFile(
        fileName(options.title, "svg"), "image/svg+xml", await of.toSVG()))),
      saveButton("PNG", options.title, () => save(async (of) => saveFile(
        fileName(options.title, "png"), "image/png", await pngOf(of))))] : null,
    saveButton("CSV", options.title, () => saveFile(
      fileName(options.title, "csv"), "text/csv", toCsv(options.columns, points())))));

  if (hasCharts) {
    watcher.observe(container);
    themeChanged.push(redraw);
    new ResizeObserver(settled(() => {
      if (container.clientWidth !== width && !container.hidden) redraw();
    }, 150)).observe(container);
    drawnCharts.push(draw);
  } else {
    container.hidden = true;
    table.open = true;
    prepare();
  }
  return make("figure", null, chooser, container, note, buttons, table);
}

/** A PNG with twice the screen's resolution. */
async function pngOf(view) {
  const canvas = await view.toCanvas(2);
  return new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
}

/** The symbols of series, in addition to their colours. */
const shapes = ["circle", "square", "triangle-up", "diamond", "cross", "triangle-down",
  "triangle-right", "triangle-left"];

/** Scales that give each series the same colour and symbol in every chart. */
function seriesScales(names) {
  return [
    { name: "colour", type: "ordinal", domain: names, range: seriesColours() },
    { name: "shape", type: "ordinal", domain: names, range: shapes },
  ];
}

// A file may contain any number: larger ones are drawn at the edge, which keeps axis labels short.
const mostDrawn = 1e30;

/** A logarithmic scale around values, all above 0. */
function logScale(name, range, values, spread = 1.25) {
  const within = (value) => Math.min(Math.max(value, 1 / mostDrawn), mostDrawn);
  return { name, type: "log", range, nice: false, zero: false, clamp: true,
    domain: [within(Math.min(...values) / spread), within(Math.max(...values) * spread)] };
}

const mostPoints = 600;  // in a scatter chart

/** At most `mostPoints` points, taken evenly from the list. */
function thinned(points) {
  const step = Math.ceil(points.length / mostPoints);
  return points.filter((point, place) => place % step === 0);
}
function thinnedNote(points) {
  const step = Math.ceil(points.length / mostPoints);
  return step > 1 ? `The chart shows one row in ${step}, evenly by value; the table has all.` : "";
}

/** The value that most rows have; the last one of several. */
function mostFrequent(key, values, among) {
  const counts = new Map(values.map((value) => [value, 0]));
  for (const row of among) counts.set(facetOf[key].text(row), counts.get(facetOf[key].text(row)) + 1);
  return values.reduce((best, value) => (counts.get(value) >= counts.get(best) ? value : best));
}
