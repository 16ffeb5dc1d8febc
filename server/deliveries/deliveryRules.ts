import { counted } from '#contract/kit/counted.ts'
import type { Actor } from '#contract/house/permissions.ts'
import { dayAfter } from '#server/facts/days.ts'
import { businessDate } from '#server/kit/clock.ts'
import { rows, sql, together, type Tx } from '#server/kit/db.ts'
import type { Season } from '#server/facts/seasons.ts'
import { readSetting } from '#server/facts/settings.ts'
import { mayDeliver } from './deliveryUploadChecks.ts'
import { seasonsFor } from './paidCherry.ts'

type Member = { id: string; memberNumber: string; fullName: string; idNumber: string }
type Factory = { id: string; name: string }

/** What entries are checked against. */
export type Facts = {
  today: string
  seasons: readonly Season[]
  mostKg: number
  backdatedDays: number
  organisationCode: string
  members: ReadonlyMap<string, Member>
  factories: ReadonlyMap<string, Factory>
}

/** A delivery as it is entered. Without a season the day decides it, without a day it is today. */
export type Entry = {
  memberNumber: string
  kilograms: number
  growerCode?: string | undefined
  season?: string | undefined
  deliveredOn?: string | undefined
  factoryId?: string | null | undefined
  receiptNumber?: string | undefined
  idNumber?: string | undefined
}
/** An entry as it is stored. */
export type Delivery = {
  member: Member
  season: string
  deliveredOn: string
  factory: Factory | null
  receiptNumber: string
  kilograms: number
}
type Fields = Record<string, string>
export type Checked = { delivery: Delivery } | { fields: Fields }

/** The season a day lies in; days outside every season of the table lie in none. */
export const seasonOn = (seasons: readonly Season[], day: string): Season | undefined =>
  seasons.find(({ startsOn, endsOn }) => startsOn <= day && day <= endsOn)

/** What a record that is edited or corrected keeps: its factory may be closed by now, its member may have left or died. */
type Kept = { memberNumber?: string; factoryId?: string | null }

/** The facts for entries of these members, in a few statements whatever their number. */
export async function readFacts(
  tx: Tx,
  actor: Actor,
  memberNumbers: readonly string[],
  kept: Kept = {},
): Promise<Facts> {
  const [members, factories, seasons, mostKg, backdatedDays] = await together([
    rows(
      tx,
      sql<Member>`select f.id, f.member_number as "memberNumber", f.full_name as "fullName", f.id_number as "idNumber" from farmers f
      where f.organisation_id = ${actor.organisationId} and f.member_number = any (${memberNumbers})
        and (${mayDeliver} or f.status = 'APPROVED' and f.member_number = ${kept.memberNumber ?? null})`,
    ),
    rows(
      tx,
      sql<Factory>`select id, name from factories where organisation_id = ${actor.organisationId} and (active or id = ${kept.factoryId ?? null})`,
    ),
    seasonsFor(tx, actor.organisationId),
    readSetting(tx, 'deliveryMaxKg'),
    readSetting(tx, 'deliveryBackdatedDays'),
  ])
  return {
    today: businessDate(),
    seasons,
    mostKg,
    backdatedDays,
    organisationCode: actor.organisationCode,
    members: new Map(members.map((member) => [member.memberNumber, member])),
    factories: new Map(factories.map((factory) => [factory.id, factory])),
  }
}

/** Every rule of a delivery that needs the register or the calendar; the problems stand by the field they belong to. */
export function checkDelivery(entry: Entry, facts: Facts): Checked {
  const fields: Fields = {}
  const { season, deliveredOn, problems } = dayOf(entry, facts)
  Object.assign(fields, problems)
  if (deliveredOn < dayAfter(facts.today, -facts.backdatedDays))
    fields['deliveredOn'] ??= `More than ${counted(facts.backdatedDays, 'day')} ago; enter a correction`
  const factory = entry.factoryId ? (facts.factories.get(entry.factoryId) ?? null) : null
  if (entry.factoryId && !factory) fields['factoryId'] = 'Not an open factory of this society'
  return finish({ entry, facts, fields, season, deliveredOn, factory, weightField: 'currentDelivery' })
}

/** The rules of a correction: it may be about any day of an open season that has begun. */
export function checkCorrection(entry: Entry, facts: Facts): Checked {
  const ends = facts.seasons.find(({ name }) => name === entry.season)?.endsOn
  const lastDay = ends && ends < facts.today ? ends : facts.today
  const { season, deliveredOn, problems } = dayOf({ ...entry, deliveredOn: entry.deliveredOn ?? lastDay }, facts)
  return finish({ entry, facts, fields: problems, season, deliveredOn, factory: null, weightField: 'kilograms' })
}

function dayOf({ season: named, deliveredOn: entered }: Entry, { today, seasons }: Facts) {
  const problems: Fields = {}
  const deliveredOn = entered ?? today
  const season = named === undefined ? seasonOn(seasons, deliveredOn) : seasons.find(({ name }) => name === named)
  const field = named === undefined ? 'deliveredOn' : 'season'
  if (deliveredOn > today) problems['deliveredOn'] = 'The day lies in the future'
  if (!season) problems[field] ??= named === undefined ? 'The day lies in no season' : 'There is no such season'
  else if (!season.open) problems[field] ??= `The season ${season.name} is closed`
  else if (deliveredOn < season.startsOn || deliveredOn > season.endsOn)
    problems['deliveredOn'] ??= entered
      ? `Not a day of the season ${season.name}`
      : `Give the day: today is not in the season ${season.name}`
  return { season: season?.name ?? '', deliveredOn, problems }
}

type Finishing = {
  entry: Entry
  facts: Facts
  fields: Fields
  season: string
  deliveredOn: string
  factory: Factory | null
  weightField: string
}

function finish({ entry, facts, fields, season, deliveredOn, factory, weightField }: Finishing): Checked {
  const member = facts.members.get(entry.memberNumber)
  if (!member) fields['memberNumber'] = 'No approved, active member has this number'
  if (entry.growerCode !== undefined && entry.growerCode !== facts.organisationCode)
    fields['growerCode'] = 'This is not the code of your society'
  // Who may not read the number posts it back masked: there is nothing to compare.
  const isLegible = entry.idNumber && !entry.idNumber.includes('•')
  if (member && isLegible && entry.idNumber?.trim().toUpperCase() !== member.idNumber)
    fields['idNumber'] = 'This is not the ID number of the member'
  if (Math.abs(entry.kilograms) > facts.mostKg) fields[weightField] = `At most ${facts.mostKg} kg at once`
  if (!member || Object.keys(fields).length > 0) return { fields }
  const { kilograms, receiptNumber = '' } = entry
  return { delivery: { member, season, deliveredOn, factory, receiptNumber, kilograms } }
}
