import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { deductionBases, deductionFlow, deductionKinds, type Deduction } from '#contract/schedules/deductions.ts'
import type { Cells } from '#client/kit/lists/DataTable.tsx'
import { ListScreen } from '#client/kit/lists/ListScreen.tsx'
import { useOpening } from '#client/kit/places/useOpening.ts'
import { useUser } from '#client/kit/user.ts'
import { useContractWords, useWords } from '#client/kit/words.ts'
import { mayMake } from '#client/kit/decisions/actor.ts'
import { DeductionDialog } from './DeductionDialog.tsx'
import { deductionView } from './deductionView.tsx'

const Said = ({ text }: { text: string }) => useContractWords()(text)
const cells: Cells<Deduction> = {
  kind: ({ kind }) => <Said text={deductionKinds[kind].label} />,
  basis: ({ basis }) => <Said text={deductionBases[basis].label} />,
}

/** What a society takes of its members' payments beside loans, and what it adds. `?create=Y` opens the form. */
export function DeductionsScreen() {
  const words = useWords().deductions
  const user = useUser()
  const mayPropose = mayMake(deductionFlow, user)
  const [proposing, setProposing] = useOpening('create')
  return (
    <>
      <ListScreen<Deduction>
        {...deductionView.on(user)}
        heading={<h1>{words.title}</h1>}
        sub={words.sub}
        cells={cells}
        actions={
          mayPropose && (
            <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setProposing(true)}>
              {words.propose}
            </Button>
          )
        }
        next={{ text: words.none }}
      />
      {mayPropose && proposing && <DeductionDialog onClose={() => setProposing(false)} />}
    </>
  )
}
