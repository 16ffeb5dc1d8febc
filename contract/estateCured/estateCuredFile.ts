import { cherryDeliveryFields } from '#contract/deliveries/cherryDeliveryFields.ts'
import { outturnNumber } from '#contract/house/outturns.ts'
import { decimalFromZero, numberIn, text } from '#contract/kit/field.ts'
import { uploadKind } from '#contract/kit/uploadKind.ts'
import { bagsCheck, cleanCoffeeFields } from '#contract/sales/cleanCoffee.ts'

const { outturn, marks, grade, bags, pockets, netWeight, splitNumber, saleNumber, season, broker, warehouse } =
  cleanCoffeeFields

/** A charge of one record, in the currency of its file. */
const charge = (title: string, example: string) => ({
  title,
  example,
  ...decimalFromZero({ required: false, max: 100_000_000, places: 2 }),
})

/** The values of an estate cured record, each with its one rule. */
const estateCuredFields = {
  lot: { title: 'Lot', example: 'L0012', ...text(20, { required: false }), also: ['Lot Number', 'Lot No'] },
  growerCode: {
    title: 'Grower Code',
    example: 'KE0123',
    required: true,
    maxLength: 10,
    rule: 'Two to four letters, two to four digits and what may follow, such as KE0123.',
    // As growers are registered, whatever their mill is. Source: domain 3.4.
    read: (value: string) => {
      const plain = value.toUpperCase().replace(/[\s/-]/g, '')
      return /^[A-Z]{2,4}\d{2,4}[A-Z]{0,2}\d{0,2}$/.test(plain)
        ? plain
        : { code: 'grower_code', message: 'Enter a grower code such as KE0123' }
    },
    also: ['Grower'],
  },
  growerOutturn: {
    title: 'Grower Outturn',
    example: '07TH0055',
    ...outturnNumber({ required: false }),
    also: ['Parchment Outturn'],
  },
  outturn: { ...outturn, title: 'Cured Outturn', example: '08TH3012', also: ['Outturn', 'Outturn Number'] },
  brokerOutturn: { title: 'Broker Outturn', example: '', ...text(20, { required: false }) },
  marks,
  grade,
  bags,
  pockets,
  cleanNetWeight: { ...netWeight, title: 'Clean Net Weight', also: ['Net Weight', 'Weight', 'Kilograms'] },
  splitNumber,
  saleNumber,
  season,
  broker,
  warehouse,
  transportCharge: charge('Transport Charge', '2400'),
  dryingCharge: charge('Drying Charge', '1250.5'),
  handSortingCharge: charge('Hand Sorting Charge', '0'),
  deliveryDate: {
    ...cherryDeliveryFields.deliveredOn,
    title: 'Delivery Date',
    example: '2026-11-03',
    also: ['Delivered On', 'Date'],
  },
}
export type EstateCuredFieldName = keyof typeof estateCuredFields

const twoPlaces = (cell: string) => {
  const number = numberIn(cell)
  return /\d/.test(number) && Number(number) >= 0 ? String(Math.round(Number(number) * 100) / 100) : cell
}

/** Coffee that estates have cured themselves: one lot per row. */
export const estateCuredFile = uploadKind({
  name: 'estate_cured',
  title: 'Estate cured coffee',
  template: { fileName: 'Estate_Cured.xlsx', key: 'estatecured' },
  upload: 'CAN_UPLOAD_CATALOGUE',
  sheetName: 'Estate cured',
  columns: estateCuredFields,
  unique: [],
  rowChecks: [bagsCheck('cleanNetWeight')],
  repairs: [
    {
      column: 'cleanNetWeight',
      codes: ['number', 'decimals'],
      label: 'Keep the number only',
      mend: (cell) => (Number(numberIn(cell)) > 0 ? String(Math.round(Number(numberIn(cell)) * 1000) / 1000) : cell),
    },
    ...(['transportCharge', 'dryingCharge', 'handSortingCharge'] as const).map((column) => ({
      column,
      codes: ['number', 'decimals'],
      label: 'Keep the number only',
      mend: twoPlaces,
    })),
  ],
  instructions: [
    'One lot per row. Do not change the headings; the order of the columns is free.',
    'Bags are of 60 kg, and pockets the kilograms that are left over.',
    'Charges are for the whole lot, in the currency that is chosen when the file is uploaded; an empty one is nothing.',
    'The warehouse and the broker or marketer of each row decide on it: the warehouse by two people.',
  ],
})
