import type { Endpoint } from '#contract/kit/endpoint.ts'
import { asFile, download } from '#client/kit/download.ts'
import { useWords } from '#client/kit/words.ts'
import { WorkbookButton } from '#client/kit/WorkbookButton.tsx'

type SaveStockProps = { of: Endpoint; params?: Record<string, string>; query?: Record<string, string> }

/** Everything that a call answers, on whatever page it stands, as a workbook. */
export function SaveStock({ of, params = {}, query = {} }: SaveStockProps) {
  const words = useWords().stock
  const save = () => download(asFile(of), { params, query: { ...query, export: 'xlsx' } } as object)
  return <WorkbookButton label={words.save} save={save} />
}
