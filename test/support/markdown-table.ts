function line(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
}

/** A table in Markdown. @param rule The alignment of each column, such as `---:`. Default: `---`. */
export function markdownTable(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  rule: readonly string[] = head.map(() => '---'),
): string {
  return [line(head), line(rule), ...rows.map(line)].join('\n')
}
