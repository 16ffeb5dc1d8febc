import { uploadKinds } from '#contract/index.ts'
import { reference } from '#contract/house/reference.ts'
import { rows, sql, type Tx } from '#server/kit/db.ts'
import { fileReply, Refused, workbookType, type FileReply } from '#server/kit/refused.ts'
import { scopeOf } from '#server/kit/scope.ts'
import { serve, type Call } from '#server/kit/web/serve.ts'
import { writeTemplate } from '#server/kit/sheets/writeTemplate.ts'
import { sheetOf } from '#server/kit/uploads/sheetOf.ts'
import type { UploadKind } from '#contract/kit/uploadKind.ts'
import type { Actor } from '#contract/house/permissions.ts'
import { demoInstructions } from './demoNumbers.ts'
import { listedNames } from './listedNames.ts'
import { referenceData, type Institution, type Place } from './referenceData.ts'

const idAndName = ({ id, name }: Place) => ({ id, name })

type TemplateCall = Call<typeof reference.template>

/** A file that an area answers to a name: a template with values in it, or one that is no template. */
export type NamedFile = { filename: string; answer: (call: TemplateCall) => Promise<FileReply> }

/** The lists that forms need, and the templates to fill in. */
export const referenceRoutes = (named: readonly NamedFile[]) =>
  serve(reference, {
    counties: async ({ tx }) => (await referenceData(tx)).counties.map(idAndName),
    subCounties: async ({ tx }) => (await referenceData(tx)).subCounties,
    subCountiesOf: async ({ tx, params }) =>
      (await referenceData(tx)).subCounties.filter((one) => one.countyId === params['countyId']).map(idAndName),
    wardsOf: async ({ tx, params }) =>
      (await referenceData(tx)).wards.filter((one) => one.subCountyId === params['subCountyId']).map(idAndName),
    varieties: async ({ tx }) => (await referenceData(tx)).varieties,
    banks,
    allBanks: banks,
    institutions,
    paymentInstitutions: institutions,
    allInstitutions: institutions,
    societies,
    template: (call) => {
      const own = named.find(({ filename }) => filename === call.query.filename)
      if (own) return own.answer(call)
      const kind = uploadKinds.find(({ template: { key } }) => key === call.query.filename)
      if (!kind) throw new Refused('record.not_found', { message: 'There is no template of this name.' })
      return templateOf(call, kind)
    },
  })

async function banks({ tx }: { tx: Tx }) {
  const isBank = ({ active, bankCode, swiftCode, type }: Institution): boolean =>
    active && (type === 'BANK' || type === 'MFB') && (bankCode !== '' || swiftCode !== '')
  return (await referenceData(tx)).institutions.filter(isBank).map((bank) => ({
    id: bank.code,
    bankName: bank.name,
    bankSwiftCode: bank.swiftCode,
    bankCode: bank.bankCode,
    pic: bank.pic,
  }))
}

async function institutions({ tx }: { tx: Tx }) {
  return (await referenceData(tx)).institutions
    .filter(({ active }) => active)
    .map(({ code, name, type, pic }) => ({
      institutionCode: code,
      institutionName: name,
      institutionType: type,
      pic,
    }))
}

/** Every society for those who see everybody; a society's user finds the own one, a trader none. */
async function societies({ tx, actor }: { tx: Tx; actor: Actor }) {
  const { wide, organisationId } = scopeOf(actor)
  return rows(
    tx,
    sql<{ id: string; organisationCode: string; organisationName: string }>`
      select id, code as "organisationCode", name as "organisationName" from organisations
      where type = 'FARMER_SOCIETY' and active and ${wide ? sql`true` : sql`id = ${organisationId}`} order by name`,
  )
}

/** The template of a kind of file, for who may fill it in; with rows and instructions besides where they are given. */
export async function templateOf(
  { tx, actor, house }: Pick<TemplateCall, 'tx' | 'actor' | 'house'>,
  kind: UploadKind,
  { rows: filled = [], instructions = [] }: { rows?: string[][]; instructions?: readonly string[] } = {},
): Promise<FileReply> {
  if (!actor.permissions.has(kind.upload)) throw new Refused('permission.missing')
  const sheet = sheetOf(kind, await listedNames(tx))
  // A bank from outside knows nothing of the demo's numbers.
  const isSimulated = house.config.isDemo && house.config.bankUrl === undefined
  const asksBank = 'accountNumber' in kind.columns
  const more = isSimulated && asksBank ? [...instructions, ...demoInstructions] : instructions
  return fileReply({
    name: kind.template.fileName,
    type: workbookType,
    body: await writeTemplate({ ...sheet, instructions: [...sheet.instructions, ...more], rows: filled }),
  })
}
