import { organisationOf } from '../../db/seed/organisations.ts'
import { currentSeason } from '#server/facts/seasons.ts'
import { lending, type Lending, type Mix } from './money.ts'

type Delivery = { id: string; version: number }
type Book = { one: Lending; members: readonly string[]; waiting: Delivery[] }

/** The cherry book in the mix: clerks weigh, checkers approve what waits longest. */
export function makeWeighing({ call, token, borrowers, chance }: Mix) {
  const books: Book[] = lending.map((one) => ({
    one,
    members: (borrowers.get(one) ?? []).map(({ memberNumber }) => memberNumber),
    waiting: [],
  }))

  async function enter({ one, members, waiting }: Book): Promise<void> {
    const { body } = await call.request('change: delivery', token(one.maker), 'POST', '/farmercherry', {
      idNumber: '',
      fullName: '',
      memberNumber: chance.pick(members),
      growerCode: organisationOf(one.society).code,
      productName: 'COFFEE',
      currentDelivery: chance.between(10, 400) / 10,
      season: currentSeason(),
      status: 'PENDING_APPROVAL',
    })
    const entered = (body as { data?: Delivery } | null)?.data
    if (entered) waiting.push({ id: entered.id, version: entered.version })
  }

  return {
    change: async (): Promise<void> => {
      const book = chance.pick(books)
      const confirmCherry = book.waiting.length > 4 ? book.waiting.shift() : undefined
      if (!confirmCherry) return enter(book)
      const body = { action: 'approve', confirmCherry }
      await call.request('change: decision', token(book.one.checker), 'POST', '/farmercherry/approve', body)
    },
  }
}
