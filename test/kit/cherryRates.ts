import type { CherryRate } from '#contract/rates/cherryRates.ts'
import type { World } from './world.ts'

const proposals: { growerCode: string; rate: number; step?: 'approve' | 'reject' | 'withdraw' }[] = [
  { growerCode: 'CF4100', rate: 42, step: 'approve' },
  { growerCode: 'CF4100', rate: 43, step: 'withdraw' },
  { growerCode: 'CF4100', rate: 75, step: 'reject' },
  { growerCode: 'CF4100', rate: 44, step: 'approve' },
  { growerCode: 'CF4101', rate: 38.5 },
]

/** Cherry rates in every state, through their own calls. */
export async function proposeRates({ josephKpcuMaker, mercyKpcuChecker }: World['people']): Promise<void> {
  for (const { growerCode, rate, step } of proposals) {
    const { body } = await josephKpcuMaker.post<{ data: CherryRate }>('/cherry/rate/update', { growerCode, rate })
    const by = step === 'withdraw' ? josephKpcuMaker : mercyKpcuChecker
    if (step) await by.post(`/cherry/rate/${step}`, { id: body.data.id, approverComment: 'Seen' })
  }
}
