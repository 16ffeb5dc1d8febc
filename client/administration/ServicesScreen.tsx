import { Button } from '@mantine/core'
import { IconKey, IconPencil, IconPlayerPlay, IconPlayerStop, IconPlus, IconTrash } from '@tabler/icons-react'
import { useState, type ComponentType } from 'react'
import { serviceStatuses, type AdminService } from '#contract/administration/adminServices.ts'
import type { Cells } from '#client/kit/lists/DataTable.tsx'
import { ListScreen } from '#client/kit/lists/ListScreen.tsx'
import type { RowAction } from '#client/kit/decisions/StepMenu.tsx'
import { useOpening } from '#client/kit/places/useOpening.ts'
import { Status } from '#client/kit/Status.tsx'
import { useWords } from '#client/kit/words.ts'
import { adminSources } from './adminSources.ts'
import { ContractText } from './ContractText.tsx'
import {
  ChangeServiceForm,
  CreateServiceForm,
  EndForm,
  ResumeServiceForm,
  RotateForm,
  StopForm,
} from './ServiceForms.tsx'
import { ServiceLead, ServiceTrail } from './ServiceLead.tsx'

type ServiceForm = ComponentType<{ service: AdminService; onClose: () => void }>

const cells: Cells<AdminService> = {
  status: ({ status }) => <Status {...serviceStatuses[status]} />,
  role: ({ roleLabel }) => <ContractText text={roleLabel} />,
}

/** Programs that call with keys: made, changed and ended by two, stopped by one. `?create=Y` opens the form. */
export function ServicesScreen() {
  const words = useWords().administration.services
  const [creating, setCreating] = useOpening('create')
  const [openForm, setOpenForm] = useState<{ service: AdminService; Form: ServiceForm }>()
  const open = (Form: ServiceForm) => (service: AdminService) => setOpenForm({ service, Form })
  const isIn = ({ status }: AdminService) => status !== 'STOPPED' && status !== 'ENDED'
  const isNotOver = ({ status }: AdminService) => status !== 'ENDED'
  const rowActions: RowAction<AdminService>[] = [
    { label: words.stop, Icon: IconPlayerStop, run: open(StopForm), isShown: isIn },
    {
      label: words.resume,
      Icon: IconPlayerPlay,
      run: open(ResumeServiceForm),
      isShown: ({ status }) => status === 'STOPPED',
    },
    { label: words.rotate, Icon: IconKey, run: open(RotateForm), isShown: isNotOver },
    { label: words.change, Icon: IconPencil, run: open(ChangeServiceForm), isShown: isNotOver },
    { label: words.end, Icon: IconTrash, run: open(EndForm), isShown: isNotOver },
  ]
  return (
    <>
      <ListScreen<AdminService>
        source={adminSources.serviceAccounts}
        title={({ name }) => name}
        sub={words.sub}
        actions={
          <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setCreating(true)}>
            {words.create}
          </Button>
        }
        rowActions={rowActions}
        Lead={ServiceLead}
        After={ServiceTrail}
        cells={cells}
      />
      {creating && <CreateServiceForm onClose={() => setCreating(false)} />}
      {openForm && <openForm.Form service={openForm.service} onClose={() => setOpenForm(undefined)} />}
    </>
  )
}
