import { catalogueFields } from '#contract/catalogue/catalogueFile.ts'
import { cherryDeliveryFields } from '#contract/deliveries/cherryDeliveryFields.ts'
import { listed, numberIn, positiveDecimal, text, type CheckContext } from '#contract/kit/field.ts'
import { uploadKind, type RowCheck } from '#contract/kit/uploadKind.ts'
import { bagsCheck, cleanCoffeeFields } from '#contract/sales/cleanCoffee.ts'
import { grossCents } from './grossCents.ts'

const { season, saleNumber, outturn, grade, bags, pockets, netWeight } = cleanCoffeeFields

const invoiceText = text(30, { required: false })

/** What a result says of a lot, each value with its one rule. */
const resultFields = {
  season,
  saleNumber,
  saleDate: {
    ...cherryDeliveryFields.deliveredOn,
    title: 'Sale Date',
    example: '2026-12-01',
    also: ['Date', 'Auction Date', 'Sale Day'],
  },
  lotNumber: catalogueFields.lotNumber,
  outturn,
  grade,
  bags,
  pockets,
  weight: { ...netWeight, title: 'Weight', also: ['Total Weight', 'Net Weight', 'Weight (KG)', 'Kilograms', 'Kg'] },
  buyer: {
    title: 'Buyer',
    example: '101',
    ...listed('buyers', 'buyer', { required: false }),
    also: ['Buyer Code', 'Sold To'],
  },
  price: {
    title: 'Price',
    example: '395',
    ...positiveDecimal({ max: 10_000, places: 2, required: false }),
    rule: 'USD for 50 kg, at most 2 decimals. Empty for a lot that was not sold.',
    also: ['Price (USD/50 KG)', 'Price USD', 'USD per 50 kg'],
  },
  value: {
    title: 'Value',
    example: '5956.6',
    ...positiveDecimal({ max: 1_000_000_000, places: 2, required: false }),
    rule: 'USD for the whole lot. May stay empty; where it is written it must be weight / 50 x price.',
    also: ['Value USD', 'Gross', 'Gross Value', 'Amount'],
  },
  invoice: {
    title: 'Invoice Number',
    example: 'INV-0912',
    ...invoiceText,
    // Statements of the bank name invoices in capitals.
    read: (value: string, context: CheckContext) => {
      const read = invoiceText.read(value, context)
      return typeof read === 'string' ? read.toUpperCase() : read
    },
    also: ['Invoice', 'Invoice No'],
  },
}

const dollars = (cents: bigint) => (Number(cents) / 100).toLocaleString('en', { minimumFractionDigits: 2 })

/** A lot has a price, a buyer and an invoice, or none of them: then it was not sold. */
const soldCheck: RowCheck<'buyer' | 'price' | 'invoice' | 'value'> = {
  needs: ['buyer', 'price', 'invoice', 'value'],
  check: (values) => {
    const parts = ['buyer', 'price', 'invoice'] as const
    const written = [...parts, 'value' as const].filter((column) => values[column] !== '')
    if (written.length === 0) return []
    const message = 'A lot that is sold has a buyer, a price and an invoice number; one that is not has none of them'
    return parts
      .filter((column) => values[column] === '')
      .map((column) => ({ column, problem: { code: 'half_sold', message }, severity: 'error' as const }))
  },
}

/** The value that a file writes beside the price is what the price makes of the weight. */
const valueCheck: RowCheck<'weight' | 'price' | 'value'> = {
  needs: ['weight', 'price', 'value'],
  check: ({ weight, price, value }) => {
    if (weight === '' || price === '' || value === '') return []
    const due = grossCents(weight, price)
    if (BigInt(Math.round(Number(value) * 100)) === due) return []
    const message = `${weight} kg at ${price} for 50 kg are ${dollars(due)}`
    return [{ column: 'value', problem: { code: 'other_value', message }, severity: 'error' }]
  },
}

/** What the auction gave for the lots of one sale: one lot per row. */
export const resultFile = uploadKind({
  name: 'auction_results',
  title: 'Auction results',
  template: { fileName: 'Auction_Results_Template.xlsx', key: 'auction_results' },
  upload: 'CAN_UPLOAD_RESULTS',
  sheetName: 'Results',
  columns: resultFields,
  unique: ['lotNumber'],
  rowChecks: [bagsCheck('weight'), soldCheck, valueCheck],
  repairs: [
    ...(['price', 'value'] as const).map((column) => ({
      column,
      codes: ['number', 'decimals'],
      label: 'Keep the number only',
      mend: (cell: string) =>
        Number(numberIn(cell)) > 0 ? String(Math.round(Number(numberIn(cell)) * 100) / 100) : cell,
    })),
    {
      column: 'weight',
      codes: ['number', 'decimals'],
      label: 'Keep the number only',
      mend: (cell) => (Number(numberIn(cell)) > 0 ? String(Math.round(Number(numberIn(cell)) * 1000) / 1000) : cell),
    },
  ],
  instructions: [
    'One lot per row, all of them of one sale. Do not change the headings; the order of the columns is free.',
    'Prices are USD for 50 kg, though a bag is 60 kg.',
    'A lot that was not sold has no buyer, no price and no invoice number: it goes back, and may be offered again.',
    'Each lot is held against the closed catalogue: number, outturn, grade, bags, pockets and weight are those of the catalogue.',
    'A later file corrects the result of a lot until its buyer has paid.',
    'Another person of your organisation approves the file.',
  ],
})
