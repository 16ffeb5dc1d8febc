import { estateCuredFileRecord, type EstateCuredFile } from '#contract/estateCured/estateCuredFiles.ts'
import { estateCuredEnds, estateCuredFlow } from '#contract/estateCured/estateCuredFlow.ts'
import { chargeCurrencies, type ChargeCurrency } from '#contract/estateCured/estateCuredRecords.ts'
import { neverMay } from '#contract/kit/workflow.ts'
import type { Actor } from '#contract/house/permissions.ts'
import { sql } from '#server/kit/db.ts'
import { Refused } from '#server/kit/refused.ts'
import { bulkOverFile } from '#server/kit/records/bulkOverFile.ts'
import { outcomeSentence } from '#server/kit/records/decideMany.ts'
import type { ListSource } from '#server/kit/records/listPage.ts'
import { takeStep } from '#server/kit/records/takeStep.ts'
import { receiveUpload } from '#server/kit/uploads/receiveUpload.ts'
import { serveUpload } from '#server/kit/uploads/serveUpload.ts'
import { shapeUpload, type StoredUpload } from '#server/kit/uploads/uploadList.ts'
import type { ReceivedFile } from '#server/kit/web/receiveFile.ts'
import { done } from '#server/kit/web/serve.ts'
import { approveEffect, rejectEffect, withItsFile } from './decideEstateCured.ts'
import { estateCuredBinding as binding, estateCuredFileKind } from './estateCuredFileKind.ts'
import { estateCuredKind } from './estateCuredKind.ts'
import { recordsOfFile, shapeEstateCured } from './estateCuredRows.ts'

type Stored = StoredUpload & { currency: ChargeCurrency | null; open: number; kilograms: string }

const sums = sql`lateral (select count(*) filter (where not e.status = any (${[...estateCuredEnds]}))::int as open, coalesce(sum(e.kilograms) filter (where e.status <> 'DELETED'), 0) as kilograms,
  min(e.currency) as currency from estate_cured_records e where e.upload_id = t.id) s`

const estateCuredFileSource = (source: ListSource<StoredUpload>): ListSource<Stored> => ({
  ...source,
  from: sql`${source.from} left join estate_cured_files f on f.upload_id = t.id cross join ${sums}`,
  select: sql<Stored>`${source.select}, coalesce(f.currency, s.currency) as currency, s.open, s.kilograms`,
})

const shapeEstateCuredFile = (actor: Actor) => {
  const shape = shapeUpload(estateCuredFileKind, actor)
  return (stored: Stored): EstateCuredFile => ({
    ...shape(stored),
    currency: stored.currency,
    open: stored.open,
    weight: Number(stored.kilograms),
  })
}

/** The currency that a form names. */
function currencyIn({ fields }: ReceivedFile): ChargeCurrency {
  const named = fields['currency']?.trim().toUpperCase() ?? ''
  const currency = chargeCurrencies.find((one) => one === named)
  if (currency) return currency
  const message = named === '' ? 'Currency is required' : 'Charges are in KES or USD'
  throw new Refused('input.invalid', { details: { fields: { currency: message } } })
}

const effects = { approve: approveEffect, reject: rejectEffect }
const verbs = { approve: 'approved', reject: 'rejected' }

export const estateCuredFiles = serveUpload(estateCuredFileRecord, {
  binding,
  source: estateCuredFileSource,
  concerns: (id) =>
    sql`(t.organisation_id = ${id} or exists (select from upload_parties p where p.upload_id = t.id and p.party_id = ${id}))`,
  shape: shapeEstateCuredFile,
  rows: { kind: estateCuredKind, source: recordsOfFile, shape: shapeEstateCured },
  receive: async (call) => {
    const bar = neverMay(estateCuredFlow.steps.edit, call.actor)
    if (bar) throw new Refused(bar)
    const currency = currencyIn(call.file)
    const upload = await receiveUpload(call, binding, { currency: { before: null, after: currency } })
    await sql`insert into estate_cured_files (upload_id, organisation_id, currency) values (${upload.id}, ${call.actor.organisationId}, ${currency})`.execute(
      call.tx,
    )
    return upload
  },
  calls: () => ({
    bulk: async ({ tx, actor, body, request }) => {
      const outcomes = await bulkOverFile({
        tx,
        actor,
        kind: estateCuredKind,
        body,
        decide: ({ id, version, step, comment }) =>
          withItsFile({ tx, actor, id }, () =>
            takeStep({
              tx,
              actor,
              kind: estateCuredKind,
              step,
              id,
              version,
              comment,
              request,
              effect: effects[step]({ tx, actor }),
            }),
          ),
      })
      return done(outcomeSentence(verbs[body.action.startsWith('APPROVE') ? 'approve' : 'reject'], outcomes), outcomes)
    },
  }),
})
