import { Button, Menu } from '@mantine/core'
import { IconLock, IconLockOpen, IconPencil, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { factoryChange, type Factory } from '#contract/deliveries/factories.ts'
import type { ChangeRequest } from '#contract/kit/changeRequest.ts'
import { WithSecondLine } from '#client/kit/lists/cells.tsx'
import { ListScreen } from '#client/kit/lists/ListScreen.tsx'
import { RowMenu } from '#client/kit/RowMenu.tsx'
import { PlainTable } from '#client/kit/PlainTable.tsx'
import { useCall } from '#client/kit/queries.ts'
import { Status } from '#client/kit/Status.tsx'
import { useOpening } from '#client/kit/places/useOpening.ts'
import { useUser } from '#client/kit/user.ts'
import { useWords } from '#client/kit/words.ts'
import { enters } from './deliveryCalls.ts'
import { factoryChangeView } from './factoryChangeView.tsx'
import { FactoryDialog, type FactoryProposal } from './FactoryDialog.tsx'
import './deliveries.css'

/** Factories of a society, and the changes of them that were proposed. `?create=Y` opens the form. */
export function FactoriesScreen() {
  const words = useWords().cherry.factories
  const user = useUser()
  const [proposal, setProposal] = useState<FactoryProposal>()
  const mayPropose = enters(user)
  const [adding, setAdding] = useOpening('create')
  return (
    <>
      <ListScreen<ChangeRequest>
        {...factoryChangeView.on(user)}
        heading={<h1>{words.title}</h1>}
        sub={words.sub}
        actions={
          mayPropose && (
            <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setAdding(true)}>
              {words.add}
            </Button>
          )
        }
        above={
          <>
            <FactoryTable {...(mayPropose ? { onPropose: setProposal } : {})} />
            <h2 className="list-title">{words.changes}</h2>
          </>
        }
        next={{ text: words.changesNone }}
      />
      {mayPropose && adding && <FactoryDialog proposal={{ name: 'add' }} onClose={() => setAdding(false)} />}
      {proposal && <FactoryDialog proposal={proposal} onClose={() => setProposal(undefined)} />}
    </>
  )
}

function FactoryTable({ onPropose }: { onPropose?: (proposal: FactoryProposal) => void }) {
  const words = useWords().cherry.factories
  const user = useUser()
  const factories = useCall(factoryChange.calls.list, { params: { organisationId: user.organisation.id } })
  const seesMany = new Set((factories.data ?? []).map(({ organisationCode }) => organisationCode)).size > 1
  return (
    <PlainTable
      title={words.title}
      rows={factories}
      none={words.none}
      columns={[
        { title: words.columns.code, renderCell: ({ code }) => <span className="code">{code}</span> },
        {
          title: words.columns.name,
          strong: true,
          renderCell: ({ name, organisationName }) => (
            <WithSecondLine text={seesMany ? organisationName : undefined}>{name}</WithSecondLine>
          ),
        },
        {
          title: words.columns.state,
          renderCell: ({ active }) => (
            <Status tone={active ? 'good' : 'neutral'} label={active ? words.open : words.closed} />
          ),
        },
      ]}
      acts={words.columns.acts}
      renderActs={onPropose && ((factory) => <FactoryMenu factory={factory} onPropose={onPropose} />)}
    />
  )
}

function FactoryMenu({ factory, onPropose }: { factory: Factory; onPropose: (proposal: FactoryProposal) => void }) {
  const words = useWords().cherry.factories
  const Lock = factory.active ? IconLock : IconLockOpen
  return (
    <RowMenu title={factory.name}>
      <Menu.Item
        leftSection={<IconPencil size={16} aria-hidden />}
        onClick={() => onPropose({ name: 'rename', factory })}
      >
        {words.rename}
      </Menu.Item>
      <Menu.Item leftSection={<Lock size={16} aria-hidden />} onClick={() => onPropose({ name: 'turn', factory })}>
        {factory.active ? words.close : words.reopen}
      </Menu.Item>
    </RowMenu>
  )
}
