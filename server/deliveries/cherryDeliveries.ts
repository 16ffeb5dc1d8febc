import { cherryDelivery, cherryDeliveryFlow } from '#contract/deliveries/cherryDeliveries.ts'
import { dayAfter } from '#server/facts/days.ts'
import { businessDate } from '#server/kit/clock.ts'
import { one, rows, sql, type Tx } from '#server/kit/db.ts'
import { outcomeSentence, decideMany } from '#server/kit/records/decideMany.ts'
import { Refused } from '#server/kit/refused.ts'
import { personal, type Organisation } from '#server/kit/scope.ts'
import { done } from '#server/kit/web/serve.ts'
import { serveRecord } from '#server/kit/records/serveRecord.ts'
import { takeStep } from '#server/kit/records/takeStep.ts'
import { currentSeason } from '#server/facts/seasons.ts'
import { readSetting } from '#server/facts/settings.ts'
import { cherryDeliveryKind } from './cherryDeliveryKinds.ts'
import { deliverySource, shapeDelivery } from './deliveryList.ts'
import { checkCorrection, checkDelivery, readFacts } from './deliveryRules.ts'
import { mayDeliver } from './deliveryUploadChecks.ts'
import { disclaimerInForce } from '#server/facts/disclaimers.ts'
import { enterBatch } from './enterBatch.ts'
import {
  acceptDeliveryDisclaimer,
  deliveryDisclaimer,
  editDelivery,
  insertDelivery,
  isDeliveryOf,
  mustBeRight,
  mustBeClerk,
  mustNotBeSuspended,
  mustStayAboveZero,
  explainRefusal,
  type Entering,
} from './enterDeliveries.ts'
import { notifyDelivered } from './notifyDelivered.ts'
import { seasonsFor, writeCherry } from './paidCherry.ts'

type Weights = { approvedKg: number; pendingKg: number; members: number }

/** Kilograms of a season: of one society, or of all in reach. */
async function totalsOf(tx: Tx, organisation: Organisation, season: string): Promise<Weights> {
  const total = await one(
    tx,
    sql<{ approved: string; pending: string; members: number }>`
      select coalesce(sum(approved_kg), 0) as approved, coalesce(sum(pending_kg), 0) as pending, coalesce(sum(members), 0)::int as members
      from season_totals where season = ${season} and ${organisation ? sql`organisation_id = ${organisation.id}` : sql`true`}`,
  )
  return { approvedKg: Number(total.approved), pendingKg: Number(total.pending), members: total.members }
}

type Decision = { id: string; version?: number | undefined; comment?: string | undefined }

const decide = ({ tx, actor, request }: Entering, step: 'approve' | 'decline', { id, version, comment }: Decision) =>
  explainRefusal(null, async () => {
    await writeCherry(tx, actor.organisationId)
    return takeStep({
      tx,
      actor,
      kind: cherryDeliveryKind,
      step,
      id,
      version,
      comment,
      request,
      ...(step === 'approve' ? { effect: () => mustNotBeSuspended(tx, id) } : {}),
    })
  })

const decidedMessages = { approve: 'Cherry Approved successfully!', decline: 'Cherry Declined successfully!' }

export const cherryDeliveries = serveRecord(cherryDelivery, {
  kind: cherryDeliveryKind,
  source: ({ tx, actor, organisation, query }) => deliverySource(tx, actor, organisation, query.search),
  shape: shapeDelivery,
  calls: (read, list) => ({
    ofStatus: (call) => list(call, sql`t.status = ${call.query.status}`),
    totalWeight: async ({ tx, organisation }) => (await totalsOf(tx, organisation, currentSeason())).approvedKg,
    totals: async ({ tx, organisation, query }) => {
      const season = query.season ?? currentSeason()
      return { season, ...(await totalsOf(tx, organisation, season)) }
    },
    member: async ({ tx, actor, query }) => {
      const season = currentSeason()
      const [member] = await rows(
        tx,
        sql<{
          id: string
          id_number: string
          full_name: string
          member_number: string
          number_of_trees: number | null
          approved: string
          pending: string
        }>`
          select f.id, f.id_number, f.full_name, f.member_number, f.number_of_trees, coalesce(w.approved_kg, 0) as approved, coalesce(w.pending_kg, 0) as pending
          from farmers f left join season_weights w on w.farmer_id = f.id and w.season = ${season}
          where f.organisation_id = ${actor.organisationId} and f.member_number = ${query.memberNumber.toUpperCase()} and ${mayDeliver}`,
      )
      if (!member) throw new Refused('delivery.unknown_member')
      return {
        idNumber: personal(actor, member.id_number),
        fullName: member.full_name,
        memberNumber: member.member_number,
        farmerId: member.id,
        grower: actor.organisationCode,
        growerName: actor.organisationName,
        productName: 'COFFEE' as const,
        currentDelivery: 0 as const,
        numberOfTrees: member.number_of_trees,
        season,
        approvedKg: Number(member.approved),
        pendingKg: Number(member.pending),
      }
    },
    seasons: async ({ tx, actor }) => {
      const today = businessDate()
      const oldest = dayAfter(today, -(await readSetting(tx, 'deliveryBackdatedDays')))
      const begun = (await seasonsFor(tx, actor.organisationId)).filter(({ startsOn }) => startsOn <= today)
      return begun.map((season) => {
        const lastDay = season.endsOn < today ? season.endsOn : today
        const isWithinReach = lastDay >= oldest
        return {
          ...season,
          current: season.name === currentSeason(),
          takesDeliveries: season.open && isWithinReach,
          firstDay: isWithinReach && oldest > season.startsOn ? oldest : season.startsOn,
          lastDay,
        }
      })
    },
    disclaimer: async ({ tx, actor }) => disclaimerInForce(tx, actor, deliveryDisclaimer),
    acceptDisclaimer: async (call) => {
      await acceptDeliveryDisclaimer(call, call.body.version)
      return done('Accepted', await disclaimerInForce(call.tx, call.actor, deliveryDisclaimer))
    },
    create: async (call) => {
      const { tx, actor, body } = call
      mustBeClerk(actor)
      const facts = await readFacts(tx, actor, [body.memberNumber])
      const delivery = mustBeRight(checkDelivery({ ...body, kilograms: Number(body.currentDelivery) }, facts))
      const disclaimer = await acceptDeliveryDisclaimer(call, body.disclaimerVersion)
      const id = await insertDelivery(call, delivery, { disclaimer })
      return done('Cherry Record Created successfully!', await read(tx, actor, id))
    },
    update: async (call) => {
      const { tx, actor, body } = call
      const disclaimer = await acceptDeliveryDisclaimer(call, body.disclaimerVersion)
      await editDelivery(call, { id: body.id, version: body.version, disclaimer }, async (before) => {
        const facts = await readFacts(tx, actor, [body.memberNumber], {
          memberNumber: before.member_number,
          factoryId: before.factory_id,
        })
        // Clients of the specification send no day, factory or receipt: those stay as they are.
        const unchanged = {
          deliveredOn: before.delivered_on,
          factoryId: before.factory_id,
          receiptNumber: before.receipt_number,
        }
        return mustBeRight(checkDelivery({ ...unchanged, ...body, kilograms: Number(body.currentDelivery) }, facts))
      })
      return done('Cherry Record Updated successfully!', await read(tx, actor, body.id))
    },
    correct: async (call) => {
      const { tx, actor, body } = call
      mustBeClerk(actor)
      const { memberNumber, reason, correctsId } = body
      // Also of members who died or left: their deliveries may have been written down wrongly.
      const facts = await readFacts(tx, actor, [memberNumber], { memberNumber })
      const delivery = mustBeRight(checkCorrection(body, facts))
      if (correctsId && !(await isDeliveryOf(call, correctsId, delivery)))
        throw new Refused('input.invalid', {
          details: { fields: { correctsId: 'Not a delivery of this member in this season' } },
        })
      const disclaimer = await acceptDeliveryDisclaimer(call, body.disclaimerVersion)
      const id = await insertDelivery(call, delivery, { disclaimer, correction: { reason, correctsId } })
      await mustStayAboveZero(call, delivery)
      return done('Correction entered; it waits for approval', await read(tx, actor, id))
    },
    enterBatch: async (call) => {
      mustBeClerk(call.actor)
      const data = await enterBatch(call, call.body.deliveries, call.body.disclaimerVersion)
      return done(outcomeSentence('entered', data), data)
    },
    decide: async (call) => {
      const { action, confirmCherry: record, approverComment } = call.body
      const comment = approverComment ?? record.approverComment
      await decide(call, action, { id: record.id, version: record.version, comment })
      await notifyDelivered(call.tx, sql`d.id = ${record.id}`)
      return done(decidedMessages[action], await read(call.tx, call.actor, record.id))
    },
    decideMany: async (call) => {
      const { tx, request, body } = call
      const { step, approverComment: comment, records } = body
      const data = await decideMany({
        tx,
        records,
        explanation: { step: cherryDeliveryFlow.steps[step], comment, request },
        decide: (record) => decide(call, step, { ...record, comment }),
      })
      const decidedIds = data.rows.flatMap(({ id, outcome }) => (outcome === 'done' ? [id] : []))
      await notifyDelivered(call.tx, sql`d.id = any (${decidedIds}::uuid[])`)
      return done(outcomeSentence(step === 'approve' ? 'approved' : 'declined', data), data)
    },
  }),
})
