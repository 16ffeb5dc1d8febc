import { demoPeople, tellDemo, type Demo } from './demoCalls.ts'

type Story = {
  growerCode: string
  rate: number
  reason: string
  by: string
  decision?: 'approve' | 'reject'
  decider?: string
  comment?: string
}

/** Cherry rates of the valley in every state but "withdrawn", brought there by their own calls. */
const stories: readonly Story[] = [
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

/** Tells the stories to a running server. */
export const seedDemoRates = ({ address, house }: Demo): Promise<void> =>
  tellDemo(house, 'cherry rates', async () => {
    const as = demoPeople(address)
    for (const { growerCode, rate, reason, by, decision, decider = 'kpcu.checker', comment } of stories) {
      const asking = await as(by)
      const { data } = await asking.post<{ data: { id: string } }>('/cherry/rate/update', { growerCode, rate, reason })
      if (!decision) continue
      const deciding = await as(decider)
      await deciding.post(`/cherry/rate/${decision}`, { id: data.id, approverComment: comment })
    }
  })
