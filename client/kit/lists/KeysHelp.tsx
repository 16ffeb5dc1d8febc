import { Kbd } from '@mantine/core'
import { Dialog } from '../Dialog.tsx'
import { useWords } from '../words.ts'

const keys = [
  { name: 'down', keys: ['j', '↓'] },
  { name: 'up', keys: ['k', '↑'] },
  { name: 'open', keys: ['Enter'] },
  { name: 'select', keys: ['x'] },
  { name: 'approve', keys: ['a'] },
  { name: 'decline', keys: ['r'] },
  { name: 'search', keys: ['/'] },
  { name: 'help', keys: ['?'] },
] as const
const deciding = new Set<string>(['select', 'approve', 'decline'])

/** The keys of a list. */
export function KeysHelp({ decides, onClose }: { decides: boolean; onClose: () => void }) {
  const words = useWords().lists
  return (
    <Dialog onClose={onClose} title={words.keysTitle} size={400}>
      <dl className="keys">
        {keys
          .filter(({ name }) => decides || !deciding.has(name))
          .map(({ name, keys: pressed }) => (
            <div key={name}>
              <dt>{words.keyList[name]}</dt>
              <dd>
                {pressed.map((key) => (
                  <Kbd key={key}>{key}</Kbd>
                ))}
              </dd>
            </div>
          ))}
      </dl>
      <p className="faint">{words.keysHint}</p>
    </Dialog>
  )
}
