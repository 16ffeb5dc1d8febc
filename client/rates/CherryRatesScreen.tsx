import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import type { CherryRate } from '#contract/rates/cherryRates.ts'
import { ListScreen } from '#client/kit/lists/ListScreen.tsx'
import { useUser } from '#client/kit/user.ts'
import { useWords } from '#client/kit/words.ts'
import { CherryRateDialog } from './CherryRateDialog.tsx'
import { cherryRateView, proposes } from './cherryRateView.tsx'
import { RatesInForce } from './RatesInForce.tsx'

/** Cherry rates in force, and those that were proposed with what they would do. */
export function CherryRatesScreen() {
  const words = useWords().rates
  const user = useUser()
  const [proposal, setProposal] = useState<{ rate?: CherryRate }>()
  const mayPropose = proposes(user)
  return (
    <>
      <ListScreen<CherryRate>
        {...cherryRateView.on(user)}
        heading={<h1>{words.title}</h1>}
        sub={words.sub}
        actions={
          mayPropose && (
            <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setProposal({})}>
              {words.update}
            </Button>
          )
        }
        above={
          <>
            <RatesInForce {...(mayPropose ? { onEdit: (rate: CherryRate) => setProposal({ rate }) } : {})} />
            <h2 className="list-title">{words.proposals}</h2>
          </>
        }
      />
      {proposal && <CherryRateDialog rate={proposal.rate} onClose={() => setProposal(undefined)} />}
    </>
  )
}
