import { Button } from '@mantine/core'
import { IconRoute } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { choice, text } from '#contract/kit/field.ts'
import type { PayoutDetail } from '#contract/payouts.ts'
import { restsOnEvidence, wayOnFlow, wayOnChange, waysOnTitles, type WayOn } from '#contract/waysOn.ts'
import { call } from '#client/kit/call.ts'
import { Proposal } from '#client/kit/Proposal.tsx'
import { RecordDialog } from '#client/kit/RecordForm.tsx'
import { useFormValue, useRecordForm } from '#client/kit/useRecordForm.ts'
import { may, useUser } from '#client/kit/user.ts'
import { useContractWords, useWords } from '#client/kit/words.ts'

/** What two persons can do about a payout that is stuck in transit, and what was proposed for it. */
export function WayOnPart({ payout }: { payout: PayoutDetail }) {
  const words = useWords().payouts
  const user = useUser()
  const navigate = useNavigate()
  const [proposes, setProposes] = useState(false)
  const { ways, proposal } = payout
  if (ways.length === 0 && !proposal) return null
  const isOpen = proposal?.status.statusName === 'PENDING_APPROVAL'
  const mayPropose = ways.length > 0 && !isOpen && may(user, wayOnChange.calls.propose.allow)
  return (
    <section className="payout-part way-on">
      <h3>{words.wayOn}</h3>
      {ways.length > 0 && <p>{words.stuckHint}</p>}
      {proposal && (
        <Proposal
          proposal={proposal}
          flow={wayOnFlow}
          title={waysOnTitles[proposal.after['way'] as WayOn].title} // border: as the server wrote it
          onOpen={() => void navigate({ to: '/money/payouts/ways', search: { tab: 'all', open: proposal.id } })}
        />
      )}
      {mayPropose && (
        <Button leftSection={<IconRoute size={16} aria-hidden />} onClick={() => setProposes(true)}>
          {words.propose}
        </Button>
      )}
      {proposes && <WayOnDialog payout={payout} onClose={() => setProposes(false)} />}
    </section>
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
        call(wayOnChange.calls.propose, {
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
