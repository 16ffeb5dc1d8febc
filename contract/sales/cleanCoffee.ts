import { outturnNumber } from '#contract/house/outturns.ts'
import { seasonField } from '#contract/house/seasons.ts'
import {
  choice,
  decimalFromZero,
  listed,
  positiveDecimal,
  text,
  wholeNumber,
  type Problem,
} from '#contract/kit/field.ts'
import { toGrams } from '#contract/kit/money.ts'
import type { RowCheck } from '#contract/kit/uploadKind.ts'

/** Grades of clean coffee, by screen and density, as the exchange and the mills write them. Source: domain 3.2. */
const cleanGrades = [
  ...(['E', 'AA', 'AB', 'PB', 'C', 'TT', 'T', 'HE', 'SB', 'UG', 'UG1', 'UG2', 'UG3'] as const),
  ...(['MH', 'ML', 'ML1', 'ML2', 'NH', 'NL'] as const),
] as const

/** Kilograms in a bag of clean coffee. Prices are for 50 kg. Source: domain 3.4. */
const kilogramsPerBag = 60

/** Most kilograms of one record, such as what one outturn gives of a grade. */
const mostKilograms = 1_000_000

/** What records of clean coffee say, each with its one rule. */
export const cleanCoffeeFields = {
  outturn: {
    title: 'Outturn Number',
    example: '08TH0123',
    ...outturnNumber(),
    also: ['Outturn', 'OutTurn No', 'Outturn No'],
  },
  grade: { title: 'Grade', example: 'AB', ...choice(cleanGrades), also: ['Clean Grade'] },
  splitNumber: {
    title: 'Split Number',
    example: '1',
    ...wholeNumber({ required: false, max: 99 }),
    also: ['Split', 'Split No'],
  },
  marks: { title: 'Marks', example: 'OTHAMERU/CF4100', ...text(60), also: ['Mark'] },
  bags: {
    title: 'Bags',
    example: '12',
    ...wholeNumber({ max: 20_000 }),
    also: ['No of Bags', 'Number of Bags'],
  },
  pockets: {
    title: 'Pockets',
    example: '34',
    ...wholeNumber({ max: kilogramsPerBag - 1 }),
    also: ['Pocket', 'Number of Pocket'],
  },
  season: { title: 'Season', example: '2026/2027', ...seasonField(), also: ['Crop Season', 'Crop Year'] },
  saleNumber: {
    title: 'Sale Number',
    example: '9',
    ...wholeNumber({ max: 99 }),
    also: ['Sale No', 'Sale'],
  },
  miller: { title: 'Miller', example: 'ML2001', ...listed('millers', 'miller'), also: ['Miller Code'] },
  warehouse: {
    title: 'Warehouse',
    example: 'WH6001',
    ...listed('warehouses', 'warehouse'),
    also: ['Warehouse Code'],
  },
  broker: {
    title: 'Broker',
    example: 'BR5001',
    ...listed('brokers', 'broker or marketer'),
    also: ['Broker Code', 'Agent', 'Agent Code', 'Marketer', 'Marketer Code'],
  },
  grossWeight: {
    title: 'Gross Weight',
    example: '766.6',
    ...positiveDecimal({ max: mostKilograms, places: 3 }),
    also: ['Gross', 'Gross W', 'Gross Weight (KG)'],
  },
  tareWeight: {
    title: 'Tare Weight',
    example: '12.6',
    ...decimalFromZero({ max: mostKilograms, places: 3 }),
    also: ['Tare', 'Tare W', 'Tare Weight (KG)'],
  },
  netWeight: {
    title: 'Net Weight',
    example: '754',
    ...positiveDecimal({ max: mostKilograms, places: 3 }),
    also: ['Net', 'Net W', 'Net Weight (KG)', 'Weight', 'Total Weight', 'Clean Net Weight', 'Kilograms'],
  },
}

const one = 1_000n
const kilograms = (grams: bigint): string => (Number(grams) / 1000).toLocaleString('en', { maximumFractionDigits: 3 })

/**
 * What bags and pockets say against the weight: bags of 60 kg and the kilograms left over, to within one. Null where they agree;
 * nothing is rewritten. Source: domain 3.4.
 */
export function bagsAgainstWeight(coffee: { bags: string; pockets: string; weight: string }): Problem | null {
  const packed = (BigInt(coffee.bags) * BigInt(kilogramsPerBag) + BigInt(coffee.pockets)) * 1000n
  const weight = toGrams(coffee.weight)
  const apart = packed > weight ? packed - weight : weight - packed
  if (apart <= one) return null
  const message = `${coffee.bags} bags of ${kilogramsPerBag} kg and ${coffee.pockets} kg in pockets are ${kilograms(packed)} kg, not ${kilograms(weight)} kg`
  return { code: 'bags_and_weight', message }
}

/** The same as a check of rows whose weight stands in `weight`. */
export const bagsCheck = <Key extends string>(weight: Key): RowCheck<'bags' | 'pockets' | Key> => ({
  needs: ['bags', 'pockets', weight],
  check: (values) => {
    if (values[weight] === '') return []
    const problem = bagsAgainstWeight({ bags: values.bags, pockets: values.pockets, weight: values[weight] })
    return problem ? [{ column: 'bags', problem, severity: 'error' }] : []
  },
})

/**
 * The net weight is the gross less the tare: computed where its cell is empty, held against them where it is not. Source: domain 3.4.
 */
export const netCheck: RowCheck<'grossWeight' | 'tareWeight' | 'netWeight'> = {
  needs: ['grossWeight', 'tareWeight', 'netWeight'],
  check: (values) => {
    const net = toGrams(values.grossWeight) - toGrams(values.tareWeight)
    if (net <= 0n)
      return [
        {
          column: 'tareWeight',
          problem: { code: 'tare_over_gross', message: 'The tare leaves nothing of the gross weight' },
          severity: 'error',
        },
      ]
    if (values.netWeight === '') {
      values.netWeight = String(Number(net) / 1000)
      return []
    }
    if (toGrams(values.netWeight) === net) return []
    const message = `Gross less tare is ${kilograms(net)} kg`
    return [{ column: 'netWeight', problem: { code: 'net_weight', message }, severity: 'error' }]
  },
}
