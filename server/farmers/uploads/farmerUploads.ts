import { counted } from '#contract/kit/counted.ts'
import { farmerCompanyUpload, farmerUpload } from '#contract/farmers/farmerUploads.ts'
import type { ListQuery } from '#contract/kit/listScreen.ts'
import type { Actor } from '#contract/house/permissions.ts'
import type { Upload } from '#contract/uploads/uploads.ts'
import { rows, sql, type Tx } from '#server/kit/db.ts'
import { outcomeSentence } from '#server/kit/records/decideMany.ts'
import type { House } from '#server/kit/house.ts'
import { Refused, type Outcomes } from '#server/kit/refused.ts'
import { scopeOf } from '#server/kit/scope.ts'
import { around, done, type RequestFacts } from '#server/kit/web/serve.ts'
import {
  decideUpload,
  decideUploads,
  declineEffect,
  answerFailingRows,
  type DecisionCall,
  type Decision,
} from '#server/kit/uploads/decideUpload.ts'
import { waitUntilSettled } from '#server/kit/uploads/progress.ts'
import { rowsInvalid } from '#server/kit/uploads/receiveUpload.ts'
import { serveUpload } from '#server/kit/uploads/serveUpload.ts'
import type { UploadBinding } from '#server/kit/uploads/uploadBinding.ts'
import { getUpload, shapeUpload } from '#server/kit/uploads/uploadList.ts'
import { approveCompaniesEffect, approveEffect, lookUpQueue, prepareCompanies, type Override } from './approveUpload.ts'
import { farmerCompaniesBinding, farmersBinding } from './farmerUploadKinds.ts'
import { uploadedRowsSource, shapeUploadedRow } from './uploadedRows.ts'

const bindings = [farmersBinding, farmerCompaniesBinding]

/** Which kind of upload a record id belongs to, among those the reader can see. */
async function kindOf(tx: Tx, id: string): Promise<UploadBinding> {
  const [upload] = await rows(tx, sql<{ kind: string }>`select kind from uploads where id = ${id}`)
  const binding = bindings.find(({ kind }) => kind.name === upload?.kind)
  if (!binding) throw new Refused('record.not_found')
  return binding
}

async function decide(
  call: DecisionCall & { house: House },
  body: Decision & { override?: Override[] | undefined },
  step: 'approve' | 'decline',
  only?: UploadBinding,
): Promise<{ id: string }> {
  const { tx, actor, house } = call
  const binding = await kindOf(tx, body.id)
  if (only && binding !== only) throw new Refused('record.not_found')
  const overrides = body.override ?? []
  const approve =
    binding === farmersBinding
      ? approveEffect({ tx, house, actor, overrides })
      : approveCompaniesEffect({ tx, actor, overrides })
  const effect = step === 'approve' ? approve : declineEffect(tx)
  await decideUpload(call, { kind: binding.record, step, body, effect })
  return { id: body.id }
}

const readUpload = (house: House, actor: Actor, binding: UploadBinding, id: string) =>
  house.db.transaction(scopeOf(actor), (tx) => getUpload(tx, actor, binding.record, id), { readOnly: true })

/** The answer to an approval; a caller without respond-async waits for the look-ups a while. */
async function settleApproval(
  { actor, house, request }: { actor: Actor; house: House; request: RequestFacts },
  { id }: { id: string },
) {
  house.jobs.wake(lookUpQueue)
  if (!request.respondAsync) await waitUntilSettled(house, actor, bindings, id, 50_000)
  const upload = await readUpload(house, actor, farmersBinding, id)
  if (upload.status.id === 112)
    throw await rowsInvalid({ house, actor, binding: farmersBinding, upload, prefix: 'File_Approved_With_Error_' })
  return done(messageOf(upload), upload)
}

const messageOf = (upload: Upload): string => {
  if (upload.status.id === 123)
    return `Approved: ${counted(upload.done, 'farmer')} registered, ${counted(upload.waitingRows, 'account')} still being checked`
  return `Success: ${counted(upload.done, 'farmer')} registered`
}

async function declined({ tx, actor }: Pick<DecisionCall, 'tx' | 'actor'>, id: string) {
  const upload = await getUpload(tx, actor, (await kindOf(tx, id)).record, id)
  const message =
    upload.done > 0
      ? `Declined; ${counted(upload.done, 'farmer')} registered before stay${upload.done === 1 ? 's' : ''}`
      : 'Declined'
  return done(message, upload)
}

/** What the files of both kinds share: their rows, and that a line of the trail is written by either. */
const parts = (binding: UploadBinding) => ({
  binding,
  shape: (actor: Actor) => shapeUpload(binding.record, actor),
  rows: {
    source: (uploadId: string, { actor, query }: { actor: Actor; query: ListQuery }) =>
      uploadedRowsSource({ kind: binding.kind, uploadId, actor, search: query.search }),
    shape: (actor: Actor) => shapeUploadedRow(binding.kind, actor),
  },
})

/** One path declines either kind, and one decides many of both. */
export const farmerUploads = serveUpload(farmerUpload, {
  ...parts(farmersBinding),
  calls: () => ({
    approve: around({
      act: (call) => decide(call, call.body, 'approve', farmersBinding),
      settle: settleApproval,
    }),
    decline: async (call) => {
      await decide(call, call.body, 'decline')
      return declined(call, call.body.id)
    },
    decideMany: around({
      prepare: async ({ house, actor, body }) => {
        if (body.step === 'approve') for (const { id } of body.records) await prepareCompanies(house, actor, id)
      },
      act: async (call) => {
        const { step } = call.body
        // Both kinds are decided by the same two steps.
        return decideUploads(call, farmersBinding.record, call.body, (body) => decide(call, body, step))
      },
      settle: async ({ house, body }, data: Outcomes) => {
        house.jobs.wake(lookUpQueue)
        return done(outcomeSentence(body.step === 'approve' ? 'approved' : 'declined', data), data)
      },
    }),
  }),
})

export const farmerCompanyUploads = serveUpload(farmerCompanyUpload, {
  ...parts(farmerCompaniesBinding),
  calls: () => ({
    approve: around({
      prepare: ({ house, actor, body }) => prepareCompanies(house, actor, body.id),
      act: (call) =>
        answerFailingRows({ ...call, binding: farmerCompaniesBinding, id: call.body.id }, () =>
          decide(call, call.body, 'approve', farmerCompaniesBinding),
        ),
      settle: async ({ house, actor }, { id }: { id: string }) => {
        const upload = await readUpload(house, actor, farmerCompaniesBinding, id)
        return done(messageOf(upload), upload)
      },
    }),
  }),
})
