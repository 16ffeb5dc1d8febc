import { sql } from '#server/kit/db.ts'
import type { CrossRule } from '#server/kit/uploads/crossCheck.ts'
import type { stagedCells } from '#server/kit/uploads/stagedCells.ts'

type Seasonal = Pick<ReturnType<typeof stagedCells<'season'>>, 'cell' | 'rule'>
type Cells = Pick<ReturnType<typeof stagedCells<'growerCode' | 'season'>>, 'cell' | 'rule'>

/** Of any file that names its grower and its season: both are the right ones. */
export const growerAndSeason = ({ cell, rule }: Cells): CrossRule[] => [
  rule(
    { key: 'growerCode', code: 'other_grower' },
    ({ upload, here }) =>
      sql`select r.row_number, 'The society is ' || o.code as message from upload_rows r join organisations o on o.id = ${upload.organisationId}
        where ${here} and ${cell('growerCode')} <> upper(o.code)`,
  ),
  openSeason({ cell, rule }),
]

/** Of any file that names its season: it is open. */
export const openSeason = ({ cell, rule }: Seasonal): CrossRule =>
  rule(
    { key: 'season', code: 'season_closed' },
    ({ here }) =>
      sql`select r.row_number, case when s.name is null then 'There is no season ' || ${cell('season')} else 'The season ' || s.name || ' is closed' end as message
        from upload_rows r left join seasons s on s.name = ${cell('season')} where ${here} and ${cell('season')} is not null and s.open is not true`,
  )
