import './inbox.css'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { inbox, inboxList, type InboxItem } from '#contract/inbox.ts'
import { useFormat } from '#client/kit/format.ts'
import { ListScreen } from '#client/kit/ListScreen.tsx'
import { useCall } from '#client/kit/queries.ts'
import { seenRow, type ListSource } from '#client/kit/useListPage.ts'
import { useUser } from '#client/kit/user.ts'
import { useContractWords, useWords } from '#client/kit/words.ts'
import { decisionsOn, viewOf } from './inboxDecisions.ts'

const source: ListSource = { list: inboxList, endpoint: inbox.list }

/** Everything that waits for the user's decision, of whatever kind. */
export function InboxScreen() {
  const words = useWords().inbox
  const say = useContractWords()
  const format = useFormat()
  const user = useUser()
  const navigate = useNavigate()
  const { open }: { open?: string } = useSearch({ strict: false })
  const waiting = useCall(inbox.counts, {}).data?.total
  const opened = open === undefined ? undefined : seenRow<InboxItem>(source, open)
  return (
    <div className="inbox">
      <ListScreen<InboxItem>
        source={source}
        title={(item) => item.title}
        decisions={decisionsOn(opened?.kind, user.organisation.id)}
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
        next={{ text: words.caughtUpHint }}
      />
    </div>
  )
}
