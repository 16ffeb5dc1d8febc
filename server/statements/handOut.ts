import { Readable } from 'node:stream'
import type { chains } from '#contract/statements/chains.ts'
import { writeAudit, type AuditEntry } from '#server/kit/audit/audit.ts'
import type { House } from '#server/kit/house.ts'
import { fingerprintOver } from '#server/kit/paper/checkedPaper.ts'
import { addressOfCode, codeOfPaper, type PaperKind } from '#server/kit/paper/paperCodes.ts'
import type { PrintLanguage } from '#server/kit/paper/printed.ts'
import { scopeOf } from '#server/kit/scope.ts'
import { streamReply, type Call } from '#server/kit/web/serve.ts'

/** A pack of evidence: what it says, the start of its file's name, and what is said of it in whose trail. */
type Pack<Said> = {
  said: Said
  name: string
  trail: Pick<AuditEntry, 'organisationId' | 'kind' | 'recordId' | 'title'>
}
export type PackCall = Pick<Call<typeof chains.file>, 'tx' | 'actor' | 'params' | 'house'>

type HandOut<Said> = {
  packOf: (call: PackCall) => Promise<Pack<Said>>
  writePaper: (said: Said, language: PrintLanguage, by: string) => Readable
}

/** Hands packs out, on paper and as a file for programs. Whoever takes one leaves a line in the trail. */
export function handOut<Said>({ packOf, writePaper }: HandOut<Said>) {
  const before =
    ({ actor }: PackCall, { trail }: Pack<Said>) =>
    ({ db }: House): Promise<void> =>
      db.transaction(scopeOf(actor), (tx) => writeAudit(tx, { by: actor, ...trail, action: 'evidence' }))
  return {
    paper: async (call: PackCall & { query: { language: PrintLanguage } }) => {
      const pack = await packOf(call)
      return streamReply({
        before: before(call, pack),
        type: 'application/pdf',
        name: `${pack.name}.pdf`,
        produce: () => writePaper(pack.said, call.query.language, call.actor.fullName),
      })
    },
    file: async (call: PackCall) => {
      const pack = await packOf(call)
      return streamReply({
        before: before(call, pack),
        type: 'application/json',
        name: `${pack.name}.json`,
        produce: () => Readable.from([JSON.stringify(pack.said, null, 2)]),
      })
    },
  }
}

/** The code of a pack by the id that it is about, and where anybody checks it. */
export function codeOfPack(house: House, kind: PaperKind, prefix: string, id: string) {
  const code = codeOfPaper(house, kind, `${prefix}${id.replaceAll('-', '').toUpperCase()}`)
  return { code, address: addressOfCode(house, 'check', code) }
}

/** Over every figure of these parts, however the figures of a part are ordered. */
export const fingerprintOfParts = (parts: readonly object[]): string =>
  fingerprintOver(parts.map((part) => JSON.stringify(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))))
