import { reference } from '#contract/house/reference.ts'
import { useCall } from './queries.ts'

/** Payment institutions, which change once in a blue moon. */
export const useInstitutions = () => useCall(reference.institutions, {}, { staleTime: Infinity }).data ?? []

/** The same to choose from. */
export const useInstitutionOptions = () =>
  useInstitutions().map(({ institutionCode: value, institutionName: label }) => ({ value, label }))
