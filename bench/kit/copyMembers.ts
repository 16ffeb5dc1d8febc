import type pg from 'pg'

export type CopiedMember = { id: string; memberNumber: string; idNumber: string }

/** Brings a society to so many more members, each like one that it has but for the numbers, paid through Co-operative Bank. */
export async function copyMembers(
  owner: pg.Client,
  { society, count, prefix, firstId }: { society: string; count: number; prefix: string; firstId: number },
): Promise<CopiedMember[]> {
  const { rows: columns } = await owner.query<{ name: string }>(
    `select column_name as name from information_schema.columns where table_name = 'farmers' and is_generated = 'NEVER'`,
  )
  const names = columns.map(({ name }) => name).join(', ')
  await owner.query(
    `insert into farmers (${names}) select ${columns.map(({ name }) => `made.${name}`).join(', ')}
     from (select f from farmers f where organisation_id = $1 and status = 'APPROVED' and life_state = 'ACTIVE' and acreage <= 20 and type = 'FCS_FARMER' limit 1) one,
       generate_series(1, $2::int) n,
       jsonb_populate_record(one.f, jsonb_build_object('id', gen_random_uuid(), 'member_number', $3::text || n, 'id_number', ($4::int + n)::text,
         'institution_code', '11', 'account_number', '0110' || lpad(($4::int + n)::text, 10, '0'), 'account_state', 'VERIFIED', 'account_changed_at', null)) made
     on conflict do nothing`,
    [society, count, prefix, firstId],
  )
  await owner.query('analyze farmers')
  const { rows } = await owner.query<CopiedMember>(
    `select id, member_number as "memberNumber", id_number as "idNumber" from farmers where organisation_id = $1 and member_number ~ ('^' || $2::text || '[0-9]+$') order by 2 limit $3`,
    [society, prefix, count],
  )
  if (rows.length !== count)
    throw new Error(`the society has ${rows.length} members ${prefix} and not ${count}: others have their numbers`)
  return rows
}
