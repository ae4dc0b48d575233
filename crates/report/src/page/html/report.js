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
}

// Rows in which every word occurs.
function filter(table, words, said) {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  const rows = Array.from(table.tBodies[0].rows);
  for (const row of rows) {
    const text = Array.from(row.cells, (cell) => cell.textContent).join(" ").toLowerCase();
    row.hidden = !wanted.every((word) => text.includes(word));
  }
  const shown = rows.filter((row) => !row.hidden).length;
  said.textContent = shown === rows.length ? `${shown} rows` : `${shown} of ${rows.length} rows`;
}

for (const part of document.querySelectorAll(".table")) {
  const table = part.querySelector("table");
  Array.from(table.tBodies[0].rows).forEach((row, at) => (row.dataset.at = at));
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

function reach() {
  for (const part of document.querySelectorAll(".scroll")) {
    const scrolls = part.scrollWidth > part.clientWidth;
    part.tabIndex = scrolls ? 0 : -1;
    if (scrolls) part.setAttribute("role", "region");
    else part.removeAttribute("role");
  }
}
// Paper has no folds.
addEventListener("beforeprint", () => document.querySelectorAll("details").forEach((part) => (part.open = true)));
addEventListener("resize", reach);
reach();
