import { toAmount, toCents } from '#contract/kit/money.ts'
import {
  convert,
  societyTransferFlow,
  societyTransfer,
  transferKinds,
  type TransferKind,
} from '#contract/payments/societyTransfers.ts'
import type { AccountPurpose } from '#contract/payments/societyAccounts.ts'
import { currentSeason } from '#server/facts/seasons.ts'
import type { NewPayout } from '#server/kit/bank/payout.ts'
import { now } from '#server/kit/clock.ts'
import { one, rows, sql, type Tx } from '#server/kit/db.ts'
import { mustMake } from '#server/kit/records/mustMake.ts'
import { attachDocument, attachedTo, openDocument } from '#server/kit/records/attachedDocuments.ts'
import { enterRecord } from '#server/kit/records/enterRecord.ts'
import { serveRecord, type StepCall } from '#server/kit/records/serveRecord.ts'
import { systemStep, type Effect } from '#server/kit/records/takeStep.ts'
import { Refused, wrongField } from '#server/kit/refused.ts'
import { mustBeOwn } from '#server/kit/scope.ts'
import { done } from '#server/kit/web/serve.ts'
import { move } from '#server/ledger/ledger.ts'
import { lockMoney } from './lockMoney.ts'
import { openPayouts } from '#server/payouts/openPayouts.ts'
import { conversionRateKind } from './conversionRateRows.ts'
import { ordered, type TransferMoney } from './transferMoney.ts'
import {
  narrationOf,
  readFigures,
  shapeFigures,
  shapeTransfer,
  societyTransferKind,
  transferDocuments,
  transferSource,
  type Figures,
} from './transferRows.ts'

type Stored = {
  kind: TransferKind
  season: string
  amountCents: bigint
  receivedCents: bigint
  document: string
  rateId: string | null
}
type Rate = { id: string; dealCode: string; micros: bigint; expiresAt: Date; status: string }

/** The rate of a conversion under the lock of its row; refuses what is not in force any more. */
async function lockRate(tx: Tx, id: string): Promise<Rate> {
  const rate = await one(
    tx,
    sql<Rate>`select id, deal_code as "dealCode", rate_micros as micros, expires_at as "expiresAt", status from conversion_rates where id = ${id} for update`,
  )
  if (rate.status !== 'APPROVED') throw new Refused('society_transfer.other_deal')
  if (rate.expiresAt <= now()) throw new Refused('conversion_rate.expired')
  return rate
}

type Numbered = { purpose: AccountPurpose; number: string; name: string }

/** The two accounts of a transfer, locked against a change of their numbers. Refuses where one is missing. */
async function accountsOf(
  tx: Tx,
  organisationId: string,
  kind: TransferKind,
): Promise<{ from: Numbered; to: Numbered }> {
  const { from, to } = transferKinds[kind]
  const found = await rows(
    tx,
    sql<Numbered>`select purpose, account_number as number, account_name as name from society_accounts
      where organisation_id = ${organisationId} and purpose = any (${[from, to]}::text[]) for no key update`,
  )
  const of = (purpose: AccountPurpose) => found.find((account) => account.purpose === purpose)
  const accounts = { from: of(from), to: of(to) }
  if (!accounts.from || !accounts.to) throw new Refused('society_transfer.no_account')
  return { from: accounts.from, to: accounts.to }
}

/** Whether so much more would be above what may be retained of a season without a document. */
const isAboveMost = ({ cameIn, retained, mostRetained }: Figures, cents: bigint): boolean =>
  (retained + cents) * 10_000n > cameIn * BigInt(mostRetained)

/**
 * Everything that was checked when it was ordered is checked again. The dollars leave their account in the books, and the order goes
 * to the bank after the commit. One of a society at a time: what may be retained is judged with all that came before.
 */
const takeEffect =
  ({ tx }: StepCall): Effect =>
  async ({ id, organisationId, title }) => {
    await lockMoney(tx, organisationId)
    const stored = await one(
      tx,
      sql<Stored>`select kind, season, amount_cents as "amountCents", received_cents as "receivedCents", document, conversion_rate_id as "rateId"
        from society_transfers where id = ${id}`,
    )
    const { kind, season, amountCents, receivedCents, document, rateId } = stored
    const isFree = kind !== 'RETENTION' || document !== ''
    if (!isFree && isAboveMost(await readFigures(tx, organisationId, season), amountCents))
      throw new Refused('society_transfer.above_most')
    const { from, to } = await accountsOf(tx, organisationId, kind)
    const rate = rateId === null ? null : await lockRate(tx, rateId)
    const narration = narrationOf(kind, rate?.dealCode ?? null)
    const transfer: TransferMoney = { id, organisationId, kind, amountCents, receivedCents, positionId: '', narration }
    await move(tx, ordered(transfer))
    if (rate)
      await systemStep({
        tx,
        kind: conversionRateKind,
        id: rate.id,
        organisationId,
        from: 'APPROVED',
        to: 'USED',
        title: rate.dealCode,
      })
    const payout: NewPayout = {
      sourceKind: societyTransferKind.flow.kind,
      sourceId: id,
      organisationId,
      lenderId: organisationId,
      title,
      amountCents,
      currency: 'USD',
      ...(rate ? { exchange: { dealCode: rate.dealCode, receivedCents } } : {}),
      from: from.number,
      paymentType: 'INTERNALFT',
      account: { institutionCode: '11', institutionType: 'BANK', accountNumber: to.number, accountName: to.name },
      narration,
    }
    await openPayouts(tx, [payout])
  }

const noRate = { rateId: null, rateMicros: null }

export const societyTransfers = serveRecord(societyTransfer, {
  kind: societyTransferKind,
  source: ({ organisation }) => transferSource(organisation),
  shape: shapeTransfer,
  steps: { approve: { effect: takeEffect, message: 'Approved: the order goes to the bank' } },
  calls: (read) => ({
    figures: async ({ tx, actor, organisation }) => {
      const season = currentSeason()
      return shapeFigures(season, await readFigures(tx, organisation?.id ?? actor.organisationId, season))
    },
    attach: async (call) => done('Attached', await attachDocument(transferDocuments, societyTransferFlow, call)),
    document: async ({ tx, actor, params }) => {
      const { id: recordId, organisationName: title } = await read(tx, actor, params.id)
      const of = sql`select d.document_id from society_transfers d where d.id = ${recordId}`
      return openDocument(transferDocuments, {
        tx,
        actor,
        kind: societyTransferFlow.kind,
        recordId,
        title,
        of,
      })
    },
    order: async ({ tx, actor, organisation, body, request }) => {
      mustMake(societyTransferFlow, actor)
      mustBeOwn(actor, organisation)
      const { organisationId, organisationName } = actor
      const { kind, document = '', documentId, reason = '' } = body
      if (documentId && (kind !== 'RETENTION' || document === ''))
        throw wrongField('document', 'Name the number of the document that is attached to a retention')
      const season = currentSeason()
      const amountCents = toCents(body.amount)
      await accountsOf(tx, organisationId, kind)
      const figures = await readFigures(tx, organisationId, season)
      const available = shapeFigures(season, figures).available[transferKinds[kind].from]
      if (body.amount > available)
        throw wrongField(
          'amount',
          `Only USD ${available.toLocaleString('en', { minimumFractionDigits: 2 })} are available`,
        )
      if (kind === 'RETENTION' && document === '' && isAboveMost(figures, amountCents))
        throw wrongField('document', 'Above what may be retained: name the document that allows it')
      const attached = await attachedTo(transferDocuments, { tx, actor, documentId })
      const { rateId, rateMicros } = kind === 'CONVERSION' ? figures : noRate
      if (kind === 'CONVERSION' && rateMicros === null) throw new Refused('conversion_rate.not_in_force')
      const receivedCents = rateMicros === null ? amountCents : convert(amountCents, rateMicros)
      if (receivedCents === 0n) throw wrongField('amount', 'This is less than a cent')
      const id = await enterRecord({
        tx,
        actor,
        kind: societyTransferKind,
        title: organisationName,
        values: {
          kind,
          season,
          amount_cents: amountCents,
          received_cents: receivedCents,
          conversion_rate_id: rateId,
          document,
          document_id: attached.document_id,
          reason,
        },
        once: 'one_waiting_transfer',
        comment: reason,
        changes: { amount: { before: null, after: toAmount(amountCents) }, ...attached.changes },
        request,
      })
      return done('Sent for approval', await read(tx, actor, id))
    },
  }),
})
