import { Button, Skeleton } from '@mantine/core'
import { IconKey, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { passkeys, type Passkey } from '#contract/session/passkeys.ts'
import { browserHasPasskeys } from '#client/kit/forms/passkey.ts'
import { useFormat } from '#client/kit/format.ts'
import { useCall } from '#client/kit/queries.ts'
import { Status } from '#client/kit/Status.tsx'
import { useContractWords, useWords } from '#client/kit/words.ts'
import { PasskeyDialog } from './PasskeyDialog.tsx'
import { RemovePasskeyDialog } from './RemovePasskeyDialog.tsx'

/** The own passkeys: each with its name and its last use, and the way to another one. */
export function Passkeys() {
  const words = useWords().account
  const translate = useContractWords()
  const { data, error } = useCall(passkeys.list, {})
  const [isAdding, setAdding] = useState(false)
  const [removing, setRemoving] = useState<Passkey>()
  const canAdd = data?.available === true && browserHasPasskeys()
  return (
    <section className="card pad" aria-labelledby="account-passkeys">
      <div className="account-factor">
        <div>
          <h2 id="account-passkeys">{words.passkeys}</h2>
          <p className="sub">{words.passkeysHint}</p>
        </div>
        <Button
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() => setAdding(true)}
          disabled={!canAdd}
          {...(data && !canAdd ? { 'aria-describedby': 'account-passkeys-not' } : {})}
        >
          {words.addPasskey}
        </Button>
      </div>
      {data && !canAdd && (
        <p id="account-passkeys-not" className="sub">
          {data.available ? words.passkeysOldBrowser : words.passkeysNoAddress}
        </p>
      )}
      {error && !data && <p role="alert">{translate(error.message)}</p>}
      {!data && !error && <Skeleton height={48} mt={12} />}
      {data && data.passkeys.length > 0 && (
        <ul className="passkeys">
          {data.passkeys.map((passkey) => (
            <PasskeyLine key={passkey.id} passkey={passkey} onRemove={() => setRemoving(passkey)} />
          ))}
        </ul>
      )}
      {isAdding && <PasskeyDialog onClose={() => setAdding(false)} />}
      {removing && <RemovePasskeyDialog passkey={removing} onClose={() => setRemoving(undefined)} />}
    </section>
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
