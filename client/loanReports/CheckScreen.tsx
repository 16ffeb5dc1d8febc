import { Alert, Button, Loader, TextInput } from '@mantine/core'
import { IconAlertTriangle, IconShieldCheck, IconShieldX } from '@tabler/icons-react'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useState, type FormEvent } from 'react'
import { loanStatements, type CheckedStatement } from '#contract/loanReports/loanStatements.ts'
import { useFormat } from '#client/kit/format.ts'
import { PublicPage } from '#client/kit/PublicPage.tsx'
import { useCall } from '#client/kit/queries.ts'
import { useContractWords, useWords } from '#client/kit/words.ts'

/** Where the square code of a printed statement leads: open to everybody, and silent about everything but the paper. */
export function CheckScreen() {
  const words = useWords().loanReports.check
  const { code } = useParams({ from: '/check/$code' })
  return (
    <PublicPage title={words.title}>
      <Outcome code={code} />
      <OtherCode />
    </PublicPage>
  )
}

function Outcome({ code }: { code: string }) {
  const words = useWords().loanReports.check
  const translate = useContractWords()
  const { data, error, refetch } = useCall(loanStatements.check, { params: { code } })
  // The region is always there, so that a screen reader notices what comes.
  return (
    <div role="status">
      {!data && !error && <Loader size="sm" aria-label={words.checking} />}
      {data && <Genuine statement={data} />}
      {error && error.status === 404 && (
        <Alert color="cherry" icon={<IconShieldX aria-hidden />} title={words.unknown}>
          {translate(error.message)}
        </Alert>
      )}
      {error && error.status !== 404 && (
        <Alert color="gold" icon={<IconAlertTriangle aria-hidden />} title={words.failed}>
          <p>{translate(error.message)}</p>
          <Button size="xs" variant="default" mt="sm" onClick={() => void refetch()}>
            {words.again}
          </Button>
        </Alert>
      )}
    </div>
  )
}

function Genuine({ statement }: { statement: CheckedStatement }) {
  const words = useWords().loanReports.check
  const { date, dateTime, money } = useFormat()
  const facts = [
    { title: words.initials, value: statement.initials },
    { title: words.society, value: statement.organisationName },
    { title: words.period, value: `${date(statement.from)} – ${date(statement.to)}` },
    { title: words.closing, value: money(statement.closingBalance) },
    { title: words.fingerprint, value: statement.fingerprint, isCode: true },
    { title: words.issued, value: dateTime(statement.issuedAt) },
  ]
  return (
    <>
      <Alert color="leaf" icon={<IconShieldCheck aria-hidden />} title={words.genuine}>
        {words.genuineHint}
      </Alert>
      <dl>
        {facts.map(({ title, value, isCode }) => (
          <Fact key={title} title={title} value={value} isCode={isCode ?? false} />
        ))}
      </dl>
    </>
  )
}

const Fact = ({ title, value, isCode }: { title: string; value: string; isCode: boolean }) => (
  <>
    <dt>{title}</dt>
    <dd className={isCode ? 'code' : undefined}>{value}</dd>
  </>
)

/** For a paper whose square code cannot be scanned. */
function OtherCode() {
  const words = useWords().loanReports.check
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const code = typed.trim()
    if (code) void navigate({ to: '/check/$code', params: { code } })
  }
  return (
    <form onSubmit={submit}>
      <TextInput
        label={words.code}
        description={words.codeHint}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        autoCapitalize="characters"
        autoComplete="off"
        spellCheck={false}
        maxLength={40}
      />
      <Button type="submit" variant="default" disabled={typed.trim() === ''}>
        {words.submit}
      </Button>
    </form>
  )
}
