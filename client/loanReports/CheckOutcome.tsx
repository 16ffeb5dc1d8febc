import { Alert, Button, Loader } from '@mantine/core'
import { IconAlertTriangle, IconShieldCheck, IconShieldX } from '@tabler/icons-react'
import type { CallRefused } from '#client/kit/call.ts'
import { useContractWords, useWords } from '#client/kit/words.ts'

/** One thing that a paper says. */
export type PaperFact = { title: string; value: string; isCode?: true }
type OutcomeProps = { read: { error: CallRefused | null; refetch: () => unknown }; facts: PaperFact[] | undefined }

/** Whether a paper is ours, and what it says. */
export function Outcome({ read: { error, refetch }, facts }: OutcomeProps) {
  const words = useWords().loanReports.check
  const translate = useContractWords()
  // The region is always there, so that a screen reader notices what comes.
  return (
    <div role="status">
      {!facts && !error && <Loader size="sm" aria-label={words.checking} />}
      {facts && <Genuine facts={facts} />}
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

function Genuine({ facts }: { facts: readonly PaperFact[] }) {
  const words = useWords().loanReports.check
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
