import { setTimeout as sleep } from 'node:timers/promises'
import { farmersFile } from '#contract/farmers/farmerFiles.ts'
import { columnKeys } from '#contract/kit/uploadKind.ts'
import { chanceFrom, type Chance } from '../../db/seed/chance.ts'
import { userOf } from '../../db/seed/organisations.ts'
import { farmerRows } from '../kit/farmerWorkbook.ts'
import { csvOf, type Caller } from './caller.ts'
import type { Borrower, Lending } from './money.ts'
import { makeMoneyWork } from './moneyWork.ts'
import { makeWeighing } from './weighing.ts'

export type Kind = 'read' | 'change'
type Upload = { id: string; version: number }
/** An upload on its way: which society's people may touch it, and what may be done with it next. */
type Waiting = { id: string; maker: string; checker: string; version: number }

const pairs = [
  { maker: 'fcs.maker', checker: 'fcs.checker' },
  { maker: 'fcs2.maker', checker: 'fcs2.checker' },
] as const

/** What is done, by its name, each in so many of all cases. */
export type Shares = readonly (readonly [share: number, name: string, perform: () => Promise<unknown>])[]

/** One of them, by chance. */
function drawn(chance: Chance, shares: Shares): () => Promise<unknown> {
  let left = chance.between(1, shares.reduce((sum, [share]) => sum + share, 0) * 100) / 100
  for (const [share, , perform] of shares) if ((left -= share) <= 0) return perform
  throw new Error('no shares')
}

const titles = columnKeys(farmersFile).map((key) => farmersFile.columns[key].title)

/**
 * The mixed work: reads by everybody; of the changes half are money, three in ten the cherry book, two in ten uploads and what is
 * done with them. Each is made by a person whose task it is.
 */
export function makeWork(
  call: Caller,
  tokens: Readonly<Record<string, string>>,
  borrowers: ReadonlyMap<Lending, readonly Borrower[]>,
) {
  const chance = chanceFrom('load')
  const token = (username: string): string => tokens[username] ?? ''
  const money = makeMoneyWork({ call, token, borrowers, chance })
  const weighing = makeWeighing({ call, token, borrowers, chance })
  const drafts: Waiting[] = []
  const decidable: Waiting[] = []
  let serial = 40_000_000
  const codeOf = (username: string): string => userOf(username).organisationCode
  const readers = [
    'fcs.maker',
    'fcs.checker',
    'fcs.manager',
    'fcs2.maker',
    'fcs2.checker',
    'bank.maker',
    'bank.checker',
    'kpcu.maker',
    'kpcu.checker',
    'gov.viewer',
  ]
  const words = ['kamau', 'wanjiku', 'grace', 'OT00', 'KM01', '0700000', 'peter njoroge']

  async function upload(isBroken: boolean): Promise<void> {
    const { maker, checker } = chance.pick(pairs)
    const firstSerial = (serial += 20)
    const rows = [...farmerRows({ rows: 5, firstSerial, prefix: `Z${firstSerial.toString(36).slice(-3)}` })].map(
      (cells, n) => cells.with(4, `Z${(firstSerial + n).toString(36)}`),
    )
    if (isBroken && rows[0]) rows[0][9] = 'a lot'
    const path = `/upload/cherry/farmer/${codeOf(maker)}`
    const id = await call.upload('change: upload', token(maker), path, {
      name: `load-${firstSerial}.csv`,
      text: csvOf(titles, rows),
    })
    const { status, version } = await readChecked(id, maker)
    if (status === 'FAILED_VALIDATION') drafts.push({ id, maker, checker, version })
    if (status === 'PENDING_APPROVAL') decidable.push({ id, maker, checker, version })
  }

  /** Waits for the check as the screen does, outside the samples' promise of speed. */
  async function readChecked(id: string, maker: string): Promise<{ status: string; version: number }> {
    for (let tries = 0; tries < 60; tries++) {
      const { body } = await call.request('read: review', token(maker), 'GET', `/uploads/${id}/review`)
      const upload = (body as { upload?: { status: { statusName: string }; version: number } } | null)?.upload
      if (upload && upload.status.statusName !== 'CHECKING')
        return { status: upload.status.statusName, version: upload.version }
      // Less and less often: where checks queue up, those who look must not be what holds them up.
      await sleep(Math.min(4_000, 250 * 1.5 ** tries))
    }
    return { status: 'CHECKING', version: 0 }
  }

  async function edit(draft: Waiting): Promise<void> {
    const { body } = await call.request('change: edit', token(draft.maker), 'POST', `/uploads/${draft.id}/rows/2`, {
      version: draft.version,
      cells: { acreage: '1.5' },
    })
    const version = (body as { data?: { version: number } } | null)?.data?.version
    if (version === undefined) return
    const sent = await call.request('change: send', token(draft.maker), 'POST', `/uploads/${draft.id}/send`, {
      version,
    })
    const upload = (sent.body as { data?: Upload } | null)?.data
    if (upload) decidable.push({ ...draft, version: upload.version })
  }

  const decide = ({ id, checker, version }: Waiting): Promise<unknown> =>
    chance.happens(0.7)
      ? call.request('change: decision', token(checker), 'POST', `/upload/cherry/approve_farmer/${codeOf(checker)}`, {
          id,
          version,
        })
      : call.request('change: decision', token(checker), 'POST', '/upload/cherry/decline_farmer', {
          id,
          version,
          approverComment: 'Not ours',
        })

  function changeUploads(): Promise<unknown> {
    const drawn = chance.between(1, 3)
    const draft = drawn === 1 ? drafts.shift() : undefined
    const ready = drawn === 2 ? decidable.shift() : undefined
    return draft ? edit(draft) : ready ? decide(ready) : upload(chance.happens(0.4))
  }

  const read = (kind: string, path: (own: string) => string) => (): Promise<unknown> => {
    const reader = chance.pick(readers)
    return call.request(`read: ${kind}`, token(reader), 'GET', path(codeOf(reader)))
  }
  const farmers = (query: string) => (own: string) => `/upload/cherry/getFarmers/${own}?paginate=Y&${query}`
  const reads: Shares = [
    [20, 'read: list', read('list', (own) => farmers(`page=${chance.between(0, 8)}`)(own))],
    [20, 'read: search', read('search', (own) => farmers(`search=${encodeURIComponent(chance.pick(words))}`)(own))],
    [13, 'read: uploads', read('uploads', (own) => `/upload/cherry/farmerFiles/${own}?paginate=Y`)],
    // Who opens the filters of a list has their options counted.
    [3, 'read: filters', read('filters', farmers('size=1&counts=Y'))],
    [6, 'read: inbox', read('inbox', () => '/inbox?paginate=Y')],
    [6, 'read: inbox counts', read('inbox', () => '/inbox/counts')],
    [10, 'read: me', read('me', () => '/auth/me')],
    ...money.reads.map(([share, ...rest]) => [share / 4, ...rest] as const),
  ]
  const changes: Shares = [
    [50, 'money', money.change],
    [30, 'cherry book', weighing.change],
    [20, 'uploads', changeUploads],
  ]

  return {
    /** A first stock of files and loans to decide on. */
    prepare: async (): Promise<void> => {
      for (let n = 0; n < 6; n++) await upload(n % 2 === 0)
      for (let n = 0; n < 30; n++) await money.change()
    },
    /** Every kind of call by its name. */
    kinds: new Map([...reads, ...changes].map(([, name, perform]) => [name, perform])),
    perform: async (kind: Kind): Promise<void> => {
      try {
        await drawn(chance, kind === 'read' ? reads : changes)()
      } catch {
        // Kept as a sample already, with its status.
      }
    },
  }
}
