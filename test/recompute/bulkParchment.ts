import { columnKeys } from '#contract/kit/uploadKind.ts'
import { parchmentFile } from '#contract/parchment/parchmentFile.ts'
import type { World } from '#test/kit/world.ts'

/** Another society brought to this outturn too. */
export async function bulkParchment(world: World, { outturn, season }: Record<string, string>): Promise<void> {
  const cells = { outturn, grade: 'P2', totalBags: '14', netWeight: '699.777', season, growerCode: 'CF4101' }
  await world.owner.query(
    `with file as (insert into files (id, organisation_id, sha256, size) select gen_random_uuid(), id, sha256('bulked'), 1 from organisations where code = 'CF4101' returning id, organisation_id),
       up as (insert into uploads (id, organisation_id, kind, file_id, file_name, file_sha256, status, makers, made_by)
         select gen_random_uuid(), f.organisation_id, 'parchment', f.id, 'bulked.csv', sha256('bulked'), 'APPROVED', array[u.id], u.id from file f join users u on u.username = 'fcs2.maker'
         returning id, organisation_id),
       parch as (insert into parchment_records (upload_id, organisation_id, miller_id) select up.id, up.organisation_id, m.id from up join organisations m on m.code = 'ML2001')
     insert into upload_rows (id, upload_id, organisation_id, row_number, state, cells, clean) select gen_random_uuid(), id, organisation_id, 2, 'ready', $1, $1 from up`,
    [columnKeys(parchmentFile).map((key) => cells[key])],
  )
}
