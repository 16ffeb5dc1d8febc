import { farmerFields } from '#contract/farmers/farmerFields.ts'
import { numberIn, positiveDecimal, text } from '#contract/kit/field.ts'
import { uploadKind } from '#contract/kit/uploadKind.ts'

const letters = (cell: string) => cell.replace(/[^A-Za-z0-9]/g, '')

/** What of each member is taken, or added: one member per row. What it is for, and what allows it, is said with the file. */
export const deductionsFile = uploadKind({
  name: 'deductions',
  title: 'Deductions of members',
  template: { fileName: 'FCS_Deductions.xlsx', key: 'FCS_Deductions' },
  upload: 'CAN_CREATE_PAYMENT_SCHEDULE',
  sheetName: 'Deductions',
  columns: {
    memberNumber: farmerFields.memberNumber,
    idNumber: { ...farmerFields.farmerId, required: false },
    fullName: { title: 'Full Name', example: 'Wanjiku Njeri Kamau', ...text(100, { required: false }), also: ['Name'] },
    amount: {
      title: 'Amount',
      example: '1250.5',
      ...positiveDecimal({ max: 1_000_000, places: 2 }),
      also: ['Amount (KES)', 'KES'],
    },
  },
  unique: ['memberNumber'],
  repairs: [
    { column: 'memberNumber', codes: ['letters_digits'], label: 'Remove blanks and signs', mend: letters },
    { column: 'idNumber', codes: ['letters_digits'], label: 'Remove blanks and signs', mend: letters },
    {
      column: 'amount',
      // Never rounded: what is not whole cents is somebody's to correct.
      codes: ['number'],
      label: 'Keep the number only',
      mend: (cell) => (Number(numberIn(cell)) > 0 ? numberIn(cell) : cell),
    },
  ],
  instructions: [
    'One member per row. Do not change the headings; the order of the columns is free.',
    'One file is for one thing: what it is for and which resolution allows it is said when it is uploaded.',
    'What the cherry of a member does not pay stays owed for the next cycle of the season.',
    'Every row is checked when you upload and again at each approval; all rows are taken, or none.',
  ],
})
