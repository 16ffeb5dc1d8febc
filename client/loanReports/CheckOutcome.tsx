import { Alert } from '@mantine/core'
import { IconShieldCheck } from '@tabler/icons-react'
import type { CallRefused } from '#client/kit/call.ts'
import { PublicAnswer } from '#client/kit/PublicPage.tsx'
import { useWords } from '#client/kit/words.ts'

/** One thing that a paper says. */
export type PaperFact = { title: string; value: string; isCode?: true }
type OutcomeProps = { read: { error: CallRefused | null; refetch: () => unknown }; facts: PaperFact[] | undefined }

/** Whether a paper is ours, and what it says. */
export function Outcome({ read, facts }: OutcomeProps) {
  const words = useWords().loanReports.check
  return (
    <PublicAnswer read={read} words={{ ...words, waiting: words.checking }}>
      {facts && <Genuine facts={facts} />}
    </PublicAnswer>
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
