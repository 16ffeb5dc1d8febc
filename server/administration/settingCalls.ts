import { disclaimerTitle } from '#contract/recordNames.ts'
import {
  adminDisclaimerList,
  adminSeasonList,
  adminSettingList,
  adminSettings,
  type AdminDisclaimer,
  type AdminSeason,
  type AdminSetting,
} from '#contract/administration/adminSettings.ts'
import { seasonOfDate } from '#contract/house/seasons.ts'
import { settings, type Setting } from '#contract/house/settings.ts'
import { inUnits, withUnit } from '#contract/house/settingUnits.ts'
import { businessDate } from '#server/kit/clock.ts'
import { sql } from '#server/kit/db.ts'
import { listPage, type ListSource } from '#server/kit/records/listPage.ts'
import { serve } from '#server/kit/web/serve.ts'
import { requestChange } from './propose.ts'
import { changeWaits } from './subject.ts'

type StoredSetting = {
  name: string
  value: number | boolean | null
  changedBy: string | null
  changedAt: Date | null
  history: AdminSetting['history'] | null
  changeWaiting: boolean
}
const declared = JSON.stringify(Object.entries(settings).map(([name, { title }]) => ({ name, title })))
const declaredSettings = sql`json_to_recordset(${declared}) as t(name text, title text)`
const decided = sql`change_requests c join users maker on maker.id = c.made_by join users decider on decider.id = c.decided_by
  where c.kind = 'admin_change' and c.subject = 'setting' and c.target_id = t.name and c.status = 'APPROVED'`
const settingSource: ListSource<StoredSetting> = {
  base: declaredSettings,
  from: sql`${declaredSettings} left join settings s on s.name = t.name
    left join lateral (select json_agg(json_build_object('at', c.decided_at, 'requestedBy', maker.full_name, 'approvedBy', decider.full_name,
      'before', c.before -> 'value', 'after', c.after -> 'value') order by c.decided_at desc) as history from ${decided}) h on true
    left join lateral (select maker.full_name || ', ' || decider.full_name as names from ${decided} order by c.decided_at desc limit 1) last on true`,
  select: sql<StoredSetting>`t.name, s.value, last.names as "changedBy", s.changed_at as "changedAt", h.history, ${changeWaits('setting', sql`t.name`)} as "changeWaiting"`,
  where: [],
  columns: { title: sql`t.title` },
  search: sql<string>`upper(t.title)`,
  id: sql`t.name`,
}

const partsOf = (setting: Setting): 1 | 100 => (setting.type === 'number' ? (setting.parts ?? 1) : 1)
const shownValue = (setting: Setting, value: number | boolean): string =>
  typeof value === 'boolean'
    ? value
      ? 'On'
      : 'Off'
    : withUnit(inUnits(value, { parts: partsOf(setting) }), setting.unit)

function shapeSetting(stored: StoredSetting): AdminSetting {
  const setting: Setting = settings[stored.name as keyof typeof settings] // border: the names are the declared ones
  const value = stored.value ?? setting.default
  return {
    id: stored.name,
    title: setting.title,
    help: setting.help,
    unit: setting.unit,
    parts: partsOf(setting),
    value,
    default: setting.default,
    shown: shownValue(setting, value),
    shownDefault: shownValue(setting, setting.default),
    changedBy: stored.changedBy,
    changedAt: stored.changedAt?.toISOString() ?? null,
    history: stored.history ?? [],
    changeWaiting: stored.changeWaiting,
  }
}

const seasonStatus = sql`case when t.open then 'OPEN' else 'CLOSED' end`
const seasonSource = (): ListSource<AdminSeason> => ({
  base: sql`seasons t`,
  from: sql`seasons t`,
  select: sql<AdminSeason>`t.name as id, t.name, t.starts_on as "startsOn", t.ends_on as "endsOn", ${seasonStatus} as status, t.name = ${seasonOfDate(businessDate())} as current,
    ${changeWaits('season', sql`t.name`)} as "changeWaiting"`,
  where: [],
  columns: { name: sql`t.name`, startsOn: sql`t.starts_on`, status: seasonStatus },
  search: sql<string>`t.name`,
  id: sql`t.name`,
})

type StoredDisclaimer = Omit<AdminDisclaimer, 'inForceFrom'> & { inForceFrom: Date }
const disclaimerStatus = sql`case when t.version = (select max(version) from disclaimers d where d.name = t.name) then 'IN_FORCE' else 'REPLACED' end`
const disclaimerSource: ListSource<StoredDisclaimer> = {
  base: sql`disclaimers t`,
  from: sql`disclaimers t`,
  select: sql<StoredDisclaimer>`t.id, t.name, t.version, t.english, t.swahili, t.in_force_from as "inForceFrom", ${disclaimerStatus} as status`,
  where: [],
  columns: {
    name: sql`t.name`,
    version: sql`t.version`,
    inForceFrom: sql`t.in_force_from`,
    status: disclaimerStatus,
  },
  search: sql<string>`upper(t.name || ' ' || t.english || ' ' || t.swahili)`,
}

/** What holds for the whole house: settings, seasons, and the texts that users accept. */
export const adminSettingRoutes = serve(adminSettings, {
  list: ({ tx, actor, query }) =>
    listPage({ tx, actor, screen: adminSettingList, query, source: settingSource, shape: shapeSetting }),
  propose: async (call) => {
    const { name, value, reason } = call.body
    const { title } = settings[name]
    return requestChange(call, { subject: 'setting', targetId: name, title, after: { value }, reason })
  },
  seasons: ({ tx, actor, query }) =>
    listPage({ tx, actor, screen: adminSeasonList, query, source: seasonSource(), shape: (season) => season }),
  proposeSeason: async (call) => {
    const { name, status, reason } = call.body
    return requestChange(call, { subject: 'season', targetId: name, title: name, after: { status }, reason })
  },
  disclaimers: ({ tx, actor, query }) =>
    listPage({
      tx,
      actor,
      screen: adminDisclaimerList,
      query,
      source: disclaimerSource,
      shape: (stored): AdminDisclaimer => ({ ...stored, inForceFrom: stored.inForceFrom.toISOString() }),
    }),
  proposeDisclaimer: async (call) => {
    const { name, reason, ...after } = call.body
    return requestChange(call, { subject: 'disclaimer', targetId: name, title: disclaimerTitle(name), after, reason })
  },
})
