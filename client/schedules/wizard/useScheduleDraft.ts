import { useEffect, useState } from 'react'
import { scheduleDrafts, type ScheduleDraft } from '#contract/schedules/scheduleDrafts.ts'
import { call, newKey, whileLeaving, type CallRefused } from '#client/kit/call.ts'
import { queryClient, keyOf, showRefusal, useAct, useCall } from '#client/kit/queries.ts'
import { useUser } from '#client/kit/user.ts'
import { draftKeeper } from './draftKeeper.ts'

const restMs = 600
const everyMs = 8_000
const readAnew = () => queryClient.invalidateQueries({ queryKey: keyOf(scheduleDrafts.one) })

const save = async (draft: ScheduleDraft): Promise<ScheduleDraft> => {
  const { id, version, season, step, left, leftDeductions, byFactory, amounts, tried } = draft
  const body = { id, version, season, step, left, leftDeductions, byFactory, amounts, tried }
  return (await call(scheduleDrafts.save, { body, idempotencyKey: newKey() })).data
}

/** The draft of the own society in the wizard: kept on the server, followed when somebody else has it open. */
export function useScheduleDraft() {
  const { id: organisationId } = useUser().organisation
  const [keeper] = useState(() =>
    draftKeeper({
      save,
      restMs,
      onRefused: (refused) => {
        showRefusal(refused)
        void readAnew()
      },
    }),
  )
  const { useKept } = keeper
  const { draft, state } = useKept()
  const kept = useCall(
    scheduleDrafts.one,
    { params: { organisationId } },
    { staleTime: 0, refetchInterval: everyMs, refetchOnMount: 'always' },
  )
  const known = kept.data?.data.draft
  // What the server says arrives outside React, by a timer; the keeper decides whether it is newer than what is typed here.
  useEffect(() => {
    if (known !== undefined) keeper.follow(known)
  }, [keeper, known])
  // Whoever leaves the page, by the browser or by a link, has what was typed saved.
  useEffect(() => {
    const leave = () => whileLeaving(() => void keeper.flush())
    window.addEventListener('pagehide', leave)
    return () => {
      window.removeEventListener('pagehide', leave)
      void keeper.flush()
    }
  }, [keeper])
  const onDone = ({ data }: { data: ScheduleDraft }) => keeper.adopt(data)
  const onRefused = (_refused: CallRefused) => void readAnew()
  const open = useAct(scheduleDrafts.open, { onDone, onRefused })
  const takeOver = useAct(scheduleDrafts.takeOver, { onDone, onRefused })
  const restore = useAct(scheduleDrafts.restore, { onDone, onRefused })
  const discard = useAct(scheduleDrafts.discard, { onDone: () => keeper.adopt(null), onRefused })
  return { kept, keeper, draft, state, open, takeOver, restore, discard }
}
export type DraftInHand = ReturnType<typeof useScheduleDraft>
