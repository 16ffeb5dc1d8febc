import { balanceNames, type BalanceName } from '#contract/balances/balances.ts'
import { readSetting } from '#server/facts/settings.ts'
import { businessDate, now } from '#server/kit/clock.ts'
import { changed, one, rows, sql, type Tx } from '#server/kit/db.ts'
import type { House } from '#server/kit/house.ts'
import { startInterval } from '#server/kit/interval.ts'
import { noteOpenings } from './balanceOpenings.ts'
import { dollarBalances } from './dollarBalances.ts'
import { kilogramBalances } from './kilogramBalances.ts'
import { shillingBalances } from './shillingBalances.ts'

/** What the balances need to know beside the records: the running day, and how much parchment cherry gives. */
type Terms = { today: string; cherryPerParchmentHundredths: number; parchmentSlackPercent: number }
/**
 * Answers each record of a balance: whose it is, its season and sale, how a person knows it, where to look, both sides in grams or cents,
 * and whether it closes.
 */
export type Question = (terms: Terms) => string

const questions: Record<BalanceName, Question> = { ...kilogramBalances, ...dollarBalances, ...shillingBalances }

const mostFindings = 20
const outOfBalance = `coalesce(jsonb_agg(jsonb_build_object('record', record, 'target', target, 'came', came, 'went', went) order by place)
  filter (where not closes and place <= ${mostFindings}), '[]')`

/** One balance, by society, season and sale, with the first records that do not close. */
const asked = (name: BalanceName, terms: Terms): string => `
  select organisation_id, season, sale::smallint as sale, sum(came)::bigint as came, sum(went)::bigint as went, count(*)::int as records,
    (count(*) filter (where not closes))::int as open, ${outOfBalance} as findings
  from (select *, row_number() over (partition by organisation_id, season, sale, closes order by record, target) as place from (${questions[name](terms)}) f) f
  group by 1, 2, 3`

const readTerms = async (tx: Tx): Promise<Terms> => ({
  today: businessDate(),
  cherryPerParchmentHundredths: await readSetting(tx, 'cherryPerParchmentHundredths'),
  parchmentSlackPercent: await readSetting(tx, 'parchmentSlackPercent'),
})

/** A balance as it stands this moment, before anybody has stored it. */
export type Balanced = {
  name: BalanceName
  organisationId: string | null
  code: string
  season: string
  sale: number | null
  came: bigint
  went: bigint
  records: number
  open: number
  findings: { record: string; target: string; came: number; went: number }[]
}

/** Each balance as a statement that answers both its sides. Whoever runs it needs eyes that see every organisation. */
export const balanceStatements = (terms: Terms): { name: BalanceName; text: string }[] =>
  balanceNames.map((name) => ({ name, text: asked(name, terms) }))

/** Holds every balance against its other side, record by record, in set-based statements. */
export async function checkBalances(tx: Tx): Promise<Balanced[]> {
  const terms = await readTerms(tx)
  const all: Balanced[] = []
  for (const { name, text } of balanceStatements(terms))
    all.push(
      ...(await rows(
        tx,
        sql<Balanced>`select ${name} as name, b.organisation_id as "organisationId", coalesce(o.code, '') as code, b.season, b.sale, b.came, b.went, b.records, b.open, b.findings
          from (${sql.raw(text)}) b left join organisations o on o.id = b.organisation_id order by o.code nulls first, b.season, b.sale`,
      )),
    )
  return all
}

/**
 * Stores the balances of this day once, however many servers try; what earlier days found is counted and goes. Answers how many do not
 * close, or null where the day was done.
 */
export async function keepBalances({ db }: Pick<House, 'db'>): Promise<number | null> {
  return db.aside.transaction('system', async (tx) => {
    const isFirst = await changed(
      tx,
      sql`insert into balance_checks (day, made_at, balances, open) values (${businessDate()}, ${now()}, 0, 0) on conflict do nothing`,
    )
    return isFirst === 0 ? null : store(tx)
  })
}

/** Stores the balances of a day that was done anew: after its night a sample was loaded. */
export async function keepBalancesAgain({ db }: Pick<House, 'db'>): Promise<void> {
  await db.aside.transaction('system', async (tx) => {
    await sql`insert into balance_checks (day, made_at, balances, open) values (${businessDate()}, ${now()}, 0, 0)
      on conflict (day) do update set made_at = excluded.made_at`.execute(tx)
    await store(tx)
  })
}

async function store(tx: Tx): Promise<number> {
  const terms = await readTerms(tx)
  const { today } = terms
  await sql`delete from balances`.execute(tx)
  for (const { name, text } of balanceStatements(terms))
    await sql`insert into balances (id, organisation_id, day, made_at, name, season, sale_number, came, went, records, open, findings)
      select uuidv7(), organisation_id, ${today}, ${now()}, ${name}, season, sale, came, went, records, open, findings from (${sql.raw(text)}) b`.execute(
      tx,
    )
  const { balances, open } = await one(
    tx,
    sql<{
      balances: number
      open: number
    }>`select count(*)::int as balances, (count(*) filter (where open > 0))::int as open from balances`,
  )
  await noteOpenings(tx)
  await sql`update balance_checks set balances = ${balances}, open = ${open} where day = ${today}`.execute(tx)
  return open
}

/** Looks every quarter of an hour whether the day has been held against its other side. */
export const startKeepingBalances = (house: House): { stop: () => Promise<void> } =>
  startInterval({
    everyMs: 900_000,
    work: async () => {
      const open = await keepBalances(house)
      if (open) house.log.warn({ open }, 'balances that do not close')
    },
    log: house.log,
    what: 'holding balances against their other side',
  })
