import { demoPeople, type Demo } from './demoCalls.ts'

type PlannedRate = {
  growerCode: string
  rate: number
  reason: string
  by: string
  decision?: 'approve' | 'reject'
  decider?: string
  comment?: string
}

/** Cherry rates of the valley in every state but "withdrawn", by the calls of who proposes and decides. */
const rates: readonly PlannedRate[] = [
  { growerCode: 'CF4100', rate: 42, reason: 'First rate of the society', by: 'kpcu.maker', decision: 'approve' },
  { growerCode: 'CF4101', rate: 38.5, reason: 'Lights were many this season', by: 'kpcu.maker', decision: 'approve' },
  {
    growerCode: 'CF4100',
    rate: 75,
    reason: 'The last auctions were good',
    by: 'bank.maker',
    decision: 'reject',
    decider: 'bank.checker',
    comment: 'The fund cannot lend so much against one season.',
  },
  { growerCode: 'CF4100', rate: 44, reason: 'Prices at the exchange rose', by: 'kpcu.maker', decision: 'approve' },
  { growerCode: 'CF4101', rate: 41, reason: 'Cleaner cherry since October', by: 'kpcu.maker' },
]

/** Proposes and decides them on a running server. */
export async function seedDemoRates({ address }: Demo): Promise<void> {
  const as = demoPeople(address)
  for (const { growerCode, rate, reason, by, decision, decider = 'kpcu.checker', comment } of rates) {
    const requester = await as(by)
    const { data } = await requester.post<{ data: { id: string } }>('/cherry/rate/update', {
      growerCode,
      rate,
      reason,
    })
    if (!decision) continue
    const checker = await as(decider)
    await checker.post(`/cherry/rate/${decision}`, { id: data.id, approverComment: comment })
  }
}
