import { Button, Select, Skeleton, Stepper } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { communalPayment } from '#contract/schedules/communalPayments.ts'
import { seasonBefore, seasonOfDate } from '#contract/house/seasons.ts'
import { businessToday } from '#client/kit/format.ts'
import { ListFailed } from '#client/kit/lists/ListFaces.tsx'
import { useAct, useCall } from '#client/kit/queries.ts'
import { useUser } from '#client/kit/user.ts'
import { useWords } from '#client/kit/words.ts'
import { CheckStep } from './CheckStep.tsx'
import { DollarStep } from './DollarStep.tsx'
import { PoolStep } from './PoolStep.tsx'
import { SeasonStep } from './SeasonStep.tsx'
import { SettlementStep } from './SettlementStep.tsx'
import '../schedules.css'

const steps = [SeasonStep, SettlementStep, DollarStep, PoolStep, CheckStep]

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
  const Step = steps[at]
  const last = steps.length - 1
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
        {data && Step && <Step data={data} left={left} onLeft={setLeft} season={season} loans={loansToRecover} />}
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
