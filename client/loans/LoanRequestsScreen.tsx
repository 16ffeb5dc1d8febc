import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { Link, useParams } from '@tanstack/react-router'
import type { LoanRequest } from '#contract/loans/loanRows.ts'
import { useFormat } from '#client/kit/format.ts'
import { ListScreen } from '#client/kit/lists/ListScreen.tsx'
import { useOpening } from '#client/kit/places/useOpening.ts'
import { useUser } from '#client/kit/user.ts'
import { useContractWords, useWords } from '#client/kit/words.ts'
import { requestsLoans } from './loanCalls.ts'
import { LoanDocuments, LoanLead } from './LoanLead.tsx'
import { LoanRequestDialog } from './LoanRequestDialog.tsx'
import { loansSource, loanView, stages, type Stage } from './loanView.ts'
import './loans.css'

/** Loan requests in one stage of their way, or in all. `?create=Y` opens the form. */
export function LoanRequestsScreen({ stage }: { stage: Stage }) {
  const words = useWords().loans
  const translate = useContractWords()
  const { money } = useFormat()
  const user = useUser()
  const { organisationCode }: { organisationCode?: string } = useParams({ strict: false })
  const mayRequest = requestsLoans(user)
  const [creating, setCreating, member] = useOpening('create')
  const createButton = mayRequest && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setCreating(true)}>
      {words.create}
    </Button>
  )
  return (
    <>
      <ListScreen<LoanRequest>
        key={`${stage} ${organisationCode ?? ''}`}
        source={loansSource(user, stage, organisationCode)}
        title={(row) => row.fullName}
        {...(stage === 'disbursed' ? {} : { decisions: loanView.decisions })}
        heading={<h1>{organisationCode ? words.ofSociety(organisationCode) : words.titles[stage]}</h1>}
        sub={words.societyPart}
        above={<Stages stage={stage} />}
        {...(createButton ? { actions: createButton, next: { text: words.noneYet, action: createButton } } : {})}
        facts={(row) => [
          { title: words.amount, value: money(row.amount) },
          { title: words.feeOnly, value: money(row.feeAmount) },
          { title: words.net, value: money(row.netAmount) },
          { title: translate('Loan reference'), value: row.referenceId },
          { title: translate('Member number'), value: row.memberNumber },
        ]}
        Lead={LoanLead}
        Documents={LoanDocuments}
      />
      {mayRequest && creating && <LoanRequestDialog key={member} member={member} onClose={() => setCreating(false)} />}
    </>
  )
}

const routes = {
  all: '/loan/requests',
  pending: '/loan/pending',
  approved: '/loan/approved',
  disbursed: '/loan/disbursed',
} as const satisfies Record<Stage, string>

/** The way of a loan as links; each stage is a list of its own. */
function Stages({ stage }: { stage: Stage }) {
  const words = useWords().loans
  return (
    <nav className="loan-stages" aria-label={words.stages}>
      {stages.map((one) => (
        <Link key={one} to={routes[one]} className="loan-stage" aria-current={one === stage ? 'page' : undefined}>
          {words[one]}
        </Link>
      ))}
    </nav>
  )
}

export const AllLoanRequests = () => <LoanRequestsScreen stage="all" />
export const PendingLoanRequests = () => <LoanRequestsScreen stage="pending" />
export const ApprovedLoanRequests = () => <LoanRequestsScreen stage="approved" />
export const DisbursedLoans = () => <LoanRequestsScreen stage="disbursed" />
