import { parchmentFile } from '#contract/parchmentFile.ts'
import { columnKeys } from '#contract/kit/uploadKind.ts'
import type { House } from '#server/kit/house.ts'
import { currentSeason } from '#server/seasons/seasons.ts'
import { demoPassword } from '#server/session/demo.ts'

type Outturn = { grade: string; bags: number; kilograms: number }
type Step = { by: string; step: 'approve' | 'decline' | 'reject' | 'amend'; comment?: string; kilograms?: number }
type Story = { name: string; outturns: readonly Outturn[]; share: boolean; steps?: readonly Step[] }

const confirmed = { by: 'miller.checker', step: 'approve' } as const
const p1 = (bags: number, kilograms: number): Outturn => ({ grade: 'P1', bags, kilograms })
/** Parchment that Othaya brought to its miller: records in every state, brought there by their own calls. */
const stories: readonly Story[] = [
  {
    name: 'Parchment week 5.csv',
    outturns: [p1(12, 604.5), { grade: 'P2', bags: 4, kilograms: 201.2 }, { grade: 'PL', bags: 2, kilograms: 88 }],
    share: true,
    steps: [confirmed, { by: 'kpcu.checker', step: 'approve' }],
  },
  { name: 'Parchment week 6.csv', outturns: [p1(8, 402.3), p1(5, 249)], share: true, steps: [confirmed] },
  { name: 'Parchment week 7.csv', outturns: [p1(9, 455.5), { grade: 'P3', bags: 3, kilograms: 150 }], share: true },
  {
    name: 'Parchment Gatura.csv',
    outturns: [p1(6, 310)],
    share: true,
    steps: [{ by: 'miller.checker', step: 'decline', comment: 'We weighed 297.5 kg at the gate.' }],
  },
  {
    name: 'Parchment Chinga.csv',
    outturns: [p1(4, 201)],
    share: true,
    steps: [
      { by: 'miller.checker', step: 'decline', comment: 'One bag was wet and went back.' },
      { by: 'fcs.manager', step: 'amend', comment: 'Without the wet bag', kilograms: 156.5 },
    ],
  },
  {
    name: 'Parchment Karima.csv',
    outturns: [{ grade: 'P2', bags: 5, kilograms: 252.5 }],
    share: true,
    steps: [confirmed, { by: 'kpcu.checker', step: 'decline', comment: 'Please send the moisture of this outturn.' }],
  },
  {
    name: 'Mbuni week 6.csv',
    outturns: [{ grade: 'MBUNI', bags: 6, kilograms: 288 }],
    share: false,
    steps: [confirmed],
  },
  {
    name: 'Parchment of last year.csv',
    outturns: [p1(3, 150)],
    share: true,
    steps: [{ by: 'miller.checker', step: 'reject', comment: 'This outturn was milled last season.' }],
  },
]

/** Tells the stories to a running server. One that fails is reported and does not keep the server from serving. */
export async function seedDemoParchment({ address, house }: { address: string; house: House }): Promise<void> {
  const people = new Map<string, Record<string, string>>()
  const as = async (username: string) => {
    const known = people.get(username) ?? (await signIn(address, username))
    people.set(username, known)
    return known
  }
  let serial = 0
  for (const story of stories)
    try {
      const lines = story.outturns.map(({ grade, bags, kilograms }) =>
        [`08TH${String((serial += 1)).padStart(4, '0')}`, grade, bags, kilograms, currentSeason(), ''].join(','),
      )
      const titles = columnKeys(parchmentFile).map((key) => parchmentFile.columns[key].title)
      const id = await upload({
        address,
        headers: await as('fcs.maker'),
        story,
        csv: [titles.join(','), ...lines].join('\n'),
      })
      for (const step of story.steps ?? []) await take({ address, headers: await as(step.by), id, step })
    } catch (error) {
      house.log.warn(
        { story: story.name, error: error instanceof Error ? error.message : String(error) },
        'a demo parchment record was not made',
      )
    }
}

type Calling = { address: string; headers: Record<string, string> }

async function answered<Answer>(response: Response): Promise<Answer> {
  if (!response.ok) throw new Error(`${response.status} ${(await response.text()).slice(0, 200)}`)
  return (await response.json()) as Answer // border: what the calls answer stands in the contract
}

async function upload({ address, headers, story, csv }: Calling & { story: Story; csv: string }): Promise<string> {
  const body = new FormData()
  body.append('millerCode', 'ML2001')
  body.append('shareData', String(story.share))
  body.append('file', new File([csv], story.name))
  const sent = await fetch(`${address}/api/upload/parchment/delivery`, { method: 'POST', headers, body })
  return (await answered<{ data: { id: string } }>(sent)).data.id
}

async function take({ address, headers, id, step }: Calling & { id: string; step: Step }): Promise<void> {
  const post = (path: string, body: object) =>
    fetch(`${address}/api/upload/parchment/delivery/${path}/file`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ id, ...(step.comment ? { approverComment: step.comment } : {}), ...body }),
    })
  if (step.step !== 'amend') {
    const path = step.step === 'approve' ? 'approve' : 'decline'
    await answered(await post(path, step.step === 'reject' ? { final: true } : {}))
    return
  }
  type Row = { rowid: string; commodity: string; totalBags: number; netWeight: number; season: string }
  const rows = await answered<Row[]>(await fetch(`${address}/api/upload/parchment/delivery/${id}`, { headers }))
  const data = rows.map(({ rowid, commodity, totalBags, netWeight, season }) => ({
    rowid,
    commodity,
    totalBags: String(step.kilograms ? totalBags - 1 : totalBags),
    netWeight: String(step.kilograms ?? netWeight),
    season,
  }))
  await answered(await post('amend', { data }))
}

async function signIn(address: string, username: string): Promise<Record<string, string>> {
  const answer = await fetch(`${address}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password: demoPassword }),
  })
  // A demo user signs in with the demo password.
  const { data } = await answered<{ data: { token: string } }>(answer)
  return { authorization: `Bearer ${data.token}` }
}
