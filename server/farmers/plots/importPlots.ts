import { z } from 'zod'
import { plot, type PlotImport } from '#contract/farmers/plots.ts'
import type { Actor } from '#contract/house/permissions.ts'
import { rows, sql, type Tx } from '#server/kit/db.ts'
import { readPlotFile, type FilePlot } from './plotFile.ts'
import { areaOf, savePlots, type NewPlot } from './savePlots.ts'

type Member = { id: string; number: string; name: string; status: string }

// The same rules as for a plot that is entered by hand, over the texts of a file.
const { body } = plot.calls.create
const plotFacts = body.omit({ geometry: true }).extend({
  areaHa: z.coerce.number().pipe(body.shape.areaHa.unwrap()).optional(),
  accuracyM: z.coerce.number().pipe(body.shape.accuracyM.unwrap()).optional(),
})
const wrongFacts: Record<string, string> = {
  name: 'The name has more than 60 characters',
  areaHa: 'The area is no number of hectares',
  capturedAt: 'The date is not written as 2026-11-21',
  accuracyM: 'The accuracy is no number of metres',
  screening: 'The screening is none of NOT_SCREENED, NO_LOSS, POSSIBLE_LOSS',
}

// A file with more problems than this is better mended than read about.
const mostProblems = 200

/** Makes drafts of the plots of a file. What is wrong is left out and named; what is there already is counted, so that a file may be sent again. */
export async function importPlots(
  { tx, actor, requestId }: { tx: Tx; actor: Actor; requestId: string },
  file: { fileName: string; text: string },
): Promise<PlotImport> {
  const filePlots = await readPlotFile(file)
  const members = await membersOf(
    tx,
    actor.organisationId,
    filePlots.map(({ facts: { membernumber = '' } }) => membernumber.toUpperCase()),
  )
  const good: NewPlot[] = []
  const problems: PlotImport['problems'] = []
  for (const [index, plot] of filePlots.entries()) {
    const memberNumber = plot.facts['membernumber'] ?? ''
    const read = readOne(plot, members.get(memberNumber.toUpperCase()), file.fileName)
    if ('message' in read) problems.push({ feature: index + 1, memberNumber, message: read.message })
    else good.push(read)
  }
  const made = await savePlots({ tx, actor, plots: good, requestId })
  return {
    read: filePlots.length,
    accepted: made.length,
    known: good.length - made.length,
    failed: problems.length,
    problems: problems.slice(0, mostProblems),
  }
}

function readOne(
  { facts, place }: FilePlot,
  member: Member | undefined,
  fileName: string,
): NewPlot | { message: string } {
  if (!member) return { message: 'No member of the society has this member number' }
  if (member.status !== 'APPROVED') return { message: 'The farmer is not approved yet' }
  if ('message' in place) return place
  const read = plotFacts.safeParse({
    name: facts['name'] || 'Plot',
    areaHa: facts['area'] || undefined,
    source: facts['source'] || fileName.slice(0, 60),
    capturedAt: facts['capturedat'] || undefined,
    capturedBy: facts['capturedby'] || undefined,
    accuracyM: facts['accuracy'] || undefined,
    screening: facts['screening'] || undefined,
    screeningReference: facts['screeningreference'] || undefined,
  })
  if (!read.success) {
    const [key = ''] = read.error.issues.map(({ path }) => String(path[0]))
    return { message: wrongFacts[key] ?? 'A value is too long' }
  }
  const areaHa = areaOf(place, read.data.areaHa)
  if (typeof areaHa !== 'number') return areaHa
  return { ...read.data, areaHa, farmerId: member.id, farmerName: member.name, read: place }
}

async function membersOf(tx: Tx, organisationId: string, numbers: readonly string[]): Promise<Map<string, Member>> {
  const members = await rows(
    tx,
    sql<Member>`select id, member_number as number, full_name as name, status from farmers
      where organisation_id = ${organisationId} and member_number = any (${[...new Set(numbers)]})`,
  )
  return new Map(members.map((member) => [member.number, member]))
}
