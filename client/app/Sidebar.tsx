import { ActionIcon, Kbd, UnstyledButton } from '@mantine/core'
import { IconSearch, IconX } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { inbox } from '#contract/house/inbox.ts'
import { useFormat } from '#client/kit/format.ts'
import { useCall } from '#client/kit/queries.ts'
import { useUser } from '#client/kit/user.ts'
import { useContractWords, useWords } from '#client/kit/words.ts'
import { Mark } from './Mark.tsx'
import { labelOfType } from '#client/kit/decisions/labels.ts'
import { areasFor } from './menu.ts'
import { UserMenu } from './UserMenu.tsx'

/** The menu: whose organisation this is, the search, the screens the user may open, and the user. */
export function Sidebar({ onSearch, onClose }: { onSearch: () => void; onClose: () => void }) {
  const words = useWords().shell
  const translate = useContractWords()
  const user = useUser()
  const { organisationName, organisationCode, organisationType } = user.organisation
  return (
    <>
      <div className="nav-head">
        <div className="org">
          <Mark size={30} />
          <span className="org-text">
            <b>{organisationName}</b>
            <small>
              {translate(labelOfType(organisationType.id))} · {organisationCode}
            </small>
          </span>
        </div>
        <ActionIcon
          className="nav-close"
          variant="subtle"
          color="gray"
          size={36}
          aria-label={words.closeMenu}
          onClick={onClose}
        >
          <IconX size={22} stroke={1.7} />
        </ActionIcon>
      </div>
      <UnstyledButton className="nav-search" onClick={onSearch}>
        <IconSearch size={15} aria-hidden />
        <span>{words.search}</span>
        <Kbd size="xs" aria-hidden>
          {words.searchKeys}
        </Kbd>
      </UnstyledButton>
      <div className="nav-scroll">
        <Screens />
      </div>
      <UserMenu />
    </>
  )
}

/** Inbox and menu count what waits; a minute is soon enough, and every action reads the numbers anew. */
const countsEvery = 60_000

function Screens() {
  const words = useWords().shell
  const format = useFormat()
  const user = useUser()
  const counts = useCall(inbox.counts, {}, { refetchInterval: countsEvery }).data
  const numberOf = (name: string, kinds: readonly string[]) =>
    (name === 'inbox' ? counts?.total : kinds.reduce((sum, kind) => sum + (counts?.kinds[kind] ?? 0), 0)) ?? 0
  return areasFor(user).map((area) => (
    <div
      key={area.name ?? ''}
      role={area.name ? 'group' : undefined}
      aria-label={area.name ? words.areas[area.name] : undefined}
    >
      {area.name && <p className="nav-label">{words.areas[area.name]}</p>}
      {area.screens.map(({ name, to, Icon, counts: kinds, exact = false }) => {
        const waiting = numberOf(name, kinds)
        return (
          <Link
            key={name}
            className="nav-item"
            to={to}
            activeProps={{ className: 'active' }}
            activeOptions={{ exact, includeSearch: false }}
          >
            <Icon size={17} stroke={1.6} aria-hidden />
            <span>{words.screens[name]}</span>
            {waiting > 0 && (
              <span className="count">
                {format.number(waiting)}
                <span className="sr"> {words.waitingWord}</span>
              </span>
            )}
          </Link>
        )
      })}
    </div>
  ))
}
