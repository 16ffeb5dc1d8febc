import { Menu, UnstyledButton } from '@mantine/core'
import { IconApi, IconLogout, IconSelector, IconUserCog } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useUser } from '#client/kit/user.ts'
import { useContractWords, useWords } from '#client/kit/words.ts'
import { useSignOut } from './signOut.ts'

/** Who is signed in, with the way to the account and out. */
export function UserMenu() {
  const words = useWords().shell
  const translate = useContractWords()
  const user = useUser()
  const signOut = useSignOut()
  const initials = user.fullName
    .split(/\s+/)
    .map((name) => name[0])
    .slice(0, 2)
    .join('')
  return (
    <Menu position="top-start" width={228}>
      <Menu.Target>
        <UnstyledButton className="nav-foot">
          <span className="initials" aria-hidden>
            {initials}
          </span>
          <span className="org-text">
            <b>{user.fullName}</b>
            <small>{translate(user.roleId.label)}</small>
          </span>
          <span className="sr">{words.userMenu}</span>
          <IconSelector size={15} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item component={Link} to="/account" leftSection={<IconUserCog size={16} aria-hidden />}>
          {words.account}
        </Menu.Item>
        <Menu.Item component={Link} to="/developers/api" leftSection={<IconApi size={16} aria-hidden />}>
          {words.screens.apiReference}
        </Menu.Item>
        <Menu.Item leftSection={<IconLogout size={16} aria-hidden />} onClick={() => void signOut()}>
          {words.signOut}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
