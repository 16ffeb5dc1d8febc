import { createHash, randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import type pg from 'pg'
import type { House } from '#server/kit/house.ts'
import { newId } from '#server/kit/ids.ts'
import { keepFile } from '#server/kit/web/receiveFile.ts'
import { organisationOf, userOf } from '../../db/seed/organisations.ts'

/** Keeps a file and opens its upload as the product does, without the job that would check it. */
export async function openUpload(
  house: House,
  path: string,
  kind = 'farmers',
  username = 'fcs.maker',
): Promise<string> {
  const { id: maker, organisationCode } = userOf(username)
  const society = organisationOf(organisationCode).id
  const bytes = await readFile(path)
  const fileName = basename(path)
  const sha256 = createHash('sha256').update(bytes).digest()
  const file = {
    path,
    fileName,
    mediaType: '',
    extension: '',
    size: bytes.length,
    sha256,
    fields: {},
    discard: async () => {},
  }
  const fileId = await house.db.transaction({ organisationId: society, wide: false }, (tx) =>
    keepFile(tx, society, file),
  )
  const id = newId()
  const { pool } = house.db
  const client = await pool.connect()
  try {
    await client.query(`begin; set local role kahawa_wide`)
    await client.query(
      `insert into uploads (id, organisation_id, kind, file_id, file_name, file_sha256, status, makers, made_by)
       values ($1, $2, $7, $3, $4, $5, 'CHECKING', array[$6::uuid], $6)`,
      // Another hash each time: the very same bytes would be refused while the first upload stands.
      [id, society, fileId, fileName, randomBytes(32), maker, kind],
    )
    await client.query(`insert into upload_progress (upload_id, organisation_id, stage) values ($1, $2, 'stored')`, [
      id,
      society,
    ])
    await client.query('commit')
  } finally {
    client.release()
  }
  return id
}

/** Takes an upload away with all that came of it, so that the next round meets the same tables. */
export async function removeUpload(owner: pg.Client, id: string): Promise<void> {
  await owner.query('delete from farmers where upload_id = $1', [id])
  await owner.query('delete from uploads where id = $1', [id])
  await owner.query('vacuum farmers; ')
  for (const table of ['upload_rows', 'upload_problems', 'upload_row_checks']) await owner.query(`vacuum ${table}`)
}

/** The checked upload as its checker finds it: nobody is registered of it yet. */
export async function asSent(owner: pg.Client, id: string): Promise<void> {
  await owner.query('delete from farmers where upload_id = $1', [id])
  await owner.query(
    `update uploads set status = 'PENDING_APPROVAL', decided_by = null, decided_at = null, done_count = 0, ready_count = row_count where id = $1`,
    [id],
  )
  await owner.query('vacuum farmers')
}

/** Holds that every row of an upload has become a farmer. */
export async function mustBeFarmers(owner: pg.Client, { id, rows }: { id: string; rows: number }): Promise<void> {
  const { rows: made } = await owner.query<{ n: number }>(
    'select count(*)::int as n from farmers where upload_id = $1',
    [id],
  )
  if (made[0]?.n !== rows) throw new Error(`${made[0]?.n} of ${rows} rows became farmers`)
}
