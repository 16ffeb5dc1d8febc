const cell = (text: string): string => text.replaceAll('|', '\\|').replace(/\s+/g, ' ')

/** A table of Markdown, each cell on one line. */
export const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.map(cell).join(' | ')} |`).join('\n')

/** With a capital letter at its beginning. */
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** Text as it is written in code. */
export const code = (text: string): string => `\`${text}\``
