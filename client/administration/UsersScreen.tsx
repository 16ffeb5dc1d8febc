import { Button } from '@mantine/core'
import { IconKey, IconLock, IconLockOpen, IconPencil, IconUserPlus } from '@tabler/icons-react'
import { useState, type ComponentType } from 'react'
import { adminUsers, userStatuses, type AdminUser } from '#contract/administration/adminUsers.ts'
import type { Cells } from '#client/kit/lists/DataTable.tsx'
import { HistoryLines } from '#client/kit/decisions/History.tsx'
import { ListScreen } from '#client/kit/lists/ListScreen.tsx'
import { Status } from '#client/kit/Status.tsx'
import type { RowAction } from '#client/kit/decisions/StepMenu.tsx'
import { useOpening } from '#client/kit/places/useOpening.ts'
import { useCall } from '#client/kit/queries.ts'
import { useUser } from '#client/kit/user.ts'
import { useWords } from '#client/kit/words.ts'
import { adminSources } from './adminSources.ts'
import { ContractText } from './ContractText.tsx'
import { ChangeUserForm, InviteForm, ResetForm, ResumeForm, SuspendForm } from './UserForms.tsx'
import { Waiting } from './Waiting.tsx'

type UserForm = ComponentType<{ user: AdminUser; onClose: () => void }>

const cells: Cells<AdminUser> = {
  status: ({ status }) => <Status {...userStatuses[status]} />,
  role: ({ roleLabel }) => <ContractText text={roleLabel} />,
  secondFactor: ({ secondFactor }) => <ContractText text={secondFactor} />,
}

/** Everybody who may sign in: invited, changed, shut out, let in again. `?create=Y` opens the form. */
export function UsersScreen() {
  const words = useWords().administration
  const me = useUser()
  const [inviting, setInviting] = useOpening('create')
  const [openForm, setOpenForm] = useState<{ user: AdminUser; Form: UserForm }>()
  const open = (Form: UserForm) => (user: AdminUser) => setOpenForm({ user, Form })
  const isOut = ({ status }: AdminUser) => status === 'SUSPENDED'
  const rowActions: RowAction<AdminUser>[] = [
    { label: words.changeUser, Icon: IconPencil, run: open(ChangeUserForm) },
    { label: words.reset, Icon: IconKey, run: open(ResetForm) },
    {
      label: words.suspend,
      Icon: IconLock,
      run: open(SuspendForm),
      isShown: (user) => !isOut(user) && user.id !== me.id,
    },
    { label: words.resume, Icon: IconLockOpen, run: open(ResumeForm), isShown: isOut },
  ]
  return (
    <>
      <ListScreen<AdminUser>
        source={adminSources.users}
        title={(user) => user.fullName}
        sub={words.subOfUsers}
        actions={
          <Button leftSection={<IconUserPlus size={16} aria-hidden />} onClick={() => setInviting(true)}>
            {words.invite}
          </Button>
        }
        rowActions={rowActions}
        Lead={UserLead}
        After={UserTrail}
        cells={cells}
      />
      {inviting && <InviteForm onClose={() => setInviting(false)} />}
      {openForm && <openForm.Form user={openForm.user} onClose={() => setOpenForm(undefined)} />}
    </>
  )
}

const UserLead = ({ row }: { row: AdminUser }) => <Waiting waits={row.changeWaiting} title={row.fullName} />

function UserTrail({ row }: { row: AdminUser }) {
  const words = useWords().lists
  const events = useCall(adminUsers.trail, { params: { id: row.id } })
  return (
    <section>
      <h3>{words.history}</h3>
      <HistoryLines events={events} none={words.historyNone} />
    </section>
  )
}
