import {
  geometryProblems,
  parseWritten,
  plainOf,
  readGeometry,
  readGeometryText,
  type ReadGeometry,
} from '#contract/farmers/readGeometry.ts'
import { makeYield } from '#server/kit/makeYield.ts'
import { Refused } from '#server/kit/refused.ts'
import { readTable } from '#server/kit/sheets/readTable.ts'
import { SheetRefused } from '#server/kit/sheets/sheetRefused.ts'

/** One plot of a file as it was written: its facts by plain names, and its place or what is wrong with it. */
export type FilePlot = { facts: Record<string, string>; place: ReadGeometry | { message: string } }

const mostPlots = 5_000

/** Reads the plots of a GeoJSON FeatureCollection or a CSV file, whichever its content shows. Throws `plot.file_unreadable`. */
export async function readPlotFile({ fileName, text }: { fileName: string; text: string }): Promise<FilePlot[]> {
  const plots = text.trimStart().startsWith('{') ? await readFeatures(text) : await readLines(fileName, text)
  if (plots.length > mostPlots)
    throw unreadable(`The file has more than ${mostPlots.toLocaleString('en')} plots. Split it into several files.`)
  if (plots.length === 0) throw unreadable('The file has no plots.')
  return plots
}

const unreadable = (message: string): Refused => new Refused('plot.file_unreadable', { message })

async function readFeatures(text: string): Promise<FilePlot[]> {
  const parsed = parsedOrRefused(text) as { type?: unknown; features?: unknown } // border: checked below
  if (parsed.type !== 'FeatureCollection' || !Array.isArray(parsed.features))
    throw unreadable('The file is no GeoJSON FeatureCollection.')
  const features: ({ geometry?: unknown; properties?: unknown } | null)[] = parsed.features
  const giveWay = makeYield()
  const plots: FilePlot[] = []
  // One more than the most is enough for the caller to refuse the file.
  for (const feature of features.slice(0, mostPlots + 1)) {
    await giveWay()
    plots.push({ facts: factsOf(feature?.properties), place: placeOf(readGeometry(feature?.geometry)) })
  }
  return plots
}

function parsedOrRefused(text: string): unknown {
  try {
    return parseWritten(text)
  } catch (error) {
    if (error instanceof SyntaxError) throw unreadable('The file is broken: it is no JSON.')
    throw error
  }
}

/** Names of properties and columns however they are spelt: MemberNumber, member_number, Member No. */
const plainName = (name: string): string => {
  const letters = name.toLowerCase().replace(/[^a-z]/g, '')
  return sameNames[letters] ?? letters
}
const sameNames: Record<string, string> = {
  memberno: 'membernumber',
  plotname: 'name',
  plot: 'name',
  areaha: 'area',
  hectares: 'area',
  lat: 'latitude',
  lon: 'longitude',
  lng: 'longitude',
  accuracym: 'accuracy',
  captureddate: 'capturedat',
  geojson: 'geometry',
  wkt: 'geometry',
}

function factsOf(properties: unknown): Record<string, string> {
  if (typeof properties !== 'object' || properties === null) return {}
  return Object.fromEntries(
    Object.entries(properties).flatMap(([name, value]) => {
      const plain = plainOf(value)
      return typeof plain === 'string' || typeof plain === 'number' ? [[plainName(name), String(plain).trim()]] : []
    }),
  )
}

async function readLines(fileName: string, text: string): Promise<FilePlot[]> {
  try {
    const caps = { maxCellLength: 200_000 }
    const { header, batches } = await readTable({ bytes: Buffer.from(text), fileName, caps })
    const names = header.map(plainName)
    if (!names.includes('membernumber')) throw unreadable('The column MemberNumber is missing.')
    const plots: FilePlot[] = []
    const giveWay = makeYield()
    for await (const batch of batches)
      for (const { cells } of batch) {
        await giveWay()
        if (plots.length > mostPlots) return plots
        const facts = Object.fromEntries(names.map((name, index) => [name, (cells[index] ?? '').trim()]))
        plots.push({ facts, place: placeOf(readGeometryText(geometryOf(facts))) })
      }
    return plots
  } catch (error) {
    if (error instanceof SheetRefused) throw unreadable(error.message)
    throw error
  }
}

/** The place of a line as GeoJSON: from the column geometry (GeoJSON or WKT), else from latitude and longitude. */
function geometryOf({ geometry = '', latitude = '', longitude = '' }: Record<string, string>): string {
  if (geometry.startsWith('{')) return geometry
  const pairs = (inside: string) =>
    inside.split(',').map((pair) => `[${pair.trim().split(/\s+/).slice(0, 2).join(',')}]`)
  const point = /^point\s*z?\s*\(([^()]+)\)$/i.exec(geometry)?.[1]
  if (point !== undefined) return `{"type":"Point","coordinates":${pairs(point).join('')}}`
  const outline = /^polygon\s*z?\s*\(\(([^()]+)\)\)$/i.exec(geometry)?.[1]
  if (outline !== undefined) return `{"type":"Polygon","coordinates":[[${pairs(outline).join(',')}]]}`
  return `{"type":"Point","coordinates":[${longitude},${latitude}]}`
}

const placeOf = (read: ReturnType<typeof readGeometry>): FilePlot['place'] =>
  'problem' in read ? { message: geometryProblems[read.problem] } : read
