"use strict";
// Sorts and filters tables, lets the keyboard reach what scrolls, and unfolds what is printed. Without it everything can be read.

// What a cell is sorted by: its place among the values of a factor, its first number, or its words.
function keyOf(cell) {
  if (cell.dataset.rank !== undefined) return Number(cell.dataset.rank);
  const text = cell.textContent.replace(/−/g, "-").replace(/,(?=\d{3})/g, "").trim();
  if (!cell.classList.contains("n")) return text;
  // A bound stands for what was seen never or always.
  if (text.startsWith("<")) return 0;
  if (text.startsWith(">")) return 100;
  const number = /[-+]?\d+(\.\d+)?(e-?\d+)?/.exec(text);
  return number ? Number(number[0]) : null;
}

// Cells without a number stand last, whichever way the others go.
function compare(one, other, way) {
  if (one === null || other === null) return (one === null) - (other === null);
  if (typeof one === "number" && typeof other === "number") return way * (one - other);
  return way * String(one).localeCompare(String(other), "en", { numeric: true });
}

// By a column: up, down, and then as the file has it.
function sortBy(table, head) {
  const next = { none: "ascending", ascending: "descending", descending: "none" }[head.getAttribute("aria-sort")];
  for (const other of table.tHead.rows[0].cells) other.setAttribute("aria-sort", "none");
  head.setAttribute("aria-sort", next);
  const body = table.tBodies[0];
  const rows = Array.from(body.rows, (row) => ({ row, key: keyOf(row.cells[head.cellIndex]), at: Number(row.dataset.at) }));
  const way = next === "descending" ? -1 : 1;
  rows.sort((one, other) => (next === "none" ? 0 : compare(one.key, other.key, way)) || one.at - other.at);
  body.append(...rows.map((entry) => entry.row));
  stripe(table);
}

// Every second row that is seen; the rule of the style counts hidden ones too.
function stripe(table) {
  table.classList.add("striped");
  const seen = Array.from(table.tBodies[0].rows).filter((row) => !row.hidden);
  seen.forEach((row, at) => row.classList.toggle("even", at % 2 === 1));
}

// Rows in which every word occurs.
function filter(table, words, said) {
  const spaced = (text) => text.toLowerCase().replace(/\u00a0/g, " ");
  const wanted = spaced(words).split(/\s+/).filter(Boolean);
  const rows = Array.from(table.tBodies[0].rows);
  for (const row of rows) {
    const text = Array.from(row.cells, (cell) => cell.textContent).join(" ");
    row.hidden = !wanted.every((word) => spaced(text).includes(word));
  }
  const shown = rows.filter((row) => !row.hidden).length;
  stripe(table);
  said.textContent = shown === rows.length ? `${shown} rows` : `${shown} of ${rows.length} rows`;
}

for (const part of document.querySelectorAll(".table")) {
  const table = part.querySelector("table");
  Array.from(table.tBodies[0].rows).forEach((row, at) => (row.dataset.at = at));
  stripe(table);
  for (const button of table.tHead.querySelectorAll("button")) {
    button.addEventListener("click", () => sortBy(table, button.parentElement));
  }
  const tools = part.querySelector(".tools");
  if (tools) {
    const [input, said] = [tools.querySelector("input"), tools.querySelector("output")];
    input.addEventListener("input", () => filter(table, input.value, said));
    tools.hidden = false;
  }
}

// Whether more lies to the right of what is seen.
function cut(part) {
  part.classList.toggle("cut", part.scrollLeft + part.clientWidth < part.scrollWidth - 1);
}

// What scrolls is a region with a name; what does not is none.
function reach() {
  for (const part of document.querySelectorAll(".scroll")) {
    const scrolls = part.scrollWidth > part.clientWidth;
    part.classList.toggle("scrolls", scrolls);
    part.tabIndex = scrolls ? 0 : -1;
    const said = scrolls ? { role: "region", "aria-label": part.dataset.label } : { role: null, "aria-label": null };
    for (const [name, value] of Object.entries(said)) {
      if (value === null) part.removeAttribute(name);
      else part.setAttribute(name, value);
    }
    cut(part);
  }
}
for (const part of document.querySelectorAll(".scroll")) part.addEventListener("scroll", () => cut(part), { passive: true });
// Paper has no folds.
addEventListener("beforeprint", () => document.querySelectorAll("details").forEach((part) => (part.open = true)));
addEventListener("resize", reach);
reach();
