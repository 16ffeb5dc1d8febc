import { z } from 'zod'
import { adminRead, adminWrite, Proposed, proposalErrors, reason } from './adminChanges.ts'
import { endpoint } from '#contract/kit/endpoint.ts'
import { answersList, choiceFilter, listScreen } from '#contract/kit/listScreen.ts'
import { seasonName } from '#contract/house/seasons.ts'
import { choice, type Field } from '#contract/kit/field.ts'
import { settings, type Setting, type SettingName } from '#contract/house/settings.ts'
import { inUnits } from '#contract/house/settingUnits.ts'

/** A setting with its value in force, and every change of it. */
export const AdminSetting = z.object({
  id: z.string(),
  title: z.string(),
  help: z.string(),
  unit: z.string(),
  parts: z.union([z.literal(1), z.literal(100)]).describe('How many of the stored number make one of the unit'),
  value: z.union([z.number(), z.boolean()]),
  default: z.union([z.number(), z.boolean()]),
  shown: z.string(),
  shownDefault: z.string(),
  changedBy: z.string().nullable(),
  changedAt: z.iso.datetime({ offset: true }).nullable(),
  history: z.array(
    z.object({
      at: z.string(),
      requestedBy: z.string(),
      approvedBy: z.string(),
      before: z.unknown(),
      after: z.unknown(),
    }),
  ),
  changeWaiting: z.boolean(),
})
export type AdminSetting = z.output<typeof AdminSetting>

export const adminSettingList = listScreen({
  name: 'admin-settings',
  title: 'System settings',
  row: AdminSetting,
  columns: [
    { key: 'title', title: 'Setting', as: 'name', sort: true, card: 'title' },
    { key: 'shown', title: 'Value', as: 'text', card: 'value' },
    { key: 'shownDefault', title: 'As shipped', as: 'text' },
    { key: 'changedBy', title: 'Changed by', as: 'text' },
    { key: 'changedAt', title: 'Changed on', as: 'time' },
    { key: 'help', title: 'What it does', as: 'text', hidden: true },
  ],
  searchIn: 'Name of the setting',
  sort: { key: 'title', direction: 'asc' },
  pageSize: 20,
})

export const AdminSeason = z.object({
  id: z.string(),
  name: z.string(),
  startsOn: z.string(),
  endsOn: z.string(),
  status: z.enum(['OPEN', 'CLOSED']),
  current: z.boolean(),
  changeWaiting: z.boolean(),
})
export type AdminSeason = z.output<typeof AdminSeason>

export const adminSeasonList = listScreen({
  name: 'admin-seasons',
  title: 'Seasons',
  row: AdminSeason,
  columns: [
    { key: 'name', title: 'Season', as: 'name', sort: true, card: 'title' },
    { key: 'startsOn', title: 'From', as: 'date', sort: true },
    { key: 'endsOn', title: 'Until', as: 'date' },
    { key: 'status', title: 'Status', as: 'status', card: 'value' },
  ],
  searchIn: 'Season, such as 2026/2027',
  filters: [choiceFilter('status', 'Status', { OPEN: 'Open', CLOSED: 'Closed' })],
  sort: { key: 'startsOn', direction: 'desc' },
  pageSize: 20,
})

export const AdminDisclaimer = z.object({
  id: z.string(),
  name: z.string(),
  version: z.number().int(),
  english: z.string(),
  swahili: z.string(),
  inForceFrom: z.iso.datetime({ offset: true }),
  status: z.enum(['IN_FORCE', 'REPLACED']),
})
export type AdminDisclaimer = z.output<typeof AdminDisclaimer>

export const adminDisclaimerList = listScreen({
  name: 'admin-disclaimers',
  title: 'Disclaimers',
  row: AdminDisclaimer,
  columns: [
    { key: 'name', title: 'Disclaimer', as: 'name', sort: true, card: 'title' },
    { key: 'version', title: 'Version', as: 'number' },
    { key: 'inForceFrom', title: 'In force from', as: 'time', sort: true, card: 'value' },
    { key: 'status', title: 'Status', as: 'status' },
    { key: 'english', title: 'English text', as: 'text', hidden: true },
    { key: 'swahili', title: 'Swahili text', as: 'text', hidden: true },
  ],
  searchIn: 'Name or text',
  filters: [choiceFilter('status', 'Status', { IN_FORCE: 'In force', REPLACED: 'Replaced' })],
  sort: { key: 'inForceFrom', direction: 'desc' },
  pageSize: 20,
})

const settingName = z.enum(Object.keys(settings) as [SettingName, ...SettingName[]]) // border: the keys of the list

/** Reads a proposed value by the rule of its setting: what is wrong with it, or null. */
export function settingProblem(name: SettingName, value: number | boolean): string | null {
  const setting: Setting = settings[name]
  if (setting.type === 'switch') return typeof value === 'boolean' ? null : 'On or off'
  if (typeof value !== 'number' || !Number.isInteger(value)) return 'Whole number'
  return value < setting.min || value > setting.max
    ? `From ${inUnits(setting.min, setting)} to ${inUnits(setting.max, setting)}`
    : null
}

/** How the value of a number setting is typed: in its unit, with thousands in commas as it is shown. */
export function settingField(name: SettingName): Field {
  const setting: Setting = settings[name]
  if (setting.type === 'switch') return choice(['On', 'Off'])
  const { parts = 1, min, max } = setting
  const range = `From ${inUnits(min, setting)} to ${inUnits(max, setting)}`
  return {
    required: true,
    keyboard: parts === 1 ? 'numeric' : 'decimal',
    typing: parts === 1 ? /^[\d,]*$/ : /^[\d,]*\.?\d{0,2}$/,
    maxLength: 20,
    rule: `${range}.`,
    read: (text) => {
      const value = storedSetting(name, text)
      if (value === null)
        return { code: 'number', message: parts === 1 ? 'Whole number' : 'A number with at most two decimals' }
      const problem = settingProblem(name, value)
      if (problem !== null) return { code: 'range', message: problem }
      return typeof value === 'number' ? inUnits(value, setting) : text
    },
  }
}

/** The stored value of what was typed in the unit of a setting; null while it is no number. */
export function storedSetting(name: SettingName, typed: string): number | boolean | null {
  const setting: Setting = settings[name]
  if (setting.type === 'switch') return typed === 'On'
  const plain = /^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(typed) ? typed.replaceAll(',', '') : typed
  const { parts = 1 } = setting
  if (!(parts === 1 ? /^\d+$/ : /^\d+(?:\.\d{0,2})?$/).test(plain)) return null
  return Math.round(Number(plain) * parts)
}

const list = <const Path extends string, Row extends z.ZodType>(path: Path, summary: string, row: Row) =>
  endpoint({
    ...adminRead,
    path,
    summary,
    ...answersList(row),
  })

const propose = <const Path extends string, Body extends z.ZodType>(path: Path, summary: string, body: Body) =>
  endpoint({
    ...adminWrite,
    path,
    summary,
    body,
    answer: Proposed,
    errors: proposalErrors,
  })

export const adminSettings = {
  list: list('/admin/settings', 'Settings in force, as shipped, and who changed them', AdminSetting),
  propose: propose(
    '/admin/settings',
    'Request another value of a setting',
    z.object({ name: settingName, value: z.union([z.number(), z.boolean()]), reason }),
  ),
  seasons: list('/admin/seasons', 'Crop years, and whether they take deliveries', AdminSeason),
  proposeSeason: propose(
    '/admin/seasons',
    'Ask to open, close or add a season',
    z.object({
      name: z.string().regex(seasonName, 'Two years, such as 2026/2027'),
      status: z.enum(['OPEN', 'CLOSED']),
      reason,
    }),
  ),
  disclaimers: list('/admin/disclaimers', 'Texts that users accept, in every version', AdminDisclaimer),
  proposeDisclaimer: propose(
    '/admin/disclaimers',
    'Request a new version of a text; it is in force from its approval',
    z.object({
      name: z.string().regex(/^[a-z][a-z_]{2,39}$/, 'Small letters and underscores'),
      english: z.string().trim().min(20).max(2000),
      swahili: z.string().trim().min(20).max(2000),
      reason,
    }),
  ),
}
