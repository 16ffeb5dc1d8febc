import type pg from 'pg'

/** Empty copies `bare_...` of tables with their indexes, and without triggers, walls and what other tables must hold. */
export const makeBare = (owner: pg.ClientBase, tables: readonly string[]): Promise<unknown> =>
  owner.query(
    tables
      .map((name) => `drop table if exists bare_${name}; create table bare_${name} (like ${name} including all)`)
      .join('; '),
  )

export const dropBare = (owner: pg.ClientBase, tables: readonly string[]): Promise<unknown> =>
  owner.query(`drop table ${tables.map((name) => `bare_${name}`).join(', ')}`)
