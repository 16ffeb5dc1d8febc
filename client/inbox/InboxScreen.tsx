import { useNavigate } from '@tanstack/react-router'
import { inbox, type InboxItem } from '#contract/inbox.ts'
import { useFormat } from '#client/kit/format.ts'
import { ListScreen } from '#client/kit/ListScreen.tsx'
import { useCall } from '#client/kit/queries.ts'
import { useUser } from '#client/kit/user.ts'
import { useContractWords, useWords } from '#client/kit/words.ts'
import { InboxDocuments, inboxDecisions, InboxLead, InboxMore, viewOf } from './inboxKinds.tsx'
import { inboxSource } from './inboxSource.ts'

/** Everything that waits for the user's decision, of whatever kind. */
export function InboxScreen() {
  const words = useWords().inbox
  const say = useContractWords()
  const format = useFormat()
  const user = useUser()
  const navigate = useNavigate()
  const waiting = useCall(inbox.counts, {}).data?.total
  return (
    <ListScreen<InboxItem>
      source={inboxSource}
      title={(item) => item.title}
      decisions={inboxDecisions}
      allWaits
      sub={waiting === undefined ? user.organisation.organisationName : words.sub(waiting)}
      onView={(item) => {
        const view = viewOf(item)
        if (view) void navigate(view)
      }}
      facts={(item) => [
        { title: say('At stake'), value: item.amount },
        { title: say('Made by'), value: item.madeBy },
        { title: say('Waiting since'), value: format.dateTime(item.waitingSince) },
      ]}
      More={InboxMore}
      Lead={InboxLead}
      Documents={InboxDocuments}
      next={{ text: words.caughtUpHint }}
    />
  )
}
