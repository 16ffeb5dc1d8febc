import { Button, Group } from '@mantine/core'
import { IconArrowRight } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { mendings, type OpenLine } from '#contract/schedules/openLines.ts'
import { useFormat } from '#client/kit/format.ts'
import { FarmerLink } from '#client/kit/places/links.tsx'
import type { Address } from '#client/kit/places/show.ts'
import { useContractWords, useWords } from '#client/kit/words.ts'
import { RetryButtons } from './RetryButtons.tsx'

/** What holds a payment now, what mends it and where, and the buttons where nothing holds it any more. `isHere`: the schedule is on the screen. */
export function OpenMending({ row, isHere = false }: { row: OpenLine; isHere?: boolean }) {
  const words = useWords().retries
  const translate = useContractWords()
  const { number } = useFormat()
  const { at } = mendings[row.mending]
  return (
    <>
      <p className="hint warn">{translate(row.reason)}</p>
      <p>{translate(row.mends)}</p>
      {row.attempts > 0 && <p className="faint">{words.asked(number(row.attempts))}</p>}
      {row.canRetry && <RetryButtons retried={row} isOfMember={row.farmerId !== null} />}
      <Group gap={8}>
        {at === 'farmer' && row.farmerId && <FarmerLink id={row.farmerId} />}
        {at === 'updates' && <WayTo label={words.toUpdates} to="/farmers/updates" />}
        {at === 'retries' && <WayTo label={words.title} to="/farmers/schedule/retries" />}
        {!isHere && (
          <WayTo label={words.schedule} to="/farmers/schedule/details/view/$id" params={{ id: row.scheduleId }} />
        )}
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
