import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { lists } from '#contract/index.ts'
import { settings, type Setting } from '#contract/house/settings.ts'
import { inUnits } from '#contract/house/settingUnits.ts'
import { mostPasskeys } from '#contract/session/passkeys.ts'
import { readConfig } from '#server/config.ts'
import { uploadCaps } from '#server/kit/sheets/sheetRefused.ts'
import { addressOf, declaredCalls } from '#server/kit/web/openApi.ts'
import { documentKinds, mostDocumentBytes } from '#server/kit/web/receiveDocument.ts'
import { rates } from '#server/kit/web/rateLimit.ts'
import { idleMinutes, longestHours } from '#server/kit/web/sessionToken.ts'
import { stepUpMinutes } from '#server/kit/web/stepUp.ts'
import { deviceForgottenAfterDays } from '#server/session/cookies.ts'
import { delaySeconds, forgottenAfterHours, freeTries } from '#server/session/delays.ts'
import { leakedPasswords } from '#server/session/leakedPasswords.ts'
import { oftenUsed } from '#server/session/oftenUsed.ts'
import { leastLetters, ownNames } from '#server/session/password.ts'
import { code, table } from './markdown.ts'
import { securityLists } from './securityLists.ts'

/** What the rules of security are, of the declarations and the code as they are. */
export const securityPage = (): string => `# Rules of security

What each rule is for stands in SECURITY.md; which requirement it meets, in docs/security.md.

## Sessions

${table(
  ['What', 'How much'],
  [
    ['A session without a call ends after', `${idleMinutes} minutes`],
    ['and in any case after', `${longestHours} hours; then the password and the second factor are asked for again`],
    ['A fresh proof of the second factor is good for', `${stepUpMinutes} minutes, in the session that gave it`],
    [
      'A device that signed in before is known for',
      `${deviceForgottenAfterDays} days after its last use; it opens nothing by itself`,
    ],
    [
      'Sessions of one user',
      'as many as they open: each is listed under "Account" and ended there, all end with a new password',
    ],
    ['Passkeys of one user, at most', String(mostPasskeys)],
  ],
)}

## Ways in

Whoever has a second factor, an app or a passkey, needs it after each of these. The calls that anybody may make:

${table(
  ['Call', 'For'],
  declaredCalls
    .filter(({ declared }) => declared.allow === 'anyone')
    .map(({ declared }) => [code(`${declared.method} ${addressOf(declared)}`), declared.summary]),
)}

Programs have keys of their own, for the calls that \`contract/serviceCalls.ts\` names; the bank signs its messages.

## How guessing is slowed down

Every try is counted before it is looked at. After the free ones each has to wait, and after ${forgottenAfterHours} hours without a wrong one all is forgotten. Nobody is locked out:
a device that the user signed in from before has a count of its own, so that strangers do not keep the owner waiting.

${table(
  ['Counted for', 'Free tries', 'Seconds to wait before the next ones'],
  Object.entries(freeTries).map(([who, free]) => [who, String(free), waits(free)]),
)}

Calls of any kind, at most:

${table(
  ['Of', 'A second', 'At once'],
  Object.entries(rates).map(([who, { perSecond, burst }]) => [who, String(perSecond), String(burst)]),
)}

## Passwords

At least ${leastLetters.alone} characters, or ${leastLetters.besideFactor} beside a second factor. Refused, without blanks and signs and in lower case, are ${oftenUsed.size} that guessers try first, ${leakedPasswords().length.toLocaleString('en')} that leaks have
most often, those of fewer than four different characters, and those that leave fewer than four when these are taken out: the username, the name and the code of the organisation, ${ownNames.map(code).join(', ')}.

## Limits of the business

Each is a setting for all, changed by two administrators.

${table(
  ['What', 'At first', 'From', 'To', 'In', 'Means'],
  Object.values<Setting>(settings).map((setting) =>
    setting.type === 'switch'
      ? [setting.title, setting.default ? 'on' : 'off', '', '', '', setting.help]
      : [
          setting.title,
          ...[setting.default, setting.min, setting.max].map((value) => inUnits(value, setting)),
          setting.unit,
          setting.help,
        ],
  ),
)}

## Files

A file is what its bytes say, whatever its name is; everything else is refused, and so is what unpacks to more than this.

${table(['What', 'At most'], fileLimits())}

## Fields that need CAN_VIEW_PERSONAL_DATA

Without it they are masked in every list, file, drawer and search, and whoever takes such a list whole leaves a line in the trail.

${table(
  ['List', 'Fields'],
  lists.flatMap(({ name, title, columns }) => {
    const fields = columns.flatMap((column) => ('personal' in column && column.personal ? [column.title] : []))
    return fields.length > 0 ? [[`${title} (${code(name)})`, fields.join(', ')]] : []
  }),
)}

## Algorithms

What the program names when it hashes, seals, signs and stretches, and where; SECURITY.md lists the keys. Besides: codes of an app are six digits of
HMAC with SHA-1 (RFC 6238), passkeys are ES256, RS256 or EdDSA as the device chooses, and TLS is of the proxy and of Node.

${table(['Algorithm', 'In'], algorithms())}

${securityLists()}`

const waits = (free: number): string =>
  `${[0, 1, 2, 3].map((more) => delaySeconds(free + more, free)).join(', ')}, … up to ${delaySeconds(free + 100, free)}`

function fileLimits(): string[][] {
  const { uploadMaxBytes, uploadMaxRows } = readConfig({})
  const { maxBytes: _bytes, maxRows: _rows, ...inside } = uploadCaps
  return [
    ...documentKinds.map(({ extension, mediaType }) => [
      `Bytes of an attached document, ${extension} (${mediaType})`,
      mostDocumentBytes.toLocaleString('en'),
    ]),
    ['Bytes of an upload, xlsx or csv (`UPLOAD_MAX_BYTES`)', uploadMaxBytes.toLocaleString('en')],
    ['Rows of an upload (`UPLOAD_MAX_ROWS`)', uploadMaxRows.toLocaleString('en')],
    ...Object.entries(inside).map(([name, most]) => [
      name.replace(/^max/, '').replace(/(?<=.)([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`),
      most.toLocaleString('en'),
    ]),
  ]
}

const named =
  /create(?:Hash|Hmac|Cipheriv|Decipheriv)\('([\w-]+)'|\bderive\('(argon2id)'|hkdfSync\('(\w+)'|\b(scrypt)\(pass|generateKeyPair\w*\)?\('(\w+)'/g

/** Which algorithm which file names. */
function algorithms(): string[][] {
  const root = join(import.meta.dirname, '..')
  const paths = globSync('server/**/*.ts', { cwd: root }).filter((path) => !path.endsWith('.test.ts'))
  const found = paths.flatMap((path) =>
    [...readFileSync(join(root, path), 'utf8').matchAll(named)].map((match) => ({
      path,
      name: (match.slice(1).find(Boolean) ?? '') + (match[0].includes('Hmac') ? ' (HMAC)' : match[3] ? ' (HKDF)' : ''),
    })),
  )
  return [...Map.groupBy(found, ({ name }) => name)]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, uses]) => [code(name), [...new Set(uses.map(({ path }) => code(path)))].toSorted().join(', ')])
}
