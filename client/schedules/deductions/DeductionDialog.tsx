import { useState } from 'react'
import {
  deduction,
  deductionBases,
  deductionKinds,
  ruleBases,
  type Deduction,
  type DeductionKind,
} from '#contract/schedules/deductions.ts'
import { positiveDecimal, text } from '#contract/kit/field.ts'
import type { PageOf } from '#contract/kit/listScreen.ts'
import { seasonBefore, seasonOfDate } from '#contract/house/seasons.ts'
import { call } from '#client/kit/call.ts'
import { businessToday } from '#client/kit/format.ts'
import { AttachField } from '#client/kit/forms/AttachField.tsx'
import { RecordDialog } from '#client/kit/forms/RecordForm.tsx'
import { useFormValue, useRecordForm } from '#client/kit/forms/useRecordForm.ts'
import { useInstitutions } from '#client/kit/institutions.ts'
import { useCall } from '#client/kit/queries.ts'
import { useUser } from '#client/kit/user.ts'
import { useContractWords, useWords } from '#client/kit/words.ts'

// What an end and a premium do without is not required here: the server says beside the field what is missing.
const fields = {
  kind: { title: 'Kind', ...text(40) },
  season: { title: 'Season', ...text(9) },
  title: { title: 'Deduction', ...text(80, { required: false }) },
  basis: { title: 'Counted', ...text(12) },
  amount: { title: 'Amount (KES)', ...positiveDecimal({ max: 1_000_000, places: 2 }), required: false },
  institution: { title: 'Institution', ...text(20, { required: false }) },
  accountNumber: { title: 'Account number', ...text(30, { required: false }) },
  minuteNumber: { title: 'Minute', ...text(40) },
  minuteDate: { title: 'Minute of', ...text(10) },
  document: { title: 'Document', ...text(80) },
  documentId: { title: 'Document', ...text(40, { required: false }) },
}
const kinds = Object.keys(deductionKinds) as DeductionKind[] // border: the keys of the list
const inForce = { paginate: 'Y', size: 100, filter: 'status:APPROVED' } as const
const authority = ['minuteNumber', 'minuteDate', 'document', 'documentId'] as const
const payee = ['institution', 'accountNumber'] as const

/** Proposes a deduction or premium, or the end of one that is in force, with the resolution that allows it; somebody else decides. */
export function DeductionDialog({ onClose }: { onClose: () => void }) {
  const { deductions: words, conversion } = useWords()
  const translate = useContractWords()
  const params = { organisationId: useUser().organisation.id }
  // The day of the browser: somebody else's season is one choice away.
  const [running] = useState(() => seasonOfDate(businessToday()))
  const state = useRecordForm({ fields, initial: { season: running, basis: 'PER_KG' } })
  const chosen = useFormValue(state, 'kind')
  const kind = kinds.find((name) => name === chosen)
  const found = useCall(deduction.calls.all, { params, query: inForce }).data as PageOf<Deduction> | undefined // border: paged, as asked for
  const ending = found?.data.find(({ id }) => id === chosen)
  const banks = useInstitutions().filter(({ institutionType }) => institutionType === 'BANK')
  const rule = ['kind', 'season', 'title', 'basis', 'amount'] as const
  return (
    <RecordDialog
      title={words.propose}
      state={state}
      lead={<p className="faint">{words.hint}</p>}
      groups={[
        { names: ending ? ['kind'] : kind === undefined || kind === 'PREMIUM' ? [...rule] : [...rule, ...payee] },
        { names: [...authority] },
      ]}
      controls={{
        kind: {
          options: [
            ...kinds.map((value) => ({ value, label: translate(deductionKinds[value].label) })),
            ...(found?.data ?? []).map(({ id, title }) => ({ value: id, label: words.end(title) })),
          ],
        },
        season: { options: [running, seasonBefore(running)].map((value) => ({ value, label: value })) },
        basis: { options: ruleBases.map((value) => ({ value, label: translate(deductionBases[value].label) })) },
        amount: { unit: 'KES' },
        institution: {
          options: banks.map(({ institutionCode: value, institutionName: label }) => ({ value, label })),
        },
        minuteDate: { as: 'date' },
        document: { wide: true, hint: words.documentHint },
        documentId: {
          wide: true,
          render: ({ onChange, error }) => (
            <AttachField
              to={deduction.calls.attach}
              onAttached={onChange}
              error={typeof error === 'string' ? error : undefined}
            />
          ),
        },
      }}
      submitLabel={conversion.send}
      send={(
        { minuteNumber, minuteDate, document, documentId, season, title, basis, amount, institution, accountNumber },
        key,
      ) => {
        const allowed = { minuteNumber, minuteDate, document, documentId }
        if (ending)
          return call(deduction.calls.end, { params, body: { id: ending.id, ...allowed }, idempotencyKey: key })
        const to = kind === 'PREMIUM' ? {} : { institution, accountNumber }
        return call(deduction.calls.propose, {
          params,
          body: {
            season,
            title,
            kind: kind ?? 'INPUTS',
            basis: ruleBases.find((name) => name === basis) ?? 'PER_KG',
            amount: Number(amount),
            ...to,
            ...allowed,
          },
          idempotencyKey: key,
        })
      }}
      onDone={onClose}
      onClose={onClose}
      size={600}
    />
  )
}
