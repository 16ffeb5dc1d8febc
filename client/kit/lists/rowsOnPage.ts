import type { ListScreen } from '#contract/kit/listScreen.ts'
import { storeOf } from '../store.ts'

/** How close the rows of every list stand; chosen once for this device. */
export const densities = ['comfortable', 'compact'] as const
type Density = (typeof densities)[number]

/** Pixels of a row: `--row-h` of tokens.css. */
const rowHeights: Record<Density, number> = { comfortable: 44, compact: 34 }
/** Pixels of what stands above and below the rows of a screen that has not been drawn on this device yet. */
const usualRest = 344
/** Two measurements as near as this are one: a heading that breaks elsewhere is none of a row's business. */
const nearPx = 16
const fewest = 5
const most = 50

type Numbers = Readonly<Record<string, number>>
const hasWindow = typeof window !== 'undefined'
const densityKey = 'kahawa.density'
const chosenKey = 'kahawa.rows'
const restKey = 'kahawa.rest'

const isDensity = (value: unknown): value is Density => densities.some((known) => known === value)
const keptDensity = hasWindow ? localStorage.getItem(densityKey) : null
const density = storeOf<Density>(isDensity(keptDensity) ? keptDensity : 'comfortable')
/** Rows that people have chosen by hand, by the name of the list. */
const chosenRows = storeOf<Numbers>(numbersKept(chosenKey, 100))
/** What stood around the rows when the list was last drawn, in pixels. */
const rests = storeOf<Numbers>(numbersKept(restKey, 10_000))

/** Of a window so narrow a list is shown as cards. */
export const withCards = '(max-width: 62em)'

/** A window that is being drawn larger is measured when it rests: each new number of rows is read from the server. */
const restsAfterMs = 200
const sizeNow = () =>
  hasWindow ? { height: window.innerHeight, hasCards: matchMedia(withCards).matches } : { height: 0, hasCards: true }
const windowSize = storeOf(sizeNow())
if (hasWindow) {
  let resting: ReturnType<typeof setTimeout> | undefined
  window.addEventListener('resize', () => {
    clearTimeout(resting)
    resting = setTimeout(() => windowSize.set(sizeNow()), restsAfterMs)
  })
}

export const useDensity = (): Density => density.use()
const useChosenRows = (): Numbers => chosenRows.use()
const useRests = (): Numbers => rests.use()

export function applyDensity(next: Density = density.get()): void {
  localStorage.setItem(densityKey, next)
  document.documentElement.dataset['density'] = next
  density.set(next)
}

/** Remembers how many rows a page of the list has; as many as fit when left out. */
export function chooseRows(list: string, rows: number | undefined): void {
  const { [list]: _, ...others } = chosenRows.get()
  const next = rows === undefined ? others : { ...others, [list]: rows }
  localStorage.setItem(chosenKey, JSON.stringify(next))
  chosenRows.set(next)
}

/** Remembers the height of all of a screen but its rows, as it was drawn. */
export function keepRest(list: string, px: number): void {
  if (Math.abs((rests.get()[list] ?? usualRest) - px) < nearPx) return
  const next = { ...rests.get(), [list]: px }
  localStorage.setItem(restKey, JSON.stringify(next))
  rests.set(next)
}

/** How many rows fit into a window of this height beside the rest of the screen; none where too little is left. */
export function fittingRows(height: number, how: Density, rest = usualRest): number | undefined {
  const rows = Math.floor((height - rest) / rowHeights[how])
  return rows < fewest ? undefined : Math.min(most, rows)
}

type Fitted = Pick<ListScreen, 'name' | 'pageSize'>

/** Rows of a page where the address says nothing: those chosen by hand, else as many as fit. */
export const rowsOnPage = (list: Fitted): number =>
  chosenRows.get()[list.name] ?? fitting(list, density.get(), rests.get()[list.name])

/** The same for a component, and whether they are as many as fit; undefined where rows are not fitted at all. */
export function useRowsOnPage(list: Fitted): { rows: number; fits: boolean | undefined } {
  const chosen = useChosenRows()[list.name]
  const rest = useRests()[list.name]
  const how = useDensity()
  const { hasCards } = windowSize.use()
  return { rows: chosen ?? fitting(list, how, rest), fits: hasCards ? undefined : chosen === undefined }
}

/** Cards, and a list under so much else that it is scrolled to, keep the declared size. */
function fitting(list: Fitted, how: Density, rest: number | undefined): number {
  const { height, hasCards } = windowSize.get()
  return (hasCards ? undefined : fittingRows(height, how, rest)) ?? list.pageSize
}

function numbersKept(key: string, largest: number): Numbers {
  try {
    const kept: unknown = JSON.parse((hasWindow && localStorage.getItem(key)) || '{}')
    const entries = Object.entries(typeof kept === 'object' && kept ? kept : {})
    return Object.fromEntries(entries.filter(([, one]) => Number.isSafeInteger(one) && one >= 1 && one <= largest))
  } catch {
    return {}
  }
}
