import { Button } from '@mantine/core'
import { IconBuildingBank, IconPencil, IconUser, IconUserPlus } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { createdFarmer, isRegistered, type CreatedFarmer } from '#contract/farmers/createdFarmers.ts'
import { farmers } from '#contract/farmers/farmers.ts'
import type { PageOf } from '#contract/kit/listScreen.ts'
import { updateRequest } from '#contract/farmers/updateRequests.ts'
import { useFormat } from '#client/kit/format.ts'
import { ListScreen } from '#client/kit/lists/ListScreen.tsx'
import { useCall } from '#client/kit/queries.ts'
import type { RowAction } from '#client/kit/decisions/StepMenu.tsx'
import { useOpening } from '#client/kit/places/useOpening.ts'
import { may, useUser } from '#client/kit/user.ts'
import { useWords } from '#client/kit/words.ts'
import { BankDetailsDialog } from './BankDetailsDialog.tsx'
import { createdFarmerView } from './createdFarmerView.tsx'
import { FarmerDetailsDialog } from './FarmerDetailsDialog.tsx'
import { FarmerForm } from './FarmerForm.tsx'
import { UpdateDialog } from '#client/farmers/UpdateDialog.tsx'
import './createdFarmers.css'

type OpenDialog = { farmer: CreatedFarmer; as: 'edit' | 'view' | 'bank' | 'request' }

/** Farmers who are entered one by one: created, put right, decided and exported. */
export function CreatedFarmersScreen() {
  const words = useWords().createdFarmers
  const page = useWords().farmerPage
  const user = useUser()
  const navigate = useNavigate()
  const [dialog, setDialog] = useState<OpenDialog>()
  const mayCreate = may(user, createdFarmer.calls.create.allow)
  const [creating, setCreating] = useOpening('create')
  const close = () => setDialog(undefined)
  const createButton = mayCreate && (
    <Button leftSection={<IconUserPlus size={16} aria-hidden />} onClick={() => setCreating(true)}>
      {words.create}
    </Button>
  )
  const rowActions: RowAction<CreatedFarmer>[] = [
    {
      label: words.request,
      Icon: IconPencil,
      run: (farmer) => setDialog({ farmer, as: 'request' }),
      isShown: (farmer) => isRegistered(farmer) && may(user, updateRequest.calls.edit.allow),
    },
    {
      label: page.page,
      Icon: IconUser,
      run: ({ id }) => void navigate({ to: '/farmers/farmer/$id', params: { id } }),
      isShown: isRegistered,
    },
    { label: words.bank, Icon: IconBuildingBank, run: (farmer) => setDialog({ farmer, as: 'bank' }) },
  ]
  return (
    <>
      <ListScreen<CreatedFarmer>
        {...createdFarmerView.on(user)}
        sub={words.sub(user.organisation.organisationName)}
        actions={createButton}
        above={<Totals />}
        next={{ text: words.next, action: createButton }}
        onView={(farmer) => setDialog({ farmer, as: 'view' })}
        viewLabel={words.view}
        rowActions={rowActions}
        forms={{ edit: (farmer) => setDialog({ farmer, as: 'edit' }) }}
        facts={(farmer) => [
          { title: words.memberNumber, value: farmer.memberNumber },
          { title: words.idNumber, value: farmer.farmerId },
          { title: words.enteredBy, value: farmer.createdBy },
        ]}
      />
      {mayCreate && creating && <FarmerForm onClose={() => setCreating(false)} />}
      {dialog?.as === 'edit' && <FarmerForm key={dialog.farmer.id} farmer={dialog.farmer} onClose={close} />}
      {dialog?.as === 'request' && <UpdateDialog id={dialog.farmer.id} onClose={close} />}
      {dialog?.as === 'view' && <FarmerDetailsDialog farmer={dialog.farmer} onClose={close} />}
      {dialog?.as === 'bank' && (
        <BankDetailsDialog
          details={{
            ...dialog.farmer,
            accountName: dialog.farmer.farmerBankDetail.accountName,
            accountNumber: dialog.farmer.bankAccount,
            currency: dialog.farmer.farmerBankDetail.currency,
          }}
          onClose={close}
        />
      )}
    </>
  )
}

const onePage = { paginate: 'Y', size: 1 } as const

/** How many farmers the register holds, and how many of the created ones are still on their way. */
function Totals() {
  const words = useWords().createdFarmers
  const { number } = useFormat()
  const params = { organizationId: useUser().organisation.id }
  // With paginate=Y both calls answer a page.
  const register = useCall(farmers.ofOrganisation, { params, query: onePage }).data as PageOf<unknown> | undefined
  const created = useCall(createdFarmer.calls.list, { params, query: { ...onePage, counts: 'Y' } }).data as
    | PageOf<unknown>
    | undefined
  const count = (status: string) => created && number(created.counts?.['status']?.[status] ?? 0)
  const total = register && `${number(register.page.totalElements)}${register.page.totalIsMinimum ? '+' : ''}`
  const stats = [
    { title: words.total, value: total, hint: words.totalHint },
    { title: words.waiting, value: count('PENDING_APPROVAL'), hint: words.waitingHint },
    { title: words.declined, value: count('DECLINED'), hint: words.declinedHint },
  ]
  return (
    <dl className="stats three">
      {stats.map(({ title, value, hint }) => (
        <div key={title} className="stat">
          <dt>{title}</dt>
          <dd>{value ?? '–'}</dd>
          <dd className="hint">{hint}</dd>
        </div>
      ))}
    </dl>
  )
}
