import { Link } from '@tanstack/react-router'
import { adminChange } from '#contract/administration/adminChanges.ts'
import type { ChangeRequest } from '#contract/kit/changeRequest.ts'
import { settings, type SettingName } from '#contract/house/settings.ts'
import { call } from '#client/kit/call.ts'
import { decisionBody } from '#client/kit/decisions/decisions.ts'
import { Quoted } from '#client/kit/decisions/Quoted.tsx'
import { viewRecord } from '#client/kit/decisions/recordView.tsx'
import { noteLines, Warned } from '#client/kit/decisions/Warned.tsx'
import { useContractWords, useWords } from '#client/kit/words.ts'
import { ChangedValues } from './ChangedValues.tsx'
import { ChangedSetting } from './SettingExample.tsx'
import { showLink } from './secrets.tsx'
import './administration.css'

/** What a decision should see first: warnings, why it is proposed, and the before and after. */
function AdminChangeLead({
  row,
}: {
  row: Pick<ChangeRequest, 'subject' | 'targetId' | 'before' | 'after' | 'notes' | 'reason' | 'status'>
}) {
  const words = useWords().administration
  const translate = useContractWords()
  return (
    <>
      <Warned title={words.look} lines={noteLines(row.notes, translate)} />
      {row.subject === 'setting' && row.targetId in settings ? (
        <ChangedSetting
          name={row.targetId as SettingName /* border: tested before */}
          before={row.before['value']}
          after={row.after['value']}
        />
      ) : (
        <ChangedValues before={row.before} after={row.after} />
      )}
      <Quoted title={words.because}>{row.reason}</Quoted>
      {row.subject === 'service_account' && row.status.statusName === 'APPROVED' && (
        <p>
          <Link className="link" to="/admin/service-accounts" search={{ search: row.targetId }}>
            {words.services.seeAccount}
          </Link>
        </p>
      )}
    </>
  )
}

/** How changes of administration are listed and decided; an approved invitation shows its link once. */
export const adminChangeView = viewRecord(adminChange, {
  title: ({ title }) => title,
  take: {
    approve: async (row, input) => {
      const answer = await call(adminChange.calls.approve, {
        body: decisionBody(row, input),
        idempotencyKey: input.key,
      })
      if (answer.data.invitation) showLink(answer.data.invitation)
      return answer
    },
  },
  Lead: AdminChangeLead,
})
