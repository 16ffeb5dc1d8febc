import type { StaticDataRouteOption } from '@tanstack/react-router'
import type { ScreenName } from '#client/kit/places/routes.ts'
import { storeOf } from '#client/kit/store.ts'

/** Screens that have no guide of their own, because that of another says all. */
const sharing = {
  workList: 'quality',
  farmerCompanyUploads: 'farmerUploads',
  unapprovedPayments: 'inbox',
  openLines: 'paymentRetries',
  catalogueRecords: 'catalogueFiles',
  closedCatalogues: 'catalogueFiles',
  resultFiles: 'auctionResults',
} as const satisfies Partial<Record<ScreenName, ScreenName>>

export type GuideName = Exclude<ScreenName, keyof typeof sharing | 'detail'>

/** The guide that belongs to a place; the rows of one record are explained with the list that they belong to. */
export function guideFor({ screen, parent }: StaticDataRouteOption): GuideName | undefined {
  const name = screen === 'detail' ? parent : screen
  if (!name || name === 'detail') return undefined
  return name in sharing ? sharing[name as keyof typeof sharing] : (name as GuideName) // border: the keys of the list
}

/** The guide that lies open beside the screen; without a name the list of all. */
const opened = storeOf<{ guide: GuideName | undefined } | undefined>(undefined)

let openedFrom: Element | null = null

export function openHelp(guide: GuideName | undefined) {
  if (!opened.get()) openedFrom = document.activeElement
  opened.set({ guide })
}
/** The keyboard goes on where it was, unless that has gone with what it stood in. */
export function leaveHelp() {
  if (openedFrom instanceof HTMLElement && openedFrom.isConnected) openedFrom.focus()
}
export const closeHelp = () => opened.set(undefined)
export const useHelp = opened.use
