import { Button, Group } from '@mantine/core'
import { IconArrowRight } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { lineStates } from '#contract/schedules/scheduleLines.ts'
import { mendings, type OpenLine } from '#contract/schedules/openLines.ts'
import { useFormat } from '#client/kit/format.ts'
import type { Cells } from '#client/kit/lists/DataTable.tsx'
import { ListScreen } from '#client/kit/lists/ListScreen.tsx'
import { FarmerLink } from '#client/kit/places/links.tsx'
import type { Address } from '#client/kit/places/show.ts'
import { Status } from '#client/kit/Status.tsx'
import { useUser } from '#client/kit/user.ts'
import { useContractWords, useWords } from '#client/kit/words.ts'
import { openLineSource } from './openLineSource.ts'
import { RetryButtons } from './RetryButtons.tsx'

const cells: Cells<OpenLine> = {
  status: (row) => <OpenStatus row={row} />,
}

function OpenStatus({ row: { status } }: { row: OpenLine }) {
  const translate = useContractWords()
  const { label, tone } = lineStates[status]
  return <Status tone={tone} label={translate(label)} />
}

/** What is held or was refused over all schedules, until it is paid. */
export function OpenLinesScreen() {
  const words = useWords().retries
  const translate = useContractWords()
  const source = openLineSource(useUser())
  return (
    <ListScreen<OpenLine>
      source={source}
      title={({ name, memberNumber }) => [name, memberNumber].filter(Boolean).join(', ')}
      heading={<h1>{translate(source.list.title)}</h1>}
      sub={words.openSub}
      cells={cells}
      Lead={OpenLineLead}
      next={{ text: words.openNone }}
    />
  )
}

/** What holds it, what mends it and where, and the buttons where nothing holds it any more. */
function OpenLineLead({ row }: { row: OpenLine }) {
  const words = useWords().retries
  const translate = useContractWords()
  const { money, number } = useFormat()
  const { at } = mendings[row.mending]
  return (
    <>
      <div className="hero">
        <span className="big num">{money(row.amount)}</span>
        <OpenStatus row={row} />
      </div>
      <p className="hint warn">{translate(row.reason)}</p>
      <p>{translate(row.mends)}</p>
      {row.attempts > 0 && <p className="faint">{words.asked(number(row.attempts))}</p>}
      {row.canRetry && <RetryButtons retried={row} isOfMember={row.farmerId !== null} />}
      <Group gap={8}>
        {at === 'farmer' && row.farmerId && <FarmerLink id={row.farmerId} />}
        {at === 'updates' && <WayTo label={words.toUpdates} to="/farmers/updates" />}
        {at === 'retries' && <WayTo label={words.title} to="/farmers/schedule/retries" />}
        <WayTo label={words.schedule} to="/farmers/schedule/details/view/$id" params={{ id: row.scheduleId }} />
      </Group>
    </>
  )
}

/** The way to where it is mended, as the way to the farmer looks. */
function WayTo({ label, ...address }: Address & { label: string }) {
  return (
    <Button
      variant="default"
      size="xs"
      leftSection={<IconArrowRight size={15} aria-hidden />}
      renderRoot={(rest) => <Link {...rest} {...address} />}
    >
      {label}
    </Button>
  )
}
