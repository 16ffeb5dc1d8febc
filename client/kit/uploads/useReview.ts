import { useQueries } from '@tanstack/react-query'
import { useRef } from 'react'
import { uploads, type Review, type ReviewRow } from '#contract/uploads/uploads.ts'
import { callQuery, keyOf, queryClient, useAct, useCall } from '../queries.ts'
import { closeMessage, closeMessagesAbout, showMessage } from '../messages.ts'
import { formats } from '../format.ts'
import { currentLanguage, currentWords } from '../words.ts'

/** A correction of one cell, with what stood there before. */
export type CellEdit = { row: number; key: string; value: string; was: string; title: string }
/** What can be undone, the latest last. */
type Undoable = { text: string; undo: () => void }

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
  const undoable = useRef<Undoable[]>([])
  const message = useRef<number>(undefined)
  const edit = useAct(uploads.editCell, { quiet: true, onDone: ({ data }) => keepVersion(id, data.version) })
  const leave = useAct(uploads.leaveOut, { quiet: true, onDone: ({ data }) => keepVersion(id, data.version) })
  const repair = useAct(uploads.repair, {
    quiet: true,
    onDone: ({ data }) => {
      keepVersion(id, data.version)
      const words = currentWords().uploads
      const { number } = formats(currentLanguage())
      const outcome = words.mended(data.mended, number(data.mended))
      showMessage({
        tone: 'good',
        text: data.left > 0 ? `${outcome}. ${words.notMended(data.left, number(data.left))}` : `${outcome}.`,
      })
    },
  })
  const closed = () => {
    closeMessagesAbout(id)
    onClosed()
  }
  const send = useAct(uploads.send, { onDone: closed })
  const discard = useAct(uploads.discard, { onDone: closed })
  const write = (row: number, key: string, value: string) =>
    edit.mutateAsync({ params: { id, row }, body: { version: version(), cells: { [key]: value } } })
  const leaveRow = (row: number, takeBack: boolean) =>
    leave.mutateAsync({ params, body: { version: version(), rows: [row], takeBack } })
  /** Says what was done in one bar, which offers to undo it. */
  const announce = (text: string, action?: () => void) => {
    if (message.current !== undefined) closeMessage(message.current)
    const label = currentWords().uploads.undo
    message.current = showMessage({ tone: 'good', text, ...(action ? { action: { label, run: action } } : {}) })
  }
  const undo = () => {
    const last = undoable.current.pop()
    if (last) last.undo()
  }
  // A refusal is shown where it is met; what was not done cannot be undone.
  const keep = (act: Promise<unknown>, change: Undoable) =>
    act.then(
      () => {
        undoable.current.push(change)
        announce(change.text, undo)
      },
      () => undefined,
    )
  const after = (act: Promise<unknown>, text: string) =>
    act.then(
      () => announce(text),
      () => undefined,
    )
  const { number } = formats(currentLanguage())
  return {
    edit: ({ row, key, value, was, title }: CellEdit) => {
      const words = currentWords().uploads
      const cell = words.edit(title, number(row))
      void keep(write(row, key, value), {
        text: words.edited(cell, was, value),
        undo: () => void after(write(row, key, was), words.undone(cell, was)),
      })
    },
    leaveOut: (row: number, takeBack: boolean) => {
      const words = currentWords().uploads
      const done = (isBack: boolean) => (isBack ? words.rowBack(number(row)) : words.rowOut(number(row)))
      void keep(leaveRow(row, takeBack), {
        text: done(takeBack),
        undo: () => void after(leaveRow(row, !takeBack), done(!takeBack)),
      })
    },
    /** Takes back the last correction of a cell or the last row left out. */
    undo,
    leaveAllOut: () => {
      undoable.current = []
      leave.mutate({ params, body: { version: version(), allFailed: true, takeBack: false } })
    },
    repair: (code: string, column: number) => {
      undoable.current = []
      repair.mutate({ params, body: { version: version(), code, column } })
    },
    send: () => send.mutate({ params, body: { version: version() } }),
    discard: () => discard.mutate({ params, body: { version: version() } }),
    repairing: repair.isPending ? repair.variables.body : undefined,
    leaving: leave.isPending,
    sending: send.isPending,
    discarding: discard.isPending,
  }
}
export type ReviewActs = ReturnType<typeof useReviewActs>
