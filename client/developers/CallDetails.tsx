import { Button, CopyButton, SegmentedControl } from '@mantine/core'
import { IconArrowLeft, IconCheck, IconCopy } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { organisationParams } from '#contract/kit/endpoint.ts'
import { session } from '#contract/house/session.ts'
import { fieldLines, type FieldLine, type OpenApi } from '#contract/kit/schemas.ts'
import { usePreview } from '#client/kit/preview.ts'
import { useCall } from '#client/kit/queries.ts'
import { useUser } from '#client/kit/user.ts'
import { useContractWords, useWords } from '#client/kit/words.ts'
import type { ApiCall } from './apiCalls.ts'
import { curlOf, typeScriptOf, type Values } from './examples.ts'
import { Method, Path } from './Method.tsx'
import { TryIt } from './TryIt.tsx'

type Props = { call: ApiCall; refusals: OpenApi['x-refusals'] }

/** One call: what it is for, what it takes and answers, what it refuses, how it is made, and in the demo a try. */
export function CallDetails({ call, refusals }: Props) {
  const words = useWords().developers
  const translate = useContractWords()
  const [values, setValues] = useFirstValues(call)
  const { data: welcome } = useCall(session.welcome, {})
  const isPreview = usePreview() !== undefined
  const heading = useRef<HTMLHeadingElement>(null)
  // On a phone the list gives way to the call: who reads on by ear or keys begins at its title.
  useEffect(() => {
    if (matchMedia('(max-width: 900px)').matches) heading.current?.focus()
  }, [])
  const { operation, method, path } = call
  const bodies = Object.entries(operation.requestBody?.content ?? {})
  const { 'application/json': json, ...files } = operation.responses['200']?.content ?? {}
  const parameters = operation.parameters.map(({ name, in: where, required, schema, description }) => ({
    ...(fieldLines({ type: 'object', properties: { [name]: schema } })[0] ?? { type: '' }),
    name,
    required,
    note: [words.where[where], description].filter(Boolean).join('. '),
  }))
  return (
    <section className="card pad api-call" aria-labelledby="api-call">
      <Link to="/developers/api" search={(before: object) => ({ ...before, call: undefined })} className="api-back">
        <IconArrowLeft size={16} aria-hidden /> {words.back}
      </Link>
      <h2 id="api-call" ref={heading} tabIndex={-1} lang="en">
        {operation.summary}
      </h2>
      <p className="api-address">
        <Method name={method} /> <Path text={path} />
      </p>
      <p>
        <b>{words.who}</b> <span lang="en">{operation.description}</span>
      </p>
      {parameters.length > 0 && <Fields title={words.parameters} lines={parameters} />}
      {bodies.map(([type, { schema }]) => (
        <Fields key={type} title={words.body} type={type} lines={fieldLines(schema)} />
      ))}
      <Example call={call} values={values} />
      <h3>{words.tryIt}</h3>
      {welcome && !welcome.demo && <p className="faint">{words.demoOnly}</p>}
      {operation['x-signed'] && <p className="faint">{words.bankOnly}</p>}
      {isPreview && <p className="faint">{words.notInPreview}</p>}
      {welcome?.demo && !operation['x-signed'] && !isPreview && (
        <TryIt call={call} values={values} onChange={setValues} />
      )}
      {json ? <Fields title={words.answer} lines={fieldLines(json.schema)} /> : <h3>{words.answer}</h3>}
      {Object.keys(files).map((type) => (
        <p key={type}>
          {json ? words.alsoFile : words.aFile} <code>{type}</code>
        </p>
      ))}
      <Table title={words.refusals} heads={[words.status, words.code, words.message]}>
        {operation['x-refusals'].map((code) => (
          <tr key={code}>
            <td className="num">{refusals[code]?.status}</td>
            <td>
              <code>{code}</code>
            </td>
            <td>{translate(refusals[code]?.message ?? '')}</td>
          </tr>
        ))}
      </Table>
    </section>
  )
}

/** The values of a request to begin with: the reader's own organisation, and the example of the body. */
function useFirstValues({ operation }: ApiCall) {
  const { organisation } = useUser()
  return useState<Values>(() => {
    const { example } = operation.requestBody?.content['application/json'] ?? {}
    const own = { id: organisation.id, code: organisation.organisationCode }
    const address = operation.parameters.flatMap(({ name, in: where, schema, required }) => {
      const known = organisationParams[name]
      if (where === 'header') return []
      const first = String(schema.const ?? schema.enum?.[0] ?? '')
      return [[name, known ? own[known] : required ? first : '']]
    })
    return {
      address: Object.fromEntries(address) as Record<string, string>,
      body: example === undefined ? '' : JSON.stringify(example, null, 2),
    }
  })
}

function Example({ call, values }: { call: ApiCall; values: Values }) {
  const words = useWords().developers
  const [language, setLanguage] = useState('curl')
  const shown = { call, values, origin: location.origin }
  const text = language === 'curl' ? curlOf(shown) : typeScriptOf(shown)
  return (
    <>
      <div className="api-example-head">
        <h3>{words.example}</h3>
        <SegmentedControl
          size="xs"
          aria-label={words.exampleIn}
          data={[
            { value: 'curl', label: 'curl' },
            { value: 'typescript', label: 'TypeScript' },
          ]}
          value={language}
          onChange={setLanguage}
        />
        <CopyButton value={text}>
          {({ copied, copy }) => (
            <Button
              variant="default"
              size="compact-sm"
              onClick={copy}
              leftSection={copied ? <IconCheck size={14} aria-hidden /> : <IconCopy size={14} aria-hidden />}
            >
              {copied ? words.copied : words.copy}
            </Button>
          )}
        </CopyButton>
      </div>
      <pre className="api-text" tabIndex={0} aria-label={words.example}>
        {text}
      </pre>
    </>
  )
}

type FieldsProps = { title: string; type?: string; lines: readonly FieldLine[] }

function Fields({ title, type, lines }: FieldsProps) {
  const words = useWords().developers
  const whole = type && type !== 'application/json' ? `${title} · ${type}` : title
  if (lines.length === 0)
    return (
      <>
        <h3>{whole}</h3>
        <p className="faint">{words.noFields}</p>
      </>
    )
  return (
    <Table title={whole} heads={[words.name, words.writtenAs, words.meaning]}>
      {lines.map(({ name, type: form, required, note }) => (
        <tr key={name}>
          <td>
            <code>{name}</code> {required && <small className="api-required">{words.required}</small>}
          </td>
          <td lang="en">{form}</td>
          <td lang="en">{note}</td>
        </tr>
      ))}
    </Table>
  )
}

function Table({ title, heads, children }: { title: string; heads: readonly string[]; children: ReactNode }) {
  return (
    <>
      <h3>{title}</h3>
      <div className="api-table" tabIndex={0} role="region" aria-label={title}>
        <table>
          <thead>
            <tr>
              {heads.map((head) => (
                <th key={head} scope="col">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>{children}</tbody>
        </table>
      </div>
    </>
  )
}
