import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { conversionRateFlow, type ConversionRate } from '#contract/payments/conversionRates.ts'
import { useFormat } from '#client/kit/format.ts'
import type { Cells } from '#client/kit/lists/DataTable.tsx'
import { ListScreen } from '#client/kit/lists/ListScreen.tsx'
import { useOpening } from '#client/kit/places/useOpening.ts'
import { useUser } from '#client/kit/user.ts'
import { useWords } from '#client/kit/words.ts'
import { mayMake } from '#client/kit/decisions/actor.ts'
import { conversionRateView } from './conversionRateView.tsx'
import { DealCodeDialog } from './DealCodeDialog.tsx'

const cells: Cells<ConversionRate> = { rate: ({ rate }) => <Rate rate={rate} /> }

function Rate({ rate }: Pick<ConversionRate, 'rate'>) {
  const { exchangeRate } = useFormat()
  return <span className="num">{exchangeRate(rate)}</span>
}

/** The deals of a society with the bank, and the way to submit another. `?create=Y` opens the form. */
export function ConversionRatesScreen() {
  const words = useWords().conversion
  const user = useUser()
  const maySubmit = mayMake(conversionRateFlow, user)
  const [submitting, setSubmitting] = useOpening('create')
  const submit = maySubmit && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setSubmitting(true)}>
      {words.submit}
    </Button>
  )
  return (
    <>
      <ListScreen<ConversionRate>
        {...conversionRateView.on(user)}
        heading={<h1>{words.title}</h1>}
        sub={words.sub}
        cells={cells}
        actions={submit}
      />
      {maySubmit && submitting && <DealCodeDialog onClose={() => setSubmitting(false)} />}
    </>
  )
}
