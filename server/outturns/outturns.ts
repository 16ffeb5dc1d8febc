import { catalogueRecordFlow } from '#contract/catalogue/catalogueFlow.ts'
import { dispatchRecordFlow, receivedRecords } from '#contract/dispatch/dispatchFlow.ts'
import { kilogramBalance } from '#contract/outturns/kilogramBalance.ts'
import { partsOfOutturn } from '#contract/house/outturns.ts'
import { outturns, type Outturn } from '#contract/outturns/outturns.ts'
import { toGrams } from '#contract/kit/money.ts'
import { parchmentFlow } from '#contract/parchment/parchmentFlow.ts'
import type { Actor } from '#contract/house/permissions.ts'
import { exportPlots } from '#server/farmers/plots/exportPlots.ts'
import { mustBeSeason } from '#server/facts/seasons.ts'
import { readSetting } from '#server/facts/settings.ts'
import { businessDate } from '#server/kit/clock.ts'
import type { Tx } from '#server/kit/db.ts'
import { auditExport } from '#server/kit/records/exportRows.ts'
import { Refused, workbookType } from '#server/kit/refused.ts'
import { scopeOf } from '#server/kit/scope.ts'
import { serve, streamReply } from '#server/kit/web/serve.ts'
import { statusOf } from '#server/kit/web/status.ts'
import { readCherry, deliveredBetween, readDispatched, readLots, readParchment } from './readOutturn.ts'
import type { OutturnKey, StoredDispatch, StoredLot, StoredParchment } from './readOutturn.ts'
import { writePlotSummary } from './plotSummary.ts'

const kilogramsOf = (grams: bigint): number => Number(grams) / 1000
const sumOf = (weights: readonly string[]): bigint => weights.reduce((sum, weight) => sum + toGrams(weight), 0n)

type Taken = Pick<StoredParchment, 'sent_at' | 'sent_by' | 'decided_at' | 'decided_by'>
const stepsTaken = ({ sent_at, sent_by, decided_at, decided_by }: Taken) => ({
  sent: { at: sent_at.toISOString(), by: sent_by ?? '' },
  decided: decided_at && decided_by ? { at: decided_at.toISOString(), by: decided_by } : null,
})
const party = (code: string, name: string) => ({ organisationCode: code, organisationName: name })

/** What stands of an outturn on this side of the reader's wall. Throws `record.not_found` where that is nothing. */
async function read(tx: Tx, key: OutturnKey) {
  const parchment = await readParchment(tx, key)
  const dispatched = await readDispatched(tx, key)
  const lots = await readLots(tx, key)
  const parts = partsOfOutturn(key.outturn)
  if (!parts || parchment.length + dispatched.length + lots.length === 0) throw new Refused('record.not_found')
  return { parts, parchment, dispatched, lots }
}
type Found = Awaited<ReturnType<typeof read>>

/** The days in which the cherry behind an outturn was delivered: from the first of the season until its parchment was sent. */
async function harvest(tx: Tx, { season }: OutturnKey, { parchment }: Found) {
  const { startsOn } = await mustBeSeason(tx, season)
  const [last] = parchment.map(({ sent_at }) => businessDate(sent_at)).toSorted((a, b) => (a < b ? 1 : -1))
  return { from: startsOn, to: last ?? businessDate() }
}

/** The societies of an outturn whose members and plots the reader may know: the own one, or all for those who see everybody. */
const ownGrowers = ({ parchment }: Found, actor: Actor): string[] => [
  ...new Set(
    parchment.flatMap(({ organisation_id: id }) => (scopeOf(actor).wide || id === actor.organisationId ? [id] : [])),
  ),
]

async function cherryBehind(tx: Tx, actor: Actor, key: OutturnKey, found: Found): Promise<Outturn['cherry']> {
  const growers = ownGrowers(found, actor)
  if (growers.length === 0) return null
  const days = await harvest(tx, key, found)
  const cherry = await readCherry(tx, growers, key.season, days)
  if (!cherry) return null
  const hundredths = BigInt(await readSetting(tx, 'cherryPerParchmentHundredths'))
  const parchment = sumOf(found.parchment.map(({ kilograms }) => kilograms))
  return {
    ...days,
    kilograms: kilogramsOf((parchment * hundredths) / 100n),
    approvedKg: Number(cherry.approved),
    members: cherry.members,
    mapped: cherry.mapped,
  }
}

const isLiving = ({ status }: { status: string }) => !['REJECTED', 'DELETED', 'WITHDRAWN'].includes(status)

function balanceOf({ parts, parchment, dispatched, lots }: Found, actor: Actor): Outturn['balance'] {
  const whole = <Row extends { kilograms: string }>(list: readonly Row[]) =>
    list.length === 0 ? null : sumOf(list.map(({ kilograms }) => kilograms))
  const underWay = dispatched.filter(isLiving)
  const takenIn = underWay.filter(({ status }) => receivedRecords.some((state) => state === status))
  const offered = lots.filter(isLiving)
  // Of what a mill has bulked a society knows the own parchment alone, and of the clean coffee all.
  const isPart =
    parts.isParchmentBulk &&
    !scopeOf(actor).wide &&
    parchment.some(({ organisation_id: id }) => id === actor.organisationId)
  const rows = kilogramBalance({
    parchmentGrades: [...new Set(parchment.map(({ grade }) => grade))],
    parchment: isPart ? null : whole(parchment),
    dispatched: underWay.length === 0 ? null : sumOf(underWay.map(({ sent_kg }) => sent_kg)),
    takenIn:
      takenIn.length === 0
        ? null
        : { dispatched: sumOf(takenIn.map(({ sent_kg }) => sent_kg)), received: whole(takenIn) ?? 0n },
    catalogued: whole(offered),
    sold: whole(offered.filter(({ status }) => status === 'SOLD')),
  })
  return rows.map(({ went, came, loss, ...row }) => ({
    ...row,
    went: kilogramsOf(went),
    came: kilogramsOf(came),
    loss: kilogramsOf(loss),
  }))
}

const shapeParchment = (row: StoredParchment): Outturn['parchment'][number] => ({
  id: row.id,
  grade: row.grade,
  bags: row.bags,
  kilograms: Number(row.kilograms),
  status: statusOf(parchmentFlow, row.status),
  ...stepsTaken(row),
})

const shapeDispatch = (row: StoredDispatch): Outturn['dispatched'][number] => ({
  id: row.id,
  grade: row.grade,
  splitNumber: row.split_number || null,
  bags: row.bags,
  pockets: row.pockets,
  dispatchedKg: Number(row.sent_kg),
  kilograms: Number(row.kilograms),
  season: row.season,
  saleNumber: row.sale_number,
  miller: party(row.miller_code, row.miller_name),
  warehouse: party(row.warehouse_code, row.warehouse_name),
  broker: party(row.broker_code, row.broker_name),
  status: statusOf(dispatchRecordFlow, row.status),
  ...stepsTaken(row),
})

const shapeLot = (row: StoredLot): Outturn['lots'][number] => ({
  id: row.id,
  lotNumber: String(row.lot_number),
  grade: row.grade,
  splitNumber: row.split_number,
  kilograms: Number(row.kilograms),
  season: row.season,
  saleNumber: row.sale_number,
  broker: party(row.broker_code, row.broker_name),
  warehouse: party(row.warehouse_code, row.warehouse_name),
  status: statusOf(catalogueRecordFlow, row.status),
  ...stepsTaken(row),
})

const growersOf = ({ parchment }: Found): Outturn['growers'] => [
  ...new Map(parchment.map((row) => [row.organisation_id, party(row.grower_code, row.grower_name)])).values(),
]

async function page(tx: Tx, actor: Actor, key: OutturnKey): Promise<Outturn> {
  const found = await read(tx, key)
  const { parts, parchment, dispatched, lots } = found
  const [brought] = parchment
  const [sent] = dispatched
  return {
    ...key,
    week: parts.week,
    millLetters: parts.mill,
    phase: parts.phase,
    growers: growersOf(found),
    miller: brought
      ? party(brought.miller_code, brought.miller_name)
      : sent
        ? party(sent.miller_code, sent.miller_name)
        : null,
    cherry: await cherryBehind(tx, actor, key, found),
    parchment: parchment.map(shapeParchment),
    dispatched: dispatched.map(shapeDispatch),
    lots: lots.map(shapeLot),
    balance: balanceOf(found, actor),
  }
}

const fileName = ({ outturn, season }: OutturnKey) => `${outturn}_${season.replace('/', '-')}`

export const outturnRoutes = serve(outturns, {
  page: async ({ tx, actor, query }) => page(tx, actor, query),
  plots: async ({ tx, actor, query }) => {
    const found = await read(tx, query)
    const growers = ownGrowers(found, actor)
    if (growers.length === 0) throw new Refused('record.not_found')
    return exportPlots(actor, {
      name: `plots_${fileName(query)}`,
      details: [
        `Outturn ${query.outturn} of ${query.season}`,
        growersOf(found)
          .map(({ organisationName }) => organisationName)
          .join(', '),
      ],
      of: deliveredBetween(growers, query.season, await harvest(tx, query, found)),
    })
  },
  summary: async ({ tx, actor, query }) => {
    const { cherry, ...outturn } = await page(tx, actor, query)
    if (!cherry) throw new Refused('record.not_found')
    return streamReply({
      type: workbookType,
      name: `plots_${fileName(query)}.xlsx`,
      before: (house) =>
        auditExport({
          house,
          actor,
          title: 'Plots',
          details: ['Summary', `Outturn ${query.outturn} of ${query.season}`],
        }),
      produce: () => writePlotSummary(outturn, cherry),
    })
  },
})
