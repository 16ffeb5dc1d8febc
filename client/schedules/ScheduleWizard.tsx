import { Button, Checkbox, Select, Skeleton, Stepper } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { communalPayment, type GrowerDetails, type ScheduleBar } from '#contract/schedules/communalPayments.ts'
import { accountPurposes, type AccountPurpose } from '#contract/payments/societyAccounts.ts'
import { seasonBefore, seasonOfDate } from '#contract/house/seasons.ts'
import { Stake } from '#client/kit/decisions/Stake.tsx'
import { businessToday, useFormat } from '#client/kit/format.ts'
import { ListFailed } from '#client/kit/lists/ListFaces.tsx'
import { useAct, useCall } from '#client/kit/queries.ts'
import { useUser } from '#client/kit/user.ts'
import { useContractWords, useWords } from '#client/kit/words.ts'
import './schedules.css'

/** Where what stands in the way is solved. */
const solutions: Partial<Record<ScheduleBar, string>> = {
  no_account: '/money/accounts',
  no_money: '/money/transfers',
  no_cherry: '/cherry/deliveries',
  open_schedule: '/farmers/schedule/view',
  being_paid: '/farmers/schedule/view',
  lender_unpaid: '/farmers/schedule/view',
  no_floor: '/rates/communal',
  below_floor: '/rates/communal',
  waiting_deliveries: '/cherry/deliveries',
  held_members: '/farmers/quality',
}

/** Computes a payment schedule in five steps, forward and back; what it comes to stands there before anything is saved. */
export function ScheduleWizard() {
  const { wizard: words } = useWords().schedules
  const { organisationCode: growerCode } = useUser().organisation
  const navigate = useNavigate()
  const running = seasonOfDate(businessToday())
  const [at, setAt] = useState(0)
  const [season, setSeason] = useState(running)
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const details = useCall(communalPayment.calls.details, { body: { growerCode, season } }, { staleTime: 0 })
  const save = useAct(communalPayment.calls.save, {
    onDone: ({ data }) => void navigate({ to: '/farmers/schedule/details/view/$id', params: { id: data.id } }),
  })
  const data = details.data?.data
  const isBlocked = !data || data.bars.some(({ blocks }) => blocks)
  const loansToRecover = (data?.loans ?? []).flatMap(({ id }) => (left.has(id) ? [] : [id])).join(',')
  const last = words.steps.length - 1
  const go = (step: number) => setAt(Math.max(0, Math.min(last, step)))
  return (
    <section className="page wizard" aria-label={words.title}>
      <h1>{words.title}</h1>
      <Stepper active={at} onStepClick={go} size="xs" allowNextStepsSelect={Boolean(data)}>
        {words.steps.map((label) => (
          <Stepper.Step key={label} label={label} />
        ))}
      </Stepper>
      <div className="wizard-step">
        {at === 0 && (
          <Select
            label={words.season}
            data={[running, seasonBefore(running)]}
            value={season}
            allowDeselect={false}
            onChange={(chosen) => setSeason(chosen ?? running)}
          />
        )}
        {details.isPending && <Skeleton height={180} />}
        {details.isError && <ListFailed refused={details.error} onReload={() => void details.refetch()} />}
        {data && <Step at={at} data={data} left={left} onLeft={setLeft} season={season} loans={loansToRecover} />}
      </div>
      <div className="wizard-foot">
        <Button variant="default" disabled={at === 0} onClick={() => go(at - 1)}>
          {words.back}
        </Button>
        {at < last ? (
          <Button disabled={!data} onClick={() => go(at + 1)}>
            {words.next}
          </Button>
        ) : (
          <Button
            disabled={isBlocked}
            loading={save.isPending}
            onClick={() =>
              data &&
              save.mutate({
                body: {
                  growerCode,
                  season,
                  commRate: data.communalRate,
                  amount: data.farmerKesAccount.availableBalance,
                  weight: data.totalCherry,
                  loansToRecover,
                },
              })
            }
          >
            {words.send}
          </Button>
        )}
      </div>
    </section>
  )
}

type StepProps = {
  at: number
  data: GrowerDetails
  left: ReadonlySet<string>
  onLeft: (left: ReadonlySet<string>) => void
  season: string
  loans: string
}

function Step({ at, data, left, onLeft, season, loans }: StepProps) {
  const { wizard: words, ...schedules } = useWords().schedules
  const { money, number, weight } = useFormat()
  if (at === 0) return <Bars data={data} />
  if (at === 1)
    return (
      <>
        <h2>{words.settlement}</h2>
        <div className="wizard-accounts">
          <AccountCard field="nonCheckoffAccount" data={data} />
          <AccountCard field="checkoffAccount" data={data} />
        </div>
      </>
    )
  if (at === 2)
    return (
      <>
        <h2>{words.dollars}</h2>
        <div className="wizard-accounts">
          <AccountCard field="farmerUsdAccount" data={data} />
        </div>
      </>
    )
  if (at === 3)
    return (
      <>
        <h2>{words.shillings}</h2>
        <div className="wizard-accounts">
          <AccountCard field="farmerKesAccount" data={data} />
        </div>
        <Stake
          label={schedules.rate}
          title={`${schedules.rate}, ${words.cycle(number(data.cycle))}`}
          amount={money(data.communalRate)}
          facts={[
            [schedules.weight, weight(data.totalCherry)],
            [schedules.members, number(data.members)],
            [words.lowest, data.lowestRate === null ? '–' : money(data.lowestRate)],
          ]}
        />
        <fieldset className="card pad wizard-loans">
          <legend className="sr">{words.loans}</legend>
          <h2>{words.loans}</h2>
          {data.loans.length === 0 && <p className="faint">{words.noLoans}</p>}
          {data.loans.map(({ id, loanProduct, loanAmount, members }) => (
            <Checkbox
              key={id}
              label={loanProduct}
              description={words.owed(money(loanAmount), number(members))}
              checked={!left.has(id)}
              onChange={({ currentTarget: { checked } }) =>
                onLeft(new Set(checked ? [...left].filter((one) => one !== id) : [...left, id]))
              }
            />
          ))}
        </fieldset>
        <Preview season={season} loans={loans} />
      </>
    )
  return (
    <>
      <Bars data={data} />
      <Preview season={season} loans={loans} />
    </>
  )
}

type AccountField = 'nonCheckoffAccount' | 'checkoffAccount' | 'farmerUsdAccount' | 'farmerKesAccount'
const purposes: Record<AccountField, AccountPurpose> = {
  nonCheckoffAccount: 'NON_CHECKOFF',
  checkoffAccount: 'CHECKOFF',
  farmerUsdAccount: 'FARMERS_USD',
  farmerKesAccount: 'FARMERS_KES',
}

function AccountCard({ field, data }: { field: AccountField; data: GrowerDetails }) {
  const { wizard: words } = useWords().schedules
  const translate = useContractWords()
  const { money } = useFormat()
  const { accNumber, accName, availableBalance } = data[field]
  const { label, currency } = accountPurposes[purposes[field]]
  return (
    <div className="card pad">
      <b>{translate(label)}</b>
      {accNumber === '' ? (
        <p className="faint">{words.noAccount}</p>
      ) : (
        <>
          <p className="num big">{money(availableBalance, currency)}</p>
          <p className="faint">
            <span className="code">{accNumber}</span> {accName}
          </p>
        </>
      )}
    </div>
  )
}

/** What stands in the way, each with the screen where it is solved. */
function Bars({ data: { bars } }: { data: GrowerDetails }) {
  const { wizard: words } = useWords().schedules
  const translate = useContractWords()
  const { number } = useFormat()
  return [true, false].map((blocks) => {
    const some = bars.filter((bar) => bar.blocks === blocks)
    if (some.length === 0) return null
    return (
      <section key={String(blocks)} className="card pad">
        <h2>{blocks ? words.blocks : words.warns}</h2>
        <ul className="wizard-bars">
          {some.map(({ code, message, count }) => (
            <li key={code}>
              <span className={blocks ? 'hint warn' : undefined}>
                {translate(message)}
                {count !== null && ` (${number(count)})`}
              </span>
              {solutions[code] && (
                <Link className="link" to={solutions[code]}>
                  {words.solve}
                </Link>
              )}
            </li>
          ))}
        </ul>
      </section>
    )
  })
}

/** What the schedule comes to with the loans that are ticked. */
function Preview({ season, loans }: { season: string; loans: string }) {
  const { wizard: words, ...schedules } = useWords().schedules
  const translate = useContractWords()
  const { money, number } = useFormat()
  const { organisationCode: growerCode } = useUser().organisation
  const body = { growerCode, season, loansToRecover: loans }
  const { data: answer, error, refetch } = useCall(communalPayment.calls.preview, { body }, { staleTime: 0 })
  if (error) return <ListFailed refused={error} onReload={() => void refetch()} />
  if (!answer) return <Skeleton height={200} />
  const { data } = answer
  return (
    <Stake
      label={words.preview}
      title={words.preview}
      amount={money(data.net)}
      facts={[
        [schedules.members, number(data.members)],
        [schedules.total, money(data.total)],
        [schedules.toLenders, money(data.recovered)],
        [schedules.carried, money(data.carried)],
        [words.median, money(data.median)],
        [words.least, money(data.least)],
        [words.nothing, number(data.nothingLeft)],
        ...data.holds.map(
          ({ title, members, amount }) => [translate(title), words.byHold(number(members), money(amount))] as const,
        ),
      ]}
    />
  )
}
