import type { RawBuilder } from 'kysely'
import type { z } from 'zod'
import type { Listing } from './listPage.ts'
import type { List } from './serveRecord.ts'

const firstThousand = { paginate: 'Y', page: 0, size: 1_000, search: '', sort: '', filter: '' } as const

/** Reads a list as the calls of the specification that have no pages answer it: the first thousand records; `more` narrows it. */
export const wholeList =
  <Row extends z.ZodObject>(list: List<Row>) =>
  async (call: Omit<Listing, 'query'>, ...more: RawBuilder<unknown>[]): Promise<z.output<Row>[]> => {
    const { tx, actor, organisation } = call
    const page = await list({ tx, actor, organisation, query: firstThousand }, ...more)
    return 'data' in page ? page.data : []
  }
