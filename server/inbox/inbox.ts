import { inbox, inboxList, type InboxItem } from '#contract/house/inbox.ts'
import { recordNames } from '#contract/recordNames.ts'
import { paymentFlows, unapprovedPaymentList, unapprovedPayments } from '#contract/payments/unapprovedPayments.ts'
import type { ListQuery } from '#contract/kit/listScreen.ts'
import { stepsFor } from '#contract/kit/workflow.ts'
import type { Actor } from '#contract/house/permissions.ts'
import { readDaysOff } from '#server/facts/publicHolidays.ts'
import { earliestDay } from '#server/facts/workingDays.ts'
import { businessDate, startOfDay } from '#server/kit/clock.ts'
import { sql, together, type Tx } from '#server/kit/db.ts'
import { listPage, type ListSource } from '#server/kit/records/listPage.ts'
import type { RecordKind } from '#server/kit/records/recordKind.ts'
import { filesOf, type ServedRecord } from '#server/kit/records/serveRecord.ts'
import { serve, type Route } from '#server/kit/web/serve.ts'
import { statusOf } from '#server/kit/web/status.ts'
import { countWaiting, kindsWaiting, waitingFor, type Work } from '#server/kit/records/waiting.ts'
import { readNews } from '#server/notifications/news.ts'

type Stored = Omit<InboxItem, 'kindLabel' | 'headline' | 'remarks' | 'waitingSince' | 'status' | 'steps'> & {
  waitingSince: Date
  status: string
  makers: string[]
}

export const inboxRoutes = (records: readonly ServedRecord[], works: readonly Work[]): Route[] => {
  const kinds = records.map(({ kind }) => kind)
  const files = filesOf(records)
  const kindOf = (name: string): RecordKind => {
    const kind = kinds.find(({ flow }) => flow.kind === name)
    if (!kind) throw new Error(`no record kind ${name}`)
    return kind
  }
  const shape =
    (actor: Actor) =>
    (stored: Stored): InboxItem => {
      const { makers: _makers, ...item } = stored
      const { flow } = kindOf(stored.kind)
      return {
        ...item,
        kindLabel: recordNames[flow.kind] ?? flow.record,
        headline: null,
        remarks: null,
        waitingSince: stored.waitingSince.toISOString(),
        status: statusOf(flow, stored.status),
        steps: stepsFor(flow, stored, actor),
      }
    }
  const source = async (tx: Tx, actor: Actor, of = kinds): Promise<ListSource<Stored>> => {
    const [having, age] = await together([kindsWaiting(tx, of, actor), ageOf(tx)])
    // Most kinds have nothing that waits: to look for the rows of a page among all of them takes longer than the rest.
    const waiting = waitingFor(having.length > 0 ? having : of.slice(0, 1), actor)
    return {
      base: waiting,
      from: sql`${waiting} join organisations o on o.id = t.organisation_id`,
      select: sql<Stored>`t.id, t.kind, t.title, t.amount, o.name as "organisationName", name_of_user(t.made_by) as "madeBy",
        t.created_at as "waitingSince", ${age} as age, t.status, t.version, t.makers`,
      where: [],
      columns: { waitingSince: sql`t.created_at`, kind: sql`t.kind`, age },
      search: sql<string>`upper(t.title)`,
    }
  }
  type Reading = { tx: Tx; actor: Actor; query: ListQuery }
  const read = async (screen: typeof inboxList, { tx, actor, query }: Reading, of = kinds) =>
    listPage({
      tx,
      actor,
      screen,
      query,
      source: await source(tx, actor, of),
      shape: shape(actor),
      complete: (reading, items) => withHeadlines(reading, actor, records, items),
    })
  const payments = kinds.filter(({ flow }) => paymentFlows.some(({ kind }) => kind === flow.kind))
  const waitingPayments = serve(unapprovedPayments, { list: (call) => read(unapprovedPaymentList, call, payments) })
  const everything = serve(inbox, {
    list: (call) => read(inboxList, call),
    counts: async ({ tx, actor }) => {
      const [{ unread, seenAt }, counts] = await together([
        readNews(tx, actor.userId, files),
        countWorks(works, tx, actor),
      ])
      const waiting = await countWaiting(tx, kinds, actor, seenAt)
      return {
        total: waiting.reduce((sum, { total }) => sum + total, 0),
        kinds: Object.fromEntries(waiting.map(({ kind, total }) => [kind, total])),
        works: counts,
        news: unread + waiting.filter(({ fresh }) => fresh > 0).length,
      }
    },
  })
  return [...everything, ...waitingPayments]
}

async function countWorks(works: readonly Work[], tx: Tx, actor: Actor): Promise<Record<string, number>> {
  const counts = await together(works.map(async ({ screen, count }) => [screen, await count(tx, actor)] as const))
  return Object.fromEntries(counts.filter(([, count]) => count > 0))
}

/** Each of these records with what its approval does, read as its own kind reads it. */
async function withHeadlines(
  tx: Tx,
  actor: Actor,
  records: readonly ServedRecord[],
  items: readonly InboxItem[],
): Promise<InboxItem[]> {
  const found = new Map<string, Pick<InboxItem, 'headline' | 'remarks'>>()
  for (const [name, waiting] of Map.groupBy(items, ({ kind }) => kind)) {
    const served = records.find(({ kind }) => kind.flow.kind === name)
    const ids = waiting.map(({ id }) => id)
    for (const [id, headed] of (await served?.headlines(tx, actor, ids)) ?? []) found.set(id, headed)
  }
  return items.map((item) => ({ ...item, ...found.get(item.id) }))
}

/** How long a record has waited, in working days. Written out, not bound: the counts of a filter group by this very text. */
async function ageOf(tx: Tx) {
  const today = businessDate()
  const daysOff = await readDaysOff(tx, today)
  const since = (workingDays: number) =>
    sql`t.created_at >= ${sql.lit(startOfDay(earliestDay(today, workingDays, daysOff)).toISOString())}::timestamptz`
  return sql<InboxItem['age']>`case when ${since(0)} then 'NEW' when ${since(3)} then 'DAYS' else 'OLDER' end`
}
