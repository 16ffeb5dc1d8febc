import { columnKeys } from '#contract/kit/uploadKind.ts'
import { parchmentFile } from '#contract/parchment/parchmentFile.ts'
import { sql } from '#server/kit/db.ts'
import { stagedCells } from '#server/kit/uploads/stagedCells.ts'

const { cell, place } = stagedCells(columnKeys(parchmentFile))

/** Whether a row `r` of parchment is of an outturn, in the words of the index that answers it. */
export const isOfOutturn = (outturn: ReturnType<typeof sql> | string) =>
  sql`${cell('outturn')} = ${outturn} and r.clean[${place('outturn')}] ~ '^[0-5][0-9][A-Z]{2}[0-9]{4}$'`
