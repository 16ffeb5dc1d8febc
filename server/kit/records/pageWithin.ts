type PageRequest = { page: number; size: number }
type CountedRows<Row> = { data: Row[]; /** As far as it was counted. */ counted: number }

/** What a page says of itself and of its list. */
const pageFacts = ({ page: number, size }: PageRequest, counted: number) => ({
  size,
  number,
  totalElements: counted,
  totalPages: Math.ceil(counted / size),
})

/** Reads a page; beyond the end the last one, for whoever decided the last record of the page they stood on. */
export async function pageWithin<Row, R extends CountedRows<Row>>(
  request: PageRequest,
  read: (page: number) => Promise<R>,
) {
  const result = await read(request.page)
  const last = Math.max(0, Math.ceil(result.counted / request.size) - 1)
  if (result.data.length > 0 || request.page <= last) return { ...result, page: pageFacts(request, result.counted) }
  const lastPage = { ...request, page: last }
  return { ...(result.counted > 0 ? await read(last) : result), page: pageFacts(lastPage, result.counted) }
}
