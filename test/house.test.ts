import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { findRing, packageOf, readSources, root, type SourceFile } from './kit/sourceFiles.ts'

const sources = readSources()
const thisFile = 'test/house.test.ts'
const under = (...folders: string[]) => sources.filter(({ path }) => folders.some((folder) => path.startsWith(folder)))
const product = under('contract/', 'server/', 'client/').filter(({ isTest }) => !isTest)
const serverRooms = [...new Set(under('server/').flatMap(({ path }) => /^server\/(\w+)\//.exec(path)?.[1] ?? []))]
// Facts are open to every feature, and know none.
const features = serverRooms.filter((room) => !['kit', 'facts'].includes(room))

// What a feature lends to others: the exported functions of these files, and to whom. Each line is a decision.
const lentBetweenFeatures: Record<string, readonly string[]> = {
  'server/administration/invitations.ts': ['notifications'],
  'server/dataQuality/dataQuality.ts': ['dashboard'],
  'server/deliveries/paidCherry.ts': ['schedules'],
  'server/rates/cherryRateRows.ts': ['limits'],
  'server/notifications/news.ts': ['inbox'],
  'server/farmers/plots/exportPlots.ts': ['outturns'],
  'server/catalogue/sellLots.ts': ['results'],
  'server/dispatch/cataloguedRecords.ts': ['catalogue'],
  'server/dispatch/soldRecords.ts': ['settlement'],
  'server/reconciliation/saveStatement.ts': ['settlement'],
  'server/reconciliation/creditSocieties.ts': ['settlement'],
  'server/settlement/drawEslips.ts': ['results'],
  'server/settlement/eslipPaperWords.ts': ['statements'],
  'server/parchment/parchments.ts': ['limits'],
  'server/farmers/updates/coolingOff.ts': ['loans'],
  'server/farmers/uploads/sharing.ts': ['dataQuality', 'schedules'],
  'server/uploads/consent.ts': ['limits', 'parchment'],
  'server/texts/textFarmers.ts': ['deliveries', 'farmers', 'loans', 'schedules'],
  'server/farmers/accountLookUps.ts': ['payments', 'schedules', 'settlement'],
  'server/farmers/ownBankAccounts.ts': ['payments', 'settlement'],
  'server/farmers/farmerValues.ts': ['schedules'],
  'server/farmers/updates/riskNotes.ts': ['schedules'],
  'server/farmers/updates/updateRequests.ts': ['schedules'],
  'server/ledger/accounts.ts': ['loanReports', 'loans', 'payments', 'reconciliation', 'schedules', 'settlement'],
  'server/ledger/addToLimits.ts': ['limits', 'parchment'],
  'server/ledger/asFarAsOwed.ts': ['loans', 'schedules'],
  'server/ledger/ledger.ts': ['loanReports', 'loans', 'payments', 'reconciliation', 'schedules', 'settlement'],
  'server/ledger/limits.ts': ['farmers', 'limits', 'loanReports', 'loans'],
  'server/loanReports/issueStatement.ts': ['statements'],
  'server/loanReports/statementCodes.ts': ['statements'],
  'server/loans/loanRows.ts': ['loanReports'],
  'server/payments/cycleFigures.ts': ['schedules'],
  'server/payments/dueDeductions.ts': ['schedules'],
  'server/payments/weightsToPay.ts': ['schedules'],
  'server/payments/lockMoney.ts': ['schedules'],
  'server/payments/mirrorOf.ts': ['loanReports', 'reconciliation', 'schedules', 'settlement'],
  'server/schedules/communalPayments.ts': ['statements'],
  'server/schedules/lineParts.ts': ['statements'],
  'server/schedules/scheduleLineRows.ts': ['statements'],
  'server/statements/readStrands.ts': ['stock'],
  'server/payouts/fundProposals.ts': ['reconciliation'],
  'server/payments/transferRows.ts': ['schedules'],
  'server/payouts/openPayouts.ts': ['loans', 'payments', 'schedules', 'settlement'],
  'server/payouts/leasedLegs.ts': ['rtgs'],
  'server/payouts/payoutStand.ts': ['loans'],
  'server/payouts/returnLegs.ts': ['reconciliation'],
  'server/payouts/sendLegs.ts': ['rtgs'],
  'server/payouts/settleByStatement.ts': ['reconciliation'],
}
const config = 'server/config.ts'
// Everything that may open a connection: the pool of the program, and the owner's way in for migrations and commands.
const opensConnections = [
  'server/kit/db.ts',
  'server/kit/backup/replication.ts',
  'server/kit/postgres/embeddedPostgres.ts',
  'server/kit/postgres/migrateCommand.ts',
  'server/kit/postgres/ownerConnection.ts',
  'server/kit/postgres/upgradeCluster.ts',
  'server/prepareDatabase.ts',
]
const readsEnvironment = [
  config,
  'server/kit/postgres/postgresCluster.ts', // hands PATH on to the database it starts
  'server/kit/startupError.ts', // by what launcher it was started
]

type Rule = { may: (file: string) => boolean; packages?: (name: string) => boolean }

/** Imports of these files that the rule does not allow, as lines a person can act on. */
const breaches = (files: readonly SourceFile[], { may, packages = () => true }: Rule): string[] =>
  files.flatMap((source) =>
    source.imports.flatMap((one) => {
      const name = packageOf(one)
      const isAllowed = one.file ? may(one.file) : name === null || packages(name)
      return isAllowed ? [] : [`${source.path} imports ${one.of}`]
    }),
  )
const lines = (files: readonly SourceFile[], pattern: RegExp, allowed: readonly string[] = []): string[] =>
  files
    .filter(({ path }) => !allowed.includes(path))
    .flatMap(({ path, text }) =>
      text.split('\n').flatMap((line, index) => (pattern.test(line) ? [`${path}:${index + 1}: ${line.trim()}`] : [])),
    )
const notTest = (file: SourceFile) => !file.isTest

test('the file list and the import lines were read', () => {
  expect(sources.length).toBeGreaterThan(200)
  expect(sources.reduce((sum, { imports }) => sum + imports.length, 0)).toBeGreaterThan(1000)
  expect(features).toContain('farmers')
})

test('every import of a file of ours names a file that is there', () => {
  const lost = sources.flatMap(({ path, imports }) =>
    imports.flatMap(({ of, file }) => (/^[.#]/.test(of) && !file ? [`${path} imports ${of}`] : [])),
  )
  expect(lost).toEqual([])
})

describe('who may import whom', () => {
  test('contract/kit needs zod and the plain lists of the contract only', () => {
    const plain = [
      'contract/house/errors.ts',
      'contract/house/permissions.ts',
      'contract/house/organisationTypes.ts',
      'contract/house/headlines.ts',
    ]
    const may = (file: string) => file.startsWith('contract/kit/') || plain.includes(file)
    expect(breaches(under('contract/kit/').filter(notTest), { may, packages: (name) => name === 'zod' })).toEqual([])
  })

  test('the contract knows neither server nor client nor the machine', () => {
    const files = under('contract/').filter(notTest)
    const may = (file: string) => file.startsWith('contract/')
    expect(breaches(files, { may, packages: (name) => name === 'zod' })).toEqual([])
    expect(lines(files, /from 'node:/)).toEqual([])
  })

  test('server/kit knows no feature', () => {
    const may = (file: string) => /^(?:contract|server\/kit)\//.test(file) || file === config
    expect(breaches(under('server/kit/').filter(notTest), { may })).toEqual([])
  })

  test('the facts of the house know no feature', () => {
    const may = (file: string) => /^(?:contract|server\/kit|server\/facts)\//.test(file) || file === config
    expect(breaches(under('server/facts/').filter(notTest), { may })).toEqual([])
  })

  test.each(features)('server/%s uses the contract, the kit and what other features lend', (feature) => {
    const may = (file: string) =>
      /^(?:contract|server\/kit|server\/facts)\//.test(file) ||
      file === config ||
      file.startsWith(`server/${feature}/`) ||
      Boolean(lentBetweenFeatures[file]?.includes(feature))
    expect(breaches(under(`server/${feature}/`).filter(notTest), { may })).toEqual([])
  })

  test('what features lend is really borrowed', () => {
    for (const [file, borrowers] of Object.entries(lentBetweenFeatures))
      for (const borrower of borrowers)
        expect(
          under(`server/${borrower}/`).some(({ imports }) => imports.some((one) => one.file === file)),
          `${borrower} borrows ${file}`,
        ).toBe(true)
  })

  test('what features lend leads in one direction: no two of them need each other', () => {
    const needs = new Map<string, Set<string>>()
    for (const [file, borrowers] of Object.entries(lentBetweenFeatures)) {
      const lender = file.split('/')[1] ?? ''
      for (const borrower of borrowers) needs.set(borrower, (needs.get(borrower) ?? new Set()).add(lender))
    }
    // Whoever needs nobody that is left is taken away; what remains is a ring.
    for (let size = -1; size !== needs.size;) {
      size = needs.size
      for (const [room, lenders] of needs) if (![...lenders].some((lender) => needs.has(lender))) needs.delete(room)
    }
    expect([...needs.keys()]).toEqual([])
  })

  test('the client knows the contract, never the server', () => {
    const files = under('client/').filter(notTest)
    expect(breaches(files, { may: (file) => /^(?:contract|client)\//.test(file) })).toEqual([])
    expect(lines(files, /from 'node:/)).toEqual([])
  })

  test('client/kit and the words know no screen', () => {
    const files = under('client/kit/', 'client/words/').filter(notTest)
    expect(breaches(files, { may: (file) => /^(?:contract|client\/kit|client\/words)\//.test(file) })).toEqual([])
  })

  test('a screen of the client knows no other feature’s screens', () => {
    const rooms = new Set(under('client/').flatMap(({ path }) => /^client\/(\w+)\//.exec(path)?.[1] ?? []))
    for (const shared of ['app', 'kit', 'words', 'public']) rooms.delete(shared)
    const ofRoom = (room: string) => under(`client/${room}/`).filter(notTest)
    const found = [...rooms].flatMap((room) =>
      breaches(ofRoom(room), {
        may: (file) => new RegExp(`^(?:contract|client/(?:kit|words|${room}))/`).test(file),
      }),
    )
    expect(found).toEqual([])
  })

  test('the door, loaded before anybody has signed in, knows no feature of the contract', () => {
    const byPath = new Map(sources.map((source) => [source.path, source]))
    const door = new Set(['client/main.tsx', 'client/session/SignInScreen.tsx'])
    // The set grows while it is walked. Of a *.built.ts only constants are left.
    for (const path of door)
      for (const { file, isType, isLater } of path.endsWith('.built.ts') ? [] : (byPath.get(path)?.imports ?? []))
        if (file && !isType && !isLater) door.add(file)
    const plain = [
      ...['errors', 'serviceErrors', 'tradeErrors', 'organisationTypes', 'permissions', 'session'].map(
        (name) => `contract/house/${name}.ts`,
      ),
      'contract/session/signInErrors.ts',
    ]
    const may = (file: string) => /^(?:client|contract\/kit)\//.test(file) || plain.includes(file)
    expect(door.size).toBeGreaterThan(50)
    expect([...door].filter((path) => !may(path))).toEqual([])
    const importsZod = sources.filter(({ imports }) => imports.some(({ of, isType }) => of === 'zod' && !isType))
    // In the contract a stand-in takes its place (vite.config.ts).
    expect(importsZod.map(({ path }) => path).filter((path) => path.startsWith('client/') && door.has(path))).toEqual(
      [],
    )
  })

  test('nobody imports tests, tools, benchmarks and seeds, except each other', () => {
    const may = (file: string) => !/^(?:test|tools|bench|db)\//.test(file)
    expect(breaches(product, { may })).toEqual([])
  })

  test('the imports of the running program form no ring', () => {
    expect(findRing(sources)).toBeNull()
  })
})

describe('one door each', () => {
  test('only the doors to the database open connections', () => {
    const opening = product.filter(({ imports }) => imports.some(({ of, isType }) => of === 'pg' && !isType))
    expect(opening.map(({ path }) => path).filter((path) => !opensConnections.includes(path))).toEqual([])
    expect(lines(product, /new (?:pg\.)?(?:Pool|Client)\(/, opensConnections)).toEqual([])
  })

  test('only the configuration reads the environment', () => {
    expect(lines(product, /process\.env/, readsEnvironment)).toEqual([])
  })

  test('contract and server have one clock, and no dice', () => {
    const files = under('contract/', 'server/').filter(notTest)
    const chance = /\bDate\.now\(|\bnew Date\(\)|\bMath\.random\(/ // performance.now() is a stopwatch
    expect(lines(files, chance, ['server/kit/clock.ts'])).toEqual([])
  })

  test('every log is the one that does not repeat itself', () => {
    expect(lines(under('server/', 'tools/').filter(notTest), /\bpino\(/, ['server/kit/log.ts'])).toEqual([])
  })

  test('the packages of traces are loaded by one file, and that only where traces are wanted', () => {
    expect(lines(product, /@opentelemetry\//, ['server/kit/exportTraces.ts'])).toEqual([])
    expect(lines(product, /from '[^']*exportTraces\.ts'/)).toEqual([])
  })

  test('only the files of the bank, of the SMS gateway and of sign-in providers speak to others', () => {
    const calls = /\bfetch\(|import(?! type).*'node:https?'/
    expect(
      lines(under('server/').filter(notTest), calls, [
        'server/kit/bank/bank.ts',
        'server/kit/web/http.ts',
        'server/kit/post/sms.ts',
        'server/session/provider.ts',
      ]),
    ).toEqual([])
  })
})

describe('order in every file', () => {
  test('no file is longer than 360 lines', () => {
    const long = sources.filter(({ lines: count }) => count > 360)
    expect(long.map(({ path, lines: count }) => `${path}: ${count} lines`)).toEqual([])
  })

  test('no room holds more than 26 files beside its tests', () => {
    const rooms = Map.groupBy(product, ({ path }) => path.slice(0, path.lastIndexOf('/')))
    const full = [...rooms].filter(([room, files]) => files.length > 26 && room !== 'server' && room !== 'contract')
    expect(full.map(([room, files]) => `${room}: ${files.length} files`)).toEqual([])
  })

  test('the index of decisions has one heading, and lists each page once, in order', () => {
    const folder = join(root, 'docs/decisions')
    const pages = readdirSync(folder).filter((name) => name !== 'README.md')
    const index = readFileSync(join(folder, 'README.md'), 'utf8')
    const listed = [...index.matchAll(/^\| \[(\d{4})\]\(([^)]+)\)/gm)].map(([, number, page]) => [number, page])
    expect(listed).toEqual(pages.toSorted().map((page) => [page.slice(0, 4), page]))
    expect(index.match(/^\| (?!\[)/gm)?.length).toBe(2)
  })

  test('no file has a name that means nothing', () => {
    const vague = /(?:^|\/)(?:utils?|helpers?|commons?|misc|managers?)(?:[./]|$)|(?:Utils?|Helpers?|Manager)\./i
    expect(sources.map(({ path }) => path).filter((path) => vague.test(path))).toEqual([])
  })

  test('no barrels: nothing is exported on behalf of another file', () => {
    expect(lines(sources, /^export (?:type )?(?:\*|\{[^}]*\}) from /)).toEqual([])
    const onlyPassOn = product.filter(
      ({ path, text }) => path !== 'contract/index.ts' && /^export \{/m.test(text) && !/^export (?!\{)/m.test(text),
    )
    expect(onlyPassOn.map(({ path }) => path)).toEqual([])
  })

  test('everything is exported by name', () => {
    expect(
      lines(sources, /^export default /, ['vite.config.ts', 'test/mutation/vitest.config.ts', 'vitest.config.ts']),
    ).toEqual([])
  })

  test('no types are given up', () => {
    expect(lines(sources, /^(?!\s*(?:\/\/|\*|\/\*)).*(?:(?::|\bas|[|&]) any\b|<any\b|\bany\[\])/, [thisFile])).toEqual(
      [],
    )
    expect(lines(sources, /@ts-(?:ignore|nocheck|expect-error)/, [thisFile])).toEqual([])
  })

  test('a lint rule is switched off for one line only, with the reason beside or above it', () => {
    const bare = sources.flatMap(({ path, text }) =>
      text.split('\n').flatMap((line, index, all) => {
        if (path === thisFile || !/(?:es|ox)lint-disable/.test(line)) return []
        const isExplained = / -- \S/.test(line) || /^\s*\/\/ (?!oxlint)/.test(all[index - 1] ?? '')
        return isExplained && /-next-line|-line/.test(line) ? [] : [`${path}:${index + 1}`]
      }),
    )
    expect(bare).toEqual([])
  })

  test('no test is left out or runs alone', () => {
    expect(lines(sources, /\b(?:it|test|describe)\.(?:skip|only|todo|fails)\b/)).toEqual([])
  })

  test('no file knows the machine it was written on', () => {
    expect(lines(sources, /['"`( ]\/(?:work|farm|home|root)\//)).toEqual([])
  })
})

describe('packages', () => {
  type Manifest = Record<'dependencies' | 'devDependencies' | 'optionalDependencies', Record<string, string>>
  type Lock = { packages: Record<string, { resolved?: string }> }
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Manifest
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as Lock

  test('what the running server imports is a dependency, everything else at least a development one', () => {
    const running = under('contract/', 'server/').filter(notTest)
    const may = () => true
    expect(breaches(running, { may, packages: (name) => name in manifest.dependencies })).toEqual([])
    const known = { ...manifest.dependencies, ...manifest.devDependencies }
    expect(breaches(sources, { may, packages: (name) => name in known })).toEqual([])
  })

  test('the lock file names no host', () => {
    const locked = Object.entries(lock.packages).filter(([path]) => path !== '')
    expect(locked.length).toBeGreaterThan(100)
    expect(locked.filter(([, { resolved }]) => resolved !== undefined).map(([path]) => path)).toEqual([])
  })
})
