import { settings, type Setting } from '#contract/house/settings.ts'
import { keepingRules, type KeepingRule } from '#contract/keeping/keeping.ts'
import { code, table } from './markdown.ts'

function howLong({ kept }: KeepingRule): string {
  if (kept === 'for ever') return 'for ever'
  if ('always' in kept) return kept.always
  const setting: Setting = settings[kept.days]
  if (setting.type !== 'number') throw new Error(`${kept.days} counts no days`)
  const { min, max, default: days } = setting
  return `${days} days from when ${kept.from} (${code(kept.days)}, from ${min} to ${max})`
}

/** How long what stands in each table is kept, and why. */
export const keepingPage = (): string => `# What is kept, and how long

The days are settings, changed by two people. The server looks once an hour and removes what is due, a few hundred at a time; the trail of a file says when it
lost its contents. What is kept for ever is removed by no part of the program.

${table(
  ['What', 'How long', 'Removed then', 'Why', 'Tables'],
  keepingRules.map((rule) => [
    rule.what,
    howLong(rule),
    rule.kept === 'for ever' ? '' : (rule.removed ?? 'everything'),
    rule.why,
    rule.tables.map(code).join(', '),
  ]),
)}
`
