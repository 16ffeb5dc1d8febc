import { toAmount } from '#contract/kit/money.ts'
import { lineEffects, type LineEffect, type StatementFile } from '#contract/reconciliation/statementImports.ts'
import type { Tx } from '#server/kit/db.ts'
import { findLegs, type KnownLeg } from '#server/payouts/settleByStatement.ts'
import { orderNameOf } from './matching.ts'
import { findKnownLines } from './saveStatement.ts'
import type { ReadLine, ReadStatement } from './statementParts.ts'

type LineWithEffect = { line: ReadLine; effect: LineEffect; leg: KnownLeg | undefined }

const mostLines = 100
const effects = Object.keys(lineEffects) as LineEffect[] // border: the keys of the list

/** What each line of an imported file would do if it counted now. Matching decides once it does; this only shows it before. */
export async function findEffects(tx: Tx, statement: ReadStatement): Promise<LineWithEffect[]> {
  const knownLines = await findKnownLines(tx, statement)
  const names = statement.lines.map(({ reference }) => orderNameOf(reference)).filter(Boolean)
  const legOf = new Map((await findLegs(tx, names)).map((leg) => [leg.reference, leg]))
  const named = new Set<string>()
  return statement.lines.map((line) => {
    const leg = legOf.get(orderNameOf(line.reference))
    if (knownLines.has(line.key)) return { line, leg, effect: 'KNOWN' }
    const isSecond = leg !== undefined && named.has(leg.reference)
    if (leg) named.add(leg.reference)
    return { line, leg, effect: isSecond ? 'DIFFERS' : effectOf(line, leg, statement.accountNumber) }
  })
}

function effectOf({ amountCents }: ReadLine, leg: KnownLeg | undefined, accountNumber: string): LineEffect {
  if (!leg || ![leg.from, leg.to].includes(accountNumber)) return 'OTHER'
  const expected = leg.from === accountNumber ? -leg.amountCents : (leg.receivedCents ?? leg.amountCents)
  if (amountCents !== expected || leg.status === 'REFUSED' || leg.status === 'QUEUED') return 'DIFFERS'
  if (leg.status === 'PAID') return 'AGREES'
  return leg.isDenied ? 'DENIED' : 'SETTLES'
}

/** The same on the wire. */
export function shapeEffects(
  { fileName, statement }: { fileName: string; statement: ReadStatement },
  linesWithEffects: readonly LineWithEffect[],
): StatementFile {
  const { accountNumber, fromOn, toOn, openingCents, closingCents } = statement
  const inOrder = linesWithEffects.toSorted((a, b) => effects.indexOf(a.effect) - effects.indexOf(b.effect))
  return {
    fileName,
    accountNumber,
    fromOn,
    toOn,
    opening: toAmount(openingCents),
    closing: toAmount(closingCents),
    effects: effects.flatMap((effect) => {
      const same = linesWithEffects.filter((one) => one.effect === effect)
      return same.length === 0
        ? []
        : [{ effect, title: lineEffects[effect], count: same.length, amount: toAmount(sumOf(same)) }]
    }),
    lines: inOrder.slice(0, mostLines).map(({ line, effect, leg }) => ({
      place: line.place,
      bookedOn: line.bookedOn,
      narration: line.narration,
      reference: line.reference,
      amount: toAmount(line.amountCents),
      effect,
      before: leg?.status ?? null,
      after: leg ? (effect === 'SETTLES' ? 'PAID' : leg.status) : null,
    })),
  }
}

export const sumOf = (linesWithEffects: readonly LineWithEffect[]): bigint =>
  linesWithEffects.reduce((sum, { line }) => sum + line.amountCents, 0n)
