import { Button } from '@mantine/core'
import { IconDownload, IconUpload, IconUser } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { plot, type Plot } from '#contract/farmers/plots.ts'
import { download } from '#client/kit/download.ts'
import { useFormat } from '#client/kit/format.ts'
import { ListScreen } from '#client/kit/lists/ListScreen.tsx'
import { may, useUser } from '#client/kit/user.ts'
import { useContractWords, useWords } from '#client/kit/words.ts'
import { PlotImportDialog } from './PlotImportDialog.tsx'
import { plotView } from './plotView.tsx'

/** The plots of a society: imported, verified and exported. */
export function PlotsScreen() {
  const words = useWords().farmerPage
  const translate = useContractWords()
  const { number } = useFormat()
  const user = useUser()
  const navigate = useNavigate()
  const [importing, setImporting] = useState(false)
  const importButton = may(user, plot.calls.import.allow) && (
    <Button leftSection={<IconUpload size={16} aria-hidden />} onClick={() => setImporting(true)}>
      {words.plots.import}
    </Button>
  )
  return (
    <>
      <ListScreen<Plot>
        {...plotView.on(user)}
        sub={user.organisation.organisationName}
        actions={
          <>
            <Button
              variant="default"
              leftSection={<IconDownload size={16} aria-hidden />}
              onClick={() => void download(plot.calls.export, { params: { organisationId: user.organisation.id } })}
            >
              {words.plots.export}
            </Button>
            {importButton}
          </>
        }
        rowActions={[
          {
            label: words.page,
            Icon: IconUser,
            run: ({ growerId }) =>
              void navigate({ to: '/farmers/farmer/$id', params: { id: growerId }, search: { tab: 'plots' } }),
          },
        ]}
        facts={(plot) => [
          { title: translate('Hectares'), value: number(plot.areaHa) },
          { title: translate('Member number'), value: plot.memberNumber },
        ]}
        next={{ text: words.plots.next, action: importButton }}
      />
      {importing && <PlotImportDialog onClose={() => setImporting(false)} />}
    </>
  )
}
