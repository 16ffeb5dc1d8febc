import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ClientBase } from 'pg'
import { errors, type ErrorCode } from '#contract/house/errors.ts'
import { lists, uploadKinds, workflows } from '#contract/index.ts'
import { columnKeys, type UploadKind } from '#contract/kit/uploadKind.ts'
import type { ListColumn, ListScreen } from '#contract/kit/listScreen.ts'
import type { Step, Workflow } from '#contract/kit/workflow.ts'
import { organisationTypes } from '#contract/house/organisationTypes.ts'
import { permissions, roles, type Permission } from '#contract/house/permissions.ts'
import { fieldLines } from '#contract/kit/schemas.ts'
import {
  addressOf,
  declaredCalls,
  openApi,
  operationIn,
  promisesOf,
  refusalsOf,
  whoMay,
} from '#server/kit/web/openApi.ts'
import type { FieldLine, Operation } from '#contract/kit/schemas.ts'
import { capital, code, table } from './markdown.ts'
import { withMigratedDatabase } from './migratedDatabase.ts'
import { dataClassesPage } from './dataClassesPage.ts'
import { keepingPage } from './keepingPage.ts'
import { securityPage } from './securityPage.ts'
import { postingsPage } from './postingsPage.ts'
import { tablesPage } from './tablesPage.ts'

const note = '<!-- Written by npm run docs from the contract. Change the contract, not this page. -->'

/** The reference pages as file name and text: the same contract always gives the same bytes. */
export function referencePages(): Record<string, string> {
  const pages = {
    'calls.md': callsPage(),
    'errors.md': errorsPage(),
    'permissions.md': permissionsPage(),
    'workflows.md': workflowsPage(),
    'uploads.md': uploadsPage(),
    'lists.md': listsPage(),
    'postings.md': postingsPage(),
    'data.md': dataClassesPage(),
    'keeping.md': keepingPage(),
    'security.md': securityPage(),
  }
  return Object.fromEntries(Object.entries(pages).map(([name, text]) => [name, `${note}\n\n${text.trim()}\n`]))
}

/** The page that is made of a migrated database instead: file name and text. */
export async function tablesReference(client: ClientBase): Promise<Record<string, string>> {
  const from = note.replace('the contract.', 'the migrations.').replace('the contract,', 'the migrations,')
  return { 'tables.md': `${from}\n\n${(await tablesPage(client)).trim()}\n` }
}

export const referenceFolder = join(import.meta.dirname, '../docs/reference')

function callsPage(): string {
  const document = openApi()
  const areas = Map.groupBy(declaredCalls, ({ area }) => area)
  const sections = [...areas].map(([area, calls]) => {
    const described = calls.map(({ declared }) => {
      const refusals = refusalsOf(declared).filter((one) => declared.errors?.includes(one))
      return [
        `### ${declared.method} ${addressOf(declared)}`,
        `${declared.summary}. ${whoMay(declared)}`,
        promisesOf(declared),
        inputs(operationIn(document, declared)),
        refusals.length > 0
          ? `Refusals of its own: ${refusals.map((one) => `${code(one)} (${errors[one].status})`).join(', ')}.`
          : '',
      ]
        .filter(Boolean)
        .join('\n\n')
    })
    return `## ${capital(area)}\n\n${described.join('\n\n')}`
  })
  return `# Calls

Every call can also answer the refusals that belong to all calls of its shape: no session, permission missing, input
invalid, too many requests, server busy. The whole of it, answers included, for machines: \`GET /api/openapi.json\`; for
people: \`/api/docs\`. A state-changing call takes an \`Idempotency-Key\` header.

${sections.join('\n\n')}`
}

function inputs(operation: Operation): string {
  const parameters: FieldLine[] = operation.parameters.flatMap(({ name, in: where, required, schema, description }) =>
    where === 'header'
      ? []
      : fieldLines({ type: 'object', properties: { [name]: schema } }).map((line) => ({
          ...line,
          name: `${name} (${where})`,
          required,
          note: description ?? line.note,
        })),
  )
  const body = Object.values(operation.requestBody?.content ?? {}).flatMap(({ schema }) => fieldLines(schema))
  const rows = [...parameters, ...body.map((line) => ({ ...line, name: `${line.name} (body)` }))]
  if (rows.length === 0) return ''
  return table(
    ['Input', 'Written as', 'Required', ''],
    rows.map(({ name, type, required, note: meaning }) => [code(name), type, required ? 'yes' : '', meaning]),
  )
}

function errorsPage(): string {
  const usedBy = (errorCode: ErrorCode) =>
    declaredCalls
      .filter(({ declared }) => declared.errors?.includes(errorCode))
      .map(({ area, name }) => `${area}.${name}`)
  const rows = Object.entries(errors)
    .toSorted(([a, { status }], [b, other]) => status - other.status || (a < b ? -1 : 1))
    .map(([name, { status, message }]) => [
      String(status),
      code(name),
      message,
      usedBy(name as ErrorCode).join(', '), // border: the keys of the catalogue are its codes
    ])
  return `# Errors

A refusal is \`{"error": true, "code", "message", "details"?}\` with the status below; nothing was changed.

${table(['Status', 'Code', 'Message', 'Declared by'], rows)}`
}

function permissionsPage(): string {
  const names = Object.keys(permissions) as Permission[] // border: the keys of the list are the permissions
  const described = names.map((name) => [code(name), permissions[name]])
  const sections = Object.entries(roles).map(([role, { label, types, permissions: held }]) => {
    const where = types.map((type) => organisationTypes[type].label.toLowerCase()).join(', ')
    return [
      code(role),
      label,
      where,
      ...names.map((name) => ((held as readonly Permission[]).includes(name) ? 'yes' : '')),
    ]
  })
  const matrix = names.map((name, index) => [code(name), ...sections.map((row) => row[index + 3] ?? '')])
  return `# Permissions and roles

${table(['Permission', 'Allows to'], described)}

## Roles

${table(
  ['Role', 'Name', 'Of organisations'],
  sections.map((row) => row.slice(0, 3)),
)}

## Who holds what

${table(['Permission', ...Object.keys(roles)], matrix)}`
}

function workflowsPage(): string {
  const sections = workflows.map((flow: Workflow) => {
    const states = Object.entries(flow.states)
    const moves = Object.values(flow.steps).flatMap((step) =>
      step.from.flatMap((from) => step.to.map((to) => `  ${from} --> ${to}: ${step.label}`)),
    )
    const system = (flow.system ?? []).map(({ from, to, why }) => `  ${from} --> ${to}: ${why}`)
    const diagram = ['stateDiagram-v2', ...flow.initial.map((state) => `  [*] --> ${state}`), ...system, ...moves]
    return `## ${capital(flow.record)}

\`\`\`mermaid
${diagram.join('\n')}
\`\`\`

${table(
  ['State', 'On the wire', 'Shown as', ''],
  states.map(([name, { id, name: wire, label, makerOnly }]) => [
    code(name),
    `${id} ${wire}`,
    label,
    makerOnly ? 'only its maker sees it' : '',
  ]),
)}

${table(
  ['Step', 'From', 'To', 'Who'],
  Object.values<Step>(flow.steps).map((step) => [step.label, step.from.join(', '), step.to.join(', '), whoTakes(step)]),
)}`
  })
  return `# Workflows\n\n${sections.join('\n\n')}`
}

const people = {
  other: 'nobody who made or changed the record',
  maker: 'only who made the record',
  anyone: 'anybody',
}

function whoTakes(step: Step): string {
  const types = step.organisationTypes?.map((type) => organisationTypes[type].label.toLowerCase()).join(' or ')
  return [
    code(step.allow),
    types ? `of a ${types}` : '',
    step.roles ? `as ${step.roles.join(' or ')}` : '',
    people[step.who],
    step.comment ? `comment ${step.comment}` : '',
    step.bulk ? 'many at once' : '',
  ]
    .filter(Boolean)
    .join('; ')
}

function uploadsPage(): string {
  const sections = uploadKinds.map((kind: UploadKind) => {
    const columns = columnKeys(kind).flatMap((key) => {
      const column = kind.columns[key]
      if (!column) return []
      const { title, required, rule, example, also = [] } = column
      return [[title, required ? 'yes' : '', rule, example, also.join(', ')]]
    })
    const repairs = kind.repairs.map(({ column, codes, label }) => [
      kind.columns[column]?.title ?? column,
      codes.map(code).join(', '),
      label,
    ])
    return `## ${kind.title}

Template: \`${kind.template.fileName}\`, \`GET /api/files/downloads?filename=${kind.template.key}\`. Only once in a file: ${kind.unique.map((key) => kind.columns[key]?.title).join(', ')}.

${table(['Column', 'Required', 'Rule', 'Example', 'Also called'], columns)}

Mended by one click:

${table(['Column', 'Problem', 'Repair'], repairs)}`
  })
  return `# Uploads\n\n${sections.join('\n\n')}`
}

const hiddenAtFirst = (hidden: ListColumn['hidden']): string => {
  if (hidden === 'own') return 'not shown to readers of one organisation; for others a second line under the title'
  if (hidden === 'under') return 'a second line under the title'
  return hidden ? 'hidden at first' : ''
}

function listsPage(): string {
  const sections = (lists as readonly ListScreen[]).map((list) => {
    const columns = list.columns.map((column) => [
      column.title,
      code(column.key),
      column.as,
      column.sort ? 'yes' : '',
      [hiddenAtFirst(column.hidden), column.personal ? 'personal: masked without CAN_VIEW_PERSONAL_DATA' : '']
        .filter(Boolean)
        .join('; '),
    ])
    const filters = (list.filters ?? []).map(
      ({ key, options }) => `${code(key)}: ${options.map(({ value }) => value).join(', ')}`,
    )
    return `## ${list.title}

Named ${code(list.name)}; ${list.pageSize} rows on a page; sorted by ${code(list.sort.key)}, ${list.sort.direction}ending; the search looks in: ${list.searchIn}.${filters.length > 0 ? ` Filters: ${filters.join('; ')}.` : ''}

${table(['Column', 'Key', 'Shown as', 'Sortable', ''], columns)}`
  })
  return `# Lists\n\n${sections.join('\n\n')}`
}

if (import.meta.main) {
  mkdirSync(referenceFolder, { recursive: true })
  const pages = { ...referencePages(), ...(await withMigratedDatabase(tablesReference)) }
  for (const [name, text] of Object.entries(pages)) writeFileSync(join(referenceFolder, name), text)
}
