import { kilograms } from '#contract/deliveries/cherryDeliveryFields.ts'
import { farmerFields } from '#contract/farmers/farmerFields.ts'
import { seasonField } from '#contract/house/seasons.ts'
import { choice, lettersAndDigits, numberIn, text } from '#contract/kit/field.ts'
import { uploadKind } from '#contract/kit/uploadKind.ts'

/** The values of a cherry limit, each with its one rule. */
export const limitFields = {
  idNumber: farmerFields.farmerId,
  fullName: { title: 'Full Name', example: 'Wanjiku Njeri Kamau', ...text(100, { required: false }), also: ['Name'] },
  memberNumber: farmerFields.memberNumber,
  growerCode: {
    title: 'Grower Code',
    example: 'CF4100',
    ...lettersAndDigits(20, { required: false }),
    also: ['Grower', 'FCS Code'],
  },
  productName: {
    title: 'Produce Name',
    example: 'COFFEE',
    ...choice(['COFFEE'], { required: false }),
    also: ['Produce', 'Product Name', 'Crop'],
  },
  currentDelivery: {
    title: 'Current Delivery',
    example: '412.5',
    ...kilograms(),
    also: ['Kilograms', 'Weight', 'Kg', 'Weight (KG)', 'Current Delivery (KG)'],
  },
  season: { title: 'Season', example: '2026/2027', ...seasonField(), also: ['Crop Year'] },
}
export type LimitFieldName = keyof typeof limitFields

const letters = (cell: string) => cell.replace(/[^A-Za-z0-9]/g, '')

/** A limit file: what each member has delivered, as the ground of an advance. */
export const cherryLimitsFile = uploadKind({
  name: 'cherry_limits',
  title: 'Cherry limits',
  template: { fileName: 'loanlimit_sample.xlsx', key: 'loanlimit' },
  upload: 'CAN_UPLOAD_LIMITS',
  sheetName: 'Cherry limits',
  columns: limitFields,
  unique: ['memberNumber'],
  repairs: [
    { column: 'memberNumber', codes: ['letters_digits'], label: 'Remove blanks and signs', mend: letters },
    { column: 'idNumber', codes: ['letters_digits'], label: 'Remove blanks and signs', mend: letters },
    {
      column: 'currentDelivery',
      codes: ['number', 'decimals'],
      label: 'Keep the number only',
      mend: (cell) => (Number(numberIn(cell)) > 0 ? String(Math.round(Number(numberIn(cell)) * 1000) / 1000) : cell),
    },
  ],
  instructions: [
    'One member per row. Do not change the headings; the order of the columns is free.',
    'Write only kilograms that no limit file has counted before: they are added to the limit of the member.',
    'Kilograms of a member never count for more than was approved in the season.',
    'Every row is checked when you upload and again at each approval; all rows are taken, or none.',
  ],
})
