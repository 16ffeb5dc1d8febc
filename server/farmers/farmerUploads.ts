import { counted } from '#contract/kit/counted.ts'
import { farmerCompanyUploadList, farmerUploadList, farmerUploads } from '#contract/farmerUploads.ts'
import { uploadedFarmerList } from '#contract/farmers.ts'
import type { ListQuery, ListScreen } from '#contract/kit/listScreen.ts'
import type { Actor } from '#contract/permissions.ts'
import type { Upload } from '#contract/uploads.ts'
import { rows, sql, type Tx } from '#server/kit/db.ts'
import { countedAs } from '#server/kit/decideMany.ts'
import type { House } from '#server/kit/house.ts'
import { listPage } from '#server/kit/listPage.ts'
import type { RecordKind } from '#server/kit/recordKind.ts'
import { Refused, type Outcomes } from '#server/kit/refused.ts'
import { scopeOf, type Organisation } from '#server/kit/scope.ts'
import { around, done, serve, type RequestFacts } from '#server/kit/serve.ts'
import {
  decideUpload,
  decideUploads,
  declineEffect,
  tellFailingRows,
  type Deciding,
  type Decision,
} from '#server/kit/uploads/decideUpload.ts'
import { waitUntilSettled } from '#server/kit/uploads/progress.ts'
import { receiveUpload, rowsInvalid, settleUpload } from '#server/kit/uploads/receiveUpload.ts'
import type { UploadBinding } from '#server/kit/uploads/uploadBinding.ts'
import { getUpload, shapeUpload, uploadSource } from '#server/kit/uploads/uploadList.ts'
import { approveCompaniesEffect, approveEffect, lookUpQueue, prepareCompanies, type Override } from './approveUpload.ts'
import { farmerCompaniesBinding, farmersBinding } from './farmerUploadKinds.ts'

import { uploadedRowsSource, shapeUploadedRow } from './uploadedRows.ts'

const bindings = [farmersBinding, farmerCompaniesBinding]
type Listing = { tx: Tx; actor: Actor; organisation: Organisation; query: ListQuery }

async function listUploads({ tx, actor, organisation, query }: Listing, kind: RecordKind, screen: ListScreen) {
  const source = uploadSource({
    kind,
    actor,
    organisationId: organisation?.id ?? null,
    withDiscarded: query.filter.includes('status:DISCARDED'),
  })
  return listPage({ tx, actor, screen, query, source, shape: shapeUpload(kind, actor), kind })
}

async function listRows(
  { tx, actor, query, params }: Omit<Listing, 'organisation'> & { params: { id: string } },
  binding: UploadBinding,
) {
  await getUpload(tx, actor, binding.record, params.id)
  return listPage({
    tx,
    actor,
    screen: uploadedFarmerList,
    query,
    source: uploadedRowsSource({ kind: binding.kind, uploadId: params.id, actor, search: query.search }),
    shape: shapeUploadedRow(binding.kind, actor),
  })
}

/** Which kind of upload a record id belongs to, among those the reader can see. */
async function kindOf(tx: Tx, id: string): Promise<UploadBinding> {
  const [found] = await rows(tx, sql<{ kind: string }>`select kind from uploads where id = ${id}`)
  const binding = bindings.find(({ kind }) => kind.name === found?.kind)
  if (!binding) throw new Refused('record.not_found')
  return binding
}

type Settling = { actor: Actor; house: House; request: RequestFacts }

async function decide(
  call: Deciding & { house: House },
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

/** What a person is told after an approval; a caller without respond-async waits for the look-ups a while. */
async function settleApproval({ actor, house, request }: Settling, { id }: { id: string }) {
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

async function declined({ tx, actor }: Pick<Deciding, 'tx' | 'actor'>, id: string) {
  const upload = await getUpload(tx, actor, (await kindOf(tx, id)).record, id)
  const message =
    upload.done > 0
      ? `Declined; ${counted(upload.done, 'farmer')} registered before stay${upload.done === 1 ? 's' : ''}`
      : 'Declined'
  return done(message, upload)
}

export const farmerUploadRoutes = serve(farmerUploads, {
  list: (call) => listUploads(call, farmersBinding.record, farmerUploadList),
  companyList: (call) => listUploads(call, farmerCompaniesBinding.record, farmerCompanyUploadList),
  upload: around({
    act: (call) => receiveUpload(call, farmersBinding),
    settle: (call, kept: { id: string }) => settleUpload(call, kept, bindings, farmersBinding),
  }),
  companyUpload: around({
    act: (call) => receiveUpload(call, farmerCompaniesBinding),
    settle: (call, kept: { id: string }) => settleUpload(call, kept, bindings, farmerCompaniesBinding),
  }),
  rows: (call) => listRows(call, farmersBinding),
  companyRows: (call) => listRows(call, farmerCompaniesBinding),
  approve: around({
    act: (call) => decide(call, call.body, 'approve', farmersBinding),
    settle: (call, decided: { id: string }) => settleApproval(call, decided),
  }),
  companyApprove: around({
    prepare: ({ house, actor, body }) => prepareCompanies(house, actor, body.id),
    act: (call) =>
      tellFailingRows({ ...call, binding: farmerCompaniesBinding, id: call.body.id }, () =>
        decide(call, call.body, 'approve', farmerCompaniesBinding),
      ),
    settle: async ({ house, actor }, { id }: { id: string }) => {
      const upload = await readUpload(house, actor, farmerCompaniesBinding, id)
      return done(messageOf(upload), upload)
    },
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
      return done(countedAs(body.step === 'approve' ? 'approved' : 'declined', data), data)
    },
  }),
})
