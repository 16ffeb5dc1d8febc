import type pg from 'pg'

/** What must hold after any kill. Each query answers what breaks it, so an empty answer is a kept promise. */
const invariants: { promise: string; broken: string }[] = [
  { promise: 'no upload is left being checked', broken: `select id, status from uploads where status = 'CHECKING'` },
  {
    promise: 'no approval is left unfinished',
    broken: `select id, status from uploads where status = 'PENDING_ACCOUNT_VALIDATION'`,
  },
  {
    promise: 'the counts of an upload are those of its rows',
    broken: `select u.id from uploads u left join upload_rows r on r.upload_id = u.id group by u.id
      having u.row_count <> count(r.id) or u.failed_count <> count(r.id) filter (where r.state = 'failed') or u.left_out_count <> count(r.id) filter (where r.state = 'left_out')`,
  },
  {
    promise: 'the farmers of an upload are its done rows',
    broken: `select u.id, u.done_count, count(f.id) from uploads u left join farmers f on f.upload_id = u.id group by u.id having u.done_count <> count(f.id)`,
  },
  {
    promise: 'no farmer twice',
    broken: `select organisation_id, id_number from farmers group by 1, 2 having count(*) > 1
      union all select organisation_id, member_number from farmers group by 1, 2 having count(*) > 1`,
  },
  {
    promise: 'an approved upload has no row without a farmer',
    broken: `select u.id from uploads u join upload_rows r on r.upload_id = u.id left join farmers f on f.id = r.id where u.status = 'APPROVED' and r.state = 'ready' and f.id is null`,
  },
  {
    promise: 'every change of state has exactly one audit event',
    broken: `select u.id, u.version, count(e.id) from uploads u left join audit_events e on e.record_id = u.id and e.from_status is not null group by u.id having u.version - 1 <> count(e.id)`,
  },
  {
    promise: 'every upload was noted once when it came',
    broken: `select u.id from uploads u left join audit_events e on e.record_id = u.id and e.action = 'upload' group by u.id having count(e.id) <> 1`,
  },
  {
    promise: 'the last audit event tells the state of the upload',
    broken: `select u.id, u.status, e.to_status from uploads u join lateral (select to_status from audit_events e where e.record_id = u.id order by e.id desc limit 1) e on true where e.to_status is distinct from u.status`,
  },
  {
    promise: 'no job is stuck',
    broken: `select name, state, count(*) from pgboss.job where name in ('upload.check', 'farmers.look_up') and state in ('created', 'active', 'retry') group by 1, 2`,
  },
]

/** Answers one line for each promise, and how many are broken. */
export async function checkInvariants(
  owner: pg.Client,
  given: { uploads: readonly string[]; approved: readonly string[] },
): Promise<{ lines: string[]; broken: number }> {
  const lost = await owner.query(
    `select id from unnest($1::uuid[]) as id where not exists (select 1 from uploads u where u.id = id.id)`,
    [given.uploads],
  )
  const undone = await owner.query(
    `select u.id, u.status from uploads u where u.id = any ($1::uuid[]) and u.status not in ('APPROVED', 'APPROVED_WITH_ERRORS')`,
    [given.approved],
  )
  const found = [
    { promise: `every acknowledged upload exists (${given.uploads.length})`, rows: lost.rows },
    { promise: `every acknowledged approval stands (${given.approved.length})`, rows: undone.rows },
  ]
  for (const { promise, broken } of invariants) found.push({ promise, rows: (await owner.query(broken)).rows })
  return {
    lines: found.map(({ promise, rows }) =>
      rows.length === 0
        ? `kept    ${promise}`
        : `BROKEN  ${promise}: ${rows.length}, such as ${JSON.stringify(rows[0])}`,
    ),
    broken: found.filter(({ rows }) => rows.length > 0).length,
  }
}

/** Whether anything is still on its way. */
export async function isSettled(owner: pg.Client): Promise<boolean> {
  const { rows } = await owner.query<{ open: number }>(
    `select (select count(*) from uploads where status in ('CHECKING', 'PENDING_ACCOUNT_VALIDATION'))::int
       + (select count(*) from pgboss.job where name in ('upload.check', 'farmers.look_up') and state in ('created', 'active', 'retry'))::int as open`,
  )
  return rows[0]?.open === 0
}
