import { ActionIcon, Kbd, Tooltip, UnstyledButton } from '@mantine/core'
import { IconLayoutSidebarLeftExpand, IconSearch, IconX, type TablerIcon } from '@tabler/icons-react'
import { useUser } from '#client/kit/user.ts'
import { useContractWords, useWords } from '#client/kit/words.ts'
import { Mark } from '../Mark.tsx'
import { labelOfType } from '#client/kit/decisions/labels.ts'
import { MenuGroups } from './MenuGroups.tsx'
import { UserMenu } from '../UserMenu.tsx'

type SidebarProps = { rail: boolean; onSearch: () => void; onOpen: () => void; onClose: () => void }

/** The menu: whose organisation this is, the search, the screens the user may open, and the user. As a rail, their pictures only. */
export function Sidebar({ rail, onSearch, onOpen, onClose }: SidebarProps) {
  const words = useWords().shell
  const translate = useContractWords()
  const user = useUser()
  const { organisationName, organisationCode, organisationType } = user.organisation
  if (rail)
    return (
      <>
        <RailButton label={words.openMenu} onClick={onOpen} Icon={IconLayoutSidebarLeftExpand} />
        <RailButton label={words.search} onClick={onSearch} Icon={IconSearch} />
        <MenuGroups rail />
        <UserMenu />
      </>
    )
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
      <MenuGroups rail={false} />
      <UserMenu />
    </>
  )
}

type RailButtonProps = { label: string; onClick: () => void; Icon: TablerIcon }

const RailButton = ({ label, onClick, Icon }: RailButtonProps) => (
  <Tooltip label={label} position="right">
    <ActionIcon variant="subtle" color="gray" size={40} aria-label={label} onClick={onClick}>
      <Icon size={20} stroke={1.6} aria-hidden />
    </ActionIcon>
  </Tooltip>
)
