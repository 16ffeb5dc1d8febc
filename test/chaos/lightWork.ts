import { randomUUID } from 'node:crypto'
import { farmersFile } from '#contract/farmers/farmerFiles.ts'
import { columnKeys } from '#contract/kit/uploadKind.ts'
import { csvOf, type Caller } from '../../bench/load/caller.ts'
import { farmerRows } from '../../bench/kit/farmerWorkbook.ts'
import { untilAnswered, uploadUntilAnswered, versionWhenChecked, type Counted } from './untilAnswered.ts'

/** What the server has acknowledged: it may never be gone afterwards. */
export type Acknowledged = Counted & { uploads: string[]; approved: string[] }

const society = { code: 'CF4100', maker: 'fcs.maker', checker: 'fcs.checker' }

/** One clerk and one checker after another, each call repeated under its key until it is answered. */
export async function workLightly({
  call,
  tokens,
  seed,
  worker,
  until,
}: {
  call: Caller
  tokens: Readonly<Record<string, string>>
  seed: number
  worker: number
  until: () => boolean
}): Promise<Acknowledged> {
  const done: Acknowledged = { uploads: [], approved: [], calls: 0, unanswered: 0 }
  const maker = tokens[society.maker] ?? ''
  const checker = tokens[society.checker] ?? ''
  for (let n = 0; !until(); n++) {
    const firstSerial = 50_000_000 + worker * 1_000_000 + (seed % 1000) * 1000 + n * 8
    const id = await upload(firstSerial)
    if (id === null) continue
    done.uploads.push(id)
    const version = await versionWhenChecked({ call, token: maker, id }, { until })
    if (version === null || n % 5 === 4) continue
    const key = randomUUID()
    const path = `/upload/cherry/approve_farmer/${society.code}`
    const approved = await untilAnswered(() => call.request('approve', checker, 'POST', path, { id, version }, key), {
      until,
      counted: done,
    })
    if (approved?.status === 200) done.approved.push(id)
    await call.request('list', checker, 'GET', `/upload/cherry/getFarmers/${society.code}?paginate=Y`)
  }
  return done

  function upload(firstSerial: number): Promise<string | null> {
    const titles = columnKeys(farmersFile).map((key) => farmersFile.columns[key].title)
    const rows = [...farmerRows({ rows: 6, firstSerial, prefix: 'Q' })].map((cells, n) =>
      cells.with(4, `Q${(firstSerial + n).toString(36)}`),
    )
    const file = { name: `chaos-${firstSerial}.csv`, text: csvOf(titles, rows) }
    return uploadUntilAnswered(
      { call, token: maker, path: `/upload/cherry/farmer/${society.code}`, file },
      { until, counted: done },
    )
  }
}
