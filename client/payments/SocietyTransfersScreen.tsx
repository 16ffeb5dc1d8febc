import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { societyTransferFlow, transferKinds, type SocietyTransfer } from '#contract/payments/societyTransfers.ts'
import { useFormat } from '#client/kit/format.ts'
import type { Cells } from '#client/kit/lists/DataTable.tsx'
import { ListScreen } from '#client/kit/lists/ListScreen.tsx'
import { useOpening } from '#client/kit/places/useOpening.ts'
import { useUser } from '#client/kit/user.ts'
import { useContractWords, useWords } from '#client/kit/words.ts'
import { mayMake } from '#client/kit/decisions/actor.ts'
import { SocietyTransferDialog } from './SocietyTransferDialog.tsx'
import { societyTransferView } from './societyTransferView.tsx'

const cells: Cells<SocietyTransfer> = {
  kind: ({ kind }) => <KindName kind={kind} />,
  amount: ({ amount }) => <Dollars amount={amount} />,
}

const KindName = ({ kind }: Pick<SocietyTransfer, 'kind'>) => useContractWords()(transferKinds[kind].label)

function Dollars({ amount }: { amount: number }) {
  const { money } = useFormat()
  return <span className="num">{money(amount, 'USD')}</span>
}

/** What a society moves between its own accounts, and what it changes into shillings. `?create=Y` opens the form. */
export function SocietyTransfersScreen() {
  const words = useWords().transfers
  const user = useUser()
  const mayOrder = mayMake(societyTransferFlow, user)
  const [ordering, setOrdering] = useOpening('create')
  return (
    <>
      <ListScreen<SocietyTransfer>
        {...societyTransferView.on(user)}
        heading={<h1>{words.title}</h1>}
        sub={words.sub}
        cells={cells}
        actions={
          mayOrder && (
            <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setOrdering(true)}>
              {words.order}
            </Button>
          )
        }
        next={{ text: words.none }}
      />
      {mayOrder && ordering && <SocietyTransferDialog onClose={() => setOrdering(false)} />}
    </>
  )
}
