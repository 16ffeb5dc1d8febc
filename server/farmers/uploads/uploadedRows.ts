import type { FarmerRow } from '#contract/farmers/farmers.ts'
import { columnKeys, type UploadKind } from '#contract/kit/uploadKind.ts'
import type { Actor } from '#contract/house/permissions.ts'
import { sql } from '#server/kit/db.ts'
import type { ListSource } from '#server/kit/records/listPage.ts'
import { stagedCells } from '#server/kit/uploads/stagedCells.ts'
import { personal, searchesOpenly } from '#server/kit/scope.ts'

type Stored = {
  id: string
  row_number: number
  cells: string[]
  state: FarmerRow['state']
  farmer_id: string | null
  message: string | null
  organisation_id: string
  organisation_code: string
  organisation_name: string
  institution_name: string | null
  institution_code: string | null
  bank_code: string | null
}

const state = sql`case when f.id is not null then 'done' when r.state = 'ready' and u.status = 'PENDING_ACCOUNT_VALIDATION' then 'waiting' else r.state end`

/** The rows of one upload, whether they became farmers yet or not. */
export function uploadedRowsSource({
  kind,
  uploadId,
  actor,
  search,
}: {
  kind: UploadKind
  uploadId: string
  actor: Actor
  search: string
}): ListSource<Stored> {
  const { cell: understood, written: cell } = stagedCells(columnKeys(kind))
  const name =
    kind.name === 'farmers' ? sql<string>`${cell('firstName')} || ' ' || ${cell('lastName')}` : cell('companyName')
  const from = sql`upload_rows r join uploads u on u.id = r.upload_id join organisations o on o.id = r.organisation_id left join farmers f on f.id = r.id left join institutions i on i.code = ${understood('institution')}`
  return {
    base: sql`upload_rows r join uploads u on u.id = r.upload_id left join farmers f on f.id = r.id`,
    from,
    select: sql<Stored>`r.id, r.row_number, r.cells, ${state} as state, f.id as farmer_id, o.id as organisation_id, o.code as organisation_code, o.name as organisation_name,
      i.name as institution_name, i.code as institution_code, i.bank_code,
      (select string_agg(p.message, '; ' order by p.column_number) from upload_problems p where p.upload_id = r.upload_id and p.row_number = r.row_number) as message`,
    where: [
      sql`r.upload_id = ${uploadId}`,
      ...searchesOpenly(actor, search, sql`${name} || ' ' || ${cell('memberNumber')}`),
    ],
    columns: { row: sql`r.row_number`, fullName: name, memberNumber: cell('memberNumber'), state },
    search: sql<string>`upper(array_to_string(r.cells, ' '))`,
    id: sql<string>`r.id`,
  }
}

export const shapeUploadedRow =
  (kind: UploadKind, actor: Actor) =>
  (stored: Stored): FarmerRow => {
    const keys = columnKeys(kind) as string[]
    const cell = (key: string) => stored.cells[keys.indexOf(key)] ?? ''
    const isCompany = kind.name === 'farmer_companies'
    const account = personal(actor, cell('accountNumber'))
    const identity = personal(actor, cell(isCompany ? 'companyRegistrationNumber' : 'farmerId'))
    return {
      id: stored.farmer_id,
      row: stored.row_number,
      state: stored.state,
      message: stored.message ?? '',
      organizationId: stored.organisation_id,
      organisationCode: stored.organisation_code,
      organisationName: stored.organisation_name,
      growerCode: stored.organisation_code,
      firstName: cell('firstName'),
      middleName: cell('middleName'),
      lastName: cell('lastName'),
      fullName: isCompany
        ? cell('companyName')
        : [cell('firstName'), cell('middleName'), cell('lastName')].filter(Boolean).join(' '),
      farmerId: identity,
      memberNumber: cell('memberNumber'),
      mobileNumber: personal(actor, cell('mobileNumber')),
      gender: cell('gender'),
      acreage: Number(cell('acreage')) || 0,
      farmerTypeName: isCompany ? 'FCS_FARMER_COMPANY' : 'FCS_FARMER',
      companyName: cell('companyName'),
      companyRegNumber: isCompany ? identity : '',
      county: cell('county'),
      ward: cell('ward'),
      institutionCode: stored.institution_code ?? '',
      institutionName: stored.institution_name ?? cell('institution'),
      bankCode: stored.bank_code ?? '',
      bankName: stored.institution_name ?? cell('institution'),
      accountName: cell('accountName'),
      accountNumber: account,
      bankAccount: account,
    }
  }
