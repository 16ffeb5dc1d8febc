import { useQueries } from '@tanstack/react-query'
import { uploads, type Review, type ReviewRow } from '#contract/uploads/uploads.ts'
import { callQuery, keyOf, queryClient, useAct, useCall } from '../queries.ts'
import { showMessage } from '../messages.ts'
import { formats } from '../format.ts'
import { currentLanguage, currentWords } from '../words.ts'

/** Rows that are read in one call. */
export const rowsAtOnce = 100

export type Shown = { show: 'problems' | 'all' | 'left_out'; code?: string | undefined; column?: number | undefined }

const rowsQuery = (id: string, { show, code, column }: Shown, page: number) =>
  callQuery(uploads.rows, {
    params: { id },
    query: {
      page,
      size: rowsAtOnce,
      show,
      ...(code === undefined ? {} : { code }),
      ...(column === undefined || column < 0 ? {} : { column }),
    },
  })

/** Rows of an upload by their place in the list; only the pages that are looked at are read. */
export function useReviewRows(id: string, shown: Shown, pages: readonly number[]) {
  const results = useQueries({
    queries: pages.map((page) => ({ ...rowsQuery(id, shown, page), staleTime: 60_000 })),
  })
  const known = new Map<number, ReviewRow[]>()
  // Beyond the end the last page is answered again.
  for (const [at, { data }] of results.entries())
    if (data && data.page.number === pages[at]) known.set(data.page.number, data.data)
  const totals = results.flatMap(({ data }) => (data ? [data.page.totalElements] : []))
  return {
    total: totals[0],
    failed: results.find(({ isError }) => isError)?.error ?? null,
    rowAt: (at: number): ReviewRow | undefined => known.get(Math.floor(at / rowsAtOnce))?.[at % rowsAtOnce],
  }
}

/** The newest version of a draft: a correction must not wait until the review was read again. */
const versionOf = (id: string, review: Review): number =>
  queryClient.getQueryData<Review>(keyOf(uploads.review, { params: { id } }))?.upload.version ?? review.upload.version

function keepVersion(id: string, version: number) {
  queryClient.setQueryData<Review>(keyOf(uploads.review, { params: { id } }), (now) =>
    now ? { ...now, upload: { ...now.upload, version } } : now,
  )
}

export const useReview = (id: string) => useCall(uploads.review, { params: { id } })

/** What can be done with a draft. Each act carries the version that was seen last. */
export function useReviewActs(id: string, review: Review, onClosed: () => void) {
  const params = { id }
  const version = () => versionOf(id, review)
  const edit = useAct(uploads.editCell, { quiet: true, onDone: ({ data }) => keepVersion(id, data.version) })
  const leave = useAct(uploads.leaveOut, { quiet: true, onDone: ({ data }) => keepVersion(id, data.version) })
  const repair = useAct(uploads.repair, {
    quiet: true,
    onDone: ({ data }) => {
      keepVersion(id, data.version)
      const words = currentWords().uploads
      const outcome = words.mended(data.mended, formats(currentLanguage()).number(data.mended))
      showMessage({ tone: 'good', text: data.failed > 0 ? `${outcome}. ${words.stillWrong}` : `${outcome}.` })
    },
  })
  const send = useAct(uploads.send, { onDone: onClosed })
  const discard = useAct(uploads.discard, { onDone: onClosed })
  return {
    edit: (row: number, key: string, value: string) =>
      edit.mutate({ params: { id, row }, body: { version: version(), cells: { [key]: value } } }),
    leaveOut: (row: number, takeBack: boolean) =>
      leave.mutate({ params, body: { version: version(), rows: [row], takeBack } }),
    leaveAllOut: () => leave.mutate({ params, body: { version: version(), allFailed: true, takeBack: false } }),
    repair: (code: string, column: number) => repair.mutate({ params, body: { version: version(), code, column } }),
    send: () => send.mutate({ params, body: { version: version() } }),
    discard: () => discard.mutate({ params, body: { version: version() } }),
    repairing: repair.isPending ? repair.variables.body : undefined,
    leaving: leave.isPending,
    sending: send.isPending,
    discarding: discard.isPending,
  }
}
export type ReviewActs = ReturnType<typeof useReviewActs>
