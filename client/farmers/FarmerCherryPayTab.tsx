import { Button } from '@mantine/core'
import { IconFileText } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { FarmerPage } from '#contract/farmers/farmerPage.ts'
import { lineStates, scheduleLines } from '#contract/schedules/scheduleLines.ts'
import { useFormat } from '#client/kit/format.ts'
import { ListSkeleton, NotLoaded } from '#client/kit/lists/ListFaces.tsx'
import { useCall } from '#client/kit/queries.ts'
import { Status } from '#client/kit/Status.tsx'
import { useUser } from '#client/kit/user.ts'
import { useContractWords, useWords } from '#client/kit/words.ts'

/** What the society has paid the member for cherry: each payment with what it came from and where it went, the latest first. */
export function FarmerCherryPayTab({ page: { farmer } }: { page: FarmerPage }) {
  const {
    farmerPage: { cherryPay: words },
    statements,
  } = useWords()
  const translate = useContractWords()
  const { date, money, number, weight } = useFormat()
  const { organisation } = useUser()
  const params = { organisationId: organisation.id, farmerId: farmer.id }
  const { data: answer, error, refetch } = useCall(scheduleLines.statement, { params })
  const stats = useCall(scheduleLines.stats, { params })
  if (error && !answer) return <NotLoaded refused={error} onReload={() => void refetch()} />
  if (!answer) return <ListSkeleton />
  if (answer.data.length === 0) return <p className="faint">{words.none}</p>
  return (
    <>
      <dl className="stats two">
        {(stats.data?.data ?? []).slice(0, 2).map(({ season, amount }) => (
          <div key={season} className="stat">
            <dt>{words.paidIn(season)}</dt>
            <dd className="num">{money(amount)}</dd>
          </div>
        ))}
      </dl>
      {answer.data.map((line) => (
        <section key={line.id} className="card pad part">
          <p className="part-head">
            <b>{words.cycle(line.season, number(line.cycle))}</b>
            <Status tone={lineStates[line.status].tone} label={translate(lineStates[line.status].label)} />
            <span className="faint">{date(line.dateCreated)}</span>
          </p>
          <p>
            {words.made(weight(line.totalCherryWeight), money(line.initialAmount))}
            {line.bonus > 0 && ` ${words.bonus(money(line.bonus))}`}
            {line.deducted > 0 && ` ${words.deducted(money(line.deducted))}`}
            {line.recovered > 0 && ` ${words.recovered(money(line.recovered))}`}
          </p>
          <p>
            <b className="num">{money(line.netAmount)}</b> · {line.instName}{' '}
            <span className="code">{line.accountNumber}</span>
          </p>
          {line.transactionId !== '' && <p className="faint code">{line.transactionId}</p>}
        </section>
      ))}
      <p className="part-steps">
        <Button
          variant="default"
          leftSection={<IconFileText size={16} aria-hidden />}
          renderRoot={(rest) => <Link {...rest} to="/farmers/statement/$farmerId" params={{ farmerId: farmer.id }} />}
        >
          {statements.statement}
        </Button>
      </p>
    </>
  )
}
