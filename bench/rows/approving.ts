import { farmersFile } from '#contract/farmers/farmerFiles.ts'
import { columnKeys } from '#contract/kit/uploadKind.ts'
import { changed, sql } from '#server/kit/db.ts'
import { stagedCells } from '#server/kit/uploads/stagedCells.ts'
import type { Bench } from '../kit/bench.ts'
import { routeOf, run, signedIn } from '../kit/calls.ts'
import { byTurns, timed } from '../kit/measure.ts'
import { againstFloor, thousands, type Line } from '../kit/report.ts'
import { asSent, mustBeFarmers, removeUpload } from '../kit/stagedUpload.ts'

/** Approve an upload whose accounts the bank has answered. The floor is the bare statement into the same table. */
export async function approving(bench: Bench): Promise<Line[]> {
  const { house, owner } = bench.at
  if (!bench.last) return []
  const { id, rows } = bench.last
  await owner.query(
    `insert into upload_row_checks (row_id, upload_id, organisation_id, outcome, account_name, name_matches, checked_at)
     select id, upload_id, organisation_id, 'found', 'As written', true, now() from upload_rows where upload_id = $1`,
    [id],
  )
  await owner.query('analyze upload_rows; analyze upload_row_checks')
  const route = routeOf('approve', '/upload/cherry/')
  const result = await byTurns({
    rounds: bench.rounds,
    floor: async () => {
      await asSent(owner, id)
      return timed(() => bareInsert(bench, id))
    },
    product: async () => {
      await asSent(owner, id)
      const checker = await signedIn(house, owner, 'fcs.checker')
      return timed(() =>
        run(house, route, { actor: checker, params: { organisationId: checker.organisationId }, body: { id } }),
      )
    },
  })
  await mustBeFarmers(owner, bench.last)
  await removeUpload(owner, id)
  return [againstFloor(`approve ${thousands(rows)} answered rows`, result, 'bare INSERT ... SELECT', 2)]
}

const { place } = stagedCells(columnKeys(farmersFile))
const at = (key: Parameters<typeof place>[0]) => sql`r.clean[${place(key)}]`

function bareInsert(bench: Bench, id: string): Promise<number> {
  return bench.at.house.db.transaction('system', (tx) =>
    changed(
      tx,
      sql`insert into farmers (id, organisation_id, upload_id, type, first_name, middle_name, last_name, gender, year_of_birth, id_number, member_number, mobile_number, kra_pin, acreage, number_of_trees,
        variety_id, county_id, sub_county_id, ward_id, village, institution_code, account_name, account_number, currency, account_state, status, makers)
      select r.id, r.organisation_id, r.upload_id, 'FCS_FARMER', ${at('firstName')}, ${at('middleName')}, ${at('lastName')}, ${at('gender')}, ${at('yearOfBirth')}::int, ${at('farmerId')}, ${at('memberNumber')}, ${at('mobileNumber')}, ${at('kraPin')}, ${at('acreage')}::numeric, ${at('numberOfTrees')}::int,
        ${at('variety')}::int, ${at('county')}::int, ${at('subCounty')}::int, ${at('ward')}::int, ${at('village')}, ${at('institution')}, ${at('accountName')}, ${at('accountNumber')}, ${at('currency')}, 'VERIFIED', 'APPROVED', u.makers
      from upload_rows r join uploads u on u.id = r.upload_id where r.upload_id = ${id}`,
    ),
  )
}
