import { Button, Group, Modal, Skeleton } from '@mantine/core'
import { IconArrowRight } from '@tabler/icons-react'
import { uploads, type Review } from '#contract/uploads/uploads.ts'
import { useFormat } from '../format.ts'
import { NotLoaded } from '../lists/ListFaces.tsx'
import { useCall } from '../queries.ts'
import { useContractWords, useWords } from '../words.ts'

type RepairDialogProps = {
  id: string
  group: Review['groups'][number]
  onRepair: () => void
  onClose: () => void
}

/** What a repair would change, from and to, before it does. */
export function RepairDialog({ id, group, onRepair, onClose }: RepairDialogProps) {
  const words = useWords().uploads
  const translate = useContractWords()
  const { number } = useFormat()
  const { code, column } = group
  const preview = useCall(uploads.repairPreview, { params: { id }, query: { code, column } })
  const found = preview.data
  return (
    <Modal
      opened
      onClose={onClose}
      title={<span className="modal-title">{translate(group.repair ?? '')}</span>}
      size={520}
    >
      <div className="step-form">
        {preview.isPending && <Skeleton height={120} radius={8} aria-label={words.loadingRow} />}
        {preview.isError && <NotLoaded refused={preview.error} onReload={() => void preview.refetch()} />}
        {found && (
          <>
            <ul className="repairs" aria-label={words.changes}>
              {found.changes.map(({ from, to, rows }) => (
                <li key={JSON.stringify([from, to])}>
                  <s>{from || '–'}</s>
                  <IconArrowRight size={15} aria-label={words.becomes} />
                  <b>{to}</b>
                  <span className="faint num">{words.rows(rows, number(rows))}</span>
                </li>
              ))}
            </ul>
            {found.more > 0 && <p className="faint">{words.moreChanges(found.more, number(found.more))}</p>}
            {found.left > 0 && <p>{words.notMended(found.left, number(found.left))}</p>}
          </>
        )}
        <Group justify="flex-end" gap={8}>
          <Button variant="default" onClick={onClose}>
            {words.cancel}
          </Button>
          <Button
            data-autofocus
            disabled={!found || found.mended === 0}
            onClick={() => {
              onRepair()
              onClose()
            }}
          >
            {words.repairCells(found?.mended ?? 0, number(found?.mended ?? 0))}
          </Button>
        </Group>
      </div>
    </Modal>
  )
}
