import { writeSync } from 'node:fs'
import { config } from '#server/config.ts'
import { readHeads } from './auditChain.ts'
import { now } from '../clock.ts'
import { connectOwner } from '../postgres/ownerConnection.ts'
import { verifyAudit, type Verified } from './verifyAudit.ts'

/** `npm run audit:verify`: reads the whole audit trail and says plainly whether it is as it was written. Leaves with 1 on a break. */
export async function verifyAuditCommand(): Promise<number> {
  const { client, close } = await connectOwner({ config, say })
  try {
    const verified = await verifyAudit({ client, heads: readHeads(config.dataDir), at: now() })
    say(sentenceOf(verified))
    return verified.broken ? 1 : 0
  } finally {
    await close()
  }
}

/** The result as a person reads it. */
function sentenceOf({ sealed, waiting, newest, broken }: Verified): string {
  if (broken) {
    const row = [broken.n && `number ${broken.n}`, broken.eventId && `event ${broken.eventId}`]
      .filter(Boolean)
      .join(', ')
    return `BROKEN${row ? ` at ${row}` : ''}: ${broken.what}.`
  }
  const signedUpTo = newest ? `signed up to number ${newest.n} on ${newest.at}` : 'nothing signed yet'
  return `The audit trail is whole: ${sealed} events in the chain, ${signedUpTo}, ${waiting} waiting for their seal.`
}

const say = (line: string): void => void writeSync(1, `${line}\n`)

if (import.meta.main) process.exitCode = await verifyAuditCommand()
