import { Button } from '@mantine/core'
import { IconLock, IconLockOpen, IconPencil, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import {
  adminOrganisations,
  organisationStatuses,
  type AdminOrganisation,
} from '#contract/administration/adminOrganisations.ts'
import { text } from '#contract/kit/field.ts'
import { organisationTypes, type OrganisationType } from '#contract/house/organisationTypes.ts'
import { reference } from '#contract/house/reference.ts'
import { call } from '#client/kit/call.ts'
import type { Cells } from '#client/kit/lists/DataTable.tsx'
import { ListScreen } from '#client/kit/lists/ListScreen.tsx'
import { useCall } from '#client/kit/queries.ts'
import { Status } from '#client/kit/Status.tsx'
import { useContractWords, useWords } from '#client/kit/words.ts'
import { adminSources } from './adminSources.ts'
import { RequestForm } from './RequestForm.tsx'
import { Waiting } from './Waiting.tsx'

const cells: Cells<AdminOrganisation> = { status: ({ status }) => <Status {...organisationStatuses[status]} /> }

type Proposal = { organisation: AdminOrganisation | undefined; status: AdminOrganisation['status'] }

/** Who takes part in the chain. */
export function OrganisationsScreen() {
  const words = useWords().administration
  const [proposal, setProposal] = useState<Proposal>()
  const isOpen = ({ status }: AdminOrganisation) => status === 'OPEN'
  return (
    <>
      <ListScreen<AdminOrganisation>
        source={adminSources.organisations}
        title={(organisation) => organisation.name}
        sub={words.subOfOrganisations}
        actions={
          <Button
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => setProposal({ organisation: undefined, status: 'OPEN' })}
          >
            {words.newOrganisation}
          </Button>
        }
        rowActions={[
          {
            label: words.changeOrganisation,
            Icon: IconPencil,
            run: (organisation) => setProposal({ organisation, status: organisation.status }),
          },
          {
            label: words.closeOrganisation,
            Icon: IconLock,
            run: (organisation) => setProposal({ organisation, status: 'CLOSED' }),
            isShown: isOpen,
          },
          {
            label: words.openOrganisation,
            Icon: IconLockOpen,
            run: (organisation) => setProposal({ organisation, status: 'OPEN' }),
            isShown: (organisation) => !isOpen(organisation),
          },
        ]}
        Lead={OrganisationLead}
        cells={cells}
      />
      {proposal && <OrganisationForm {...proposal} onClose={() => setProposal(undefined)} />}
    </>
  )
}

const OrganisationLead = ({ row }: { row: AdminOrganisation }) => <Waiting waits={row.changeWaiting} title={row.name} />

const fields = {
  name: { title: 'Organisation', ...text(120) },
  code: { title: 'Code', ...text(20) },
  type: { title: 'Organisation type', ...text(40) },
  countyId: { title: 'County', ...text(10, { required: false }) },
}

function OrganisationForm({ organisation, status, onClose }: Proposal & { onClose: () => void }) {
  const words = useWords().administration
  const translate = useContractWords()
  const counties = useCall(reference.counties, {}, { staleTime: Infinity }).data
  const closes = organisation?.status === 'OPEN' && status === 'CLOSED'
  return (
    <RequestForm
      title={organisation ? words.organisationTitle(organisation.name) : words.newOrganisation}
      {...(closes ? { hint: words.closeHint } : {})}
      fields={fields}
      initial={{
        name: organisation?.name ?? '',
        code: organisation?.code ?? '',
        type: organisation?.type ?? '',
        countyId: String(organisation?.countyId ?? ''),
      }}
      controls={{
        code: { disabled: organisation ? organisation.code : false },
        type: {
          as: 'select',
          disabled: organisation ? translate(organisationTypes[organisation.type].label) : false,
          options: Object.entries(organisationTypes).map(([value, { label }]) => ({ value, label: translate(label) })),
        },
        countyId: {
          as: 'select',
          loading: !counties,
          options: (counties ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
        },
      }}
      send={({ name, code, type, countyId, reason }, key) =>
        call(adminOrganisations.propose, {
          body: {
            code,
            name,
            // The list offers declared types only.
            type: type as OrganisationType,
            countyId: countyId === '' ? null : Number(countyId),
            status,
            reason,
          },
          idempotencyKey: key,
        })
      }
      onClose={onClose}
    />
  )
}
