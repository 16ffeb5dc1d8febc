import { setPriority } from 'node:os'

/** Lets everything that somebody waits for run before this thread. Only Linux has priorities of single threads. */
export function lowerPriority(): void {
  if (process.platform === 'linux') setPriority(0, 10)
}
