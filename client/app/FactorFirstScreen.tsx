import '#client/account/account.css'
import { Button } from '@mantine/core'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { passkeys } from '#contract/session/passkeys.ts'
import { session } from '#contract/house/session.ts'
import { Passkeys } from '#client/account/Passkeys.tsx'
import { SecondFactor } from '#client/account/SecondFactor.tsx'
import { call } from '#client/kit/call.ts'
import { showRefusal, useCall } from '#client/kit/queries.ts'
import { useUser } from '#client/kit/user.ts'
import { useWords } from '#client/kit/words.ts'
import { Door } from '#client/session/Door.tsx'
import { useEnter } from '#client/session/useEnter.ts'
import { useSignOut } from './signOut.ts'

/** What comes between the sign-in and everything else for who has no second factor where everybody needs one. */
export function FactorFirstScreen() {
  const words = useWords()
  const { first } = words.account
  const { from } = useSearch({ from: '/second-factor' })
  const { totpEnabled } = useUser()
  const own = useCall(passkeys.list, {}).data?.passkeys ?? []
  const [isEntering, setEntering] = useState(false)
  const enter = useEnter(from)
  const signOut = useSignOut()
  const isSetUp = totpEnabled || own.length > 0
  const goOn = async () => {
    setEntering(true)
    try {
      await enter(await call(session.me, {}))
    } catch (refused) {
      showRefusal(refused as Error)
      setEntering(false)
    }
  }
  return (
    <Door title={first.title} heading={first.title}>
      <div className="door-fields">
        <p className="sub">{first.lead}</p>
        <SecondFactor />
        <Passkeys />
        {isSetUp ? (
          <Button size="md" fullWidth loading={isEntering} onClick={() => void goOn()}>
            {words.session.goOn}
          </Button>
        ) : (
          <Button variant="subtle" onClick={() => void signOut()}>
            {words.shell.signOut}
          </Button>
        )}
      </div>
    </Door>
  )
}
