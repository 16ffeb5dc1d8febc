import { limitFields } from '#contract/limits/limitFile.ts'
import { outturnNumber } from '#contract/house/outturns.ts'
import { choice, numberIn, positiveDecimal, positiveInteger } from '#contract/kit/field.ts'
import { uploadKind } from '#contract/kit/uploadKind.ts'

/** Grades of what a dry mill takes in: parchment by its density, lights, and cherry that was dried whole. */
export const parchmentGrades = ['P1', 'P2', 'P3', 'PL', 'MBUNI'] as const
export type ParchmentGrade = (typeof parchmentGrades)[number]

/** The values of a parchment delivery, each with its one rule. */
const parchmentFields = {
  outturn: {
    title: 'Outturn Number',
    example: '08TH0123',
    ...outturnNumber(),
    also: ['Outturn', 'Outturn No', 'Coffee ID'],
  },
  grade: { title: 'Grade', example: 'P1', ...choice([...parchmentGrades]), also: ['Commodity', 'Parchment Grade'] },
  totalBags: {
    title: 'Total Bags',
    example: '75',
    ...positiveInteger({ max: 100_000 }),
    also: ['Bags', 'No of Bags'],
  },
  netWeight: {
    title: 'Net Weight',
    example: '3769.5',
    ...positiveDecimal({ max: 1_000_000, places: 3 }),
    also: ['Net Weight (KG)', 'Weight', 'Kilograms', 'Kg'],
  },
  season: limitFields.season,
  growerCode: limitFields.growerCode,
}
export type ParchmentFieldName = keyof typeof parchmentFields

// Bags of parchment vary, but not beyond these. Source: domain 10.4.
const bag = { least: 30, most: 70 }

/** Parchment that a society delivered to a miller: one outturn per row. */
export const parchmentFile = uploadKind({
  name: 'parchment',
  title: 'CCARF parchment',
  template: { fileName: 'FCS_Parchment.xlsx', key: 'FCS_Parchment' },
  upload: 'CAN_UPLOAD_CCARF_PARCHMENT',
  sheetName: 'Parchment',
  columns: parchmentFields,
  unique: ['outturn'],
  rowChecks: [
    {
      needs: ['totalBags', 'netWeight'],
      check: ({ totalBags, netWeight }) => {
        const average = Number(netWeight) / Number(totalBags)
        if (average >= bag.least && average <= bag.most) return []
        const message = `${(Math.round(average * 10) / 10).toLocaleString('en')} kg in a bag; ${bag.least} to ${bag.most} kg are usual`
        return [{ column: 'totalBags', problem: { code: 'bag_weight', message }, severity: 'error' }]
      },
    },
  ],
  repairs: [
    {
      column: 'netWeight',
      codes: ['number', 'decimals'],
      label: 'Keep the number only',
      mend: (cell) => (Number(numberIn(cell)) > 0 ? String(Math.round(Number(numberIn(cell)) * 1000) / 1000) : cell),
    },
  ],
  instructions: [
    'One outturn per row. Do not change the headings; the order of the columns is free.',
    'Bags and net weight are those that the miller received; the miller confirms them.',
    'The society cannot bring more parchment than its approved cherry gives.',
    'Every row is checked when you upload and again at each approval; all rows are taken, or none.',
  ],
})
