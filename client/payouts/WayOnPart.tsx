import { Button } from '@mantine/core'
import { IconArrowRight, IconRoute } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { choice, text } from '#contract/kit/field.ts'
import type { PayoutDetail } from '#contract/payouts.ts'
import { restsOnEvidence, wayOnFlow, waysOn, waysOnTitles, type WayOn } from '#contract/waysOn.ts'
import { call } from '#client/kit/call.ts'
import { stateFor } from '#client/kit/decisions.ts'
import { useFormat } from '#client/kit/format.ts'
import { RecordDialog } from '#client/kit/RecordForm.tsx'
import { Status } from '#client/kit/Status.tsx'
import { useFormValue, useRecordForm } from '#client/kit/useRecordForm.ts'
import { may, useUser } from '#client/kit/user.ts'
import { useContractWords, useWords } from '#client/kit/words.ts'

/** What two persons can do about a payout that is stuck in transit, and what was proposed for it. */
export function WayOnPart({ payout }: { payout: PayoutDetail }) {
  const words = useWords().payouts
  const user = useUser()
  const [proposes, setProposes] = useState(false)
  const { ways, proposal } = payout
  if (ways.length === 0 && !proposal) return null
  const isOpen = proposal?.status.statusName === 'PENDING_APPROVAL'
  const mayPropose = ways.length > 0 && !isOpen && may(user, waysOn.propose.allow)
  return (
    <section className="payout-part way-on">
      <h3>{words.wayOn}</h3>
      {ways.length > 0 && <p>{words.stuckHint}</p>}
      {proposal && <Proposal proposal={proposal} />}
      {mayPropose && (
        <Button leftSection={<IconRoute size={16} aria-hidden />} onClick={() => setProposes(true)}>
          {words.propose}
        </Button>
      )}
      {proposes && <WayOnDialog payout={payout} onClose={() => setProposes(false)} />}
    </section>
  )
}

function Proposal({ proposal }: { proposal: NonNullable<PayoutDetail['proposal']> }) {
  const words = useWords().payouts
  const say = useContractWords()
  const { dateTime } = useFormat()
  const navigate = useNavigate()
  const { id, after, reason, createdBy, created, status, decidedBy, approverComments } = proposal
  const state = stateFor(status, wayOnFlow)
  const way = waysOnTitles[after['way'] as WayOn] // border: as the server wrote it
  return (
    <>
      <p>
        <b>{say(way.title)}</b>{' '}
        <Status tone={state?.tone ?? 'neutral'} label={say(state?.label ?? status.statusName)} />
      </p>
      <p>
        <q>{reason}</q>
      </p>
      <p className="faint">{words.by(createdBy, dateTime(created))}</p>
      {decidedBy !== null && <p className="faint">{words.decidedBy(decidedBy, approverComments ?? '')}</p>}
      <Button
        variant="default"
        size="compact-sm"
        rightSection={<IconArrowRight size={14} aria-hidden />}
        onClick={() => void navigate({ to: '/money/payouts/ways', search: { tab: 'all', open: id } })}
      >
        {words.openProposal}
      </Button>
    </>
  )
}

const fields = {
  way: { title: 'Way on', ...choice(Object.keys(waysOnTitles)) },
  bankReference: { title: 'Reference of the bank', ...text(40, { required: false }) },
  reason: { title: 'Reason', ...text(500) },
}

/** Says how a stuck payout goes on; somebody else decides. */
function WayOnDialog({ payout, onClose }: { payout: PayoutDetail; onClose: () => void }) {
  const words = useWords().payouts
  const say = useContractWords()
  const state = useRecordForm({ fields })
  const chosen = useFormValue(state, 'way')
  const needsEvidence = restsOnEvidence(chosen)
  const effect = chosen in waysOnTitles ? waysOnTitles[chosen as WayOn].effect : null // border: one of the choices
  return (
    <RecordDialog
      title={words.proposeTitle(payout.title)}
      state={state}
      lead={<p className="faint">{words.proposeHint}</p>}
      groups={[{ names: needsEvidence ? ['way', 'bankReference', 'reason'] : ['way', 'reason'] }]}
      controls={{
        way: {
          as: 'select',
          wide: true,
          options: payout.ways.map((way) => ({ value: way, label: say(waysOnTitles[way].title) })),
          ...(effect ? { hint: say(effect) } : {}),
        },
        bankReference: { wide: true, required: true, hint: words.evidenceHint },
        reason: { as: 'textarea', wide: true },
      }}
      submitLabel={words.send}
      send={({ way, bankReference, reason }, key) =>
        call(waysOn.propose, {
          params: { id: payout.id },
          body: { way: way as WayOn, reason, ...(needsEvidence ? { bankReference } : {}) }, // border: one of the choices
          idempotencyKey: key,
        })
      }
      onDone={onClose}
      onClose={onClose}
      size={540}
    />
  )
}
