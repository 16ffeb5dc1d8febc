import { problemGroups } from '#contract/uploads/uploadProblems.ts'
import { addressOf, declaredCalls } from '#server/kit/web/openApi.ts'
import { leastKeyBits, yearsValid } from '#server/kit/paper/signingCertificate.ts'
import { idleMinutes, longestHours } from '#server/kit/web/sessionToken.ts'
import { uploadBindings } from '#server/records.ts'
import { mendWithinDays } from './packages/packageRules.ts'
import { code, table } from './markdown.ts'

/** Everybody to whom the program opens connections by itself, and the files that do. test/security.test.ts holds that no other file does. */
export const connections = [
  {
    to: 'PostgreSQL, its pooler and its replica',
    setting: 'DATABASE_URL, DATABASE_READ_URL',
    goes: 'all that is kept',
    away: 'calls are refused until it is there; reports are read from the primary while the replica is away',
    by: [
      'server/kit/db.ts',
      'server/prepareDatabase.ts',
      'server/kit/postgres/ownerConnection.ts',
      'server/kit/postgres/migrateCommand.ts',
      'server/kit/postgres/embeddedPostgres.ts',
      'server/kit/postgres/upgradeCluster.ts',
      'server/kit/backup/replication.ts',
    ],
  },
  {
    to: 'The bank',
    setting: 'BANK_URL, BANK_SECRET',
    goes: 'accounts that are looked up, orders to pay, requests for statements',
    away: 'orders wait, an answer that stays out is in doubt and asked for again, never sent anew',
    by: [
      'server/kit/bank/bankWire.ts',
      'server/kit/bank/bankTransfers.ts',
      'server/kit/bank/bankFiles.ts',
      'server/kit/bank/bankCertificate.ts',
    ],
  },
  {
    to: 'The mail server',
    setting: 'SMTP_URL',
    goes: 'letters to users, by TLS only',
    away: 'letters wait and are sent later',
    by: ['server/kit/post/mail.ts'],
  },
  {
    to: 'The SMS gateway',
    setting: 'SMS_URL',
    goes: 'texts to farmers: the number and the text',
    away: 'texts wait and are sent later',
    by: ['server/kit/post/sms.ts'],
  },
  {
    to: 'The sign-in providers of organisations',
    setting: 'PROVIDER_HOSTS',
    goes: 'the code that a browser brought, and the secret of the client',
    away: 'nobody signs in through it; whoever is in stays in',
    by: ['server/session/provider.ts'],
  },
  {
    to: 'The virus scanner (clamd)',
    setting: 'SCANNER_ADDRESS',
    goes: 'every file that somebody sends',
    away: 'files are refused',
    by: ['server/kit/web/virusScanner.ts'],
  },
  {
    to: 'The machine that keeps the log',
    setting: 'LOG_URL',
    goes: 'every line of the log',
    away: 'lines wait, up to a number; what is lost above it is counted, and said when the machine is there again',
    by: ['server/kit/sendLog.ts'],
  },
  {
    to: 'The collector of traces',
    setting: 'OTEL_EXPORTER_OTLP_ENDPOINT',
    goes: 'names of calls, times, and nothing of a person',
    away: 'traces are dropped',
    by: ['server/kit/exportTraces.ts'],
  },
] as const

const keys = [
  [
    'Key of the house (`KAHAWA_KEY` or `secrets.key`)',
    'until it is replaced: at once when somebody else has it, else whenever an administrator with access leaves',
  ],
  [
    'Key of the trail (`audit-key.pem`)',
    'as long as the trail: a new one would prove nothing about what was signed before',
  ],
  [
    'Own certificate of papers',
    `RSA of ${leastKeyBits} bits for ${yearsValid} years; one with fewer bits signs no more, and stays known for the papers it has signed`,
  ],
  ['Certificate of the operator (`SIGNING_PEM`)', `as long as whoever issued it says; at least ${leastKeyBits} bits`],
  ['`BANK_SECRET`, keys of mail and SMS', 'as the other side says, a year at most'],
  ['Passphrase of backups', 'as long as the folder; a new folder has a new key'],
  ['Keys of service accounts', 'the days that two people gave them, then they open nothing'],
  ['Tokens of sessions', `${idleMinutes} minutes without a call, ${longestHours} hours in all`],
]

/** Whom the program speaks to, what is heavy, which rules look at more than one field, how long keys serve, how soon packages are mended. */
export const securityLists = (): string => `## Whom the program speaks to

Nobody else, and nobody whom a user names. In the clear only on this machine and to \`PLAINTEXT_HOSTS\`.

${table(
  ['To', 'Set by', 'What goes there', 'While it is away', 'By'],
  connections.map(({ to, setting, goes, away, by }) => [
    to,
    setting.split(', ').map(code).join(', '),
    goes,
    away,
    by.map(code).join(', '),
  ]),
)}

## Calls that take time or memory

Each counts against the calls a second of its user, above. Files are sent while they are read, a piece at a time; reports are read where a replica is; a file that comes is written to the
disk first and read in a thread of its own, within the limits of files.

${table(['Call', 'Why'], heavyCalls())}

## Rules across fields and rows

Beside the rule of each column: what is checked against the other cells, the other rows of the file, and the register, at the upload and again at each approval.

${table(
  ['File', 'Finds'],
  uploadBindings.map(({ kind, crossRules }) => [
    kind.title,
    [...new Set(crossRules.map((rule) => problemGroups[rule.code]?.title ?? code(rule.code)))].join('; '),
  ]),
)}

## How long keys serve

${table(['Key', 'Serves'], keys)}

## How soon packages are mended

From the day on which an advisory names a version that we bring: a release without it, or a written answer in \`tools/packages/packageRules.ts\` why it does not concern us. \`npm run audit:dependencies\`
finds them. A package whose makers no longer mend it is replaced within ${mendWithinDays.abandoned} days.

${table(
  ['Severity', 'Within'],
  Object.entries(mendWithinDays)
    .filter(([severity]) => severity !== 'abandoned')
    .map(([severity, days]) => [severity, `${days} days`]),
)}
`

function heavyCalls(): string[][] {
  return declaredCalls.flatMap(({ declared }) => {
    const why = declared.upload
      ? 'a file comes'
      : 'binary' in declared.answer
        ? `a file is made (${String(declared.answer.binary)})`
        : declared.reports
          ? 'gathers figures over many records'
          : null
    return why ? [[code(`${declared.method} ${addressOf(declared)}`), why]] : []
  })
}
