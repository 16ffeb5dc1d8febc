import { Button } from '@mantine/core'
import { IconEyeCheck, IconPencil, IconPlus } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { AdminRole } from '#contract/administration/adminRoles.ts'
import { permissions, type Permission } from '#contract/house/permissions.ts'
import type { Cells } from '#client/kit/lists/DataTable.tsx'
import { ListScreen } from '#client/kit/lists/ListScreen.tsx'
import { startPreview } from '#client/kit/preview.ts'
import { useContractWords, useWords } from '#client/kit/words.ts'
import { adminSources } from './adminSources.ts'
import { RoleForm } from './RoleForm.tsx'
import { ContractText } from './ContractText.tsx'
import { Waiting } from './Waiting.tsx'

const cells: Cells<AdminRole> = {
  label: ({ label }) => <ContractText text={label} strong />,
  typeNames: ({ typeNames }) => <ContractText text={typeNames} />,
}

/** What people may do, and how the product looks to them. */
export function RolesScreen() {
  const words = useWords().administration
  const translate = useContractWords()
  const navigate = useNavigate()
  const [proposal, setProposal] = useState<{ role: AdminRole | undefined }>()
  return (
    <>
      <ListScreen<AdminRole>
        source={adminSources.roles}
        title={(role) => translate(role.label)}
        sub={words.subOfRoles}
        actions={
          <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setProposal({ role: undefined })}>
            {words.newRole}
          </Button>
        }
        rowActions={[
          {
            label: words.changeRole,
            Icon: IconPencil,
            run: (role) => setProposal({ role }),
            isShown: (role) => !role.fixed,
          },
          {
            label: words.rolePreview,
            Icon: IconEyeCheck,
            run: (role) => {
              startPreview(role)
              void navigate({ to: '/inbox' })
            },
          },
        ]}
        Lead={RoleLead}
        cells={cells}
      />
      {proposal && <RoleForm role={proposal.role} onClose={() => setProposal(undefined)} />}
    </>
  )
}

function RoleLead({ row }: { row: AdminRole }) {
  const words = useWords().administration
  return (
    <>
      <Waiting waits={row.changeWaiting} title={row.label} />
      {row.fixed && <p className="faint">{words.roleFixed}</p>}
      <Sentences title={words.rolePermissions} names={row.permissions} />
      {row.grants.length > 0 && <Sentences title={words.roleGrants} names={row.grants} />}
    </>
  )
}

function Sentences({ title, names }: { title: string; names: readonly string[] }) {
  const translate = useContractWords()
  return (
    <section className="sentences">
      <h3>{title}</h3>
      <ul>
        {names.map((name) => (
          // A permission of another build has no sentence.
          <li key={name}>{translate(permissions[name as Permission] ?? name)}</li>
        ))}
      </ul>
    </section>
  )
}
