// A table with sorting, filters, groups and pages.

const pageSizes = [25, 50, 100, 500];
const mostChoices = 60;  // a column with more different texts has no list to choose from

/**
 * options:
 *   name        describes the rows, for screen readers and file names
 *   rows        the rows
 *   columns     with key, title, text(row), value(row) (a number or text, for sorting and CSV),
 *               numeric, choose (offers a list of its texts as a filter), tone(row) (a class of the
 *               cell)
 *   groups      keys of columns that rows may be grouped by
 *   details     (row) => element, shown below its row; none: rows have no details
 *   pageSize
 */
function dataTable(options) {
  const { columns } = options;
  const byKey = Object.fromEntries(columns.map((column) => [column.key, column]));
  const state = { sort: null, ascending: true, text: "", chosen: {}, group: "", page: 0,
    size: options.pageSize || 25, open: new Set() };
  const head = make("tr");
  const body = make("tbody");
  const status = make("p", { class: "status", role: "status" });
  const pager = make("div", { class: "pager" });
  let shown = [];

  const searched = new Map();  // a row's texts in lower case, made at the first search
  const searchText = (row) => {
    if (!searched.has(row))
      searched.set(row, columns.map((column) => column.text(row)).join("\n").toLowerCase());
    return searched.get(row);
  };

  function compareBy(column, ascending) {
    const sign = ascending ? 1 : -1;
    return (a, b) => {
      const x = column.value(a), y = column.value(b);
      const noX = x === null || x === "", noY = y === null || y === "";
      if (noX || noY) return noX - noY;  // empty values are last in both directions
      if (typeof x === "number" && typeof y === "number") return sign * (x - y);
      return sign * String(x).localeCompare(String(y), "en", { numeric: true });
    };
  }

  function choose() {
    const words = state.text.toLowerCase().split(/\s+/).filter(Boolean);
    const chosen = Object.entries(state.chosen).filter(([, value]) => value !== null);
    shown = options.rows.filter((row) =>
      chosen.every(([key, value]) => byKey[key].text(row) === value) &&
      words.every((word) => searchText(row).includes(word)));
    if (state.sort) shown.sort(compareBy(byKey[state.sort], state.ascending));
    if (state.group) shown.sort(compareBy(byKey[state.group], true));
    state.page = 0;
  }

  function showHead() {
    head.replaceChildren(...columns.map((column) => {
      const sorted = state.sort === column.key;
      const arrow = sorted ? (state.ascending ? " ▲" : " ▼") : "";
      const button = make("button", { type: "button", click: () => sortBy(column.key) }, column.title,
        make("span", { "aria-hidden": "true" }, arrow));
      button.dataset.key = column.key;
      return make("th", { scope: "col", class: column.numeric ? "number" : null,
        "aria-sort": sorted ? (state.ascending ? "ascending" : "descending") : "none" }, button);
    }));
  }

  function sortBy(key) {
    if (state.sort === key) state.ascending = !state.ascending;
    else {
      state.sort = key;
      state.ascending = !byKey[key].numeric;  // the largest first
    }
    choose();
    showHead();
    show();
    head.querySelector(`[data-key="${key}"]`).focus();
  }

  function cell(column, row, place) {
    const tone = column.tone ? column.tone(row) : null;
    const text = column.text(row);
    const content = tone ? make("span", { class: `tone ${tone}` }, text) : text;
    const attributes = { class: column.numeric ? "number" : null };
    if (place > 0 || !options.details) return make("td", attributes, content);
    const isOpen = state.open.has(row);
    const toggle = make("button", { type: "button", class: "more", "aria-expanded": String(isOpen),
      "aria-label": `Details of ${text}`, click: () => {
        if (!state.open.delete(row)) state.open.add(row);
        const index = [...body.querySelectorAll("button.more")].indexOf(toggle);
        show();
        body.querySelectorAll("button.more")[index]?.focus();
      } }, isOpen ? "▾" : "▸");
    return make("td", attributes, toggle, " ", content);
  }

  function groupSizes() {
    const sizes = new Map();
    if (state.group)
      for (const row of shown) {
        const text = byKey[state.group].text(row);
        sizes.set(text, (sizes.get(text) || 0) + 1);
      }
    return sizes;
  }

  function groupLine(text, many) {
    const column = byKey[state.group];
    return make("tr", { class: "group" }, make("th", { colspan: columns.length, scope: "colgroup" },
      `${column.title}: ${text || "none"}`, make("span", { class: "muted" }, ` ${counted(many, "row")}`)));
  }

  function show(all = false) {
    const size = all ? 2000 : state.size;
    const pages = Math.max(1, Math.ceil(shown.length / size));
    state.page = Math.min(state.page, pages - 1);
    const visible = shown.slice(state.page * size, (state.page + 1) * size);
    const lines = [];
    let group = null;
    const sizes = groupSizes();
    for (const row of visible) {
      if (state.group && byKey[state.group].text(row) !== group) {
        group = byKey[state.group].text(row);
        lines.push(groupLine(group, sizes.get(group)));
      }
      lines.push(make("tr", null, columns.map((column, place) => cell(column, row, place))));
      if (options.details && state.open.has(row))
        lines.push(make("tr", { class: "details" },
          make("td", { colspan: columns.length }, options.details(row))));
    }
    body.replaceChildren(...lines);
    status.textContent = shown.length === options.rows.length
      ? counted(shown.length, "row")
      : `${shown.length} of ${counted(options.rows.length, "row")}`;
    showPager(pages);
  }

  function showPager(pages) {
    const turn = (by) => () => { state.page += by; show(); };
    pager.replaceChildren();
    if (options.rows.length <= pageSizes[0]) return;
    pager.append(
      make("button", { type: "button", disabled: state.page === 0, click: turn(-1) }, "Previous"),
      make("span", null, `Page ${state.page + 1} of ${pages}`),
      make("button", { type: "button", disabled: state.page + 1 >= pages, click: turn(1) }, "Next"),
      makeChoice("Rows per page", pageSizes.map((size) => [String(size), String(size)]),
        String(state.size), (value) => { state.size = Number(value); show(); }));
  }

  function changed() {
    choose();
    show();
  }

  function tools() {
    const textId = newId("filter");
    const input = make("input", { id: textId, type: "search", autocomplete: "off",
      input: settled(() => { state.text = input.value; changed(); }, 120) });
    const fields = [make("span", { class: "field" },
      make("label", { for: textId }, "Filter"), input)];
    for (const column of columns.filter((one) => one.choose)) {
      const values = [...new Set(options.rows.map(column.text))]
        .sort((a, b) => a.localeCompare(b, "en", { numeric: true }));
      if (values.length < 2 || values.length > mostChoices) continue;
      fields.push(makeChoice(column.title,
        [["*", "all"], ...values.map((value) => [`=${value}`, value || "none"])], "*",
        (value) => { state.chosen[column.key] = value === "*" ? null : value.slice(1); changed(); }));
    }
    const groups = (options.groups || []).filter((key) => byKey[key]);
    if (groups.length > 0)
      fields.push(makeChoice("Group by",
        [["", "nothing"], ...groups.map((key) => [key, byKey[key].title])], "",
        (value) => { state.group = value; changed(); }));
    return make("div", { class: "tools" }, fields);
  }

  const region = make("div", { class: "scroll", tabindex: 0, role: "region",
    "aria-label": `Table: ${options.name}` },
    make("table", null, make("caption", { class: "hidden" }, options.name),
      make("thead", null, head), body));
  choose();
  showHead();
  show();
  addEventListener("beforeprint", () => show(true));
  addEventListener("afterprint", () => show());
  const csv = saveButton("CSV", options.name,
    () => saveFile(fileName(options.name, "csv"), "text/csv", toCsv(columns, shown)));
  return make("div", { class: "data-table" }, options.rows.length > 8 ? tools() : null,
    make("div", { class: "above" }, status, csv), region, pager);
}

/** "Rate over n" as "gputest-rate-over-n.csv". */
function fileName(title, extension) {
  return `gputest-${title.toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "")}.${extension}`;
}
