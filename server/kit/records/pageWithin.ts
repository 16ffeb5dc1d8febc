type Asked = { page: number; size: number }
type Read<Row> = { data: Row[]; /** As far as it was counted. */ counted: number }

/** What a page says of itself and of its list. */
const factsOf = ({ page: number, size }: Asked, counted: number) => ({
  size,
  number,
  totalElements: counted,
  totalPages: Math.ceil(counted / size),
})

/** Reads a page; beyond the end the last one, for whoever decided the last record of the page they stood on. */
export async function pageWithin<Row, R extends Read<Row>>(asked: Asked, read: (page: number) => Promise<R>) {
  const found = await read(asked.page)
  const last = Math.max(0, Math.ceil(found.counted / asked.size) - 1)
  if (found.data.length > 0 || asked.page <= last) return { ...found, page: factsOf(asked, found.counted) }
  const within = { ...asked, page: last }
  return { ...(found.counted > 0 ? await read(last) : found), page: factsOf(within, found.counted) }
}
