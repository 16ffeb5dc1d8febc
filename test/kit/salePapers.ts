import { currentSeason } from '#server/facts/seasons.ts'
import { businessDate } from '#server/kit/clock.ts'
import type { World } from './world.ts'

type Cells = Record<string, string>
/** What society, mill, broker and bank write down about the coffee of one sale, from the weighing book to the hammer. */
export type SalePapers = Record<'cherry' | 'parchment' | 'dispatch' | 'catalogue' | 'results' | 'correction', Cells[]>

/** Sale of the papers, which no demo and no other test has. */
export const saleOfPapers = 17

/** Coffee in grams: parchment as it came to the mill, and what it gave of each grade or split. Nothing of it is a round figure. */
const milled = [
  {
    outturn: '08TH5001',
    grade: 'P1',
    bags: '48',
    parchment: 2_400_500,
    clean: { 'AA 1': 311_125, 'AA 2': 206_500, AB: 925_401, C: 306_375, PB: 95_750, T: 28_803 },
  },
  { outturn: '08TH5002', grade: 'P2', bags: '26', parchment: 1_300_250, clean: { AB: 700_333, C: 352_867 } },
  { outturn: '08TH5003', grade: 'MBUNI', bags: '6', parchment: 300_000, clean: { MH: 150_251, ML: 60_500 } },
]
/** USD for 50 kg by lot, from 501 on; the lot that has none is not sold. */
const prices = ['395.37', '401', '371.05', '340.99', '388.13', '', '366.66', '333.33', '251.07', '199.99']
const corrected = { lotNumber: '502', price: '411.53' }
/** The lot that goes below its reserve. */
const belowReserve = { lotNumber: '503', reservePrice: '375.5' }
/** What each buyer is invoiced: the first for the first outturn, the second for the others. */
export const invoices = { '101': 'INV-J101', '117': 'INV-J117' } as const

const kilograms = (grams: number): string => String(grams / 1000)
const packed = (grams: number) => {
  const whole = Math.floor(grams / 1000)
  return { bags: String(Math.floor(whole / 60)), pockets: String(whole % 60) }
}

/** Papers about the cherry of these members of CF4100, each with another weight. */
export function salePapers(memberNumbers: readonly string[]): SalePapers {
  const season = currentSeason()
  const ofSale = { season, saleNumber: String(saleOfPapers) }
  const parties = { miller: 'ML2001', warehouse: 'WH6001', broker: 'BR5001', marks: 'OTHAMERU/CF4100' }
  const lots = milled.flatMap(({ outturn, clean }) =>
    Object.entries(clean).map(([name, grams]) => {
      const [grade = '', splitNumber = ''] = name.split(' ')
      return { outturn, grade, splitNumber, grams, ...packed(grams) }
    }),
  )
  const numbered = lots.map((lot, at) => ({ ...lot, lotNumber: String(501 + at), price: prices[at] ?? '' }))
  const resultOf = ({ outturn, grade, bags, pockets, grams, lotNumber, price }: (typeof numbered)[number]) => {
    const buyer = outturn === milled[0]?.outturn ? '101' : '117'
    const sold = price === '' ? { buyer: '', invoice: '' } : { buyer, invoice: invoices[buyer] }
    const ofLot = { lotNumber, outturn, grade, bags, pockets, weight: kilograms(grams), price, value: '' }
    return { ...ofSale, saleDate: businessDate(), ...ofLot, ...sold }
  }
  return {
    cherry: memberNumbers.map((memberNumber, at) => ({
      deliveredOn: businessDate(),
      factory: '',
      memberNumber,
      currentDelivery: kilograms(60_000 + ((at * 7_919) % 70_000)),
      receiptNumber: `J${String(at + 1).padStart(6, '0')}`,
    })),
    parchment: milled.map(({ outturn, grade, bags, parchment }) => ({
      outturn,
      grade,
      totalBags: bags,
      netWeight: kilograms(parchment),
      season,
      growerCode: 'CF4100',
    })),
    dispatch: lots.map(({ grams, ...lot }) => ({
      ...lot,
      ...ofSale,
      ...parties,
      grossWeight: kilograms(grams + 6_300),
      tareWeight: '6.3',
      netWeight: kilograms(grams),
    })),
    catalogue: numbered.map(({ grams, price: _price, ...lot }) => ({
      ...lot,
      ...ofSale,
      ...parties,
      weight: kilograms(grams),
      brokerOutturn: '',
      certification: '',
      remark: '',
      reservePrice: lot.lotNumber === belowReserve.lotNumber ? belowReserve.reservePrice : '150.25',
    })),
    results: numbered.map(resultOf),
    correction: numbered
      .filter(({ lotNumber }) => lotNumber === corrected.lotNumber)
      .map((lot) => resultOf({ ...lot, ...corrected })),
  }
}

/** Enters the sale of the papers, which takes dispatch for another week, as if two people had. */
export const enterSaleOfPapers = ({ owner }: Pick<World, 'owner'>): Promise<unknown> =>
  owner.query(
    `insert into sales (id, organisation_id, season, sale_number, sale_date, dispatch_cutoff, catalogue_close, prompt_date, status, makers, made_by, created_at)
     select gen_random_uuid(), u.organisation_id, $1, $2, $3::date + 20, $3::date + 8, $3::date + 19, $3::date + 27, 'APPROVED', array[u.id], u.id, now()
     from users u where u.username = 'broker.maker'`,
    [currentSeason(), saleOfPapers, businessDate()],
  )

/** Days pass: the coffee has lain in the warehouse for nine of them, the catalogue closes now, and the sale is held today. */
export async function dayOfTheSale({ owner }: Pick<World, 'owner'>): Promise<void> {
  const sale = [currentSeason(), saleOfPapers]
  await owner.query(
    `update sales set sale_date = $3::date, dispatch_cutoff = now() - interval '12 days', catalogue_close = ($3::date::timestamp at time zone 'Africa/Nairobi') - interval '1 minute', prompt_date = $3::date + 7
     where season = $1 and sale_number = $2`,
    [...sale, businessDate()],
  )
  await owner.query(
    `update dispatch_records set decided_at = decided_at - interval '9 days', created_at = created_at - interval '10 days' where season = $1 and sale_number = $2`,
    sale,
  )
}
