import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { communalRateFlow, type CommunalRate } from '#contract/payments/communalRates.ts'
import { ListScreen } from '#client/kit/lists/ListScreen.tsx'
import { useOpening } from '#client/kit/places/useOpening.ts'
import { useUser } from '#client/kit/user.ts'
import { useWords } from '#client/kit/words.ts'
import { mayMake } from '#client/kit/decisions/actor.ts'
import { CommunalRateDialog } from './CommunalRateDialog.tsx'
import { communalRateView } from './communalRateView.tsx'

/** The least that a society pays for a kilogram, by season and cycle. `?create=Y` opens the form. */
export function CommunalRatesScreen() {
  const words = useWords().conversion.communal
  const user = useUser()
  const maySet = mayMake(communalRateFlow, user)
  const [setting, setSetting] = useOpening('create')
  return (
    <>
      <ListScreen<CommunalRate>
        {...communalRateView.on(user)}
        heading={<h1>{words.title}</h1>}
        sub={words.sub}
        actions={
          maySet && (
            <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setSetting(true)}>
              {words.set}
            </Button>
          )
        }
        next={{ text: words.none }}
      />
      {maySet && setting && <CommunalRateDialog onClose={() => setSetting(false)} />}
    </>
  )
}
