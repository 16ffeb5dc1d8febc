import { counted } from '#contract/kit/counted.ts'
import { rtgsFile, rtgsFileFlow } from '#contract/rtgs/rtgsFiles.ts'
import { now } from '#server/kit/clock.ts'
import { one, rows, sql, type Tx } from '#server/kit/db.ts'
import { randomLetters } from '#server/kit/ids.ts'
import { mustMake } from '#server/kit/records/mustMake.ts'
import { enterRecord } from '#server/kit/records/enterRecord.ts'
import { auditExport } from '#server/kit/records/exportRows.ts'
import { serveRecord } from '#server/kit/records/serveRecord.ts'
import type { Effect } from '#server/kit/records/takeStep.ts'
import { fileReply, Refused } from '#server/kit/refused.ts'
import { mustBeOwn } from '#server/kit/scope.ts'
import { done } from '#server/kit/web/serve.ts'
import { rtgsDocument } from './rtgsDocument.ts'
import { readRtgsLegs, rtgsFileKind, rtgsFileSource, shapePayment, shapeRtgsFile } from './rtgsFileRows.ts'

type Kept = { messageId: string; accountNumber: string; payments: number; amountCents: bigint; name: string }

/**
 * What is released is what the decider saw: every payment of the file still waits, and together they are as many and as much. The file
 * is written now, and goes to the bank after the commit.
 */
const release =
  (tx: Tx): Effect =>
  async ({ id }) => {
    const { payments, amountCents, ...kept } = await one(
      tx,
      sql<Kept>`select f.message_id as "messageId", f.account_number as "accountNumber", f.payments, f.amount_cents as "amountCents", o.name
        from rtgs_files f join organisations o on o.id = f.organisation_id where f.id = ${id}`,
    )
    const legs = await readRtgsLegs(tx, sql`l.rtgs_file_id = ${id} and l.status = 'QUEUED'`, sql`for update of l`)
    const sum = legs.reduce((cents, leg) => cents + leg.amountCents, 0n)
    const isSame =
      legs.length === payments && sum === amountCents && legs.every(({ from }) => from === kept.accountNumber)
    if (!isSame) throw new Refused('rtgs_file.changed')
    await sql`update rtgs_files set document = ${rtgsDocument({ ...kept, at: now(), legs })} where id = ${id}`.execute(
      tx,
    )
  }

/** What a file held that goes nowhere waits for the next one. */
const letGo =
  (tx: Tx): Effect =>
  async ({ id }) => {
    await sql`update payout_legs set rtgs_file_id = null where rtgs_file_id = ${id} and status = 'QUEUED'`.execute(tx)
  }

const waits = (organisationId: string) =>
  sql`l.organisation_id = ${organisationId} and l.status = 'QUEUED' and l.rtgs_file_id is null`

export const rtgsFiles = serveRecord(rtgsFile, {
  kind: rtgsFileKind,
  source: ({ organisation }) => rtgsFileSource(organisation),
  shape: shapeRtgsFile,
  steps: {
    approve: { effect: ({ tx }) => release(tx), message: 'Released: the file goes to the bank' },
    decline: { effect: ({ tx }) => letGo(tx) },
    withdraw: { effect: ({ tx }) => letGo(tx) },
  },
  calls: (read) => ({
    waiting: async ({ tx, actor, house, organisation }) => {
      const legs = await readRtgsLegs(tx, waits(organisation?.id ?? actor.organisationId))
      if (legs.length > 0)
        await auditExport({
          house,
          actor,
          title: 'Payments that wait for RTGS',
          details: [counted(legs.length, 'payment')],
        })
      return { data: legs.map(shapePayment(actor)) }
    },
    payments: async ({ tx, actor, house, params: { id } }) => {
      const { messageId } = await read(tx, actor, id)
      const legs = await readRtgsLegs(tx, sql`l.rtgs_file_id = ${id}`)
      await auditExport({ house, actor, title: `Payments of ${messageId}`, details: [counted(legs.length, 'payment')] })
      return { data: legs.map(shapePayment(actor)) }
    },
    make: async ({ tx, actor, organisation, request }) => {
      mustMake(rtgsFileFlow, actor)
      mustBeOwn(actor, organisation)
      const { organisationId } = actor
      const found = await readRtgsLegs(tx, waits(organisationId), sql`for update of l`)
      // A file leaves one account: what waits for another one goes in the next file.
      const legs = found.filter(({ from }) => from === found[0]?.from)
      const [first] = legs
      if (!first) throw new Refused('rtgs_file.nothing')
      const messageId = `KR${randomLetters(14)}`
      const id = await enterRecord({
        tx,
        actor,
        kind: rtgsFileKind,
        title: messageId,
        values: {
          message_id: messageId,
          account_number: first.from,
          payments: legs.length,
          amount_cents: legs.reduce((cents, { amountCents }) => cents + amountCents, 0n),
        },
        once: 'one_waiting_rtgs_file',
        comment: '',
        changes: { payments: { before: null, after: legs.length } },
        request,
      })
      await sql`update payout_legs set rtgs_file_id = ${id} where id = any (${legs.map((leg) => leg.id)}::uuid[])`.execute(
        tx,
      )
      return done('Sent for approval', await read(tx, actor, id))
    },
    document: async ({ tx, actor, house, params: { id } }) => {
      const { messageId, payments } = await read(tx, actor, id)
      const [file] = await rows(tx, sql<{ document: string | null }>`select document from rtgs_files where id = ${id}`)
      if (!file?.document) throw new Refused('record.not_found')
      await auditExport({ house, actor, title: `RTGS file ${messageId}`, details: [counted(payments, 'payment')] })
      return fileReply({ type: 'application/xml', name: `${messageId}.xml`, body: Buffer.from(file.document) })
    },
  }),
})
