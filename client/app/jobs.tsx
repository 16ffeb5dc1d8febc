import { useRouter, type NavigateOptions } from '@tanstack/react-router'
import { useEffect } from 'react'
import { uploads, type UploadProgress } from '#contract/uploads/uploads.ts'
import { call, urlOf } from '#client/kit/call.ts'
import { showMessage } from '#client/kit/messages.ts'
import { keyOf, queryClient, refreshLists, useCall } from '#client/kit/queries.ts'
import { hasSettled } from '#client/kit/uploads/useUploadProgress.ts'
import { currentUser } from '#client/kit/user.ts'
import { currentWords } from '#client/kit/words.ts'
import { places } from './records.ts'

const key = keyOf(uploads.running, {})
const none: UploadProgress[] = []
/** Server-sent events come more often; polling is for browsers and networks that lose them. */
const pollMs = 4000

/** The user's uploads that are being worked on or ended within the last minute. */
export const useJobs = (): UploadProgress[] =>
  useCall(uploads.running, {}, { staleTime: 0, refetchInterval: ({ state }) => (state.data?.length ? pollMs : false) })
    .data ?? none

/**
 * Follows one upload while it is being worked on and announces how it ended.
 * `live` opens a stream; a browser has only six connections to a server, so not every job may have one.
 */
export function FollowJob({ id, live }: { id: string; live: boolean }) {
  const router = useRouter()
  // A stream is an outside thing that must be opened and closed.
  useEffect(() => {
    if (!live) return
    const stream = new EventSource(urlOf(uploads.progress, { params: { id } }))
    const onProgress = (event: MessageEvent<string>) => {
      const progress = JSON.parse(event.data) as UploadProgress
      queryClient.setQueryData<UploadProgress[]>(key, (jobs) => jobs?.map((job) => (job.id === id ? progress : job)))
      if (hasSettled(progress)) {
        stream.close()
        void queryClient.invalidateQueries({ queryKey: key })
      }
    }
    stream.addEventListener('message', onProgress)
    stream.addEventListener('progress', onProgress)
    return () => stream.close()
  }, [id, live])
  // No longer followed means that the work has ended.
  useEffect(() => () => void announce(id, router), [id, router])
  return null
}

async function announce(id: string, router: ReturnType<typeof useRouter>) {
  if (!currentUser()) return
  const ended = await call(uploads.progress, { params: { id } }).catch(() => null)
  if (!ended || !hasSettled(ended)) return
  await refreshLists()
  const words = currentWords().shell.jobs
  const failed = ended.status.statusName === 'FAILED_VALIDATION'
  const place = places.get(ended.kind)
  const open = () => router.navigate({ to: failed ? place?.review : place?.detail, params: { id } } as NavigateOptions) // border: addresses of the register
  const action = { label: words.show, run: () => void open() }
  if (ended.stage === 'refused') return showMessage({ tone: 'bad', text: words.refused(ended.fileName), action })
  if (failed) return showMessage({ tone: 'info', text: words.toRepair(ended.fileName), action, about: id })
  const text = ended.stage === 'done' ? words.approved(ended.fileName) : words.sent(ended.fileName)
  showMessage({ tone: 'good', text, action })
}
