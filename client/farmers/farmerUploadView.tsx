import { Button } from '@mantine/core'
import { IconUser, IconUsers } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { farmerCompanyUpload, farmerUpload } from '#contract/farmers/farmerUploads.ts'
import type { FarmerRow } from '#contract/farmers/farmers.ts'
import type { DecisionInput } from '#client/kit/decisions/decisions.ts'
import type { RecordVersion } from '#client/kit/decisions/recordView.tsx'
import type { RowAction } from '#client/kit/decisions/StepMenu.tsx'
import { viewUpload } from '#client/kit/uploads/uploadView.tsx'
import { useWords } from '#client/kit/words.ts'
import { OverrideRows, shortestReason, type Override } from './OverrideRows.tsx'

const overrides = ({ more }: DecisionInput) => {
  // The value is as the dialog's own form set it.
  const reasoned = ((more as Override[] | undefined) ?? []).filter(
    ({ reason }) => reason.trim().length >= shortestReason,
  )
  return reasoned.length > 0 ? { override: reasoned } : {}
}

const common = {
  counted: (words, count, shown) => words.farmers.farmers(count, shown),
  rowTitle: (row: FarmerRow) => row.fullName || row.companyName,
  also: {
    approve: (_row: RecordVersion, input: DecisionInput) => ({ ...overrides(input), action: 'APPROVE' }),
    decline: () => ({ action: 'REJECT' }),
  },
  More: OverrideRows,
  useRowActions,
} satisfies Partial<Parameters<typeof viewUpload<typeof farmerUpload.row, typeof farmerUpload.rows.row>>[1]>

/** Files of individual farmers, from the clerk to the register. */
export const farmerUploadView = viewUpload(farmerUpload, {
  ...common,
  labels: ({ farmers: words }) => ({
    template: words.template,
    upload: words.upload,
    numberOf: words.numberOf,
    rows: words.fromFile,
    back: words.allUploads,
  }),
  RowsActions: ToFarmers,
})

// One call declines uploads of both kinds, and one decides many of them.
const { decline, decideMany } = farmerUpload.calls

/** Files of companies and estates. */
export const farmerCompanyUploadView = viewUpload(
  { ...farmerCompanyUpload, calls: { ...farmerCompanyUpload.calls, decline, decideMany } },
  {
    ...common,
    labels: ({ farmers: words }) => ({
      template: words.companyTemplate,
      upload: words.companyUpload,
      numberOf: words.numberOf,
      rows: words.fromCompanyFile,
      back: words.allCompanyUploads,
    }),
  },
)

/** To the page of the farmer that a row has become. */
function useRowActions(): readonly RowAction<FarmerRow>[] {
  const { page } = useWords().farmerPage
  const navigate = useNavigate()
  return [
    {
      label: page,
      Icon: IconUser,
      run: ({ id }) => void navigate({ to: '/farmers/farmer/$id', params: { id: id ?? '' } }),
      isShown: (row) => row.id !== null,
    },
  ]
}

function ToFarmers() {
  return (
    <Button
      variant="default"
      leftSection={<IconUsers size={16} aria-hidden />}
      renderRoot={(rest) => <Link {...rest} to="/farmers/farmers" />}
    >
      {useWords().farmers.uploadedFarmers}
    </Button>
  )
}
