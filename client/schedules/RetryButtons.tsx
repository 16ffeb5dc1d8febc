import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { paymentRetryFlow } from '#contract/schedules/paymentRetries.ts'
import { mayMake } from '#client/kit/decisions/actor.ts'
import { useUser } from '#client/kit/user.ts'
import { useWords } from '#client/kit/words.ts'
import { RetryDialog, UpdateRetryDialog, type Retried } from './RetryDialog.tsx'

/** Sends again what was refused or held, for who may ask for it. A lender is paid nowhere else than to its fund. */
export function RetryButtons({ retried, isOfMember = false }: { retried: Retried; isOfMember?: boolean }) {
  const words = useWords().retries
  const user = useUser()
  const [open, setOpen] = useState<'again' | 'elsewhere'>()
  if (!mayMake(paymentRetryFlow, user)) return null
  const close = () => setOpen(undefined)
  return (
    <>
      <Group gap={8}>
        <Button variant="default" onClick={() => setOpen('again')}>
          {words.again}
        </Button>
        {isOfMember && (
          <Button variant="default" onClick={() => setOpen('elsewhere')}>
            {words.elsewhere}
          </Button>
        )}
      </Group>
      {open === 'again' && <RetryDialog retried={retried} onClose={close} />}
      {open === 'elsewhere' && <UpdateRetryDialog retried={retried} onClose={close} />}
    </>
  )
}
