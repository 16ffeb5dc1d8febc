import { setFlagsFromString } from 'node:v8'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const browserWalks = 'test/browser/**/*.test.ts'
/** Needs the history of the repository, and a release in it. */
const olderRelease = 'test/faults/olderRelease.test.ts'

/** What takes longest begins first, so that no worker has to wait for the other at the end. */
const longest = [
  'moneyJourney',
  'scheduleJourney',
  'tradeJourney',
  'screens',
  'workingDay',
  'inbox',
  'moneyDialogs',
  'moneyScreens',
  'moneyScreensSmall',
  'tradeScreens',
  'tradeScreensSmall',
  'everyList',
  'saleCanaries',
  'killed',
  'lostMachine',
  'payoutFaults',
  'twins',
  'everyEndpoint',
  'embeddedPostgres',
  'hostileFiles',
].map((name) => `/${name}.test.ts`)
const placeOf = ({ moduleId }: TestSpecification): number => {
  const place = longest.findIndex((name) => moduleId.endsWith(name))
  return place < 0 ? longest.length : place
}

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).toSorted((one, other) => placeOf(one) - placeOf(other))
  }
}

// Thousands of answers are made and thrown away: in the 16 MB that a worker begins a life with, a quarter of its time goes into sweeping.
for (const least of ['max', 'min']) setFlagsFromString(`--${least}-semi-space-size=64`)
setFlagsFromString('--initial-old-space-size=1500') // and no worker sweeps what it has read of the program again and again

export default defineConfig({
  test: {
    // Two cores, and one more: while one waits for a server that it has killed, or for a page, two work.
    maxWorkers: 3,
    setupFiles: './test/kit/realClock.ts',
    coverage: { enabled: false },
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        test: {
          name: 'code',
          include: ['{contract,server,client,test,tools,db}/**/*.test.{ts,tsx}'],
          exclude: [
            '**/node_modules/**',
            '**/dist/**',
            browserWalks,
            ...(process.env['KAHAWA_OLDER'] ? [] : [olderRelease]),
          ],
          globalSetup: './test/kit/testDatabase.ts',
          pool: 'threads',
          isolate: false,
          // A machine with much to do is late, not wrong; what hangs fails all the same.
          testTimeout: 60_000,
          hookTimeout: 120_000,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          include: [browserWalks],
          setupFiles: ['./test/browser/tellFailure.ts'],
          globalSetup: './test/kit/testDatabase.ts',
          pool: 'forks',
          // As above; flags of this process are none of a fork's.
          execArgv: ['--min-semi-space-size=64', '--max-semi-space-size=64'],
          // One after the other in a process that has read the program once, and keeps its browser.
          isolate: false,
          testTimeout: 120_000,
          hookTimeout: 180_000,
          // As long as a locator waits: a machine with much to do is late, not wrong.
          expect: { poll: { timeout: 20_000 } },
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
