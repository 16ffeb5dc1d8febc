import { Button } from '@mantine/core'
import { IconPencil, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { adminSettings, type AdminDisclaimer } from '#contract/administration/adminSettings.ts'
import { text } from '#contract/kit/field.ts'
import { disclaimerTitle } from '#contract/recordNames.ts'
import { call } from '#client/kit/call.ts'
import type { Cells } from '#client/kit/lists/DataTable.tsx'
import { ListScreen } from '#client/kit/lists/ListScreen.tsx'
import { Status } from '#client/kit/Status.tsx'
import { useContractWords, useWords } from '#client/kit/words.ts'
import { adminSources } from './adminSources.ts'
import { RequestForm } from './RequestForm.tsx'
import { ContractText } from './ContractText.tsx'

const statuses = {
  IN_FORCE: { tone: 'good', label: 'In force' },
  REPLACED: { tone: 'neutral', label: 'Replaced' },
} as const

const cells: Cells<AdminDisclaimer> = {
  name: ({ name }) => <ContractText text={disclaimerTitle(name)} strong />,
  status: ({ status }) => <Status {...statuses[status]} />,
}

type Proposal = { disclaimer: AdminDisclaimer | undefined }

/** Texts that people accept, in every version. */
export function DisclaimersScreen() {
  const words = useWords().administration
  const translate = useContractWords()
  const [proposal, setProposal] = useState<Proposal>()
  return (
    <>
      <ListScreen<AdminDisclaimer>
        source={adminSources.disclaimers}
        title={(disclaimer) => `${translate(disclaimerTitle(disclaimer.name))} ${disclaimer.version}`}
        sub={words.subOfDisclaimers}
        actions={
          <Button
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => setProposal({ disclaimer: undefined })}
          >
            {words.newDisclaimer}
          </Button>
        }
        rowActions={[
          {
            label: words.newVersion,
            Icon: IconPencil,
            run: (disclaimer) => setProposal({ disclaimer }),
            isShown: ({ status }) => status === 'IN_FORCE',
          },
        ]}
        cells={cells}
      />
      {proposal && <DisclaimerForm {...proposal} onClose={() => setProposal(undefined)} />}
    </>
  )
}

const fields = {
  name: { title: 'Name', ...text(40) },
  english: { title: 'English text', ...text(2000) },
  swahili: { title: 'Swahili text', ...text(2000) },
}

function DisclaimerForm({ disclaimer, onClose }: Proposal & { onClose: () => void }) {
  const words = useWords().administration
  const translate = useContractWords()
  return (
    <RequestForm
      title={disclaimer ? words.disclaimerTitle(translate(disclaimerTitle(disclaimer.name))) : words.newDisclaimer}
      hint={words.disclaimerHint}
      fields={fields}
      initial={{ name: disclaimer?.name ?? '', english: disclaimer?.english ?? '', swahili: disclaimer?.swahili ?? '' }}
      controls={{
        name: { disabled: disclaimer?.name ?? false },
        english: { as: 'textarea', wide: true },
        swahili: { as: 'textarea', wide: true },
      }}
      send={(values, key) => call(adminSettings.proposeDisclaimer, { body: values, idempotencyKey: key })}
      onClose={onClose}
    />
  )
}
