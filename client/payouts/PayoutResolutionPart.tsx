import { Button } from '@mantine/core'
import { IconRoute } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { choice, text } from '#contract/kit/field.ts'
import type { PayoutDetail } from '#contract/payouts/payouts.ts'
import {
  restsOnEvidence,
  payoutResolutionFlow,
  payoutResolution,
  payoutResolutionTitles,
  type PayoutResolution,
} from '#contract/payouts/payoutResolutions.ts'
import { call } from '#client/kit/call.ts'
import { Proposal } from '#client/kit/decisions/Proposal.tsx'
import { RecordDialog } from '#client/kit/forms/RecordForm.tsx'
import { useFormValue, useRecordForm } from '#client/kit/forms/useRecordForm.ts'
import { may, useUser } from '#client/kit/user.ts'
import { useContractWords, useWords } from '#client/kit/words.ts'

/** What two persons can do about a payout that is stuck in transit, and what was proposed for it. */
export function PayoutResolutionPart({ payout }: { payout: PayoutDetail }) {
  const words = useWords().payouts
  const user = useUser()
  const navigate = useNavigate()
  const [proposes, setProposes] = useState(false)
  const { resolutions, proposal } = payout
  if (resolutions.length === 0 && !proposal) return null
  const isOpen = proposal?.status.statusName === 'PENDING_APPROVAL'
  const mayPropose = resolutions.length > 0 && !isOpen && may(user, payoutResolution.calls.propose.allow)
  return (
    <section className="payout-part payout-resolution">
      <h3>{words.resolution}</h3>
      {resolutions.length > 0 && <p>{words.stuckHint}</p>}
      {proposal && (
        <Proposal
          proposal={proposal}
          flow={payoutResolutionFlow}
          title={payoutResolutionTitles[proposal.after['resolution'] as PayoutResolution].title} // border: as the server wrote it
          onOpen={() => void navigate({ to: '/money/payouts/resolutions', search: { tab: 'all', open: proposal.id } })}
        />
      )}
      {mayPropose && (
        <Button leftSection={<IconRoute size={16} aria-hidden />} onClick={() => setProposes(true)}>
          {words.propose}
        </Button>
      )}
      {proposes && <PayoutResolutionDialog payout={payout} onClose={() => setProposes(false)} />}
    </section>
  )
}

const fields = {
  resolution: { title: 'Resolution', ...choice(Object.keys(payoutResolutionTitles)) },
  bankReference: { title: 'Reference of the bank', ...text(40, { required: false }) },
  reason: { title: 'Reason', ...text(500) },
}

/** Proposes how a stuck payout is resolved; somebody else decides. */
function PayoutResolutionDialog({ payout, onClose }: { payout: PayoutDetail; onClose: () => void }) {
  const words = useWords().payouts
  const translate = useContractWords()
  const state = useRecordForm({ fields })
  const chosen = useFormValue(state, 'resolution')
  const needsEvidence = restsOnEvidence(chosen)
  const effect = chosen in payoutResolutionTitles ? payoutResolutionTitles[chosen as PayoutResolution].effect : null // border: one of the choices
  return (
    <RecordDialog
      title={words.proposeTitle(payout.title)}
      state={state}
      lead={<p className="faint">{words.proposeHint}</p>}
      groups={[{ names: needsEvidence ? ['resolution', 'bankReference', 'reason'] : ['resolution', 'reason'] }]}
      controls={{
        resolution: {
          as: 'select',
          wide: true,
          options: payout.resolutions.map((resolution) => ({
            value: resolution,
            label: translate(payoutResolutionTitles[resolution].title),
          })),
          ...(effect ? { hint: translate(effect) } : {}),
        },
        bankReference: { wide: true, required: true, hint: words.evidenceHint },
        reason: { as: 'textarea', wide: true },
      }}
      submitLabel={words.send}
      send={({ resolution, bankReference, reason }, key) =>
        call(payoutResolution.calls.propose, {
          params: { id: payout.id },
          body: { resolution: resolution as PayoutResolution, reason, ...(needsEvidence ? { bankReference } : {}) }, // border: one of the choices
          idempotencyKey: key,
        })
      }
      onDone={onClose}
      onClose={onClose}
      size={540}
    />
  )
}
