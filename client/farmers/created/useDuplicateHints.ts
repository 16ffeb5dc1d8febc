import { useDebouncedValue } from '@mantine/hooks'
import { createdFarmer } from '#contract/farmers/createdFarmers.ts'
import { useCall } from '#client/kit/queries.ts'
import { useFormValue, type RecordFormState } from '#client/kit/forms/useRecordForm.ts'
import { useContractWords, useWords } from '#client/kit/words.ts'

type HintedField = 'farmerId' | 'memberNumber' | 'mobileNumber' | 'institution' | 'accountNumber'
const pauseMs = 600

/** Points out, while a farmer is being typed, which numbers others have: a hint beside the field, never a refusal. */
export function useDuplicateHints<Name extends string>(
  state: RecordFormState<Name | HintedField>,
  id: string | undefined,
): Partial<Record<HintedField, string>> {
  const words = useWords().createdFarmers
  const translate = useContractWords()
  const typed = {
    farmerId: useFormValue(state, 'farmerId'),
    memberNumber: useFormValue(state, 'memberNumber'),
    mobileNumber: useFormValue(state, 'mobileNumber'),
    institution: useFormValue(state, 'institution'),
    accountNumber: useFormValue(state, 'accountNumber'),
  }
  const [settled] = useDebouncedValue(JSON.stringify(typed), pauseMs)
  const sent = JSON.parse(settled) as typeof typed // border: written one line above
  const hasNumber = [sent.farmerId, sent.memberNumber, sent.mobileNumber, sent.accountNumber].some(Boolean)
  const { data } = useCall(
    createdFarmer.calls.check,
    { body: { ...sent, ...(id ? { id } : {}) } },
    // What is known of the numbers before stays until more is known.
    { enabled: hasNumber, placeholderData: (before) => before, retry: false },
  )
  if (!data || !hasNumber) return {}
  const { farmerId, memberNumber, mobileNumber, accountNumber } = data
  return {
    ...(farmerId.takenBy
      ? { farmerId: translate(farmerId.takenBy) }
      : farmerId.elsewhere
        ? { farmerId: words.elsewhere }
        : {}),
    ...(memberNumber.takenBy ? { memberNumber: translate(memberNumber.takenBy) } : {}),
    ...(mobileNumber.members > 0 ? { mobileNumber: words.sharedMobile(mobileNumber.members) } : {}),
    ...(accountNumber.members > 0 ? { accountNumber: words.sharedAccount(accountNumber.members) } : {}),
  }
}
