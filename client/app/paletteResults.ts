import { useQueries } from '@tanstack/react-query'
import { farmers } from '#contract/farmers/farmers.ts'
import { screenList } from '#contract/kit/record.ts'
import { records } from '#contract/records.ts'
import { allowed, doors } from '#client/kit/places/allowed.built.ts'
import { rowsOf } from '#client/kit/lists/listAnswer.ts'
import { callQuery, useCall } from '#client/kit/queries.ts'
import { paramsFor } from '#client/kit/decisions/recordView.tsx'
import { may, useUser } from '#client/kit/user.ts'
import { shownRecords } from './records.ts'

const most = 5
/** One letter finds nearly everything, which helps nobody. */
const atLeast = 2
type FileResult = { id: string; fileName: string; createdBy: string; organisationName: string }

/** Farmers, and files of every kind, that match what was typed into the command palette. */
export function usePaletteResults(search: string) {
  const user = useUser()
  const query = { paginate: 'Y', page: 0, size: most, search } as const
  const isLongEnough = search.length >= atLeast
  const people = useCall(
    farmers.ofOrganisation,
    { params: { organizationId: user.organisation.id }, query },
    { enabled: isLongEnough && may(user, farmers.ofOrganisation.allow) },
  )
  const kinds = shownRecords.filter(({ name }) => doors[name].file && may(user, allowed[doors[name].list]))
  const files = useQueries({
    queries: kinds.map(({ name }) => {
      const [, list] = screenList(records[name])
      const sent = { params: paramsFor(list.path, user, {}), query }
      return { ...callQuery(list, sent as object), enabled: isLongEnough }
    }),
  })
  return {
    farmers: isLongEnough ? rowsOf(people.data) : [],
    // border: every list of files has these
    files: isLongEnough
      ? kinds.flatMap(({ place }, at) =>
          rowsOf(files[at]?.data as unknown as FileResult[] | undefined).map((file) => ({ ...file, place })),
        )
      : [],
    searching: people.isFetching || files.some(({ isFetching }) => isFetching),
  }
}
