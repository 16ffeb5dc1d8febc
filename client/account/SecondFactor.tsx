import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { Status } from '#client/kit/Status.tsx'
import { useUser } from '#client/kit/user.ts'
import { useWords } from '#client/kit/words.ts'
import { DisableDialog } from './DisableDialog.tsx'
import { EnrolDialog } from './EnrolDialog.tsx'

/** Turns the second factor on and off. */
export function SecondFactor() {
  const words = useWords().account
  const { totpEnabled } = useUser()
  const [enrolling, enrol] = useDisclosure()
  const [disabling, disable] = useDisclosure()
  return (
    <section className="card pad account-factor" aria-labelledby="account-factor">
      <div>
        <h2 id="account-factor">
          {words.factor} <Status tone={totpEnabled ? 'good' : 'neutral'} label={totpEnabled ? words.on : words.off} />
        </h2>
        <p className="sub">{words.factorHint}</p>
      </div>
      {totpEnabled ? (
        <Button variant="default" onClick={disable.open}>
          {words.disable}
        </Button>
      ) : (
        <Button variant="default" onClick={enrol.open}>
          {words.enrol}
        </Button>
      )}
      {enrolling && <EnrolDialog onClose={enrol.close} />}
      {disabling && <DisableDialog onClose={disable.close} />}
    </section>
  )
}
