import { counted } from '#contract/kit/counted.ts'
import { catalogueFile } from '#contract/catalogue/catalogueFile.ts'
import { dispatchSheet } from '#contract/dispatch/dispatchSheet.ts'
import { readsDispatch } from '#contract/dispatch/readsDispatch.ts'
import { columnKeys } from '#contract/kit/uploadKind.ts'
import { templateOf, type NamedFile } from '#server/facts/reference.ts'
import { mustFindSale, nextSale, salesInForce, type SaleDays } from '#server/facts/saleDays.ts'
import { nairobiTime, now } from '#server/kit/clock.ts'
import { rows, sql, type Tx } from '#server/kit/db.ts'
import { auditExport } from '#server/kit/records/exportRows.ts'
import { fileReply, Refused, workbookType } from '#server/kit/refused.ts'
import { writeTemplate } from '#server/kit/sheets/writeTemplate.ts'
import { sheetOf } from '#server/kit/uploads/sheetOf.ts'
import { dispatchFileKind } from './dispatchKinds.ts'

type Named = { season?: string | undefined; saleNo?: number | undefined; date?: string | undefined }

/** The sale that a call names, by its number or by its day; the next one where a season is all that is said. */
async function saleNamed(tx: Tx, { season, saleNo, date }: Named): Promise<SaleDays | undefined> {
  if (season !== undefined && saleNo !== undefined) return mustFindSale(tx, { season, number: saleNo })
  if (date !== undefined) {
    const sale = (await salesInForce(tx)).find((one) => one.saleDate === date)
    if (!sale) throw new Refused('sale.unknown')
    return sale
  }
  return season === undefined && saleNo === undefined ? undefined : nextSale(tx, now())
}

/** The template of dispatch, begun for a sale where one is named: its season, its number and the own mill stand in the first row. */
export const dispatchTemplate: NamedFile = {
  filename: dispatchSheet.template.key,
  answer: async (call) => {
    const { tx, actor, query } = call
    const sale = await saleNamed(tx, query)
    if (!sale) return templateOf(call, dispatchSheet)
    const begun: Partial<Record<string, string>> = {
      season: sale.season,
      saleNumber: String(sale.number),
      miller: actor.organisationCode,
    }
    const until = nairobiTime(sale.dispatchCutoff)
    return templateOf(call, dispatchSheet, {
      rows: [columnKeys(dispatchSheet).map((key) => begun[key] ?? '')],
      instructions: [
        `Sale ${sale.number} of ${sale.season} is held on ${sale.saleDate} and takes dispatch until ${until}.`,
      ],
    })
  },
}

/** Of a record, by the columns of a catalogue; what its broker adds stays empty. */
type Received = Record<
  | 'outturn'
  | 'grade'
  | 'marks'
  | 'bags'
  | 'pockets'
  | 'weight'
  | 'splitNumber'
  | 'season'
  | 'saleNumber'
  | 'miller'
  | 'broker'
  | 'warehouse',
  string
>

/** What was received of an approved dispatch file and stands in no catalogue yet, as a catalogue to complete; audited as an export. */
export const catalogueOfDispatch: NamedFile = {
  filename: 'catalogue',
  answer: async ({ tx, actor, house, query }) => {
    if (!readsDispatch.some((permission) => actor.permissions.has(permission))) throw new Refused('permission.missing')
    const [file] = await rows(
      tx,
      sql<{
        fileName: string
        isApproved: boolean
      }>`select t.file_name as "fileName", t.status = 'APPROVED' as "isApproved" from uploads t
        where t.id = ${query.id ?? null} and ${dispatchFileKind.where}`,
    )
    if (!file) throw new Refused('record.not_found')
    if (!file.isApproved)
      throw new Refused('step.wrong_state', { message: 'A catalogue is made of an approved dispatch file only.' })
    const received = await rows(
      tx,
      sql<Received>`
        select t.outturn, t.grade, t.marks, t.bags::text as bags, t.pockets::text as pockets, trim_scale(t.net_kg)::text as weight,
          case when t.split_number = 0 then '' else t.split_number::text end as "splitNumber", t.season, t.sale_number::text as "saleNumber", m.code as miller, b.code as broker, w.code as warehouse
        from dispatch_records t join organisations m on m.id = t.miller_id join organisations b on b.id = t.broker_id join organisations w on w.id = t.warehouse_id
        where t.upload_id = ${query.id ?? null} and t.status = 'APPROVED' order by t.outturn, t.grade, t.split_number`,
    )
    await auditExport({
      house,
      actor,
      title: `Catalogue file of ${file.fileName}`,
      details: [counted(received.length, 'record')],
    })
    const keys = columnKeys(catalogueFile)
    const values: readonly Partial<Record<string, string>>[] = received
    return fileReply({
      name: `Catalogue_${file.fileName.replace(/\.\w+$/, '')}.xlsx`,
      type: workbookType,
      body: await writeTemplate({
        ...sheetOf(catalogueFile),
        rows: values.map((row) => keys.map((key) => row[key] ?? '')),
      }),
    })
  },
}
