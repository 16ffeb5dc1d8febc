import { Button } from '@mantine/core'
import { IconKey, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { passkeys, type Passkey } from '#contract/session/passkeys.ts'
import { browserHasPasskeys } from '#client/kit/forms/passkey.ts'
import { useFormat } from '#client/kit/format.ts'
import { useCall } from '#client/kit/queries.ts'
import { Status } from '#client/kit/Status.tsx'
import { useWords } from '#client/kit/words.ts'
import { OwnList } from './OwnList.tsx'
import { PasskeyDialog } from './PasskeyDialog.tsx'
import { RemovePasskeyDialog } from './RemovePasskeyDialog.tsx'

/** The own passkeys: each with its name and its last use, and the way to another one. */
export function Passkeys() {
  const words = useWords().account
  const { data, error } = useCall(passkeys.list, {})
  const [isAdding, setAdding] = useState(false)
  const [removing, setRemoving] = useState<Passkey>()
  const whyNot = data?.available === false ? words.passkeysNoAddress : !browserHasPasskeys() && words.passkeysOldBrowser
  return (
    <>
      <OwnList
        id="account-passkeys"
        title={words.passkeys}
        hint={words.passkeysHint}
        action={{ label: words.addPasskey, Icon: IconPlus, run: () => setAdding(true) }}
        whyNot={whyNot}
        lines={data?.passkeys.map((passkey) => (
          <PasskeyLine key={passkey.id} passkey={passkey} onRemove={() => setRemoving(passkey)} />
        ))}
        error={error}
      />
      {isAdding && <PasskeyDialog onClose={() => setAdding(false)} />}
      {removing && <RemovePasskeyDialog passkey={removing} onClose={() => setRemoving(undefined)} />}
    </>
  )
}

function PasskeyLine({ passkey, onRemove }: { passkey: Passkey; onRemove: () => void }) {
  const words = useWords().account
  const format = useFormat()
  const { name, created, lastUsed, synced, copied } = passkey
  return (
    <li>
      <IconKey size={20} stroke={1.6} aria-hidden />
      <div>
        <b>{name}</b> {copied && <Status tone="bad" label={words.copiedPasskey} />}
        <small>
          {words.addedOn(format.date(created))} ·{' '}
          {lastUsed ? words.lastUsed(format.dateTime(lastUsed)) : words.neverUsed}
          {synced && ` · ${words.synced}`}
        </small>
        {copied && <small>{words.copiedPasskeyHint}</small>}
      </div>
      <Button variant="subtle" color="cherry" size="compact-sm" onClick={onRemove} aria-label={words.removeNamed(name)}>
        {words.remove}
      </Button>
    </li>
  )
}
