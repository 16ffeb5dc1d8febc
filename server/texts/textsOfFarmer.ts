import { textOf, type TextLanguage, type TextOccasion } from '#contract/house/textOccasions.ts'
import { textProblems, texts, type FarmerText, type TextProblem } from '#contract/house/texts.ts'
import { rows, sql, type Tx } from '#server/kit/db.ts'
import { Refused } from '#server/kit/refused.ts'
import { masked } from '#server/kit/scope.ts'
import { serve } from '#server/kit/web/serve.ts'

const most = 100

type Stored = {
  id: string
  at: Date
  occasion: TextOccasion
  language: TextLanguage
  mobileNumber: string
  told: unknown
  text: string
  state: FarmerText['state']
  problem: TextProblem | ''
  endedAt: Date | null
  society: string
  name: string
}

async function textsOfFarmer(tx: Tx, farmerId: string): Promise<FarmerText[]> {
  const [farmer] = await rows(tx, sql`select from farmers where id = ${farmerId}`)
  if (!farmer) throw new Refused('record.not_found')
  const stored = await rows(
    tx,
    sql<Stored>`select t.id, t.created_at as at, t.occasion, t.language, t.mobile_number as "mobileNumber", t.told, t.text, t.state, t.problem,
        t.ended_at as "endedAt", o.name as society, f.full_name as name
      from farmer_texts t join farmers f on f.id = t.farmer_id join organisations o on o.id = t.organisation_id
      where t.farmer_id = ${farmerId} order by t.created_at desc, t.id limit ${most}`,
  )
  return stored.map((stored) => ({
    id: stored.id,
    at: stored.at.toISOString(),
    occasion: stored.occasion,
    mobileNumber: masked(stored.mobileNumber),
    // What was handed over, else what would be.
    text: stored.text || textOf(stored),
    language: stored.language,
    state: stored.state,
    problem: stored.problem && textProblems[stored.problem],
    endedAt: stored.endedAt?.toISOString() ?? null,
  }))
}

export const textRoutes = serve(texts, {
  ofFarmer: async ({ tx, house, params }) => ({
    on: house.config.sms !== undefined,
    texts: await textsOfFarmer(tx, params.id),
  }),
})
