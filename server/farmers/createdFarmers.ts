import { cellsOf, createdFarmerFields } from '#contract/farmers/createdFarmerFields.ts'
import {
  createdFarmer,
  createdFarmerFlow,
  type CreatedFarmer,
  type CreatedFarmerDetail,
} from '#contract/farmers/createdFarmers.ts'
import type { Column } from '#contract/kit/uploadKind.ts'
import { refusal } from '#contract/kit/workflow.ts'
import type { Actor } from '#contract/house/permissions.ts'
import { writeAudit, type Changes } from '#server/kit/audit/audit.ts'
import { businessYear } from '#server/kit/clock.ts'
import type { Tx } from '#server/kit/db.ts'
import type { House } from '#server/kit/house.ts'
import { newId } from '#server/kit/ids.ts'
import { takeToken } from '#server/kit/web/rateLimit.ts'
import { Refused } from '#server/kit/refused.ts'
import { scopeOf } from '#server/kit/scope.ts'
import { around, done, type Call, type RequestFacts } from '#server/kit/web/serve.ts'
import { serveRecord } from '#server/kit/records/serveRecord.ts'
import { takeStep } from '#server/kit/records/takeStep.ts'
import { checkLists } from '#server/facts/checkLists.ts'
import { accountLookUpQueue, approveFarmerEffect, prepareFarmer } from './approveFarmer.ts'
import { findNotes } from './createdFarmerNotes.ts'
import { createdFarmerKind, createdFarmerSource, getStoredFarmer, shapeCreatedFarmer } from './createdFarmerRows.ts'
import { isRegisteredElsewhere } from './elsewhere.ts'
import {
  cellsOfStored,
  changedCells,
  changesBetween,
  insertFarmer,
  readFarmer,
  rewriteFarmer,
  takenFields,
} from './createdFarmerValues.ts'
import {
  approveUpdateRequest,
  requireFreshCode,
  isUpdateRequest,
  prepareUpdateApproval,
  rejectUpdateRequest,
} from '#server/farmers/updates/decideUpdateRequest.ts'
import { requestInstead } from '#server/farmers/updates/editRegistered.ts'
import { findSharing } from '#server/farmers/uploads/sharing.ts'
import { lookUpProposedAccount, openUpdate } from '#server/farmers/updates/updateRequests.ts'

const read = async (tx: Tx, actor: Actor, id: string): Promise<CreatedFarmer> =>
  shapeCreatedFarmer(actor)(await getStoredFarmer(tx, id))

async function readDetail(tx: Tx, actor: Actor, id: string): Promise<CreatedFarmerDetail> {
  const stored = await getStoredFarmer(tx, id)
  return { ...shapeCreatedFarmer(actor)(stored), notes: await findNotes(tx, stored) }
}

/** Who may edit a waiting farmer may enter one; the declaration knows both. */
function mustBeClerk(actor: Actor): void {
  const code = refusal(createdFarmerFlow.steps.edit, { status: 'PENDING_APPROVAL', makers: [] }, actor)
  if (code) throw new Refused(code)
}

async function create({ tx, actor, house, request, body }: Call<typeof createdFarmer.calls.create>) {
  mustBeClerk(actor)
  const entry = await readFarmer(tx, actor, cellsOf(body), body)
  const id = newId()
  await insertFarmer(tx, actor, id, entry)
  const farmer = await read(tx, actor, id)
  await writeAudit(tx, {
    by: actor,
    organisationId: actor.organisationId,
    kind: createdFarmerFlow.kind,
    recordId: id,
    title: `${farmer.fullName}, ${farmer.memberNumber}`,
    action: 'create',
    to: 'PENDING_APPROVAL',
    requestId: request.id,
  })
  await house.jobs.send(tx, accountLookUpQueue, { farmerId: id })
  return done('Record Created successfully!', farmer)
}

type Edited = Awaited<ReturnType<typeof edit>> | Awaited<ReturnType<typeof openUpdate>>

async function update(call: Call<typeof createdFarmer.calls.update>): Promise<Edited> {
  const { tx, actor, params, body } = call
  const proposal = await requestInstead({ tx, actor, id: params.id, body })
  return proposal ? openUpdate(call, proposal) : edit(call)
}

async function edit({ tx, actor, house, request, params, body }: Call<typeof createdFarmer.calls.update>) {
  await takeStep({
    tx,
    actor,
    kind: createdFarmerKind,
    step: 'edit',
    id: params.id,
    version: body.version,
    request,
    effect: async ({ id }) => {
      const stored = await getStoredFarmer(tx, id)
      const before = cellsOfStored(stored)
      const entry = await readFarmer(tx, actor, { ...before, ...changedCells(actor, stored, body) }, body)
      const changes: Changes = changesBetween(before, entry.values)
      if (Object.keys(changes).length === 0) throw new Refused('change.nothing')
      await rewriteFarmer(tx, actor, id, entry)
      await house.jobs.send(tx, accountLookUpQueue, { farmerId: id })
      return { changes }
    },
  })
  return done('Farmer updated successfully', await read(tx, actor, params.id))
}

/** Which numbers of a farmer are registered in the own society, and whether the ID is in another: no name, no society. */
async function check({ tx, actor, body, house }: Call<typeof createdFarmer.calls.check>) {
  takeToken(house, `check ${actor.userId}`, 'lookUp')
  const context = { year: businessYear(), lists: await checkLists(tx) }
  // An incomplete value is registered for nobody.
  const clean = ({ read: normalise }: Column, typed = ''): string => {
    const value = typed.trim() === '' ? '' : normalise(typed.trim(), context)
    return typeof value === 'string' ? value : ''
  }
  const values = {
    id: body.id ?? null,
    organisationId: actor.organisationId,
    farmerId: clean(createdFarmerFields.farmerId, body.farmerId),
    memberNumber: clean(createdFarmerFields.memberNumber, body.memberNumber),
    mobileNumber: clean(createdFarmerFields.mobileNumber, body.mobileNumber),
    institution: clean(createdFarmerFields.institution, body.institution),
    accountNumber: clean(createdFarmerFields.accountNumber, body.accountNumber),
  }
  const taken = await takenFields(tx, values)
  const { mobile, account } = await findSharing(tx, values)
  return {
    farmerId: {
      takenBy: taken.farmerId ?? null,
      elsewhere: values.farmerId !== '' && (await isRegisteredElsewhere(tx, values.farmerId, actor.organisationId)),
    },
    memberNumber: { takenBy: taken.memberNumber ?? null },
    mobileNumber: { members: mobile.others },
    accountNumber: { members: account.others },
  }
}

type Decision = {
  id: string
  step: 'approve' | 'decline'
  version?: number | undefined
  comment?: string | undefined
  override?: string | undefined
}

async function decideOne(
  { tx, actor, house, request }: { tx: Tx; actor: Actor; house: House; request: RequestFacts },
  { id, step, version, comment, override }: Decision,
) {
  await takeStep({
    tx,
    actor,
    kind: createdFarmerKind,
    step,
    id,
    version,
    comment: comment ?? override,
    request,
    ...(step === 'approve' ? { effect: approveFarmerEffect({ tx, house, override, alone: true }) } : {}),
  })
  return done(decidedWords[step], await read(tx, actor, id))
}

const decidedWords = {
  approve: 'Farmer Approved successfully!',
  decline: 'Farmer Approval Declined successfully!',
} as const

type Decided = Awaited<ReturnType<typeof decideOne>> | Awaited<ReturnType<typeof approveUpdateRequest>>

const wakeLookUps = ({ jobs }: House): void => jobs.wake(accountLookUpQueue)
async function wakeAndAnswer<Answer>(house: House, answer: Answer): Promise<Answer> {
  wakeLookUps(house)
  return answer
}

/** One path decides on created farmers (confirmFarmer) and on update requests (id), as the specification has it. */
export const createdFarmers = serveRecord(createdFarmer, {
  kind: createdFarmerKind,
  source: ({ actor, organisation, query }) => createdFarmerSource(actor, organisation, query.search),
  shape: shapeCreatedFarmer,
  steps: {
    approve: {
      prepare: async ({ house, actor, ids }) => {
        for (const id of ids) await prepareFarmer({ house, actor, id })
      },
      // Of many nobody says why one of them is right in spite of its warnings.
      effect: ({ tx, house }) => approveFarmerEffect({ tx, house, override: undefined, alone: false }),
      after: wakeLookUps,
    },
    decline: { after: wakeLookUps },
  },
  calls: () => ({
    one: ({ tx, actor, params }) => readDetail(tx, actor, params.id),
    check,
    create: around({
      act: create,
      settle: ({ house }, answer: Awaited<ReturnType<typeof create>>) => wakeAndAnswer(house, answer),
    }),
    update: around({
      prepare: async ({ house, actor, params, body }) => {
        const proposal = await house.db.transaction(
          scopeOf(actor),
          (tx) => requestInstead({ tx, actor, id: params.id, body }),
          { readOnly: true },
        )
        if (proposal) await lookUpProposedAccount(house, actor, proposal)
      },
      act: update,
      settle: ({ house }, answer: Edited) => wakeAndAnswer(house, answer),
    }),
    approve: around({
      prepare: async ({ house, actor, body }) => {
        if (!('confirmFarmer' in body)) await prepareUpdateApproval({ house, actor, id: body.id })
        else if (body.action === 'approve') await prepareFarmer({ house, actor, id: body.confirmFarmer.id })
      },
      act: async (call): Promise<Decided> => {
        const { body } = call
        if (!('confirmFarmer' in body)) {
          await requireFreshCode(call, [body.id])
          return approveUpdateRequest(call, body)
        }
        const { confirmFarmer, action: step, approverComments: comment, override } = body
        const version = body.version ?? confirmFarmer.version
        return decideOne(call, { id: confirmFarmer.id, step, version, comment, override })
      },
      settle: async (_call, answer: Decided) => answer,
    }),
    reject: async (call): Promise<Decided> => {
      const { id, version, approverComments } = call.body
      if (await isUpdateRequest(call.tx, id)) return rejectUpdateRequest(call, call.body)
      return decideOne(call, { id, step: 'decline', version, comment: approverComments })
    },
  }),
})
