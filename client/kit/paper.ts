import { useState } from 'react'
import type { Endpoint } from '#contract/kit/endpoint.ts'
import { download } from './download.ts'
import { useLanguage } from './words.ts'

type Paper = Endpoint & { answer: { binary: 'pdf' } }

/** Saves a paper, in the language of the screen. */
export function usePaper() {
  const language = useLanguage()
  const [busy, setBusy] = useState(false)
  const print = async (paper: Paper, params: Record<string, string>) => {
    setBusy(true)
    await download(paper, { params, query: { language } } as object)
    setBusy(false)
  }
  return { print, busy }
}
