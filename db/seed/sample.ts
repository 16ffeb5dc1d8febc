import type { ClientBase } from 'pg'
import { now } from '#server/kit/clock.ts'

/** What a database says of its sample data; undefined where none was ever loaded. */
type SampleState = { loadedAt: Date; discardedAt: Date | null }

/** Notes that what this database holds was invented: in the transaction that begins to load it, and once all of it stands. */
export const markSample = (owner: ClientBase): Promise<unknown> =>
  owner.query(
    `insert into sample_data (loaded_at) values ($1)
     on conflict (only_row) do update set loaded_at = excluded.loaded_at where sample_data.discarded_at is null`,
    [now()],
  )

export async function readSample(owner: ClientBase): Promise<SampleState | undefined> {
  const { rows } = await owner.query<SampleState>(
    'select loaded_at as "loadedAt", discarded_at as "discardedAt" from sample_data',
  )
  return rows[0]
}
