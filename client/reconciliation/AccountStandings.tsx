import { Progress } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import {
  reconciliation,
  type AccountStanding,
  type BankStatement,
  type Reconciliation,
} from '#contract/reconciliation/reconciliation.ts'
import { useFormat } from '#client/kit/format.ts'
import { ListFailed, ListSkeleton } from '#client/kit/lists/ListFaces.tsx'
import { keyOf, queryClient, useCall } from '#client/kit/queries.ts'
import { Status } from '#client/kit/Status.tsx'
import { useContractWords, useWords } from '#client/kit/words.ts'
import { everyMs, waitingMs } from './exceptionsSource.ts'

const isBusy = (standing: Reconciliation | undefined): boolean =>
  standing !== undefined &&
  (standing.statements.some((one) => !one.isMatched) || standing.pulls.some((one) => one.outcome === 'WAITING'))

/** Each account: our books, the bank's, and what explains the difference; then what was imported lately. */
export function AccountStandings() {
  const words = useWords().reconciliation
  const { data, error, refetch } = useCall(
    reconciliation.overview,
    {},
    {
      refetchInterval: ({ state }) => {
        // What waits for the second person moves on without a notification to its maker.
        if (!isBusy(state.data)) return state.data?.waiting.length ? waitingMs : false
        // The list below moves on with the numbers.
        void queryClient.invalidateQueries({ queryKey: keyOf(reconciliation.exceptions) })
        return everyMs
      },
    },
  )
  if (!data)
    return (
      <div className="card recon-loading">
        {error ? <ListFailed refused={error} onReload={() => void refetch()} /> : <ListSkeleton />}
      </div>
    )
  return (
    <section aria-label={words.accounts}>
      <Totals standing={data} />
      <div className="recon-accounts">
        {data.accounts.map((account) => (
          <Account key={account.accountNumber} account={account} />
        ))}
      </div>
      <RecentImports standing={data} />
    </section>
  )
}

function Totals({ standing: { open, oldestDays } }: { standing: Reconciliation }) {
  const words = useWords().reconciliation
  const { number, money } = useFormat()
  const tiles = (['MISSING_HERE', 'MISSING_IN_BANK', 'AMOUNT_DIFFERS', 'PAID_TWICE'] as const).map((kind) => ({
    kind,
    found: open.find((one) => one.kind === kind),
  }))
  return (
    <>
      <dl className="stats">
        {tiles.map(({ kind, found }) => (
          <div key={kind} className="stat">
            <dt>{words.kinds[kind]}</dt>
            <dd className="num">{number(found?.count ?? 0)}</dd>
            <dd className={found ? 'hint warn' : 'hint'}>{found ? money(found.amount) : words.nothing}</dd>
          </div>
        ))}
      </dl>
      {oldestDays !== null && <p className="faint recon-oldest">{words.oldest(number(oldestDays))}</p>}
    </>
  )
}

function Account({ account }: { account: AccountStanding }) {
  const words = useWords().reconciliation
  const translate = useContractWords()
  const { money, date, number } = useFormat()
  const { organisationName, purpose, accountNumber, upTo, ours, bank, difference, parts, unexplained } = account
  const title = `${organisationName}, ${words.purposes[purpose]}`
  return (
    <section className="card recon-account" aria-label={title}>
      <header>
        <h2>
          {title} <span className="code">{accountNumber}</span>
        </h2>
        {upTo === null || difference === null ? (
          <Status tone="neutral" label={words.never} />
        ) : (
          <Status
            tone={unexplained !== 0 ? 'bad' : difference === 0 ? 'good' : 'info'}
            label={unexplained !== 0 ? words.unexplained : difference === 0 ? words.agrees : words.explained}
          />
        )}
      </header>
      <dl>
        <Line name={purpose === 'FUND' ? words.ledger : words.legs} amount={money(ours)} />
        {bank !== null && upTo !== null && <Line name={words.bank(date(upTo))} amount={money(bank)} />}
        {difference !== null && difference !== 0 && <Line name={words.difference} amount={money(difference)} strong />}
        {parts.map(({ code, title: part, count, amount }) => (
          <Line key={code} name={`${translate(part)} (${number(count)})`} amount={money(amount)} part />
        ))}
        {unexplained !== null && unexplained !== 0 && (
          <Line name={words.unexplained} amount={money(unexplained)} strong />
        )}
      </dl>
    </section>
  )
}

const Line = ({ name, amount, strong, part }: { name: string; amount: string; strong?: true; part?: true }) => (
  <div className={part ? 'recon-part' : undefined}>
    <dt>{name}</dt>
    <dd className="num">{strong ? <b>{amount}</b> : amount}</dd>
  </div>
)

const shownStatements = 4

function RecentImports({ standing: { statements, pulls, waiting } }: { standing: Reconciliation }) {
  const words = useWords().reconciliation
  const translate = useContractWords()
  const { date } = useFormat()
  const openPulls = pulls.filter(({ outcome }) => outcome !== 'TOLD').slice(0, 2)
  if (statements.length === 0 && openPulls.length === 0 && waiting.length === 0) return null
  return (
    <section className="card recon-brought" aria-label={words.brought}>
      <h2>{words.brought}</h2>
      <ul>
        {openPulls.map(({ id, accountNumber, fromOn, toOn, outcome, words: reason }) => (
          <li key={id}>
            <b className="code">{accountNumber}</b> {words.period(date(fromOn), date(toOn))}
            <Status
              tone={outcome === 'WAITING' ? 'info' : 'bad'}
              label={outcome === 'WAITING' ? words.asking : words.failed}
            />
            {reason !== '' && <span className="faint">{translate(reason)}</span>}
          </li>
        ))}
        {waiting.map((file) => (
          <WaitingFile key={file.id} file={file} />
        ))}
        {statements.slice(0, shownStatements).map((statement) => (
          <Statement key={statement.id} statement={statement} />
        ))}
      </ul>
    </section>
  )
}

function WaitingFile({ file }: { file: Reconciliation['waiting'][number] }) {
  const words = useWords().reconciliation
  const { dateTime, money, number } = useFormat()
  const { id, title, settles, settlesAmount, createdBy, created } = file
  return (
    <li>
      <Link className="link" to="/money/reconciliation/imports" search={{ tab: 'all', open: id }}>
        {title}
      </Link>
      <Status tone="waiting" label={words.waitsForSecond} />
      <span>{words.wouldSettle(number(settles), money(settlesAmount))}</span>
      <span className="faint">
        {createdBy}, {dateTime(created)}
      </span>
    </li>
  )
}

function Statement({ statement }: { statement: BankStatement }) {
  const words = useWords().reconciliation
  const { date, number, dateTime } = useFormat()
  const { fileName, accountNumber, fromOn, toOn, newLines, waiting, matched, open, isMatched, createdBy, created } =
    statement
  return (
    <li>
      <span className="recon-file">
        <b>{fileName}</b> <span className="code">{accountNumber}</span>
      </span>
      <span>{words.period(date(fromOn), date(toOn))}</span>
      {isMatched ? (
        <span>{words.outcome(number(newLines), number(matched), number(open))}</span>
      ) : (
        <span className="recon-progress" role="status">
          <Progress
            value={newLines === 0 ? 100 : (100 * (newLines - waiting)) / newLines}
            size="sm"
            aria-label={words.matching}
          />
          {words.progress(number(newLines - waiting), number(newLines))}
        </span>
      )}
      <span className="faint">
        {createdBy}, {dateTime(created)}
      </span>
    </li>
  )
}
