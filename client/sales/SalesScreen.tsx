import { Button } from '@mantine/core'
import { IconCalendarOff, IconPencil, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { sale, saleFlow, saleStages, type Sale } from '#contract/sales/sales.ts'
import { text } from '#contract/kit/field.ts'
import { call } from '#client/kit/call.ts'
import { mayMake } from '#client/kit/decisions/actor.ts'
import type { RowAction } from '#client/kit/decisions/StepMenu.tsx'
import { RecordDialog } from '#client/kit/forms/RecordForm.tsx'
import { useRecordForm } from '#client/kit/forms/useRecordForm.ts'
import type { Cells } from '#client/kit/lists/DataTable.tsx'
import { ListScreen } from '#client/kit/lists/ListScreen.tsx'
import { useOpening } from '#client/kit/places/useOpening.ts'
import { Status } from '#client/kit/Status.tsx'
import { useUser } from '#client/kit/user.ts'
import { useWords } from '#client/kit/words.ts'
import { SaleDialog } from './SaleDialog.tsx'
import { saleView } from './saleView.tsx'

const cells: Cells<Sale> = {
  saleNumber: ({ saleNumber }) => <SaleNumber of={saleNumber} />,
  stage: ({ stage }) => stage && <Status {...saleStages[stage]} />,
}

const SaleNumber = ({ of }: { of: number }) => <span className="strong">{useWords().sales.timer.short(of)}</span>

type Doing = { changed: Sale } | { cancelled: Sale } | undefined

/** The calendar of sales with its history. `?create=Y` opens the form. */
export function SalesScreen() {
  const words = useWords().sales
  const user = useUser()
  const keeps = mayMake(saleFlow, user)
  const [proposing, setProposing] = useOpening('create')
  const [doing, setDoing] = useState<Doing>()
  const stands = ({ status }: Sale) => status.statusName === 'APPROVED'
  const isToCome = (row: Sale) => stands(row) && row.stage !== 'CATALOGUE_CLOSED' && row.stage !== 'HELD'
  const rowActions: RowAction<Sale>[] = [
    { label: words.change, Icon: IconPencil, run: (changed) => setDoing({ changed }), isShown: stands },
    { label: words.cancel, Icon: IconCalendarOff, run: (cancelled) => setDoing({ cancelled }), isShown: isToCome },
  ]
  const close = () => setDoing(undefined)
  return (
    <>
      <ListScreen<Sale>
        {...saleView.on(user)}
        heading={<h1>{words.title}</h1>}
        sub={words.sub}
        cells={cells}
        rowActions={keeps ? rowActions : []}
        actions={
          keeps && (
            <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setProposing(true)}>
              {words.propose}
            </Button>
          )
        }
        next={{ text: words.none }}
      />
      {keeps && proposing && <SaleDialog onClose={() => setProposing(false)} />}
      {doing && 'changed' in doing && <SaleDialog changed={doing.changed} onClose={close} />}
      {doing && 'cancelled' in doing && <CancelDialog row={doing.cancelled} onClose={close} />}
    </>
  )
}

const cancelFields = { reason: { title: 'Reason', ...text(500) } }

function CancelDialog({ row, onClose }: { row: Sale; onClose: () => void }) {
  const words = useWords().sales
  const state = useRecordForm({ fields: cancelFields, initial: {} })
  return (
    <RecordDialog
      title={words.cancelTitle(words.numberOf(row.saleNumber, row.season))}
      state={state}
      lead={<p className="faint">{words.cancelHint}</p>}
      groups={[{ names: ['reason'] }]}
      controls={{ reason: { as: 'textarea', wide: true } }}
      submitLabel={words.send}
      send={({ reason }, key) =>
        call(sale.calls.cancel, { body: { id: row.id, version: row.version, reason }, idempotencyKey: key })
      }
      onDone={onClose}
      onClose={onClose}
      size={520}
    />
  )
}
