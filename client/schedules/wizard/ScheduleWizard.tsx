import { Button, Select, Skeleton, Stepper } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { communalPayment } from '#contract/schedules/communalPayments.ts'
import type { ScheduleDraft } from '#contract/schedules/scheduleDrafts.ts'
import { seasonBefore, seasonOfDate } from '#contract/house/seasons.ts'
import { businessToday } from '#client/kit/format.ts'
import { NotLoaded } from '#client/kit/lists/ListFaces.tsx'
import { showMessage } from '#client/kit/messages.ts'
import { useAct, useCall } from '#client/kit/queries.ts'
import { useUser } from '#client/kit/user.ts'
import { useContractWords, useWords } from '#client/kit/words.ts'
import { CheckStep } from './CheckStep.tsx'
import { DollarStep } from './DollarStep.tsx'
import { DraftBar, DraftStart } from './DraftBar.tsx'
import { PoolStep } from './PoolStep.tsx'
import { SeasonStep } from './SeasonStep.tsx'
import { SettlementStep } from './SettlementStep.tsx'
import { useScheduleDraft, type DraftInHand } from './useScheduleDraft.ts'
import { chosenOf, factoriesOf, isOverPool } from './wizardStep.ts'
import '../schedules.css'

const steps = [SeasonStep, SettlementStep, DollarStep, PoolStep, CheckStep]

/** Computes a payment schedule in five steps, forward and back; what it comes to stands there before anything is saved. */
export function ScheduleWizard() {
  const { wizard: words } = useWords().schedules
  const hand = useScheduleDraft()
  const { draft } = hand
  return (
    <section className="page wizard" aria-label={words.title}>
      <h1>{words.title}</h1>
      <DraftBar hand={hand} />
      {draft ? <Steps hand={hand} draft={draft} /> : <DraftStart hand={hand} season={seasonOfDate(businessToday())} />}
    </section>
  )
}

function Steps({ hand, draft }: { hand: DraftInHand; draft: ScheduleDraft }) {
  const { wizard: words } = useWords().schedules
  const translate = useContractWords()
  const { organisationCode: growerCode } = useUser().organisation
  const navigate = useNavigate()
  const { keeper } = hand
  const { season, step: at, isMine } = draft
  const running = seasonOfDate(businessToday())
  const details = useCall(communalPayment.calls.details, { body: { growerCode, season } }, { staleTime: 0 })
  const brought = useCall(
    communalPayment.calls.factories,
    { body: { growerCode, season } },
    { staleTime: 0, enabled: draft.byFactory },
  )
  const save = useAct(communalPayment.calls.save, {
    onDone: ({ data }) => {
      keeper.adopt(null)
      void navigate({ to: '/farmers/schedule/details/view/$id', params: { id: data.id } })
    },
    onRefused: (refused) => {
      void details.refetch()
      const { factories: why } = (refused.details['fields'] ?? {}) as { factories?: string } // border: as the contract refuses a field
      if (why) showMessage({ tone: 'bad', text: translate(why) })
      return why !== undefined
    },
  })
  const data = details.data?.data
  const weights = draft.byFactory ? brought.data?.data : undefined
  const factories = factoriesOf(weights, draft.amounts)
  const isBlocked =
    !data ||
    !isMine ||
    data.bars.some(({ blocks }) => blocks) ||
    (draft.byFactory && (!factories || isOverPool(data, factories)))
  const Step = steps[at]
  const last = steps.length - 1
  const go = (step: number) => keeper.change({ step: Math.max(0, Math.min(last, step)) })
  const send = async () => {
    // The schedule ends the version of the draft that is seen here.
    const kept = await keeper.flush()
    if (!data || !kept) return
    save.mutate({
      body: {
        growerCode,
        season,
        commRate: data.communalRate,
        amount: data.farmerKesAccount.availableBalance,
        weight: data.totalCherry,
        ...chosenOf(data, draft),
        ...(factories ? { factories } : {}),
        draft: { id: kept.id, version: kept.version },
      },
    })
  }
  return (
    <>
      <Stepper active={at} onStepClick={go} size="xs" allowNextStepsSelect={Boolean(data) && isMine}>
        {words.steps.map((label) => (
          <Stepper.Step key={label} label={label} />
        ))}
      </Stepper>
      <fieldset className="wizard-step" disabled={!isMine} aria-label={words.steps[at]}>
        {at === 0 && (
          <Select
            label={words.season}
            data={[running, seasonBefore(running)]}
            value={season}
            allowDeselect={false}
            disabled={!isMine}
            onChange={(chosen) => keeper.change({ season: chosen ?? running })}
          />
        )}
        {details.isPending && <Skeleton height={180} />}
        {details.isError && <NotLoaded refused={details.error} onReload={() => void details.refetch()} />}
        {brought.isError && <NotLoaded refused={brought.error} onReload={() => void brought.refetch()} />}
        {data && Step && (
          <Step
            data={data}
            season={season}
            chosen={chosenOf(data, draft)}
            draft={draft}
            onChange={keeper.change}
            weights={weights}
          />
        )}
      </fieldset>
      <div className="wizard-foot">
        <Button variant="default" disabled={at === 0 || !isMine} onClick={() => go(at - 1)}>
          {words.back}
        </Button>
        {at < last ? (
          <Button disabled={!data || !isMine} onClick={() => go(at + 1)}>
            {words.next}
          </Button>
        ) : (
          <Button disabled={isBlocked} loading={save.isPending} onClick={() => void send()}>
            {words.send}
          </Button>
        )}
      </div>
    </>
  )
}
