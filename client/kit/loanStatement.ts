import { useState } from 'react'
import type { Farmer } from '#contract/farmers.ts'
import { loanStatements } from '#contract/loanStatements.ts'
import { download } from '#client/kit/download.ts'
import { useLanguage } from '#client/kit/words.ts'

/** Saves the loan statement of a farmer, in the language of the screen. */
export function useLoanStatement() {
  const language = useLanguage()
  const [busy, setBusy] = useState(false)
  const print = async ({ id, organizationId }: Pick<Farmer, 'id' | 'organizationId'>) => {
    setBusy(true)
    await download(loanStatements.statement, { params: { organizationId, farmerId: id }, query: { language } })
    setBusy(false)
  }
  return { print, busy }
}
