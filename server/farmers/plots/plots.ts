import { counted } from '#contract/kit/counted.ts'
import { hectaresOfAcres } from '#contract/farmers/plotGeometry.ts'
import { areaTolerance, plot, plotFlow, type FarmerPlots, type Plot } from '#contract/farmers/plots.ts'
import { geometryProblems, readGeometryText } from '#contract/farmers/readGeometry.ts'
import type { Actor } from '#contract/house/permissions.ts'
import { rows, sql, type Tx } from '#server/kit/db.ts'
import { Refused, wrongField } from '#server/kit/refused.ts'
import { mustBeOwn } from '#server/kit/scope.ts'
import { done } from '#server/kit/web/serve.ts'
import { serveRecord } from '#server/kit/records/serveRecord.ts'
import { refreshPlotNotes, weighNotes } from './decidePlots.ts'
import { exportPlots, plotsOf } from './exportPlots.ts'
import { importPlots } from './importPlots.ts'
import { findNeighbours } from './plotNotes.ts'
import { plotKind, plotSource, readPlots, shapePlot } from './plotRows.ts'
import { areaOf, savePlots } from './savePlots.ts'

type Owner = { organisationId: string; name: string; status: string; acreage: string }

async function getOwner(tx: Tx, id: string): Promise<Owner> {
  const [owner] = await rows(
    tx,
    sql<Owner>`select organisation_id as "organisationId", full_name as name, status, acreage from farmers where id = ${id}`,
  )
  if (!owner) throw new Refused('record.not_found')
  return owner
}

const standing = new Set<string>([...plotFlow.steps.reject.from, ...plotFlow.steps.reopen.from])

async function plotsOfFarmer(tx: Tx, actor: Actor, farmerId: string): Promise<FarmerPlots> {
  const { acreage } = await getOwner(tx, farmerId)
  const all = await readPlots(tx, actor, { farmerId })
  const declaredHa = round(hectaresOfAcres(Number(acreage)))
  const standingPlots = all.filter(({ status }) => standing.has(status.statusName))
  const mappedHa = round(standingPlots.reduce((sum, { areaHa }) => sum + areaHa, 0))
  const differs = standingPlots.length > 0 && Math.abs(mappedHa - declaredHa) > declaredHa * areaTolerance
  const message = 'The plots and the declared acreage differ by more than a quarter'
  return { plots: all, declaredHa, mappedHa, warnings: differs ? [{ code: 'area_differs', message }] : [] }
}

const round = (hectares: number): number => Math.round(hectares * 1e4) / 1e4

export const plots = serveRecord(plot, {
  kind: plotKind,
  source: ({ organisation }) => plotSource(organisation),
  shape: shapePlot,
  steps: {
    verify: { prepare: refreshPlotNotes, effect: weighNotes },
    reopen: { verb: 'to be verified again' },
  },
  calls: (read) => ({
    ofFarmer: ({ tx, actor, params }) => plotsOfFarmer(tx, actor, params.id),
    create: async ({ tx, actor, params, body, request }) => {
      const owner = await getOwner(tx, params.id)
      if (owner.organisationId !== actor.organisationId) throw new Refused('record.not_found')
      if (owner.status !== 'APPROVED') throw new Refused('farmer.not_approved')
      const { geometry, areaHa: statedHa, ...details } = body
      const geometryRead = readGeometryText(geometry)
      if ('problem' in geometryRead) throw wrongField('geometry', geometryProblems[geometryRead.problem])
      const areaHa = areaOf(geometryRead, statedHa)
      if (typeof areaHa !== 'number') throw wrongField('areaHa', areaHa.message)
      const entered = { ...details, farmerId: params.id, farmerName: owner.name, read: geometryRead, areaHa }
      const [id] = await savePlots({ tx, actor, plots: [entered], requestId: request.id })
      if (!id) throw new Refused('plot.known')
      return done<Plot>('Sent for verification', await read(tx, actor, id))
    },
    neighbours: async ({ tx, actor, params }) => {
      const { id } = await read(tx, actor, params.id)
      return findNeighbours(tx, id)
    },
    import: async ({ tx, actor, organisation, body, request }) => {
      if (!organisation) throw new Refused('record.not_found')
      mustBeOwn(actor, organisation)
      const data = await importPlots({ tx, actor, requestId: request.id }, body)
      return done(
        `${counted(data.accepted, 'plot')} imported, ${data.known} known already, ${data.failed} left out`,
        data,
      )
    },
    export: async ({ actor, organisation }) => exportPlots(actor, plotsOf(organisation)),
  }),
})
