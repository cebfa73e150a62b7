// Files that the reader saves from the page.

function saveFile(name, type, content) {
  const url = content instanceof Blob ? URL.createObjectURL(content)
    : URL.createObjectURL(new Blob([content], { type }));
  const link = make("a", { href: url, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), 10000);
}

/** A cell of CSV (RFC 4180). A text that a spreadsheet would run as a formula gets a leading '. */
function csvCell(value) {
  if (value === null || value === undefined) return "";
  if (typeof value === "number") return String(value);
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** CSV of the rows; columns have title and value(row). */
function toCsv(columns, csvRows) {
  const lines = [columns.map((column) => csvCell(column.title))];
  for (const row of csvRows) lines.push(columns.map((column) => csvCell(column.value(row))));
  return lines.map((line) => line.join(",") + "\r\n").join("");
}

function saveButton(text, about, click) {
  return make("button", { type: "button", class: "save", "aria-label": `Save ${about} as ${text}`,
    click }, text);
}
