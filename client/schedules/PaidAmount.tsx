import { Link } from '@tanstack/react-router'
import { lineStates } from '#contract/schedules/scheduleLines.ts'
import { farmerStatements, type ExplainedLine } from '#contract/statements/farmerStatements.ts'
import type { DealPart, PaidLine } from '#contract/statements/paidLines.ts'
import { useFormat } from '#client/kit/format.ts'
import { ListSkeleton, NotLoaded } from '#client/kit/lists/ListFaces.tsx'
import { useCall } from '#client/kit/queries.ts'
import { Status } from '#client/kit/Status.tsx'
import { useContractWords, useWords } from '#client/kit/words.ts'
import { LineChainButton } from './LineChain.tsx'
import { AmountRows, type AmountRow } from '#client/kit/timelines/AmountRows.tsx'
import './statements.css'

/** One payment of a statement: from the kilograms and the deals to the account. */
export function PaidAmount({ line }: { line: PaidLine }) {
  const words = useWords().statements
  const translate = useContractWords()
  const { date, number } = useFormat()
  const state = lineStates[line.status]
  return (
    <section className="card pad part" aria-label={words.cycle(line.season, number(line.cycle))}>
      <p className="part-head">
        <b>{words.cycle(line.season, number(line.cycle))}</b>
        <Status tone={state.tone} label={translate(state.label)} />
        <span className="faint">{date(line.paidAt ?? line.approvedAt ?? line.dateCreated)}</span>
        <span className="faint">{line.orgName}</span>
      </p>
      {line.reason !== '' && <p className="hint warn">{translate(line.reason)}</p>}
      <AmountSteps line={line} />
      <Deals deals={line.deals} />
      <p className="part-steps">
        <Link className="statement-link" to="/farmers/schedule/details/view/$id" params={{ id: line.scheduleId }}>
          {words.toSchedule}
        </Link>
        <LineChainButton line={line} />
      </p>
    </section>
  )
}

/** Kilograms by the rate and premiums, less what deductions and lenders take and M-PESA leaves, and where the rest goes. */
function AmountSteps({ line }: { line: PaidLine }) {
  const { statements: words, deductions: deductionWords } = useWords()
  const { money, weight, date } = useFormat()
  const allowedBy = ({ authority, authorityDate }: { authority: string; authorityDate: string }) =>
    `${deductionWords.minute} ${authority}, ${date(authorityDate)}`
  const byRate: AmountRow[] =
    line.factories.length > 0
      ? line.factories.map((part) => ({
          name: part.name || words.noFactory,
          value: money(part.amount),
          note: words.byRate(weight(part.weight), money(part.rate)),
        }))
      : [
          {
            name: words.cherry,
            value: money(line.initialAmount),
            note: words.byRate(weight(line.totalCherryWeight), money(line.commissionRate)),
          },
        ]
  const steps: AmountRow[] = [
    ...byRate,
    ...line.bonuses.map((part) => ({ name: part.title, value: `+ ${money(part.amount)}`, note: allowedBy(part) })),
    ...line.deductions.map((part) => ({ name: part.title, value: `− ${money(part.amount)}`, note: allowedBy(part) })),
    ...line.recoveries.map(({ lender, season, amount, loans }) => ({
      name: lender,
      value: `− ${money(amount)}`,
      note: words.lentIn(season, loans.join(', ')),
    })),
    ...(line.leftOver > 0 ? [{ name: words.leftOver, value: `− ${money(line.leftOver)}` }] : []),
    {
      name: words.toAccount,
      value: money(line.netAmount),
      note: [line.instName, line.accountName, line.accountNumber, line.transactionId].filter(Boolean).join(' · '),
    },
  ]
  return (
    <dl className="amount-steps">
      <AmountRows rows={steps} />
    </dl>
  )
}

/** The deals whose dollars became these shillings. */
function Deals({ deals }: { deals: readonly DealPart[] }) {
  const words = useWords().statements
  const { exchangeRate, money } = useFormat()
  if (deals.length === 0) return null
  return (
    <details className="statement-deals">
      <summary>{words.cameFrom(deals.length)}</summary>
      <dl className="amount-steps">
        <AmountRows
          rows={deals.map(({ dealCode, rate, dollars, shillings, part, says }) => ({
            name: rate === null ? words.asShillings : words.deal(dealCode),
            value: money(part),
            note: rate === null ? says : words.changed(money(dollars, 'USD'), exchangeRate(rate), money(shillings)),
          }))}
        />
      </dl>
    </details>
  )
}

/** How the amount of one line came about: deliveries, kilograms, rate, recoveries with their loans, account, deals. */
export function ExplainedAmount({ lineId }: { lineId: string }) {
  const { data, error, refetch } = useCall(farmerStatements.line, { params: { id: lineId } })
  if (error && !data) return <NotLoaded refused={error} onReload={() => void refetch()} />
  if (!data) return <ListSkeleton />
  return (
    <>
      <AmountSteps line={data} />
      <Counted line={data} />
      <Deals deals={data.deals} />
      <LineChainButton line={data} />
    </>
  )
}

/** The deliveries that stand in the kilograms. */
function Counted({ line: { deliveries, deliveryCount } }: { line: ExplainedLine }) {
  const words = useWords().statements
  const { date, weight } = useFormat()
  if (deliveryCount === 0) return null
  return (
    <details className="statement-deals">
      <summary>{words.deliveries(deliveryCount)}</summary>
      {deliveryCount > deliveries.length && <p className="hint">{words.latest(deliveries.length)}</p>}
      <dl className="amount-steps">
        <AmountRows
          rows={deliveries.map(({ deliveredOn, factoryName, receiptNumber, kilograms, isCorrection }) => ({
            name: date(deliveredOn),
            value: weight(kilograms),
            note: [isCorrection && words.correction, factoryName, receiptNumber].filter(Boolean).join(' · '),
          }))}
        />
      </dl>
    </details>
  )
}
