import { Alert, Button } from '@mantine/core'
import { IconAdjustments, IconPlus } from '@tabler/icons-react'
import { Link, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { cherryDelivery, type CherryDelivery } from '#contract/deliveries/cherryDeliveries.ts'
import { useFormat } from '#client/kit/format.ts'
import { ListScreen } from '#client/kit/lists/ListScreen.tsx'
import { filtersOf } from '#client/kit/lists/listState.ts'
import type { RowAction } from '#client/kit/decisions/StepMenu.tsx'
import { useOpening } from '#client/kit/places/useOpening.ts'
import { useUser } from '#client/kit/user.ts'
import { useContractWords, useWords } from '#client/kit/words.ts'
import { CorrectionDialog } from './CorrectionDialog.tsx'
import { enters } from './deliveryCalls.ts'
import { DeliveryDialog } from './DeliveryDialog.tsx'
import { DeliveryTotals } from './DeliveryTotals.tsx'
import { deliveryView } from './deliveryView.tsx'
import { totalsOf } from './entries.ts'
import { useEntryQueue } from './entryStore.ts'
import './deliveries.css'

type OpenForm = { name: 'edit' | 'correct'; row: CherryDelivery }

/** Cherry deliveries: what was weighed, what waits, and what it comes to. `?create=Y` opens the form. */
export function DeliveriesScreen() {
  const words = useWords().cherry
  const translate = useContractWords()
  const { weight } = useFormat()
  const user = useUser()
  const search: { filter?: string } = useSearch({ strict: false })
  const [openForm, setOpenForm] = useState<OpenForm>()
  const entering = enters(user)
  const [creating, setCreating, member] = useOpening('create')
  const seasons = filtersOf(cherryDelivery.list, search.filter)['season'] ?? []
  const rowActions: RowAction<CherryDelivery>[] = [
    {
      label: words.correct,
      Icon: IconAdjustments,
      run: (row) => setOpenForm({ name: 'correct', row }),
      isShown: ({ type }) => entering && type === 'DELIVERY',
    },
  ]
  const createButton = entering && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setCreating(true)}>
      {words.create}
    </Button>
  )
  return (
    <>
      <ListScreen<CherryDelivery>
        {...deliveryView.on(user)}
        sub={user.organisation.organisationName}
        above={
          <>
            {entering && <Unsent />}
            <DeliveryTotals season={seasons.length === 1 ? seasons[0] : undefined} />
          </>
        }
        actions={createButton}
        {...(entering ? { next: { text: words.noneYet, action: createButton } } : {})}
        rowActions={rowActions}
        forms={{ edit: (row) => setOpenForm({ name: 'edit', row }) }}
        facts={(row) => [
          { title: words.weight, value: weight(row.currentDelivery) },
          { title: words.season, value: row.season },
          { title: translate('Member number'), value: row.memberNumber },
        ]}
      />
      {entering && creating && <DeliveryDialog key={member} member={member} onClose={() => setCreating(false)} />}
      {openForm?.name === 'edit' && <DeliveryDialog edited={openForm.row} onClose={() => setOpenForm(undefined)} />}
      {openForm?.name === 'correct' && <CorrectionDialog row={openForm.row} onClose={() => setOpenForm(undefined)} />}
    </>
  )
}

/** Entries of the fast entry that still lie on this device. */
function Unsent() {
  const words = useWords().cherry
  const { number } = useFormat()
  const { waiting, refused } = totalsOf(useEntryQueue().entries)
  if (waiting + refused === 0) return null
  return (
    <Alert className="unsent" color="gold" role="status">
      {waiting > 0 && words.unsent(waiting, number(waiting))}{' '}
      {refused > 0 && words.unsentRefused(refused, number(refused))}{' '}
      <Link to="/cherry/deliveries/entry">{words.toEntry}</Link>
    </Alert>
  )
}
