import type { ClientBase } from 'pg'

/** How a table would lie on many machines: by organisation, as one with its parent, copied to each, or not yet clear. */
type Place = 'by organisation' | 'with its parent' | 'copied'
type SpreadTable = { name: string; place: Place; parent: string | null }
/** What must change before the table can lie so: a key without the column, or a reference that leaves it out. */
type Obstacle = { table: string; what: 'key' | 'reference'; name: string; columns: string }
export type Spread = { tables: readonly SpreadTable[]; obstacles: readonly Obstacle[] }

const column = 'organisation_id'
// Who may do what, and what everybody knows: whole on every machine, because every call reads it and few change it. The trail is
// of organisations, but a chain that all of it hangs on; it stays on one.
const copiedAll = new Set(['organisations', 'users'])

/** Reads the catalogue of a migrated database: where each table goes, and which keys and references stand in the way. */
export async function findSpread(client: ClientBase): Promise<Spread> {
  const { rows: found } = await client.query<{ name: string; isOwned: boolean }>(
    `select c.relname as name, exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = $1 and a.attnotnull) as "isOwned"
     from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition order by 1`,
    [column],
  )
  const { rows: references } = await client.query<{ table: string; to: string; name: string; columns: string[] }>(
    `select c.conrelid::regclass::text as table, c.confrelid::regclass::text as to, c.conname as name,
       array(select attname::text from pg_attribute where attrelid = c.conrelid and attnum = any (c.conkey)) as columns
     from pg_constraint c where c.contype = 'f' and c.connamespace = 'public'::regnamespace and c.conparentid = 0 order by 1, 3`,
  )
  const { rows: keys } = await client.query<{ table: string; name: string; columns: string[] }>(
    `select i.indrelid::regclass::text as table, i.indexrelid::regclass::text as name,
       array(select attname::text from pg_attribute where attrelid = i.indrelid and attnum = any (i.indkey)) as columns
     from pg_index i join pg_class c on c.oid = i.indrelid
     where i.indisunique and c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition order by 1, 2`,
  )
  const place = new Map<string, { place: Place; parent: string | null }>()
  for (const { name, isOwned } of found)
    place.set(name, { place: isOwned && !copiedAll.has(name) ? 'by organisation' : 'copied', parent: null })
  const isSpread = (name: string): boolean => (place.get(name)?.place ?? 'copied') !== 'copied'
  // What belongs to a record of an organisation lies with it, and so does what belongs to that.
  for (let before = -1; before !== countOf(place, isSpread);) {
    before = countOf(place, isSpread)
    for (const { table, to } of references)
      if (!isSpread(table) && isSpread(to) && !copiedAll.has(table))
        place.set(table, { place: 'with its parent', parent: to })
  }
  const lacks = (columns: readonly string[]): boolean => !columns.includes(column)
  const ofKeys = keys.flatMap(({ table, name, columns }): Obstacle[] =>
    isSpread(table) && lacks(columns) ? [{ table, what: 'key', name, columns: columns.join(', ') }] : [],
  )
  const ofReferences = references.flatMap(({ table, to, name, columns }): Obstacle[] =>
    isSpread(to) && lacks(columns)
      ? [{ table, what: 'reference', name: `${name} to ${to}`, columns: columns.join(', ') }]
      : [],
  )
  return {
    tables: found.map(({ name }) => ({ name, ...(place.get(name) ?? { place: 'copied', parent: null }) })),
    obstacles: [...ofKeys, ...ofReferences],
  }
}

const countOf = (place: ReadonlyMap<string, unknown>, isSpread: (name: string) => boolean): number =>
  [...place.keys()].filter(isSpread).length
