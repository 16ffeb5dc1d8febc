import { numberIn } from '#contract/kit/field.ts'
import { uploadKind } from '#contract/kit/uploadKind.ts'
import { bagsCheck, cleanCoffeeFields as field, netCheck } from '#contract/sales/cleanCoffee.ts'

const weights = ['grossWeight', 'tareWeight', 'netWeight'] as const

/** What a mill dispatches to one warehouse for one sale: one grade of an outturn, or a split of it, per row. */
export const dispatchSheet = uploadKind({
  name: 'dispatch',
  title: 'Dispatch',
  template: { fileName: 'Dispatch_Template.xlsx', key: 'dispatch' },
  upload: 'CAN_UPLOAD_GRN',
  sheetName: 'Dispatch',
  columns: {
    outturn: field.outturn,
    grade: field.grade,
    splitNumber: field.splitNumber,
    marks: field.marks,
    bags: field.bags,
    pockets: field.pockets,
    season: field.season,
    saleNumber: field.saleNumber,
    miller: field.miller,
    warehouse: field.warehouse,
    broker: field.broker,
    grossWeight: field.grossWeight,
    tareWeight: field.tareWeight,
    // Gross less tare is computed where it is left empty.
    netWeight: { ...field.netWeight, required: false },
  },
  unique: [],
  rowChecks: [netCheck, bagsCheck('netWeight')],
  repairs: weights.map((column) => ({
    column,
    codes: ['number', 'decimals'],
    label: 'Keep the number only',
    mend: (cell: string) =>
      Number(numberIn(cell)) > 0 ? String(Math.round(Number(numberIn(cell)) * 1000) / 1000) : cell,
  })),
  instructions: [
    'One grade of an outturn, or one split of it, per row. Do not change the headings; the order of the columns is free.',
    'A file is for one warehouse and one sale; its brokers may differ.',
    'A bag holds 60 kg, and pockets are the kilograms left over: together they are the net weight to within one kilogram.',
    'Net weight is gross less tare; leave it empty and it is computed.',
    'The sale must still take dispatch when the file is sent.',
  ],
})
export type DispatchColumn = keyof typeof dispatchSheet.columns
