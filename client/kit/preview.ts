import { errors } from '#contract/house/errors.ts'
import type { Endpoint } from '#contract/kit/endpoint.ts'
import { organisationTypes, type OrganisationType } from '#contract/house/organisationTypes.ts'
import type { SessionUser } from '#contract/house/session.ts'
import { storeOf } from './store.ts'
import { currentWords } from './words.ts'

/** The role whose screens are looked at; it lasts until it is ended or the page is loaded anew. */
type PreviewedRole = { name: string; label: string; permissions: readonly string[]; types: readonly string[] }

const previewed = storeOf<PreviewedRole | undefined>(undefined)
let forgetAnswers: () => void = () => {}

function setPreviewed(next: PreviewedRole | undefined) {
  // What was read with other eyes must not be seen.
  forgetAnswers()
  previewed.set(next)
}

/** Shows the product as a role would see it: its menu and actions, no records, and nothing can be changed. */
export const startPreview = ({ name, label, permissions, types }: PreviewedRole) =>
  setPreviewed({ name, label, permissions, types })
export const endPreview = () => setPreviewed(undefined)

/** The cache of answers says how it is emptied. */
export const whenPreviewChanges = (forget: () => void) => {
  forgetAnswers = forget
}

export const usePreview = previewed.use

/** The same outside components. */
export const currentPreview = previewed.get

/** The user with the eyes of the previewed role. */
export function asPreviewed(user: SessionUser, role: PreviewedRole | undefined): SessionUser {
  if (!role) return user
  const type = organisationTypes[(role.types[0] ?? 'OPERATOR') as OrganisationType] // the server only knows declared types
  return {
    ...user,
    roleId: { name: role.name, label: role.label, permissions: [...role.permissions] },
    organisation: { ...user.organisation, organisationType: { id: type.id, name: type.wireName } },
  }
}

/** What a call is answered in a preview without asking the server: an empty page, no counts; undefined to ask all the same. */
export function answerInPreview(
  to: Endpoint,
  query: object = {},
): { answer: unknown } | { refused: string } | undefined {
  if (!previewed.get() || to.path.startsWith('/auth/')) return undefined
  if (to.method !== 'GET' || to.reads) return { refused: currentWords().administration.preview.refused }
  if (to.path === '/inbox/counts') return { answer: { total: 0, kinds: {}, works: {} } }
  if (to.path === '/search') return { answer: { groups: [] } }
  // Every list takes the same query; other reads of records are not to be made with borrowed eyes.
  if ('paginate' in query)
    return { answer: { data: [], page: { size: 1, number: 0, totalElements: 0, totalPages: 0 }, waiting: 0 } }
  return to.allow === 'signed-in' ? undefined : { refused: errors['record.not_found'].message }
}
