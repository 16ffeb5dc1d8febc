import { parchmentFile } from '#contract/parchment/parchmentFile.ts'
import { columnKeys } from '#contract/kit/uploadKind.ts'
import { currentSeason } from '#server/facts/seasons.ts'
import { demoPeople, seedPart, type Demo, type DemoPerson } from './demoCalls.ts'

type Outturn = { grade: string; bags: number; kilograms: number }
type Step = { by: string; step: 'approve' | 'decline' | 'reject' | 'amend'; comment?: string; kilograms?: number }
type PlannedFile = { name: string; outturns: readonly Outturn[]; share: boolean; steps?: readonly Step[] }

const confirmed = { by: 'miller.checker', step: 'approve' } as const
const p1 = (bags: number, kilograms: number): Outturn => ({ grade: 'P1', bags, kilograms })
/** Parchment that Othaya delivered to its miller: records in every state. */
const files: readonly PlannedFile[] = [
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

/** Uploads them to a running server and takes their steps. */
export async function seedDemoParchment({ address, house }: Demo): Promise<void> {
  const as = demoPeople(address)
  let serial = 0
  for (const planned of files)
    await seedPart(house, planned.name, async () => {
      const lines = planned.outturns.map(({ grade, bags, kilograms }) =>
        [`08TH${String((serial += 1)).padStart(4, '0')}`, grade, bags, kilograms, currentSeason(), ''].join(','),
      )
      const titles = columnKeys(parchmentFile).map((key) => parchmentFile.columns[key].title)
      const maker = await as('fcs.maker')
      const id = await maker.upload('/upload/parchment/delivery', {
        name: planned.name,
        bytes: Buffer.from([titles.join(','), ...lines].join('\n')),
        fields: { millerCode: 'ML2001', shareData: String(planned.share) },
      })
      for (const step of planned.steps ?? []) await takeStep(await as(step.by), id, step)
    })
}

async function takeStep(person: DemoPerson, id: string, { step, comment, kilograms }: Step): Promise<void> {
  const post = (path: string, body: object) =>
    person.post(`/upload/parchment/delivery/${path}/file`, {
      id,
      ...(comment ? { approverComment: comment } : {}),
      ...body,
    })
  if (step === 'approve') await post('approve', {})
  else if (step !== 'amend') await post('decline', step === 'reject' ? { final: true } : {})
  else await post('amend', { data: await amended(person, id, kilograms) })
}

/** The rows of the record with a bag less and the kilograms that were found. */
async function amended(person: DemoPerson, id: string, kilograms?: number) {
  type Row = { rowid: string; commodity: string; totalBags: number; netWeight: number; season: string }
  const rows = await person.get<Row[]>(`/upload/parchment/delivery/${id}`)
  return rows.map(({ rowid, commodity, totalBags, netWeight, season }) => ({
    rowid,
    commodity,
    totalBags: String(kilograms ? totalBags - 1 : totalBags),
    netWeight: String(kilograms ?? netWeight),
    season,
  }))
}
