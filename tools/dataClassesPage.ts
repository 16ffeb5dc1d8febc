import {
  dataClasses,
  sealedColumns,
  secretColumns,
  tableClasses,
  type DataClassName,
} from '#contract/keeping/dataClasses.ts'
import { code, table } from './markdown.ts'

/** How sensitive what each table holds is, and how it is protected. */
export function dataClassesPage(): string {
  const names = Object.keys(dataClasses) as DataClassName[] // border: the keys of a declaration
  return `# How sensitive data are

Every table has one class. A table of a lower class may have a column of a higher one; such columns are listed below. Tests hold that no table is without a class, that what is of no
organisation stands behind its wall or is read by nobody with its eyes, that the database lets no role of calls read a secret, that no call and no line of the trail holds one, and that
wherever a word of a person is found the table is personal.

${table(
  ['Class', 'What', 'How it is protected', 'Tables'],
  names.map((name) => {
    const { what, protection } = dataClasses[name]
    return [name, what, protection, tableClasses[name].map(code).join(', ')]
  }),
)}

${table(
  ['Columns of a higher class', 'Which'],
  [
    ['Secret, read by the sign-in or by administration only', secretColumns.map(code).join(', ')],
    ['Sealed, with a key that is not in the database', sealedColumns.map(code).join(', ')],
  ],
)}
`
}
