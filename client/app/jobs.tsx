import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { cherryDeliveriesFile } from '#contract/cherryDeliveryFile.ts'
import { farmerCompaniesFile, farmersFile } from '#contract/farmerFiles.ts'
import { uploads, type UploadProgress } from '#contract/uploads.ts'
import { call, urlOf } from '#client/kit/call.ts'
import { showMessage } from '#client/kit/messages.ts'
import { keyOf, queryClient, refreshLists, useCall } from '#client/kit/queries.ts'
import { currentUser } from '#client/kit/user.ts'
import { currentWords } from '#client/kit/words.ts'

const key = keyOf(uploads.running, {})
const none: UploadProgress[] = []
/** Server-sent events tell more often; asking is for browsers and networks that lose them. */
const askEvery = 4000

/** The user's uploads that are being worked on. */
export const useJobs = (): UploadProgress[] =>
  useCall(
    uploads.running,
    {},
    { staleTime: 0, refetchInterval: ({ state }) => (state.data?.length ? askEvery : false) },
  ).data ?? none

/**
 * Follows one running upload while it is in the list and announces how it ended.
 * `live` opens a stream; a browser has only six connections to a server, so not every job may have one.
 */
export function FollowJob({ id, live }: { id: string; live: boolean }) {
  const router = useRouter()
  // A stream is an outside thing that must be opened and closed.
  useEffect(() => {
    if (!live) return
    const stream = new EventSource(urlOf(uploads.progress, { params: { id } }))
    const hear = (event: MessageEvent<string>) => {
      const told = JSON.parse(event.data) as UploadProgress
      queryClient.setQueryData<UploadProgress[]>(key, (jobs) => jobs?.map((job) => (job.id === id ? told : job)))
      if (hasEnded(told)) {
        stream.close()
        void queryClient.invalidateQueries({ queryKey: key })
      }
    }
    stream.addEventListener('message', hear)
    stream.addEventListener('progress', hear)
    return () => stream.close()
  }, [id, live])
  // Leaving the list of running uploads is the end of the work.
  useEffect(() => () => void announce(id, router), [id, router])
  return null
}

const hasEnded = ({ stage }: UploadProgress) => stage === 'checked' || stage === 'done' || stage === 'refused'

const farmerPlaces = { review: '/farmers/uploads/$id/review', detail: '/farmers/$id/details' } as const
/** Where an upload of each kind is shown and corrected. */
const uploadPlaces: Readonly<
  Record<
    string,
    | typeof farmerPlaces
    | { review: typeof farmerPlaces.review; detail: '/farmercompany/$id/details' }
    | { review: '/cherry/uploads/$id/review'; detail: '/cherry/uploads/$id/details' }
  >
> = {
  [farmersFile.name]: farmerPlaces,
  [farmerCompaniesFile.name]: { review: farmerPlaces.review, detail: '/farmercompany/$id/details' },
  [cherryDeliveriesFile.name]: { review: '/cherry/uploads/$id/review', detail: '/cherry/uploads/$id/details' },
}

async function announce(id: string, router: ReturnType<typeof useRouter>) {
  if (!currentUser()) return
  const ended = await call(uploads.progress, { params: { id } }).catch(() => null)
  if (!ended || !hasEnded(ended)) return
  await refreshLists()
  const words = currentWords().shell.jobs
  const failed = ended.status.statusName === 'FAILED_VALIDATION'
  const place = uploadPlaces[ended.kind] ?? farmerPlaces
  const open = () => router.navigate({ to: failed ? place.review : place.detail, params: { id } })
  const action = { label: words.show, run: () => void open() }
  if (ended.stage === 'refused') return showMessage({ tone: 'bad', text: words.refused(ended.fileName), action })
  if (failed) return showMessage({ tone: 'info', text: words.toRepair(ended.fileName), action })
  const text = ended.stage === 'done' ? words.approved(ended.fileName) : words.sent(ended.fileName)
  showMessage({ tone: 'good', text, action })
}
