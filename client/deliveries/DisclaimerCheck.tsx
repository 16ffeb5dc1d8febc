import { useQuery } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { useWording, WordingCheck } from '#client/kit/uploads/WordingCheck.tsx'
import { disclaimerQuery } from './sendEntries.ts'

/** The disclaimer in force, in the language of the screen. */
export function useDisclaimer() {
  const query = useQuery(disclaimerQuery)
  return { disclaimer: useWording(query.data), query }
}

/** That what is entered is right, with the wording that is kept beside the record. */
export function DisclaimerCheck(props: Omit<ComponentProps<typeof WordingCheck>, 'wording'>) {
  return <WordingCheck {...props} wording={useQuery(disclaimerQuery).data} />
}
