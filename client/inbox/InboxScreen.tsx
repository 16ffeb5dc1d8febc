import { useNavigate } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { inbox, type InboxItem } from '#contract/house/inbox.ts'
import type { Cells } from '#client/kit/lists/DataTable.tsx'
import { useFormat } from '#client/kit/format.ts'
import { stateNamed } from '#client/kit/decisions/History.tsx'
import type { ListSource } from '#client/kit/lists/useListPage.ts'
import { ListScreen } from '#client/kit/lists/ListScreen.tsx'
import { useCall } from '#client/kit/queries.ts'
import { usePlaces, viewOf } from '#client/kit/places/places.ts'
import { Status } from '#client/kit/Status.tsx'
import { useUser } from '#client/kit/user.ts'
import { useContractWords, useWords } from '#client/kit/words.ts'
import { InboxLine } from './InboxLine.tsx'
import { decidesAll, type InboxKinds } from './inboxKinds.tsx'

/** A state as the record's own workflow shows it. */
function ItemStatus({ item: { kind, status } }: { item: InboxItem }) {
  const state = stateNamed(kind, status.statusName)
  return <Status tone={state?.tone ?? 'neutral'} label={state?.label ?? status.statusName} />
}
const cells: Cells<InboxItem> = {
  title: (item) => <InboxLine item={item} />,
  status: (item) => <ItemStatus item={item} />,
}

/** Makes a screen of what waits for the user's decision, of whatever kind. */
export const inboxScreen = (kinds: InboxKinds, source: ListSource): ComponentType => {
  const counted = (source.list.filters ?? []).flatMap(({ key, options }) =>
    key === 'kind' ? options.map(({ value }) => value) : [],
  )
  const decided = decidesAll(kinds)
  return function InboxScreen() {
    const words = useWords().inbox
    const translate = useContractWords()
    const format = useFormat()
    const user = useUser()
    const navigate = useNavigate()
    const places = usePlaces()
    const counts = useCall(inbox.counts, {}).data?.kinds
    const waiting = counts && counted.reduce((sum, kind) => sum + (counts[kind] ?? 0), 0)
    return (
      <ListScreen<InboxItem>
        source={source}
        title={(item) => item.title}
        {...decided}
        allWaits
        sub={waiting === undefined ? user.organisation.organisationName : words.sub(waiting)}
        onView={(item) => {
          const place = places.get(item.kind)
          if (place) void navigate(viewOf(place, item.id))
        }}
        facts={(item) => [
          { title: translate('Made by'), value: item.madeBy },
          { title: translate('Waiting since'), value: format.dateTime(item.waitingSince) },
        ]}
        cells={cells}
        next={{ text: words.caughtUpHint }}
      />
    )
  }
}
