import { useNavigate, type NavigateOptions } from '@tanstack/react-router'
import { createContext, use } from 'react'
import { doors } from './allowed.built.ts'
import type { Address, Place } from './show.ts'

type Places = ReadonlyMap<string, Place>

/** Where each kind of record is seen, by its name in the inbox and, for files, by the name of the file. */
export const PlacesContext = createContext<Places>(new Map())

/** The same, from where each record of the register is shown. */
export const placesOf = (
  shown: readonly { name: keyof typeof doors; place: Place }[],
  others: readonly (readonly [kind: string, place: Place])[],
): Places =>
  new Map([
    ...shown.flatMap(({ name, place }) => {
      const { kind, file } = doors[name]
      return [[kind, place] as const, ...(file ? [[file.name, place] as const] : [])]
    }),
    ...others,
  ])

export const usePlaces = (): Places => use(PlacesContext)

/** Where a kind of record is seen; the app's register names them all. */
export function usePlace(kind: string): Place {
  const place = usePlaces().get(kind)
  if (!place) throw new Error(`No screen shows ${kind}`)
  return place
}

/** An address of the register, as the router takes it. */
export const routeTo = (address: Address): NavigateOptions => address as NavigateOptions // border: the register vouches for it

/** Where a record is seen: in its list, with its drawer open; a file by its rows. */
export const addressOf = ({ list, detail }: Place, id: string): Address =>
  detail ? { to: detail, params: { id } } : { to: list, search: { tab: 'all', open: id } }

/** The same, as the router takes it. */
export const viewOf = (place: Place, id: string): NavigateOptions => routeTo(addressOf(place, id))

/** The ways to a file of a kind: its rows, where they are corrected, and the list of all files with this one open. */
export function useGoTo(kind: string) {
  const navigate = useNavigate()
  const { list, detail, review } = usePlace(kind)
  const to = (options: object) => void navigate(options as NavigateOptions) // border: as above
  return {
    detail: (id: string) => to({ to: detail, params: { id } }),
    review: (id: string) => to({ to: review, params: { id } }),
    open: (id: string) => to({ to: list, search: { tab: 'all', open: id } }),
    list: () => to({ to: list }),
  }
}
