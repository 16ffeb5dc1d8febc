import { Button } from '@mantine/core'
import { IconFileSpreadsheet } from '@tabler/icons-react'
import { useState } from 'react'

/** Saves a workbook, and shows while it is on its way. */
export function WorkbookButton(props: { label: string; disabled?: boolean; save: () => Promise<unknown> }) {
  const [busy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    await props.save()
    setBusy(false)
  }
  return (
    <Button
      variant="default"
      loading={busy}
      disabled={props.disabled ?? false}
      leftSection={<IconFileSpreadsheet size={16} aria-hidden />}
      onClick={() => void save()}
    >
      {props.label}
    </Button>
  )
}
