// Writes tables in Markdown.
function cell(text) {
  return String(text).replaceAll('|', '\\|')
}

/** A table in Markdown. */
export function table(head, rows) {
  return [head, head.map(() => '---'), ...rows].map((row) => `| ${row.map(cell).join(' | ')} |`).join('\n')
}
