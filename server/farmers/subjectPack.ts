import { subjectPack } from '#contract/subjectPack.ts'
import type { Actor } from '#contract/permissions.ts'
import { writeAudit } from '#server/kit/audit.ts'
import { businessDate, now } from '#server/kit/clock.ts'
import { rows, sql, type Tx } from '#server/kit/db.ts'
import type { House } from '#server/kit/house.ts'
import { writePdfSections, type PdfSection } from '#server/kit/pdfSections.ts'
import { Refused } from '#server/kit/refused.ts'
import { scopeOf } from '#server/kit/scope.ts'
import { serve, streamReply } from '#server/kit/serve.ts'
import { readPack, type Part, type Row } from './subjectPackData.ts'

type Subject = { id: string; fullName: string; memberNumber: string; organisationId: string; society: string }

async function getSubject(tx: Tx, id: string): Promise<Subject> {
  const [found] = await rows(
    tx,
    sql<Subject>`select f.id, f.full_name as "fullName", f.member_number as "memberNumber", f.organisation_id as "organisationId", o.name as society
      from farmers f join organisations o on o.id = f.organisation_id where f.id = ${id}`,
  )
  if (!found) throw new Refused('record.not_found')
  return found
}

/** Who takes a pack out leaves a line in the trail of the farmer's society, before the first byte. */
const auditPack = ({ db }: House, actor: Actor, { id, fullName, organisationId }: Subject, format: string) =>
  db.transaction(scopeOf(actor), (tx) =>
    writeAudit(tx, {
      by: actor,
      organisationId,
      kind: 'farmer',
      recordId: id,
      title: fullName,
      action: 'pack',
      comment: format.toUpperCase(),
    }),
  )

export const subjectPackRoutes = serve(subjectPack, {
  pack: async ({ tx, actor, params, query: { format } }) => {
    const subject = await getSubject(tx, params.id)
    return streamReply({
      type: format === 'pdf' ? 'application/pdf' : 'application/json; charset=utf-8',
      // A member number tells staff whose it is, and whoever finds the file in a folder less than a name would.
      name: `subject_pack_${subject.memberNumber}_${businessDate()}.${format}`,
      before: (house) => auditPack(house, actor, subject, format),
      produce: (read) => (format === 'pdf' ? asPdf : asJson)(read, actor, subject),
    })
  },
})

async function* asJson(tx: Tx, actor: Actor, { id }: Subject): AsyncGenerator<string> {
  const made = { at: now().toISOString(), by: actor.fullName, organisation: actor.organisationName }
  const parts = await readPack(tx, id)
  const all = parts.map((part) => [part.key, part.one ? (part.rows[0] ?? null) : part.rows] as const)
  yield JSON.stringify({ made, ...Object.fromEntries(all) }, null, 2)
}

async function* asPdf(tx: Tx, actor: Actor, subject: Subject): AsyncGenerator<Buffer> {
  const parts = await readPack(tx, subject.id)
  yield* writePdfSections({
    title: subject.fullName,
    lead: `Everything that Kahawa holds on this member of ${subject.society}, as of ${shown(now())}.`,
    footer: `${subject.fullName}, ${subject.memberNumber} · taken out by ${actor.fullName}, ${actor.organisationName}, ${businessDate()}`,
    sections: parts.map(sectionOf),
  })
}

function sectionOf({ title, none, one, rows: found }: Part): PdfSection {
  const [first] = found
  if (one)
    return {
      title,
      none,
      facts: Object.entries(first ?? {}).map(([key, value]) => [labelOf(key), valueOf(key, value)]),
    }
  const columns = Object.keys(first ?? {}).filter((key) => found.some((row) => shown(row[key]) !== ''))
  return {
    title,
    none,
    columns: columns.map(labelOf),
    rows: found.map((row) => columns.map((key) => valueOf(key, row[key]))),
  }
}

/** `mobileNumber` as people read it; the columns of a file are written so already. */
function labelOf(key: string): string {
  if (!/^[a-z]+(?:[A-Z][a-z]*)*$/.test(key)) return key
  const words = key.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  const label = words.charAt(0).toUpperCase() + words.slice(1)
  return label
    .replace(/^Id /, 'ID ')
    .replace(/^Kra pin/, 'KRA PIN')
    .replace(/ kes$/, ', KES')
    .replace(/ (kg|ha|m|acres)$/, ', $1')
}

// These hold words of the program: PENDING_APPROVAL is read as "Pending approval".
const coded = /^(?:status|from|to|kind|action|type|gender|screening|outcome|\w+State|\w+Type)$/

function valueOf(key: string, value: unknown): string {
  const text = shown(value)
  if (!coded.test(key) || text === '') return text
  const words = text.replaceAll('_', ' ').toLowerCase()
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`.replace(/^Fcs /, 'FCS ')
}

const moment = new Intl.DateTimeFormat('en-GB', { timeZone: 'Africa/Nairobi', dateStyle: 'medium', timeStyle: 'short' })

function shown(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (value instanceof Date) return moment.format(value)
  if (typeof value === 'number' || typeof value === 'string') return String(value)
  if (Array.isArray(value)) return value.map((item) => messageOf(item)).join('; ')
  return Object.entries(value as Row)
    .map(([key, inside]) => `${labelOf(key)}: ${changeOf(inside)}`)
    .join('; ')
}

const messageOf = (item: unknown): string =>
  typeof item === 'object' && item !== null && 'message' in item ? String(item.message) : shownInside(item)

const changeOf = (inside: unknown): string =>
  typeof inside === 'object' && inside !== null && 'before' in inside && 'after' in inside
    ? `${shownInside(inside.before)} → ${shownInside(inside.after)}`
    : shownInside(inside)

const shownInside = (value: unknown): string =>
  value === null || value === undefined || value === ''
    ? '–'
    : typeof value === 'object'
      ? JSON.stringify(value)
      : shown(value)
