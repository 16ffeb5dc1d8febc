import { ActionIcon, Popover, Skeleton, VisuallyHidden } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconBell } from '@tabler/icons-react'
import { lazy, Suspense, useEffect, useRef } from 'react'
import { inbox } from '#contract/house/inbox.ts'
import { refreshOlder, useCall } from '#client/kit/queries.ts'
import { useWords } from '#client/kit/words.ts'
import './news.css'

// With it come the addresses of every kind of record, which the first screen does not need.
const NewsPanel = lazy(async () => ({ default: (await import('./NewsPanel.tsx')).NewsPanel }))

const countsEvery = 60_000
const most = 99

/** Says how much is new to the user, and opens what it is. */
export function Bell() {
  const words = useWords().notifications
  const [opened, { toggle, close }] = useDisclosure()
  const { data, dataUpdatedAt } = useCall(inbox.counts, {}, { refetchInterval: countsEvery })
  const news = data?.news ?? 0
  const seen = useRef('')
  // Somebody has sent or decided a record: the lists on the screen are read anew.
  useEffect(() => {
    if (!data) return
    const numbers = `${data.news} ${data.total}`
    if (seen.current && seen.current !== numbers) void refreshOlder(dataUpdatedAt)
    seen.current = numbers
  }, [data, dataUpdatedAt])
  return (
    <Popover position="bottom-end" width={380} shadow="lg" trapFocus returnFocus opened={opened} onDismiss={close}>
      <Popover.Target>
        <ActionIcon
          className="bell"
          variant="subtle"
          color="gray"
          size={36}
          aria-label={words.bell(news)}
          onClick={toggle}
        >
          <IconBell size={19} stroke={1.7} />
          {news > 0 && (
            <span className="bell-count" aria-hidden>
              {news > most ? `${most}+` : news}
            </span>
          )}
        </ActionIcon>
      </Popover.Target>
      <VisuallyHidden role="status">{news > 0 ? words.bell(news) : ''}</VisuallyHidden>
      <Popover.Dropdown className="news" aria-label={words.title}>
        <Suspense fallback={<Skeleton height={120} />}>{opened && <NewsPanel onLeave={close} />}</Suspense>
      </Popover.Dropdown>
    </Popover>
  )
}
