import type { ComputedSale, Sale } from '#contract/sales/sales.ts'
import type { Person } from './people.ts'
import type { World } from './world.ts'

type Answer = { code?: string; message: string; details?: { fields?: Record<string, string> }; data: Sale }
type Proposal = Partial<
  Record<'season' | 'saleDate' | 'dispatchCutoff' | 'catalogueClose' | 'promptDate' | 'replaces' | 'reason', string>
> & {
  saleNumber?: number
}

/** The days that the server works out for a sale; without a day those of the next one. */
export const computeSale = async (person: Person, query: Record<string, string | number> = {}) =>
  (await person.get<ComputedSale>('/admin/sales/computed', query)).body

/** Proposes the next sale of the calendar, or one with other days. */
export async function proposeSale(person: Person, proposal: Proposal = {}) {
  const { season, saleNumber, saleDate } = await computeSale(person)
  return person.post<Answer>('/admin/sales', { season, saleNumber, saleDate, ...proposal })
}

export const decideSale = (
  person: Person,
  step: 'approve' | 'decline' | 'withdraw',
  sale: { id: string; version?: number },
  approverComment?: string,
) => person.post<Answer>(`/admin/sales/${step}`, { ...sale, ...(approverComment ? { approverComment } : {}) })

/** The next sale, in force: the broker proposes, the marketer approves. */
export async function approvedSale({ people }: World, proposal: Proposal = {}): Promise<Sale> {
  const { status, body } = await proposeSale(people.kevinBrokerMaker, proposal)
  if (status !== 200) throw new Error(JSON.stringify(body))
  const { id, version } = body.data
  return (await decideSale(people.halimaMarketerChecker, 'approve', { id, version })).body.data
}

/** Sales in every state, through their own calls. */
export async function makeSales(world: World): Promise<void> {
  const { kevinBrokerMaker, halimaMarketerChecker, beatriceAdministrator } = world.people
  const [first, second] = [await approvedSale(world), await approvedSale(world), await approvedSale(world)]
  const reason = 'The hall is being painted'
  const change = await kevinBrokerMaker.post<Answer>('/admin/sales', {
    season: first.season,
    saleNumber: first.saleNumber,
    saleDate: first.saleDate,
    dispatchCutoff: new Date(Date.parse(first.dispatchCutoff) - 3_600_000).toISOString(),
    replaces: first.id,
    reason,
  })
  await decideSale(halimaMarketerChecker, 'approve', change.body.data)
  const cancelled = await kevinBrokerMaker.post<Answer>('/admin/sales/cancel', { id: second.id, reason })
  await decideSale(beatriceAdministrator, 'approve', cancelled.body.data)
  const refused = await proposeSale(kevinBrokerMaker)
  await decideSale(halimaMarketerChecker, 'decline', refused.body.data, 'Too early')
  const back = await proposeSale(kevinBrokerMaker)
  await decideSale(kevinBrokerMaker, 'withdraw', back.body.data)
  await proposeSale(kevinBrokerMaker)
}
