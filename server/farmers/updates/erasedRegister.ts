import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { erasedName } from '#server/kit/backup/houseFiles.ts'
import { writeAudit } from '#server/kit/audit/audit.ts'
import { rows, sql, type Tx } from '#server/kit/db.ts'
import type { House } from '#server/kit/house.ts'
import { Refused } from '#server/kit/refused.ts'
import { signaturesOf } from '#server/kit/secretBox.ts'
import { announce, startWatched } from '#server/kit/watched.ts'
import { findFarmer } from '#server/farmers/farmerValues.ts'
import { erased, eraseMember, refuseErasure } from './erasing.ts'

// A database that is brought back to an earlier moment brings back who was erased since. So the data folder lists them in a file that
// backups carry on whatever the moment: ids alone, which are chance, each signed so that nobody erases a person by writing a line.

type Keeping = Pick<House, 'db' | 'config'>
type Line = { id: string; signature: string }

/** Who was erased again, and who still waits for the end of a loan, a payment, a delivery or a file. */
type ErasedAgain = { again: string[]; waiting: string[]; unsigned: number }

const announced = 'erasure'

/** Erases or masks a member and lets the register know of it as soon as that is saved. Answers what the member is called from now on. */
export async function eraseForGood(tx: Tx, id: string): Promise<string> {
  const called = await eraseMember(tx, id)
  announce(tx, announced)
  return called
}

/** Lists whoever is erased in the database and not in the register, then erases again who is listed and came back. */
export async function keepErased({ db, config }: Keeping): Promise<ErasedAgain> {
  const { ids: listed, current, unsigned } = readRegister(config)
  const { erasedNow, back } = await db.transaction(
    'system',
    async (tx) => ({
      erasedNow: await rows(tx, sql<{ id: string }>`select id from farmers where life_state = 'ERASED'`),
      back: await rows(
        tx,
        sql<{
          id: string
        }>`select id from farmers where id = any (${[...listed]}::uuid[]) and life_state <> 'ERASED' order by id`,
      ),
    }),
    { readOnly: true },
  )
  addToRegister(
    config,
    [...listed, ...erasedNow.flatMap(({ id }) => (listed.has(id) ? [] : [id]))].filter((id) => !current.has(id)),
  )
  const outcome: ErasedAgain = { again: [], waiting: [], unsigned }
  for (const { id } of back) await eraseAgain({ db, config }, id, outcome)
  return outcome
}

/** What is open now was closed before the erasure, in the time that is gone: it comes to its end first. */
async function eraseAgain({ db }: Keeping, id: string, outcome: ErasedAgain): Promise<void> {
  try {
    await db.transaction('system', async (tx) => {
      const farmer = await findFarmer(tx, id, { lock: true })
      if (!farmer || farmer.lifeState === erased) return
      await refuseErasure(tx, farmer)
      await eraseMember(tx, id)
      const { organisationId } = farmer
      await writeAudit(tx, {
        by: { system: 'Kahawa', organisationId },
        organisationId,
        kind: 'farmer',
        recordId: id,
        title: `Member ${farmer.values.memberNumber}`,
        action: 'erased_again',
      })
      outcome.again.push(id)
    })
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    outcome.waiting.push(id)
  }
}

/** The same beside a server: once a minute, and as soon as somebody is erased here. */
export function startKeepingErased(house: House): { stop: () => Promise<void> } {
  let said = ''
  return startWatched(house, {
    what: 'the register of who was erased',
    announcedAs: announced,
    // Whoever another server erases is in its register at once, and in this one within the minute.
    isDue: () => sql`false`,
    work: async () => {
      const { again, waiting, unsigned } = await keepErased(house)
      const now = [again, waiting, unsigned].join(';')
      if (now !== said && (again.length > 0 || waiting.length > 0 || unsigned > 0))
        house.log.warn({ again, waiting, unsigned }, 'members who were erased came back with a restore')
      said = now
    },
  })
}

const fileOf = ({ dataDir }: House['config']): string => join(dataDir, erasedName)
/** By the key of the house first, then by the one that is being replaced. */
const signatures = (config: House['config'], id: string): string[] =>
  signaturesOf(config, 'erased member', id).map((signature) => signature.toString('base64'))

type Register = { ids: Set<string>; current: Set<string>; unsigned: number }

function readRegister(config: House['config']): Register {
  const file = fileOf(config)
  const [ids, current, unknown] = [new Set<string>(), new Set<string>(), [] as (string | undefined)[]]
  if (!existsSync(file)) return { ids, current, unsigned: 0 }
  for (const text of readFileSync(file, 'utf8').split('\n').filter(Boolean)) {
    const line = parseLine(text)
    const by = line ? signatures(config, line.id).indexOf(line.signature) : -1
    if (line && by >= 0) ids.add(line.id)
    else unknown.push(line?.id)
    if (line && by === 0) current.add(line.id)
  }
  // A line by a key that was replaced stands beside one by the key of today.
  return { ids, current, unsigned: unknown.filter((id) => id === undefined || !ids.has(id)).length }
}

function parseLine(text: string): Line | null {
  try {
    const { id, signature } = JSON.parse(text) as Partial<Line>
    return typeof id === 'string' && typeof signature === 'string' ? { id, signature } : null
  } catch {
    // What a power cut left of a last line is written again.
    return null
  }
}

function addToRegister(config: House['config'], ids: readonly string[]): void {
  if (ids.length === 0) return
  mkdirSync(config.dataDir, { recursive: true })
  const lines = ids.map((id) => JSON.stringify({ id, signature: signatures(config, id)[0] ?? '' } satisfies Line))
  const opened = openSync(fileOf(config), 'a', 0o600)
  // Begun on a line of its own: the one before may have been cut.
  writeSync(opened, `\n${lines.join('\n')}\n`)
  fsyncSync(opened)
  closeSync(opened)
}
