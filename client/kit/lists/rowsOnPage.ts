import type { ListScreen } from '#contract/kit/listScreen.ts'
import { storeOf } from '../store.ts'

/** How close the rows of every list stand; chosen once for this device. */
export const densities = ['comfortable', 'compact'] as const
export type Density = (typeof densities)[number]

/** Pixels of a row: `--row-h` of tokens.css. */
const rowHeights: Record<Density, number> = { comfortable: 44, compact: 34 }
/** Pixels of what stands above and below the rows: head of the page, toolbar, headings and pager. */
const aroundRows = 344
const fewest = 5
const most = 50

const densityKey = 'kahawa.density'
const chosenKey = 'kahawa.rows'
const hasWindow = typeof window !== 'undefined'

const isDensity = (value: unknown): value is Density => densities.some((known) => known === value)
const keptDensity = hasWindow ? localStorage.getItem(densityKey) : null
export const density = storeOf<Density>(isDensity(keptDensity) ? keptDensity : 'comfortable')

export function applyDensity(next: Density = density.get()): void {
  localStorage.setItem(densityKey, next)
  document.documentElement.dataset['density'] = next
  density.set(next)
}

/** Rows that people have chosen by hand, by the name of the list. */
export const chosenRows = storeOf<Readonly<Record<string, number>>>(hasWindow ? readChosen() : {})

export function chooseRows(list: string, rows: number | undefined): void {
  const { [list]: _, ...others } = chosenRows.get()
  const next = rows === undefined ? others : { ...others, [list]: rows }
  localStorage.setItem(chosenKey, JSON.stringify(next))
  chosenRows.set(next)
}

/** How many rows fit into a window of this height, in pixels, beside what else stands `above` the list. */
export const fittingRows = (height: number, how: Density, above = 0): number =>
  Math.min(most, Math.max(fewest, Math.floor((height - aroundRows - above) / rowHeights[how])))

type Fitted = Pick<ListScreen, 'name' | 'pageSize'>

/** Rows of a page where the address says nothing: those chosen by hand, else as many as fit. Cards keep the declared size. */
export function rowsOnPage(list: Fitted, above = 0): number {
  const chosen = chosenRows.get()[list.name]
  if (chosen !== undefined) return chosen
  if (!hasWindow || matchMedia('(max-width: 62em)').matches) return list.pageSize
  return fittingRows(window.innerHeight, density.get(), above)
}

function readChosen(): Record<string, number> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(chosenKey) ?? '{}')
    const entries = Object.entries(typeof kept === 'object' && kept ? kept : {})
    return Object.fromEntries(entries.filter(([, rows]) => Number.isSafeInteger(rows) && rows >= 1 && rows <= 100))
  } catch {
    return {}
  }
}
