import { Progress } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import {
  reconciliation,
  type AccountStanding,
  type BankStatement,
  type Reconciliation,
} from '#contract/reconciliation/reconciliation.ts'
import { accountPurposes } from '#contract/reconciliation/statementExceptions.ts'
import { useFormat } from '#client/kit/format.ts'
import { ListSkeleton, NotLoaded } from '#client/kit/lists/ListFaces.tsx'
import { keyOf, queryClient, useCall } from '#client/kit/queries.ts'
import { Status } from '#client/kit/Status.tsx'
import { useContractWords, useWords } from '#client/kit/words.ts'
import { everyMs, waitingMs } from './exceptionsSource.ts'

const isBusy = (standing: Reconciliation | undefined): boolean =>
  standing !== undefined &&
  (standing.statements.some((one) => !one.isMatched) || standing.pulls.some((one) => one.outcome === 'WAITING'))

const useOverview = () =>
  useCall(
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

/** What is open, kind by kind: what a day of reconciliation begins with. */
export function OpenExceptions() {
  const { data, error, refetch } = useOverview()
  if (!data)
    return (
      <div className="card recon-loading">
        {error ? <NotLoaded refused={error} onReload={() => void refetch()} /> : <ListSkeleton />}
      </div>
    )
  return <Totals standing={data} />
}

/** Each account in a line: our books, the bank's, and what explains the difference; then what was brought in lately. */
export function AccountStandings() {
  const words = useWords().reconciliation
  const { data } = useOverview()
  if (!data) return null
  return (
    <>
      <section className="recon-accounts" aria-label={words.accounts}>
        <h2>{words.accounts}</h2>
        <div className="card recon-table">
          <table>
            <thead>
              <tr>
                <th scope="col">{words.account}</th>
                <th scope="col" className="end">
                  {words.ours}
                </th>
                <th scope="col" className="end">
                  {words.atBankColumn}
                </th>
                <th scope="col" className="end">
                  {words.difference}
                </th>
                <th scope="col">{words.madeOf}</th>
                <th scope="col">{words.standing}</th>
              </tr>
            </thead>
            <tbody>
              {data.accounts.map((account) => (
                <Account key={account.accountNumber} account={account} />
              ))}
            </tbody>
          </table>
        </div>
      </section>
      <RecentImports standing={data} />
    </>
  )
}

function Totals({ standing: { open, oldestDays } }: { standing: Reconciliation }) {
  const words = useWords().reconciliation
  const { number, money } = useFormat()
  const tiles = (['MISSING_HERE', 'MISSING_IN_BANK', 'AMOUNT_DIFFERS', 'PAID_TWICE'] as const).map((kind) => ({
    kind,
    found: open.find((one) => one.kind === kind),
  }))
  // Sums of two currencies are never one.
  const sumsOf = ({ amount, dollars }: { amount: number; dollars: number }) =>
    [amount !== 0 || dollars === 0 ? money(amount) : '', dollars !== 0 ? money(dollars, 'USD') : '']
      .filter(Boolean)
      .join(' · ')
  return (
    <>
      <dl className="stats">
        {tiles.map(({ kind, found }) => (
          <div key={kind} className="stat">
            <dt>{words.kinds[kind]}</dt>
            <dd className="num">{number(found?.count ?? 0)}</dd>
            <dd className={found ? 'hint warn' : 'hint'}>{found ? sumsOf(found) : words.nothing}</dd>
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
  const { amount, date, number } = useFormat()
  const { organisationName, purpose, accountNumber, currency, upTo, ours, bank, difference, parts, unexplained } =
    account
  return (
    <tr>
      <th scope="row">
        {organisationName}, {translate(accountPurposes[purpose])}
        <small>
          <span className="code">{accountNumber}</span> {currency}
        </small>
      </th>
      <td className="num end" data-title={words.ours}>
        {amount(ours)}
      </td>
      <td className="num end" data-title={words.atBankColumn}>
        {bank === null ? '–' : amount(bank)}
        {upTo !== null && <small>{date(upTo)}</small>}
      </td>
      <td className="num end" data-title={words.difference}>
        {difference === null ? '–' : amount(difference)}
      </td>
      <td className="recon-parts">
        {parts.map(({ code, title, count, amount: of }) => (
          <small key={code}>
            {translate(title)} ({number(count)}): <span className="num">{amount(of)}</span>
          </small>
        ))}
        {unexplained !== null && unexplained !== 0 && (
          <small>
            <b>{words.unexplained}:</b> <b className="num">{amount(unexplained)}</b>
          </small>
        )}
      </td>
      <td>
        <Standing account={account} />
      </td>
    </tr>
  )
}

/** While an exception is open nothing is explained, whatever the sums say. */
function Standing({ account: { difference, unexplained, openExceptions } }: { account: AccountStanding }) {
  const words = useWords().reconciliation
  if (unexplained !== null && unexplained !== 0) return <Status tone="bad" label={words.unexplained} />
  if (openExceptions > 0) return <Status tone="waiting" label={words.openExceptions(openExceptions)} />
  if (difference === null) return <Status tone="neutral" label={words.never} />
  return difference === 0 ? <Status tone="good" label={words.agrees} /> : <Status tone="info" label={words.explained} />
}

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
