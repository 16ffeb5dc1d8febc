import { Button } from '@mantine/core'
import { IconWand } from '@tabler/icons-react'
import type { Upload } from '#contract/uploads/uploads.ts'
import { stampOf } from '../decisions/decisions.ts'
import { useFormat } from '../format.ts'
import { useGoTo } from '../places/places.ts'
import { useWords } from '../words.ts'

/** Whether an upload is a draft of the reader with rows to correct before it can be sent. */
export const isToRepair = (row: Upload): boolean => row.failed > 0 && stampOf(row).steps['send'] === null

/** Makes what leads from the drawer of such an upload to its review. */
export const repairRows = (kind: string) =>
  function RepairRows({ row }: { row: Upload }) {
    const words = useWords().uploads
    const { number } = useFormat()
    const { review } = useGoTo(kind)
    return (
      <Button className="grow" leftSection={<IconWand size={16} aria-hidden />} onClick={() => review(row.id)}>
        {words.repairRows(row.failed, number(row.failed))}
      </Button>
    )
  }
