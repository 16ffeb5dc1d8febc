import { NativeSelect, Pagination } from '@mantine/core'
import { pageSizes, type PageOf } from '#contract/kit/listScreen.ts'
import { useFormat } from '../format.ts'
import { useWords } from '../words.ts'

/** What a pager needs of a list: how many rows a page has, and how that is changed. */
export type Paging = {
  size: number
  /** Whether as many rows are shown as fit the window; left out where only sizes can be chosen. */
  fits?: boolean | undefined
  change: (changes: { page?: number | undefined }) => void
  chooseRows: (rows: number | undefined) => void
}
type PagerProps = { page: PageOf<unknown>['page']; state: Paging }

/** The choice of as many rows as fit. */
const fit = 'fit'

/** A list of no more rows than the smallest page has needs no pager. */
export const leastRows = Math.min(...pageSizes)

/** Below a list: which rows of how many, the page size, and up to seven page links. */
export function Pager({ page, state }: PagerProps) {
  const words = useWords().lists
  const { number } = useFormat()
  const first = page.number * page.size + 1
  const last = Math.min(first + page.size - 1, page.totalElements)
  const sizes = state.fits || pageSizes.some((size) => size === state.size) ? pageSizes : [...pageSizes, state.size]
  const total = `${number(page.totalElements)}${page.totalIsMinimum ? '+' : ''}`
  return (
    <nav className="pager" aria-label={words.pages}>
      <span className="num" aria-live="polite">
        {page.totalElements === 0 ? words.rangeNone : words.range(number(first), number(last), total)}
      </span>
      <div className="pager-right">
        <NativeSelect
          size="xs"
          aria-label={words.pageSize}
          value={state.fits ? fit : state.size}
          data={[
            ...(state.fits === undefined ? [] : [{ value: fit, label: words.fits }]),
            ...sizes.map((size) => ({ value: String(size), label: words.rows(size) })),
          ]}
          onChange={({ currentTarget: { value } }) => state.chooseRows(value === fit ? undefined : Number(value))}
        />
        <PageLinks
          total={Math.max(page.totalPages, 1)}
          page={page.number}
          onPage={(next) => state.change({ page: next === 0 ? undefined : next + 1 })}
        />
      </div>
    </nav>
  )
}

/** The same below a part of a screen, where there is more than one page: what `usePages` keeps. */
export const PartPages = ({ total, page, change }: Pick<Paging, 'change'> & { total: number; page: number }) =>
  total > 1 && (
    <PageLinks total={total} page={page} onPage={(next) => change({ page: next === 0 ? undefined : next + 1 })} />
  )

type PageLinksProps = { total: number; page: number; onPage: (page: number) => void }

/** Links to pages that count from zero; seven at most: first, last, the page, its neighbours and two dots. */
export function PageLinks({ total, page, onPage }: PageLinksProps) {
  const words = useWords().lists
  return (
    <Pagination
      size="sm"
      siblings={1}
      boundaries={1}
      total={total}
      value={page + 1}
      onChange={(next) => onPage(next - 1)}
      getItemProps={(link) => ({ 'aria-label': words.page(link) })}
      getControlProps={(control) => ({
        'aria-label': control === 'previous' ? words.previousPage : words.nextPage,
      })}
    />
  )
}
