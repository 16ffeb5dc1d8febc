import type { LifeState } from '#contract/farmers/lifeStates.ts'
import type { Actor } from '#contract/house/permissions.ts'
import { updateRequest, updateRequestFlow, type UpdateBody } from '#contract/farmers/updateRequests.ts'
import { openChange } from '#server/kit/records/changeRequests.ts'
import { businessDate, businessYear } from '#server/kit/clock.ts'
import type { Tx } from '#server/kit/db.ts'
import { outcomeSentence, decideMany } from '#server/kit/records/decideMany.ts'
import type { House } from '#server/kit/house.ts'
import { Refused, wrongField, type Outcomes } from '#server/kit/refused.ts'
import { scopeOf } from '#server/kit/scope.ts'
import { around, done, type Call, type RequestFacts } from '#server/kit/web/serve.ts'
import { serveRecord } from '#server/kit/records/serveRecord.ts'
import { mustHaveSteppedUp } from '#server/kit/web/stepUp.ts'
import { checkLists } from '#server/facts/checkLists.ts'
import { accountProblems, lookUpAccount, findFreshLookUp } from '#server/farmers/accountLookUps.ts'
import {
  approveUpdateRequest,
  requireFreshCode,
  bankAccountOf,
  prepareUpdateApproval,
  refuseByLifeState,
  refuseRegistered,
  rejectUpdateRequest,
  takeUpdateStep,
} from './decideUpdateRequest.ts'
import { findFarmer, nameOf, type FarmerRecord, type Values } from '#server/farmers/farmerValues.ts'
import { erased, refuseErasure } from './erasing.ts'
import { proposedValues } from './proposedValues.ts'
import { concernsAccount, findRisks, movesMoney } from './riskNotes.ts'
import { notifyChange } from './notifyChange.ts'
import { getUpdateRequest, shapeUpdateRequest, updateRequestKind, updateRequestSource } from './updateRequestRows.ts'

type Requesting = { tx: Tx; actor: Actor; house: House; request: RequestFacts }

/** The farmer of a request: a member of the own society, approved, and in the version that its maker saw. */
async function farmerToChange(
  tx: Tx,
  actor: Actor,
  { id, version }: { id: string; version?: number | undefined },
): Promise<FarmerRecord> {
  const farmer = await findFarmer(tx, id, { lock: true })
  if (!farmer || farmer.organisationId !== actor.organisationId) throw new Refused('record.not_found')
  if (farmer.status !== 'APPROVED') throw new Refused('farmer.not_approved')
  if (version !== undefined && version !== farmer.version)
    throw new Refused('record.changed', { details: { version: farmer.version } })
  return farmer
}

async function proposal(tx: Tx, actor: Actor, farmer: FarmerRecord, body: UpdateBody): Promise<Values> {
  const context = { year: businessYear(), lists: await checkLists(tx) }
  const values = proposedValues({ actor, farmer, body, context })
  return Object.fromEntries(
    Object.entries(values).filter(([key, value]) => value !== farmer.values[key as keyof Values]), // border: keys of Values
  )
}

/** Before a request is opened: looks up the account it names, so that the decider sees whose it is. */
export async function lookUpProposedAccount(house: House, actor: Actor, body: UpdateBody): Promise<void> {
  const scope = scopeOf(actor)
  const toLookUp = await house.db.transaction(scope, async (tx) => {
    const farmer = await findFarmer(tx, body.id)
    if (!farmer || farmer.organisationId !== actor.organisationId) return null
    const after = await proposal(tx, actor, farmer, body)
    if (!concernsAccount(after)) return null
    return { organisationId: farmer.organisationId, account: await bankAccountOf(tx, { ...farmer.values, ...after }) }
  })
  if (toLookUp) await lookUpAccount({ house, actor, ...toLookUp })
}

/** Opens a request for the values of a payload that differ from the farmer's. */
export async function openUpdate({ tx, actor, house, request }: Requesting, body: UpdateBody) {
  const farmer = await farmerToChange(tx, actor, body)
  const after = await proposal(tx, actor, farmer, body)
  refuseByLifeState(farmer, { after })
  await refuseRegistered(tx, farmer, after)
  if (movesMoney(after)) {
    await mustHaveSteppedUp(tx, { house, request })
    await refuseDeadAccount(tx, farmer, { ...farmer.values, ...after })
  }
  const id = await openChange({
    ...common({ tx, actor, request }, farmer),
    subject: 'details',
    before: farmer.values,
    after: { ...farmer.values, ...after },
    notes: await findRisks({ tx, farmer, after }),
    reason: body.reason,
  })
  await notifyChange(tx, 'change_asked', id)
  return done('Sent for approval', await getUpdateRequest(tx, actor, id))
}

/** What every update request of a farmer says. */
const common = ({ tx, actor, request }: Omit<Requesting, 'house'>, { id, organisationId, values }: FarmerRecord) => ({
  tx,
  actor,
  kind: updateRequestKind,
  targetId: id,
  organisationId,
  title: `${nameOf(values)}, ${values.memberNumber}`,
  requestId: request.id,
})

/** An account that the bank does not know is a slip of the pen: it is refused at once, beside the field. */
async function refuseDeadAccount(tx: Tx, farmer: FarmerRecord, values: Values): Promise<void> {
  const { institution = '', accountNumber = '' } = values
  const lookUp = await findFreshLookUp(tx, { organisationId: farmer.organisationId, institution, accountNumber })
  if (lookUp && lookUp.outcome !== 'found')
    throw new Refused('input.invalid', { details: { fields: { account: accountProblems[lookUp.outcome] } } })
}

async function openLifeState(
  { tx, actor, request }: Omit<Requesting, 'house'>,
  body: { id: string; version?: number | undefined; lifeState: LifeState; reason: string },
) {
  const farmer = await farmerToChange(tx, actor, body)
  refuseByLifeState(farmer, { after: {}, lifeState: body.lifeState })
  const id = await openChange({
    ...common({ tx, actor, request }, farmer),
    subject: 'life_state',
    before: { lifeState: farmer.lifeState },
    after: { lifeState: body.lifeState },
    notes: await findRisks({ tx, farmer, after: {}, lifeState: body.lifeState }),
    reason: body.reason,
  })
  return done('Sent for approval', await getUpdateRequest(tx, actor, id))
}

/** The request of a person to be forgotten. Its title has no name: what is written into the trail stays there. */
async function openErasure(
  { tx, actor, request }: Omit<Requesting, 'house'>,
  body: Call<typeof updateRequest.calls.erase>['body'],
) {
  const farmer = await farmerToChange(tx, actor, body)
  await refuseErasure(tx, farmer)
  if (body.requestedOn > businessDate()) throw wrongField('requestedOn', 'This day has not come yet')
  const id = await openChange({
    ...common({ tx, actor, request }, farmer),
    title: `Member ${farmer.values.memberNumber}`,
    subject: 'erasure',
    before: { lifeState: farmer.lifeState },
    after: { lifeState: erased, requestedOn: body.requestedOn, document: body.document },
    notes: await findRisks({ tx, farmer, after: {}, lifeState: erased }),
    reason: body.reason,
  })
  return done('Sent for approval', await getUpdateRequest(tx, actor, id))
}

export const updateRequests = serveRecord(updateRequest, {
  kind: updateRequestKind,
  source: ({ organisation }) => updateRequestSource(organisation),
  shape: shapeUpdateRequest,
  calls: () => ({
    edit: around({
      prepare: ({ house, actor, body }) => lookUpProposedAccount(house, actor, body),
      act: (call) => openUpdate(call, call.body),
      settle: async (_call, opened: Awaited<ReturnType<typeof openUpdate>>) => opened,
    }),
    lifeState: (call) => openLifeState(call, call.body),
    erase: (call) => openErasure(call, call.body),
    withdraw: async (call) => {
      const { tx, actor, params, body } = call
      await takeUpdateStep(call, 'withdraw', { id: params.id, version: body.version })
      return done('Withdrawn', await getUpdateRequest(tx, actor, params.id))
    },
    decideMany: around({
      prepare: async ({ house, actor, body }) => {
        if (body.step === 'approve') for (const { id } of body.records) await prepareOne(house, actor, id)
      },
      act: async (call) => {
        const { tx, request, body } = call
        const { step, approverComment: approverComments, records } = body
        // For the list as a whole: the refusal of one record would only be its outcome, and request no code.
        if (step === 'approve')
          await requireFreshCode(
            call,
            records.map(({ id }) => id),
          )
        return decideMany({
          tx,
          records,
          explanation: { step: updateRequestFlow.steps[step], comment: approverComments, request },
          decide: (record) =>
            step === 'approve'
              ? approveUpdateRequest(call, { ...record, approverComments }, { alone: false })
              : rejectUpdateRequest(call, { ...record, approverComments }),
        })
      },
      settle: async ({ body }, data: Outcomes) =>
        done(outcomeSentence(body.step === 'approve' ? 'approved' : 'rejected', data), data),
    }),
  }),
})

/** One record's new warning stops its own decision only; the version that moved on says so in its outcome. */
async function prepareOne(house: House, actor: Actor, id: string): Promise<void> {
  try {
    await prepareUpdateApproval({ house, actor, id })
  } catch (error) {
    if (!(error instanceof Refused)) throw error
  }
}
