import { Button, PasswordInput } from '@mantine/core'
import { IconLock, IconLockOpen, IconPencil, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import {
  adminProviders,
  providerDemands,
  providerStatuses,
  type AdminProvider,
} from '#contract/administration/adminProviders.ts'
import { text } from '#contract/kit/field.ts'
import { call } from '#client/kit/call.ts'
import type { Cells } from '#client/kit/lists/DataTable.tsx'
import { usePasswordVisibility } from '#client/kit/forms/usePasswordVisibility.ts'
import { ListScreen } from '#client/kit/lists/ListScreen.tsx'
import { Status } from '#client/kit/Status.tsx'
import { useContractWords, useWords } from '#client/kit/words.ts'
import { adminSources } from './adminSources.ts'
import { RequestForm } from './RequestForm.tsx'
import { Waiting } from './Waiting.tsx'

const cells: Cells<AdminProvider> = { status: ({ status }) => <Status {...providerStatuses[status]} /> }

type Proposal = { provider: AdminProvider | undefined; status: AdminProvider['status'] }

/** Organisations whose users sign in on a page of their own. */
export function ProvidersScreen() {
  const words = useWords().administration
  const [proposal, setProposal] = useState<Proposal>()
  return (
    <>
      <ListScreen<AdminProvider>
        source={adminSources.providers}
        title={(provider) => provider.organisationName}
        sub={words.subOfProviders}
        actions={
          <Button
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => setProposal({ provider: undefined, status: 'ON' })}
          >
            {words.newProvider}
          </Button>
        }
        rowActions={[
          {
            label: words.changeProvider,
            Icon: IconPencil,
            run: (provider) => setProposal({ provider, status: provider.status }),
          },
          {
            label: words.stopProvider,
            Icon: IconLock,
            run: (provider) => setProposal({ provider, status: 'OFF' }),
            isShown: ({ status }) => status === 'ON',
          },
          {
            label: words.startProvider,
            Icon: IconLockOpen,
            run: (provider) => setProposal({ provider, status: 'ON' }),
            isShown: ({ status }) => status === 'OFF',
          },
        ]}
        Lead={ProviderLead}
        cells={cells}
      />
      {proposal && <ProviderForm {...proposal} onClose={() => setProposal(undefined)} />}
    </>
  )
}

const ProviderLead = ({ row }: { row: AdminProvider }) => (
  <Waiting waits={row.changeWaiting} title={row.organisationCode} />
)

const fields = {
  organisationCode: { title: 'Code', ...text(40) },
  issuer: { title: 'Address of the provider', ...text(300) },
  clientId: { title: 'Client ID', ...text(200) },
  clientSecret: { title: 'Client secret', ...text(500, { required: false }) },
  demand: { title: 'Passwords', ...text(20) },
  breakGlass: { title: 'Opens with a password all the same', ...text(60, { required: false }) },
}

function ProviderForm({ provider, status, onClose }: Proposal & { onClose: () => void }) {
  const words = useWords().administration
  const translate = useContractWords()
  const visibility = usePasswordVisibility()
  const back = `${window.location.origin}/sign-in/provider/${provider?.organisationCode ?? '…'}`
  return (
    <RequestForm
      title={provider ? words.providerTitle(provider.organisationName) : words.newProvider}
      hint={words.providerHint}
      fields={fields}
      initial={{
        organisationCode: provider?.organisationCode ?? '',
        issuer: provider?.issuer ?? '',
        clientId: provider?.clientId ?? '',
        clientSecret: '',
        demand: provider?.demand ?? 'PASSWORDS',
        breakGlass: provider?.breakGlass ?? '',
      }}
      controls={{
        organisationCode: { disabled: provider ? provider.organisationCode : false },
        issuer: { hint: words.issuerHint, wide: true },
        clientId: { wide: true, hint: `${words.redirectHint} ${back}` },
        clientSecret: {
          wide: true,
          hint: words.secretHint,
          render: ({ onChange, ...field }) => (
            <PasswordInput
              {...field}
              {...visibility}
              onChange={(event) => onChange(event.currentTarget.value)}
              autoComplete="off"
            />
          ),
        },
        demand: {
          as: 'select',
          options: Object.entries(providerDemands).map(([value, { label }]) => ({ value, label: translate(label) })),
        },
        breakGlass: { hint: words.breakGlassHint },
      }}
      send={({ clientSecret, demand, ...values }, key) =>
        call(adminProviders.propose, {
          body: {
            ...values,
            // The list offers declared ways only.
            demand: demand as AdminProvider['demand'],
            ...(clientSecret ? { clientSecret } : {}),
            status,
          },
          idempotencyKey: key,
        })
      }
      onClose={onClose}
    />
  )
}
