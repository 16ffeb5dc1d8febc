import { useEffect, useEffectEvent, useState } from 'react'
import { uploads, type UploadProgress } from '#contract/uploads/uploads.ts'
import { urlOf } from '../call.ts'
import { useCall } from '../queries.ts'

const settled = new Set<UploadProgress['stage']>(['checked', 'done', 'refused'])

/** Whether the work on a file has ended, well or badly. */
export const hasSettled = ({ stage }: UploadProgress): boolean => settled.has(stage)

/** How far the work on a file is: streamed by the server, or polled every second where no stream gets through. */
export function useUploadProgress(id: string | undefined, onSettled: (ended: UploadProgress) => void) {
  const [streamed, setStreamed] = useState<UploadProgress>()
  const [isPolling, setPolling] = useState(false)
  const polled = useCall(
    uploads.progress,
    { params: { id: id ?? '' } },
    {
      enabled: id !== undefined && isPolling,
      staleTime: 0,
      refetchInterval: ({ state }) => (state.data && hasSettled(state.data) ? false : 1000),
    },
  ).data
  // A stream is an outside thing that must be opened and closed.
  useEffect(() => {
    if (id === undefined || isPolling) return
    const stream = new EventSource(urlOf(uploads.progress, { params: { id } }))
    stream.onmessage = (event: MessageEvent<string>) => {
      const now = JSON.parse(event.data) as UploadProgress
      setStreamed(now)
      if (hasSettled(now)) stream.close()
    }
    stream.onerror = () => {
      stream.close()
      setPolling(true)
    }
    return () => stream.close()
  }, [id, isPolling])
  const progress = isPolling ? (polled ?? streamed) : streamed
  const ended = progress !== undefined && progress.id === id && hasSettled(progress)
  // The end of the work closes the dialog or leads on: something outside of rendering.
  const tellEnd = useEffectEvent(() => {
    if (progress) onSettled(progress)
  })
  useEffect(() => {
    if (ended) tellEnd()
  }, [ended])
  return progress
}
