/** Text of a COPY field in PostgreSQL's text format. Source: PostgreSQL manual, COPY, "Text Format". */
export const copyText = (text: string): string =>
  /[\\\n\r\t]/.test(text)
    ? text.replace(/\\/g, '\\\\').replace(/\n/g, '\\n').replace(/\r/g, '\\r').replace(/\t/g, '\\t')
    : text

/** A text[] literal inside a COPY field: elements in double quotes, escaped for the array and then for COPY. */
export function arrayLiteral(cells: readonly string[]): string {
  let literal = '{'
  for (let index = 0; index < cells.length; index++) {
    const cell = cells[index]!
    if (index > 0) literal += ','
    literal += /[\\"\n\r\t]/.test(cell) ? `"${copyText(cell.replace(/[\\"]/g, '\\$&'))}"` : `"${cell}"`
  }
  return `${literal}}`
}
