import { sql, type Tx } from '../db.ts'

/** The columns of a record that name an organisation. */
type Party = 'miller_id' | 'warehouse_id' | 'broker_id' | 'grower_id'

/** Lets the organisations that the records of a file name see it, in these columns of their table. Its own sees it in any case. */
export async function enterParties(tx: Tx, uploadId: string, table: string, parties: readonly Party[]): Promise<void> {
  const named = sql.join(parties.map((party) => sql.ref(`t.${party}`)))
  await sql`
    insert into upload_parties (upload_id, organisation_id, party_id)
    select distinct t.upload_id, t.organisation_id, party from ${sql.table(table)} t, unnest(array[${named}]) party
    where t.upload_id = ${uploadId} and party is not null and party <> t.organisation_id`.execute(tx)
}

/** Takes the records of a file away again, of which nothing was decided, and nobody but its own organisation sees it. */
export async function removeRecords(tx: Tx, uploadId: string, table: string): Promise<void> {
  await sql`delete from ${sql.table(table)} where upload_id = ${uploadId}`.execute(tx)
  await sql`delete from upload_parties where upload_id = ${uploadId}`.execute(tx)
}
