import { farmerFields } from '#contract/farmers/farmerFields.ts'
import { farmerList } from '#contract/farmers/farmers.ts'
import { lifeStateLabels } from '#contract/farmers/lifeStates.ts'
import { trailFields } from '#contract/house/trailFields.ts'
import type { UpdateRequest } from '#contract/farmers/updateRequests.ts'
import type { ValueChange } from '#client/kit/decisions/BeforeAfter.tsx'
import { useFormat } from '#client/kit/format.ts'
import { useInstitutions } from '#client/kit/institutions.ts'
import { useContractWords } from '#client/kit/words.ts'

/** How genders are shown. */
export const genders = farmerList.filters?.find(({ key }) => key === 'gender')?.options ?? []
/** Female, Male. */
export const titleOfGender = (gender: string): string => genders.find(({ value }) => value === gender)?.title ?? gender

/** Before and after of each value of a request, as a person reads them. */
export function useChangedValues({ before, after }: Pick<UpdateRequest, 'before' | 'after'>): ValueChange[] {
  const translate = useContractWords()
  const institutions = useInstitutions()
  const { date } = useFormat()
  const textOf = (key: string, value: unknown): string => {
    if (typeof value !== 'string' || value === '') return '–'
    if (key === 'institution')
      return institutions.find(({ institutionCode }) => institutionCode === value)?.institutionName ?? value
    if (key === 'requestedOn') return date(value)
    if (key === 'gender') return translate(titleOfGender(value))
    return key === 'lifeState' && value in lifeStateLabels
      ? translate(lifeStateLabels[value as keyof typeof lifeStateLabels])
      : translate(value)
  }
  return Object.keys(after).map((key) => ({
    key,
    title: translate(
      key in farmerFields ? farmerFields[key as keyof typeof farmerFields].title : (trailFields[key]?.title ?? key),
    ),
    before: textOf(key, before[key]),
    after: textOf(key, after[key]),
  }))
}
