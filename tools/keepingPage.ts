import { settings, type Setting } from '#contract/house/settings.ts'
import { erasureLeftovers, erasureRules } from '#contract/keeping/erasure.ts'
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

## Who asks to be forgotten

A clerk of the society requests the erasure on the page of the member, with the day on which the person asked and where the letter is kept; another person decides. Nobody is erased
while a loan is asked for or owed, a payment has not arrived, or a delivery waits or is unpaid. It is done in one transaction and never undone; lists, searches, papers and exports
show "Erased member 00012" from then on, and nobody delivers, borrows or is paid under that number again.

${table(
  ['What', 'Who never traded', 'Who traded', 'Why', 'Tables'],
  erasureRules.map((rule) => [rule.what, rule.neverTraded, rule.traded, rule.why, rule.tables.map(code).join(', ')]),
)}

What may still hold a word of the person afterwards. A test registers, changes and erases people whose every value is known nowhere else, and finds none of it in any other column.

${table(
  ['What stays', 'Why', 'Columns'],
  erasureLeftovers.map((left) => [left.what, left.why, left.columns.map(code).join(', ')]),
)}

Backups hold the person until they are replaced. Whoever restores one repeats the erasures that the trail names after its moment.
`
