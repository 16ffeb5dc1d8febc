import { Button, Group } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { IconCopy, IconDownload } from '@tabler/icons-react'
import { saveFile } from '#client/kit/download.ts'
import { useWords } from '#client/kit/words.ts'

/** Recovery codes, shown once, with the ways to keep them. */
export function RecoveryCodes({ codes, onSaved }: { codes: readonly string[]; onSaved: () => void }) {
  const { account: words, messages } = useWords()
  const clipboard = useClipboard()
  const text = `${codes.join('\n')}\n`
  const save = () => saveFile(new Blob([text], { type: 'text/plain' }), words.recoveryFile)
  return (
    <div className="account-dialog">
      <p>{words.recoveryHint}</p>
      <ul className="account-codes">
        {codes.map((code) => (
          <li key={code} className="code">
            {code}
          </li>
        ))}
      </ul>
      <Group gap="xs">
        <Button variant="default" leftSection={<IconCopy size={16} aria-hidden />} onClick={() => clipboard.copy(text)}>
          {clipboard.copied ? messages.copied : words.copy}
        </Button>
        <Button variant="default" leftSection={<IconDownload size={16} aria-hidden />} onClick={save}>
          {words.download}
        </Button>
      </Group>
      <Button onClick={onSaved}>{words.kept}</Button>
    </div>
  )
}
