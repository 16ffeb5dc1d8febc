import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { cherryRateFlow, type CherryRate } from '#contract/rates/cherryRates.ts'
import { ListScreen } from '#client/kit/lists/ListScreen.tsx'
import { useOpening } from '#client/kit/places/useOpening.ts'
import { useUser } from '#client/kit/user.ts'
import { useWords } from '#client/kit/words.ts'
import { mayMake } from '#client/kit/decisions/actor.ts'
import { CherryRateDialog } from './CherryRateDialog.tsx'
import { cherryRateView } from './cherryRateView.tsx'
import { RatesInForce } from './RatesInForce.tsx'

/** Cherry rates in force, and those that were proposed with what they would do. `?create=Y` opens the form. */
export function CherryRatesScreen() {
  const words = useWords().rates
  const user = useUser()
  const [edited, setEdited] = useState<CherryRate>()
  const [creating, setCreating] = useOpening('create')
  const mayPropose = mayMake(cherryRateFlow, user)
  return (
    <>
      <ListScreen<CherryRate>
        {...cherryRateView.on(user)}
        heading={<h1>{words.title}</h1>}
        sub={words.sub}
        actions={
          mayPropose && (
            <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setCreating(true)}>
              {words.update}
            </Button>
          )
        }
        above={
          <>
            <RatesInForce {...(mayPropose ? { onEdit: setEdited } : {})} />
            <h2 className="list-title">{words.proposals}</h2>
          </>
        }
      />
      {mayPropose && creating && <CherryRateDialog rate={undefined} onClose={() => setCreating(false)} />}
      {edited && <CherryRateDialog rate={edited} onClose={() => setEdited(undefined)} />}
    </>
  )
}
