import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { ChangeRequest } from '#contract/kit/changeRequest.ts'
import { text } from '#contract/kit/field.ts'
import { seasonReopening, seasonReopeningFlow, type ClosedSeason } from '#contract/schedules/seasonReopenings.ts'
import { call } from '#client/kit/call.ts'
import { mayMake } from '#client/kit/decisions/actor.ts'
import { RecordDialog } from '#client/kit/forms/RecordForm.tsx'
import { useRecordForm } from '#client/kit/forms/useRecordForm.ts'
import { useFormat } from '#client/kit/format.ts'
import { WithSecondLine } from '#client/kit/lists/cells.tsx'
import { ListScreen } from '#client/kit/lists/ListScreen.tsx'
import { PlainTable } from '#client/kit/PlainTable.tsx'
import { useCall } from '#client/kit/queries.ts'
import { useUser } from '#client/kit/user.ts'
import { useWords } from '#client/kit/words.ts'
import { seasonReopeningView } from './seasonReopeningView.tsx'

/** Seasons that the last payment has closed, and the requests to open one again. */
export function SeasonReopeningsScreen() {
  const words = useWords().seasonReopenings
  const user = useUser()
  const [season, setSeason] = useState<ClosedSeason>()
  return (
    <>
      <ListScreen<ChangeRequest>
        {...seasonReopeningView.on(user)}
        heading={<h1>{words.title}</h1>}
        sub={words.sub}
        above={
          <>
            <ClosedSeasons {...(mayMake(seasonReopeningFlow, user) ? { onReopen: setSeason } : {})} />
            <h2 className="list-title">{words.requests}</h2>
          </>
        }
        next={{ text: words.requestsNone }}
      />
      {season && <ReopenDialog closed={season} onClose={() => setSeason(undefined)} />}
    </>
  )
}

function ClosedSeasons({ onReopen }: { onReopen?: (season: ClosedSeason) => void }) {
  const words = useWords().seasonReopenings
  const user = useUser()
  const { dateTime, number } = useFormat()
  const closed = useCall(seasonReopening.calls.closed, { params: { organisationId: user.organisation.id } })
  const seesMany = new Set((closed.data ?? []).map(({ organisationCode }) => organisationCode)).size > 1
  return (
    <PlainTable
      title={words.closed}
      rows={closed}
      none={words.none}
      columns={[
        {
          title: words.columns.season,
          strong: true,
          renderCell: ({ season, organisationName }) => (
            <WithSecondLine text={seesMany ? organisationName : undefined}>{season}</WithSecondLine>
          ),
        },
        {
          title: words.columns.payment,
          renderCell: ({ scheduleId, cycle }) => (
            <Link className="link" to="/farmers/schedule/details/view/$id" params={{ id: scheduleId }}>
              {words.cycle(number(cycle))}
            </Link>
          ),
        },
        { title: words.columns.closedAt, renderCell: ({ closedAt }) => dateTime(closedAt) },
      ]}
      acts={words.columns.acts}
      renderActs={
        onReopen &&
        ((season) => (
          <Button variant="default" size="xs" onClick={() => onReopen(season)}>
            {words.reopen}
          </Button>
        ))
      }
    />
  )
}

const fields = { reason: { title: 'Reason', ...text(500) } }

function ReopenDialog({ closed: { season }, onClose }: { closed: ClosedSeason; onClose: () => void }) {
  const words = useWords()
  const user = useUser()
  const state = useRecordForm({ fields, initial: {} })
  return (
    <RecordDialog
      title={words.seasonReopenings.ask(season)}
      state={state}
      lead={<p className="faint">{words.seasonReopenings.effect}</p>}
      groups={[{ names: ['reason'] }]}
      controls={{ reason: { as: 'textarea', wide: true } }}
      submitLabel={words.cherry.send}
      send={({ reason }, key) =>
        call(seasonReopening.calls.propose, {
          params: { organisationId: user.organisation.id },
          body: { season, reason },
          idempotencyKey: key,
        })
      }
      onDone={onClose}
      onClose={onClose}
      size={520}
    />
  )
}
