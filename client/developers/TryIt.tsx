import { Button, FileInput, Group, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { fileNameOf, newKey } from '#client/kit/call.ts'
import { Dialog } from '#client/kit/Dialog.tsx'
import { saveFile } from '#client/kit/download.ts'
import { queryClient } from '#client/kit/queries.ts'
import { useWords } from '#client/kit/words.ts'
import { onlyReads, takesFile, takesJson, type ApiCall } from './apiCalls.ts'
import { addressOf, headersOf, missingIn, type Values } from './examples.ts'

type Outcome =
  | { status: number; milliseconds: number; text: string; isCut: boolean }
  | { status: number; milliseconds: number; file: Blob; fileName: string }
  | { fault: 'network' | 'late' }

const longestSeconds = 30
const mostShown = 20_000

type Props = { call: ApiCall; values: Values; onChange: (values: Values) => void }

/** Sends the request with the reader's own session; what changes something asks first. */
export function TryIt({ call, values, onChange }: Props) {
  const words = useWords().developers
  const [file, setFile] = useState<File | null>(null)
  const [asks, setAsks] = useState(false)
  const [busy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<Outcome>()
  const [problem, setProblem] = useState('')
  const submit = () => {
    const wrong = problemOf(call, values, file, words)
    setProblem(wrong)
    if (wrong) return
    if (onlyReads(call)) void send()
    else setAsks(true)
  }
  const send = async () => {
    setAsks(false)
    setBusy(true)
    setOutcome(undefined)
    setOutcome(await request(call, values, file))
    setBusy(false)
    // What it changed is seen at once wherever it is shown.
    if (!onlyReads(call)) void queryClient.invalidateQueries()
  }
  const set = (name: string, value: string) => onChange({ ...values, address: { ...values.address, [name]: value } })
  return (
    <form
      className="api-try"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <p className="faint">{words.tryHint}</p>
      <div className="api-values">
        {call.operation.parameters
          .filter(({ in: where }) => where !== 'header')
          .map(({ name, required, schema }) => {
            const common = {
              label: name,
              required,
              value: values.address[name] ?? '',
              onChange: (event: { currentTarget: { value: string } }) => set(name, event.currentTarget.value),
            }
            return schema.enum ? (
              <NativeSelect key={name} {...common} data={[...(required ? [] : ['']), ...schema.enum.map(String)]} />
            ) : (
              <TextInput key={name} {...common} />
            )
          })}
      </div>
      {takesFile(call) && <FileInput label={words.file} value={file} onChange={setFile} required />}
      {takesJson(call) && (
        <Textarea
          label={words.bodyText}
          autosize
          minRows={3}
          maxRows={16}
          spellCheck={false}
          classNames={{ input: 'api-body' }}
          value={values.body}
          onChange={(event) => onChange({ ...values, body: event.currentTarget.value })}
        />
      )}
      {problem && (
        <p className="api-problem" role="alert">
          {problem}
        </p>
      )}
      <div>
        <Button type="submit" loading={busy}>
          {words.send}
        </Button>
      </div>
      <div role="status">{outcome && <Answer outcome={outcome} />}</div>
      {asks && (
        <Dialog title={words.askTitle} onClose={() => setAsks(false)}>
          <div className="api-ask">
            <p>{words.ask}</p>
            <p className="api-address">
              <b>{call.method}</b> <code>{addressOf(call, values)}</code>
            </p>
            <Group justify="flex-end" gap={8}>
              <Button variant="default" onClick={() => setAsks(false)}>
                {words.cancel}
              </Button>
              <Button data-autofocus onClick={() => void send()}>
                {words.sendAll}
              </Button>
            </Group>
          </div>
        </Dialog>
      )}
    </form>
  )
}

function Answer({ outcome }: { outcome: Outcome }) {
  const words = useWords().developers
  if ('fault' in outcome)
    return <p className="api-problem">{outcome.fault === 'late' ? words.late(longestSeconds) : words.unreachable}</p>
  const { status, milliseconds } = outcome
  return (
    <>
      <p className="api-outcome">
        <b className={status < 300 ? 'method get' : 'method delete'}>{status}</b>
        <span className="faint num">{words.took(milliseconds)}</span>
      </p>
      {'file' in outcome ? (
        <Button variant="default" onClick={() => saveFile(outcome.file, outcome.fileName)}>
          {words.save(outcome.fileName, outcome.file.size.toLocaleString('en'))}
        </Button>
      ) : (
        <pre className="api-text" tabIndex={0} aria-label={words.answerOf}>
          {outcome.text}
          {outcome.isCut && `\n… ${words.cut}`}
        </pre>
      )}
    </>
  )
}

type TryWords = { missing: (names: string) => string; notJson: string; noFile: string }

/** Why a request cannot be sent as it stands; empty when it can. */
function problemOf(call: ApiCall, values: Values, file: File | null, words: TryWords): string {
  const missing = missingIn(call, values)
  if (missing.length > 0) return words.missing(missing.join(', '))
  if (takesFile(call) && !file) return words.noFile
  if (!takesJson(call)) return ''
  try {
    JSON.parse(values.body)
    return ''
  } catch {
    return words.notJson
  }
}

/** Makes the request as it stands, whatever comes of it. */
async function request(call: ApiCall, values: Values, file: File | null): Promise<Outcome> {
  const begun = performance.now()
  const form = new FormData()
  if (file) form.append('file', file, file.name)
  const body = takesFile(call) ? form : takesJson(call) ? values.body : null
  try {
    const response = await fetch(addressOf(call, values), {
      method: call.method,
      headers: headersOf(call, newKey()),
      credentials: 'same-origin',
      signal: AbortSignal.timeout(longestSeconds * 1000),
      ...(body === null ? {} : { body }),
    })
    const { status, headers } = response
    const type = headers.get('Content-Type') ?? ''
    const blob = await response.blob()
    const milliseconds = Math.round(performance.now() - begun)
    if (!/json|^text\//.test(type) && blob.size > 0)
      return { status, milliseconds, file: blob, fileName: fileNameOf(headers.get('Content-Disposition')) }
    const text = /json/.test(type) ? pretty(await blob.text()) : await blob.text()
    return { status, milliseconds, text: text.slice(0, mostShown), isCut: text.length > mostShown }
  } catch (fault) {
    return { fault: fault instanceof DOMException && fault.name === 'TimeoutError' ? 'late' : 'network' }
  }
}

function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
