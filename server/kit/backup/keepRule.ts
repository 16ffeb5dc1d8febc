import type { Manifest } from './backupFolder.ts'

const dayMs = 86_400_000
const monthsKept = 12

/**
 * Which backups stay: all that are needed to go back to any moment of the last `days` days (`whole`, with the log since), and
 * of the year before the first of each month. The newest stays in any case.
 */
export function backupsToKeep(
  backups: readonly Manifest[],
  at: Date,
  days: number,
): { whole: Set<Manifest>; monthly: Set<Manifest> } {
  const inOrder = backups.toSorted((one, other) => one.endedAt.localeCompare(other.endedAt))
  const since = new Date(at.getTime() - days * dayMs).toISOString()
  const before = inOrder.findLast(({ endedAt }) => endedAt <= since)
  const whole = new Set(inOrder.filter(({ endedAt }) => endedAt > since))
  if (before) whole.add(before)
  const oldest = new Date(at)
  oldest.setUTCMonth(oldest.getUTCMonth() - monthsKept)
  const monthly = new Set<Manifest>()
  const months = new Set<string>()
  for (const backup of inOrder) {
    const month = backup.endedAt.slice(0, 7)
    if (months.has(month) || backup.endedAt < oldest.toISOString()) continue
    months.add(month)
    if (!whole.has(backup)) monthly.add(backup)
  }
  return { whole, monthly }
}
