import { cherryDelivery } from '#contract/deliveries/cherryDeliveries.ts'
import { farmers, type Farmer } from '#contract/farmers/farmers.ts'
import { limitFields } from '#contract/limits/limitFile.ts'
import { limitFile } from '#contract/limits/limitFiles.ts'
import { text } from '#contract/kit/field.ts'
import { call, type CallRefused } from '#client/kit/call.ts'
import { LookupField } from '#client/kit/forms/LookupField.tsx'
import { callQuery, useCall } from '#client/kit/queries.ts'
import { RecordDialog } from '#client/kit/forms/RecordForm.tsx'
import { ShareConsent, wordingChanged } from '#client/kit/uploads/ShareConsent.tsx'
import { useRecordForm, type FormField } from '#client/kit/forms/useRecordForm.ts'
import { useUser } from '#client/kit/user.ts'
import { useContractWords, useWords } from '#client/kit/words.ts'

const fields = {
  ...limitFields,
  currentDelivery: { ...limitFields.currentDelivery, typing: /^\d*\.?\d*$/ },
  // The version of the consent that was ticked, or nothing.
  consent: { title: 'Consent to share with KPCU', ...text(10, { required: false }) },
} satisfies Record<string, FormField>

const rowsOf = (answer: Farmer[] | { data: Farmer[] }) => (Array.isArray(answer) ? answer : answer.data)

/** Create Cherry Record: a limit file of one row. The member number fills in whom it belongs to. */
export function CherryRecordDialog({ onClose }: { onClose: () => void }) {
  const seasons = (useCall(cherryDelivery.calls.seasons, {}).data ?? []).filter(({ open }) => open)
  return seasons.length > 0 ? <Form seasons={seasons.map(({ name }) => name)} onClose={onClose} /> : null
}

function Form({ seasons, onClose }: { seasons: readonly string[]; onClose: () => void }) {
  const words = useWords().limits
  const translate = useContractWords()
  const { organisation } = useUser()
  const state = useRecordForm({
    fields,
    draft: 'create-cherry-limit',
    initial: {
      growerCode: organisation.organisationCode,
      productName: 'COFFEE',
      season: seasons[0] ?? '',
    },
  })
  const { form } = state
  const membersLike = (search: string) =>
    callQuery(farmers.ofOrganisation, {
      params: { organizationId: organisation.id },
      query: { paginate: 'Y', size: 10, search },
    })
  return (
    <RecordDialog
      title={words.createTitle}
      state={state}
      lead={<p className="faint">{words.createLead}</p>}
      groups={[
        { title: words.groupMember, names: ['memberNumber', 'fullName', 'idNumber', 'growerCode'] },
        { title: words.groupCherry, names: ['productName', 'currentDelivery', 'season', 'consent'] },
      ]}
      controls={{
        memberNumber: {
          wide: true,
          render: (field) => (
            <LookupField
              {...field}
              least={2}
              query={membersLike}
              entriesOf={(answer) =>
                rowsOf(answer).map((member) => ({
                  value: member.memberNumber,
                  label: `${member.memberNumber} ${member.fullName}`,
                  hint: member.farmerId,
                }))
              }
              onChosen={(chosen) => {
                form.setValue('fullName', chosen?.label.slice(chosen.value.length + 1) ?? '')
                form.setValue('idNumber', chosen?.hint ?? '', { shouldValidate: chosen !== null })
              }}
              // A draft is kept without the ID.
              onFound={({ hint = '' }) => {
                if (!form.getValues('idNumber')) form.setValue('idNumber', hint)
              }}
            />
          ),
        },
        growerCode: {
          wide: true,
          options: [
            {
              value: organisation.organisationCode,
              label: `${organisation.organisationCode} ${organisation.organisationName}`,
            },
          ],
        },
        productName: { options: [{ value: 'COFFEE', label: translate('COFFEE') }] },
        currentDelivery: { unit: 'kg' },
        season: { options: seasons.map((name) => ({ value: name, label: name })) },
        consent: {
          wide: true,
          render: ({ value, onChange }) => (
            <ShareConsent
              values={{ shareData: String(value !== '') }}
              onChange={({ consentVersion = '' }) => onChange(consentVersion)}
            />
          ),
        },
      }}
      send={async ({ consent, ...record }, key) => {
        try {
          return await call(limitFile.calls.create, {
            params: { organisationId: organisation.id },
            body: { ...record, ...(consent ? { shareData: true, consentVersion: Number(consent) } : {}) },
            idempotencyKey: key,
          })
        } catch (refused) {
          if (await wordingChanged(refused as CallRefused)) form.setValue('consent', '')
          throw refused
        }
      }}
      submitLabel={words.send}
      onDone={onClose}
      onClose={onClose}
      size={760}
    />
  )
}
