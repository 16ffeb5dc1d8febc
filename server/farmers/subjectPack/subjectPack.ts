import { subjectPack } from '#contract/farmers/subjectPack.ts'
import type { Actor } from '#contract/house/permissions.ts'
import { businessDate, now } from '#server/kit/clock.ts'
import { rows, sql, type Tx } from '#server/kit/db.ts'
import type { House } from '#server/kit/house.ts'
import { leaveTrace } from '#server/kit/audit/leaveTrace.ts'
import { Refused } from '#server/kit/refused.ts'
import { serve, streamReply } from '#server/kit/web/serve.ts'
import { readPack } from './subjectPackData.ts'
import { printPack, type Printed } from './subjectPackPdf.ts'

type Subject = Printed['subject'] & { organisationId: string }

async function getSubject(tx: Tx, id: string): Promise<Subject> {
  const [subject] = await rows(
    tx,
    sql<Subject>`select f.id, f.full_name as "fullName", f.member_number as "memberNumber", f.organisation_id as "organisationId", o.name as society
      from farmers f join organisations o on o.id = f.organisation_id where f.id = ${id}`,
  )
  if (!subject) throw new Refused('record.not_found')
  return subject
}

/** Every export of a pack is written into the trail of the farmer's society, before the first byte. */
const auditPack = ({ db }: House, actor: Actor, { id, fullName, organisationId }: Subject, format: string) =>
  leaveTrace(db, actor, {
    by: actor,
    organisationId,
    kind: 'farmer',
    recordId: id,
    title: fullName,
    action: 'pack',
    comment: format.toUpperCase(),
  })

export const subjectPackRoutes = serve(subjectPack, {
  pack: async ({ tx, actor, params, query: { format, language } }) => {
    const subject = await getSubject(tx, params.id)
    return streamReply({
      type: format === 'pdf' ? 'application/pdf' : 'application/json; charset=utf-8',
      // A member number tells staff whose it is, and whoever finds the file in a folder less than a name would.
      name: `subject_pack_${subject.memberNumber}_${businessDate()}.${format}`,
      before: (house) => auditPack(house, actor, subject, format),
      produce: (read) =>
        format === 'pdf'
          ? printPack(read, { language, subject, by: actor.fullName, organisation: actor.organisationName })
          : asJson(read, actor, subject),
    })
  },
})

async function* asJson(tx: Tx, actor: Actor, { id }: Subject): AsyncGenerator<string> {
  const made = { at: now().toISOString(), by: actor.fullName, organisation: actor.organisationName }
  const parts = await readPack(tx, id)
  const all = parts.map((part) => [part.key, part.one ? (part.rows[0] ?? null) : part.rows] as const)
  yield JSON.stringify({ made, ...Object.fromEntries(all) }, null, 2)
}
