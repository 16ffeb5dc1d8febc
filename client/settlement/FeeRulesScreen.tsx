import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { feeRuleFlow, type FeeRule } from '#contract/settlement/feeRules.ts'
import { mayMake } from '#client/kit/decisions/actor.ts'
import { ListScreen } from '#client/kit/lists/ListScreen.tsx'
import { useOpening } from '#client/kit/places/useOpening.ts'
import { useUser } from '#client/kit/user.ts'
import { useWords } from '#client/kit/words.ts'
import { FeeRuleDialog } from './FeeRuleDialog.tsx'
import { feeRuleView } from './feeRuleView.tsx'

/** What is charged on sales, with what was proposed. `?create=Y` opens the form. */
export function FeeRulesScreen() {
  const words = useWords().settlement
  const user = useUser()
  const proposes = mayMake(feeRuleFlow, user)
  const [proposing, setProposing] = useOpening('create')
  return (
    <>
      <ListScreen<FeeRule>
        {...feeRuleView.on(user)}
        heading={<h1>{words.feesTitle}</h1>}
        sub={words.feesSub}
        actions={
          proposes && (
            <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setProposing(true)}>
              {words.proposeFees}
            </Button>
          )
        }
        next={{ text: words.noFees }}
      />
      {proposes && proposing && <FeeRuleDialog onClose={() => setProposing(false)} />}
    </>
  )
}
