import { Button, Skeleton } from '@mantine/core'
import { useFormat } from '#client/kit/format.ts'
import { NotLoaded } from '#client/kit/lists/ListFaces.tsx'
import { useWords } from '#client/kit/words.ts'
import type { DraftInHand } from './useScheduleDraft.ts'

/** Who has the draft open and since when, and whether what is typed is saved. */
export function DraftBar({ hand }: { hand: DraftInHand }) {
  const { draft: words } = useWords().schedules
  const { dateTime, time } = useFormat()
  const { draft, state, keeper, takeOver, discard } = hand
  if (!draft) return null
  const { id, version, isMine, heldBy, heldSince, savedAt } = draft
  if (!isMine)
    return (
      <div className="card pad draft-bar" role="status">
        <p className="hint warn">{words.heldBy(heldBy, dateTime(heldSince))}</p>
        <p className="faint">{words.watching(time(savedAt))}</p>
        <Button
          variant="default"
          loading={takeOver.isPending}
          onClick={() => takeOver.mutate({ body: { id, version } })}
        >
          {words.takeOver}
        </Button>
      </div>
    )
  return (
    <div className="draft-bar">
      <span className="faint" role="status">
        {state === 'saved' ? words.saved(time(savedAt)) : state === 'saving' ? words.saving : words.unsaved}
      </span>
      {state === 'unsaved' && (
        <Button variant="default" size="xs" onClick={() => void keeper.flush()}>
          {words.again}
        </Button>
      )}
      <Button
        variant="default"
        size="xs"
        loading={discard.isPending}
        onClick={() =>
          // What was typed last is in it when it is brought back.
          void keeper.flush().then((kept) => kept && discard.mutate({ body: { id: kept.id, version: kept.version } }))
        }
      >
        {words.discard}
      </Button>
    </div>
  )
}

/** Where there is no draft: begin one, or bring back the one that was discarded. */
export function DraftStart({ hand, season }: { hand: DraftInHand; season: string }) {
  const { draft: words } = useWords().schedules
  const { dateTime } = useFormat()
  const { kept, open, restore } = hand
  if (kept.isError) return <NotLoaded refused={kept.error} onReload={() => void kept.refetch()} />
  if (!kept.data) return <Skeleton height={180} />
  const { discarded } = kept.data.data
  return (
    <div className="card pad draft-start">
      {discarded ? (
        <p>{words.discarded(discarded.season, discarded.by, dateTime(discarded.at))}</p>
      ) : (
        <p>{words.none}</p>
      )}
      <div className="draft-bar">
        <Button loading={open.isPending} onClick={() => open.mutate({ body: { season } })}>
          {words.begin}
        </Button>
        {discarded && (
          <Button
            variant="default"
            loading={restore.isPending}
            onClick={() => restore.mutate({ body: { id: discarded.id } })}
          >
            {words.restore}
          </Button>
        )}
      </div>
    </div>
  )
}
