import { cherryDeliveryFields as field } from './cherryDeliveryFields.ts'
import { numberIn } from '#contract/kit/field.ts'
import { uploadKind } from '#contract/kit/uploadKind.ts'

const letters = (cell: string) => cell.replace(/[^A-Za-z0-9]/g, '')

/** A weighing book or the export of a digital scale: one delivery per row. */
export const cherryDeliveriesFile = uploadKind({
  name: 'cherry_deliveries',
  upload: 'CAN_UPLOAD_FARMERS',
  title: 'Cherry deliveries',
  template: { fileName: 'cherry_deliveries_sample.xlsx', key: 'cherrydeliveries' },
  sheetName: 'FarmerCherry',
  columns: {
    deliveredOn: field.deliveredOn,
    factory: field.factory,
    memberNumber: field.memberNumber,
    currentDelivery: field.currentDelivery,
    receiptNumber: field.receiptNumber,
  },
  unique: ['receiptNumber'],
  repairs: [
    { column: 'memberNumber', codes: ['letters_digits'], label: 'Remove blanks and signs', mend: letters },
    { column: 'receiptNumber', codes: ['letters_digits'], label: 'Remove blanks and signs', mend: letters },
    {
      column: 'currentDelivery',
      codes: ['number', 'decimals'],
      label: 'Keep the number only',
      mend: (cell) => (Number(numberIn(cell)) > 0 ? String(Math.round(Number(numberIn(cell)) * 1000) / 1000) : cell),
    },
  ],
  instructions: [
    'One delivery per row. Do not change the headings; the order of the columns is free.',
    'The season follows from the date. Factory and receipt number may stay empty.',
    'By sending the file you confirm that its records are correct and reliable for processing payments under the third schedule of the Crops (Coffee) (General) Regulations 2019.',
    'Every row is checked when you upload. You can correct rows on the screen or in the annotated workbook.',
  ],
})
