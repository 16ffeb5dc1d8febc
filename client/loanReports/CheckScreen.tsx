import { Button, TextInput } from '@mantine/core'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useState, type FormEvent } from 'react'
import { countyReports, reportReference, type CheckedReport } from '#contract/dashboard/countyReports.ts'
import { loanStatements, type CheckedStatement } from '#contract/loanReports/loanStatements.ts'
import { eslipPapers, eslipReference, type CheckedEslip } from '#contract/settlement/eslipPapers.ts'
import { saleReportReference, saleReports, type CheckedSaleReport } from '#contract/settlement/saleReports.ts'
import {
  chains,
  dollarPlaces,
  evidenceReference,
  slipEvidenceReference,
  type CheckedEvidence,
  type CheckedSlipEvidence,
} from '#contract/statements/chains.ts'
import { checkedSchedules, scheduleReference, type CheckedSchedule } from '#contract/statements/checkedSchedules.ts'
import { useFormat } from '#client/kit/format.ts'
import { PublicPage } from '#client/kit/PublicPage.tsx'
import { useCall } from '#client/kit/queries.ts'
import { ChainParts } from '#client/kit/timelines/ChainParts.tsx'
import { Outcome, type PaperFact } from './CheckOutcome.tsx'
import { useContractWords, useWords } from '#client/kit/words.ts'

/** Where the square code of a printed statement or report leads: open to everybody, and silent about everything but the paper. */
export function CheckScreen() {
  const words = useWords().loanReports.check
  const { code } = useParams({ from: '/check/$code' })
  // The code of a report begins with its number; that of a statement says nothing by itself.
  const plain = code.toUpperCase().replace(/[\s-]/g, '')
  const isReport = reportReference.test(plain.slice(0, 10)) && code.length > 24
  const isSchedule = scheduleReference.test(plain.slice(0, 34))
  const isEslip = eslipReference.test(plain.slice(0, 34))
  const isSale = saleReportReference.test(plain.slice(0, -16))
  return (
    <PublicPage title={words.title}>
      {isReport ? (
        <ReportOutcome code={code} />
      ) : isSchedule ? (
        <ScheduleOutcome code={code} />
      ) : isEslip ? (
        <EslipOutcome code={code} />
      ) : evidenceReference.test(plain.slice(0, 34)) ? (
        <EvidenceOutcome code={code} />
      ) : slipEvidenceReference.test(plain.slice(0, 34)) ? (
        <SlipEvidenceOutcome code={code} />
      ) : isSale ? (
        <SaleOutcome code={code} />
      ) : (
        <StatementOutcome code={code} />
      )}
      <OtherCode />
    </PublicPage>
  )
}

function StatementOutcome({ code }: { code: string }) {
  const words = useWords().loanReports.check
  const { date, dateTime, money } = useFormat()
  const read = useCall(loanStatements.check, { params: { code } })
  const ofLoans = (paper: CheckedStatement): PaperFact[] => [
    { title: words.initials, value: paper.initials },
    { title: words.society, value: paper.organisationName },
    { title: words.period, value: `${date(paper.from)} – ${date(paper.to)}` },
    { title: words.closing, value: money(paper.closingBalance) },
  ]
  const ofPayments = (paper: CheckedStatement): PaperFact[] => [
    { title: words.paper, value: words.paymentStatement },
    { title: words.society, value: paper.organisationName },
    { title: words.stoodOn, value: date(paper.to) },
    { title: words.paidInAll, value: money(paper.closingBalance) },
  ]
  const factsOf = (paper: CheckedStatement): PaperFact[] => [
    ...(paper.kind === 'payment_statement' ? ofPayments(paper) : ofLoans(paper)),
    { title: words.fingerprint, value: paper.fingerprint, isCode: true },
    { title: words.issued, value: dateTime(paper.issuedAt) },
  ]
  return (
    <>
      <Outcome read={read} facts={read.data && factsOf(read.data)} />
      {read.data?.kind === 'payment_statement' && <ProofOfPayments code={code} />}
    </>
  )
}

/** Each payment of a statement from its lots to the account: what the paper says, shown to be so. */
function ProofOfPayments({ code }: { code: string }) {
  const words = useWords().chains
  const { number } = useFormat()
  const { data } = useCall(chains.proof, { params: { code } })
  return (
    <>
      {data?.payments.map((payment) => (
        <section
          key={`${payment.season} ${payment.cycle}`}
          aria-label={words.title(payment.season, number(payment.cycle))}
        >
          <h2 className="part-title">{words.title(payment.season, number(payment.cycle))}</h2>
          <ChainParts chain={payment} />
        </section>
      ))}
    </>
  )
}

function ReportOutcome({ code }: { code: string }) {
  const words = useWords().loanReports.check
  const { date, dateTime, number, weight } = useFormat()
  const read = useCall(countyReports.check, { params: { code } })
  const factsOf = (paper: CheckedReport): PaperFact[] => [
    { title: words.reference, value: paper.reference, isCode: true },
    { title: words.of, value: paper.organisationName },
    { title: words.asOf, value: date(paper.asOf) },
    { title: words.societies, value: number(paper.societies) },
    { title: words.farmers, value: number(paper.farmers) },
    { title: words.kilograms, value: weight(paper.kilograms) },
    { title: words.fingerprint, value: paper.fingerprint, isCode: true },
    ...paper.certificates.map((value, at) => ({
      title: at === 0 ? words.certificate : words.certificateBefore,
      value,
      isCode: true as const,
    })),
    { title: words.made, value: dateTime(paper.madeAt) },
  ]
  return <Outcome read={read} facts={read.data && factsOf(read.data)} />
}

function ScheduleOutcome({ code }: { code: string }) {
  const words = useWords().loanReports.check
  const { dateTime, money, number } = useFormat()
  const read = useCall(checkedSchedules.check, { params: { code } })
  const factsOf = (paper: CheckedSchedule): PaperFact[] => [
    { title: words.society, value: paper.organisationName },
    { title: words.season, value: paper.season },
    { title: words.cycle, value: number(paper.cycle) },
    { title: words.members, value: number(paper.members) },
    { title: words.toMembers, value: money(paper.net) },
    { title: words.fingerprint, value: paper.fingerprint, isCode: true },
    { title: words.approved, value: dateTime(paper.approvedAt) },
  ]
  return <Outcome read={read} facts={read.data && factsOf(read.data)} />
}

function EslipOutcome({ code }: { code: string }) {
  const words = useWords().loanReports.check
  const translate = useContractWords()
  const { money, number, weight } = useFormat()
  const read = useCall(eslipPapers.check, { params: { code } })
  const factsOf = (paper: CheckedEslip): PaperFact[] => [
    { title: words.paper, value: paper.eslipNumber, isCode: true },
    { title: words.sale, value: `${number(paper.saleNumber)}, ${paper.season}` },
    { title: words.lot, value: paper.lotNumber },
    { title: words.weight, value: weight(paper.weight) },
    { title: words.gross, value: money(paper.gross, 'USD') },
    { title: words.state, value: translate(paper.state) },
    { title: words.fingerprint, value: paper.fingerprint, isCode: true },
  ]
  return <Outcome read={read} facts={read.data && factsOf(read.data)} />
}

/** The chain of one payment, from its lots to the account, without anything of the member. */
function EvidenceOutcome({ code }: { code: string }) {
  const words = useWords().loanReports.check
  const { dateTime, number } = useFormat()
  const read = useCall(chains.check, { params: { code } })
  const factsOf = (paper: CheckedEvidence): PaperFact[] => [
    { title: words.paper, value: words.evidence },
    { title: words.society, value: paper.organisationName },
    { title: words.season, value: paper.season },
    { title: words.cycle, value: number(paper.cycle) },
    { title: words.paidAt, value: paper.paidAt ? dateTime(paper.paidAt) : '–' },
    { title: words.fingerprint, value: paper.fingerprint, isCode: true },
  ]
  return (
    <>
      <Outcome read={read} facts={read.data && factsOf(read.data)} />
      {read.data && <ChainParts chain={read.data} />}
    </>
  )
}

/** Where the dollars of a lot are now, without anything of a member. */
function SlipEvidenceOutcome({ code }: { code: string }) {
  const words = useWords().loanReports.check
  const chain = useWords().chains
  const { date, money, number, weight } = useFormat()
  const read = useCall(chains.slipCheck, { params: { code } })
  const factsOf = (paper: CheckedSlipEvidence): PaperFact[] => [
    { title: words.paper, value: words.slipEvidence },
    { title: words.society, value: paper.organisationName },
    { title: words.lot, value: `${paper.lotNumber}, ${paper.outturn} ${paper.grade}, ${paper.eslipNumber}` },
    { title: words.sale, value: `${number(paper.saleNumber)}, ${paper.season}` },
    { title: words.weight, value: weight(paper.weight) },
    { title: words.gross, value: money(paper.gross, 'USD') },
    { title: words.net, value: money(paper.net, 'USD') },
    { title: chain.reached, value: paper.arrivedOn === null ? chain.notYet : chain.arrived(date(paper.arrivedOn)) },
    ...dollarPlaces
      .filter((place) => paper[place] > 0)
      .map((place): PaperFact => ({ title: chain.stands[place], value: money(paper[place], 'USD') })),
    ...paper.schedules.map((schedule): PaperFact => ({
      title: chain.schedule(schedule.season, number(schedule.cycle)),
      value: `${money(schedule.dollars, 'USD')}, ${money(schedule.shillings)}`,
    })),
    { title: words.fingerprint, value: paper.fingerprint, isCode: true },
  ]
  return <Outcome read={read} facts={read.data && factsOf(read.data)} />
}
function SaleOutcome({ code }: { code: string }) {
  const words = useWords().loanReports.check
  const { date, money, number, weight } = useFormat()
  const read = useCall(saleReports.check, { params: { code } })
  const factsOf = (paper: CheckedSaleReport): PaperFact[] => [
    { title: words.paper, value: words.saleReport },
    { title: words.of, value: paper.organisationName || words.wholeSale },
    { title: words.sale, value: `${number(paper.saleNumber)}, ${paper.season}` },
    { title: words.saleDay, value: date(paper.saleDate) },
    { title: words.lots, value: number(paper.lots) },
    { title: words.weight, value: weight(paper.weight) },
    ...(paper.gross === null ? [] : [{ title: words.gross, value: money(paper.gross, 'USD') }]),
    { title: words.difference, value: money(paper.difference, 'USD') },
    { title: words.fingerprint, value: paper.fingerprint, isCode: true },
  ]
  return <Outcome read={read} facts={read.data && factsOf(read.data)} />
}

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
        maxLength={80}
      />
      <Button type="submit" variant="default" disabled={typed.trim() === ''}>
        {words.submit}
      </Button>
    </form>
  )
}
