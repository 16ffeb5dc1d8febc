import { cleanCoffeeFields, bagsCheck } from '#contract/sales/cleanCoffee.ts'
import { numberIn, positiveDecimal, positiveInteger, text } from '#contract/kit/field.ts'
import { uploadKind } from '#contract/kit/uploadKind.ts'

const { outturn, grade, splitNumber, marks, bags, pockets, season, saleNumber, miller, broker, warehouse, netWeight } =
  cleanCoffeeFields

/** The values of a lot of a catalogue, each with its one rule. */
export const catalogueFields = {
  lotNumber: {
    title: 'Lot Number',
    example: '101',
    ...positiveInteger({ max: 99_999 }),
    also: ['Lot', 'Lot No'],
  },
  outturn,
  brokerOutturn: {
    title: 'Broker Outturn',
    example: 'SAB/0123',
    ...text(30, { required: false }),
    also: ['BrokerOutturn', 'Broker Outturn Number'],
  },
  grade,
  marks,
  bags,
  pockets,
  weight: { ...netWeight, title: 'Weight', also: ['Total Weight', 'Net Weight', 'Weight (KG)', 'Kilograms', 'Kg'] },
  splitNumber,
  season,
  saleNumber,
  miller,
  broker,
  warehouse,
  reservePrice: {
    title: 'Reserve Price',
    example: '',
    ...positiveDecimal({ max: 10_000, places: 2, required: false }),
    rule: 'USD for 50 kg, at most 2 decimals. Only your own organisation sees it.',
    also: ['Reserve', 'Reserve Price (USD/50 KG)'],
    secret: true as const,
  },
  certification: {
    title: 'Certification',
    example: 'FT',
    ...text(40, { required: false }),
    also: ['Cert', 'Certificate'],
  },
  remark: { title: 'Remark', example: '', ...text(200, { required: false }), also: ['Remarks'] },
}
export type CatalogueFieldName = keyof typeof catalogueFields

/** The lots that a broker or marketer offers at one sale: one lot per row. */
export const catalogueFile = uploadKind({
  name: 'catalogue',
  title: 'Catalogue',
  template: { fileName: 'Catalogue_Template.xlsx', key: 'catalogue_template' },
  upload: 'CAN_UPLOAD_CATALOGUE',
  sheetName: 'Catalogue',
  columns: catalogueFields,
  unique: ['lotNumber'],
  rowChecks: [bagsCheck('weight')],
  repairs: [
    {
      column: 'weight',
      codes: ['number', 'decimals'],
      label: 'Keep the number only',
      mend: (cell) => (Number(numberIn(cell)) > 0 ? String(Math.round(Number(numberIn(cell)) * 1000) / 1000) : cell),
    },
  ],
  instructions: [
    'One lot per row, all of them of one sale and one broker. Do not change the headings; the order of the columns is free.',
    'Lot numbers are unique in the sale. Number your lots without gaps.',
    'A bag is 60 kg; pockets are the kilograms left over. Reserve prices are USD for 50 kg.',
    'Each lot is held against the dispatch of its outturn and grade; what does not agree is put on hold with the reason.',
    'The warehouse of each lot and the broker approve it, in either order, until the catalogue of the sale closes.',
  ],
})
