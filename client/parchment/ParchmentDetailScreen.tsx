import { Button } from '@mantine/core'
import { IconArrowLeft, IconPencil } from '@tabler/icons-react'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { parchment, type ParchmentRow } from '#contract/parchments.ts'
import { ListScreen } from '#client/kit/ListScreen.tsx'
import { useCall } from '#client/kit/queries.ts'
import { useWords } from '#client/kit/words.ts'
import { AmendDialog } from './AmendDialog.tsx'
import { parchmentRowsSource } from './parchmentCalls.ts'
import { ParchmentLead } from './ParchmentLead.tsx'

/** One parchment record: what it is worth, and its outturns. */
export function ParchmentDetailScreen() {
  const words = useWords().parchment
  const { id = '' } = useParams({ strict: false })
  const [amending, setAmending] = useState(false)
  const record = useCall(parchment.calls.one, { params: { id } }).data
  return (
    <>
      <ListScreen<ParchmentRow>
        source={parchmentRowsSource(id)}
        title={(row) => row.outturn}
        sub={record ? `${record.organisationName} · ${record.fileName}` : words.sub}
        noDrawer
        above={
          record && (
            <div className="card pad parchment-record">
              <ParchmentLead row={record} />
            </div>
          )
        }
        actions={
          <>
            <Button
              variant="default"
              leftSection={<IconArrowLeft size={16} aria-hidden />}
              renderRoot={(rest) => <Link {...rest} to="/ccarf/delivery/parchment" />}
            >
              {words.all}
            </Button>
            {record?.steps['amend'] === null && (
              <Button leftSection={<IconPencil size={16} aria-hidden />} onClick={() => setAmending(true)}>
                {words.amend}
              </Button>
            )}
          </>
        }
      />
      {amending && record && <AmendDialog record={record} onClose={() => setAmending(false)} />}
    </>
  )
}
