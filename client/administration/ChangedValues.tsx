import { IconArrowRight, IconMinus, IconPlus } from '@tabler/icons-react'
import type { ChangeRequest } from '#contract/kit/changeRequest.ts'
import { organisationTypes } from '#contract/house/organisationTypes.ts'
import { permissions, roles } from '#contract/house/permissions.ts'
import { userStatuses } from '#contract/administration/adminUsers.ts'
import { holidayStatuses } from '#contract/administration/adminHolidays.ts'
import { serviceStatuses } from '#contract/administration/adminServices.ts'
import { providerDemands, providerStatuses } from '#contract/administration/adminProviders.ts'
import { organisationStatuses } from '#contract/administration/adminOrganisations.ts'
import { useFormat } from '#client/kit/format.ts'
import { useContractWords, useWords } from '#client/kit/words.ts'
import { useCallSentence } from './ContractText.tsx'

type Values = ChangeRequest['before']

/** Codes that have a name for people, by the value they stand in. */
const names: Readonly<Record<string, Readonly<Record<string, { label: string } | string>>>> = {
  role: roles,
  type: organisationTypes,
  types: organisationTypes,
  permissions,
  grants: permissions,
  demand: providerDemands,
  status: { ...providerStatuses, ...serviceStatuses, ...userStatuses, ...organisationStatuses, ...holidayStatuses },
}

/** The before and after of each value; lists show what comes and what goes. */
export function ChangedValues({ before, after }: { before: Values; after: Values }) {
  const words = useWords().administration
  // The database keeps no order of its own: the words do.
  const known = Object.keys(words.values)
  const shown = [...known, ...Object.keys(after).filter((key) => !known.includes(key))].filter(
    (key) => key in after && (!isNothing(before[key]) || !isNothing(after[key])),
  )
  return (
    <dl className="changed-values" aria-label={words.changeTitle}>
      {shown.map((key) => (
        <div key={key}>
          <dt>{words.values[key] ?? key}</dt>
          <dd>
            {Array.isArray(after[key]) ? (
              <ListChange of={key} before={asList(before[key])} after={asList(after[key])} />
            ) : (
              <ValueChange of={key} before={before[key]} after={after[key]} />
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}

const isNothing = (value: unknown): boolean => value === null || value === undefined || value === '' || value === false
const asList = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : [])

type ChangeProps<Value> = { of: string; before: Value; after: Value }

function ValueChange({ of, before, after }: ChangeProps<unknown>) {
  const text = useValueText(of)
  if (isNothing(before) && !isNothing(after)) return <ins>{text(after)}</ins>
  return (
    <>
      <del>{text(before)}</del> <IconArrowRight size={13} aria-hidden /> <ins>{text(after)}</ins>
    </>
  )
}

function ListChange({ of, before, after }: ChangeProps<readonly string[]>) {
  const words = useWords().administration
  const text = useValueText(of)
  const added = after.filter((one) => !before.includes(one))
  const removed = before.filter((one) => !after.includes(one))
  return (
    <ul>
      {added.map((one) => (
        <li key={one}>
          <IconPlus size={13} aria-label={words.added} /> <ins>{text(one)}</ins>
        </li>
      ))}
      {removed.map((one) => (
        <li key={one}>
          <IconMinus size={13} aria-label={words.removed} /> <del>{text(one)}</del>
        </li>
      ))}
    </ul>
  )
}

function useValueText(of: string): (value: unknown) => string {
  const words = useWords().administration
  const translate = useContractWords()
  const { number, date } = useFormat()
  const callSentence = useCallSentence(of === 'calls')
  return (value) => {
    if (typeof value === 'boolean') return value ? words.on : words.off
    if (isNothing(value)) return words.nothing
    if (typeof value === 'number') return number(value)
    const text = typeof value === 'string' ? value : JSON.stringify(value)
    if (of.startsWith('leave')) return date(text)
    if (of === 'calls') return callSentence(text)
    const known = names[of]?.[text]
    return known ? translate(typeof known === 'string' ? known : known.label) : text
  }
}
