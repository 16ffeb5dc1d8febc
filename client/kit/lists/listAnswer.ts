import type { PageOf } from '#contract/kit/listScreen.ts'

/** What a list answers: one page, or all rows to a caller who does not ask for pages. */
type ListAnswer<Row> = readonly Row[] | Pick<PageOf<Row>, 'data' | 'page'> | undefined

/** The rows of an answer; none before it has come. */
export const rowsOf = <Row>(answer: ListAnswer<Row>): readonly Row[] =>
  answer === undefined ? [] : 'data' in answer ? answer.data : answer

export const pagesOf = (answer: ListAnswer<unknown>): number =>
  answer !== undefined && 'page' in answer ? answer.page.totalPages : 1
