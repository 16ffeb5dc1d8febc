// 0 -> A, 25 -> Z, 26 -> AA: the letters of a column as a person sees them.
export function columnLetters(column: number): string {
  let letters = ''
  for (let rest = column + 1; rest > 0; rest = Math.floor((rest - 1) / 26)) {
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters
  }
  return letters
}

// A -> 0, AA -> 26; -1 for anything that is not one to three capital letters.
export function columnIndex(letters: string): number {
  if (!/^[A-Z]{1,3}$/.test(letters)) return -1
  let column = 0
  for (let at = 0; at < letters.length; at++) column = column * 26 + letters.charCodeAt(at) - 64
  return column - 1
}

// The address of a cell from a column counted from 0 and a row number counted from 1, e.g. B7.
export function cellAddress(column: number, rowNumber: number): string {
  return columnLetters(column) + rowNumber
}
