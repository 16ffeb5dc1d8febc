import { useNavigate, useSearch } from '@tanstack/react-router'
import { audit } from '#contract/house/audit.ts'
import { organisationTypes } from '#contract/house/organisationTypes.ts'
import { LookupField } from '#client/kit/forms/LookupField.tsx'
import { PeriodFields } from '#client/kit/forms/PeriodFields.tsx'
import { callQuery } from '#client/kit/queries.ts'
import { actorOf } from '#client/kit/decisions/actor.ts'
import { useUser } from '#client/kit/user.ts'
import { useWords } from '#client/kit/words.ts'
import type { AuditQuery } from './auditSearch.ts'
import './audit.css'

const noRule = { error: undefined, description: undefined, required: false, disabled: false }

/** Days, person and organisation: what the trail is searched by besides kind, action and text. */
export function AuditQueryFields() {
  const words = useWords().audit
  const seesAll = organisationTypes[actorOf(useUser()).organisationType].sees === 'all'
  const query: AuditQuery = useSearch({ strict: false })
  const navigate = useNavigate()
  const change = (changes: AuditQuery) =>
    void navigate({
      to: '/audit',
      search: (now) => ({ ...now, ...changes, page: undefined }),
      replace: true,
      resetScroll: false,
    })
  return (
    <div className="audit-asks" role="group" aria-label={words.narrow}>
      <PeriodFields words={words} period={query} onChange={change} />
      <LookupField
        {...noRule}
        label={words.person}
        least={2}
        value={query.person ?? ''}
        onChange={(person) => change({ person: person || undefined })}
        onBlur={() => {}}
        query={(q) => callQuery(audit.people, { query: { q } })}
        entriesOf={(people) =>
          people.map(({ id, fullName, organisationName }) => ({ value: id, label: fullName, hint: organisationName }))
        }
      />
      {seesAll && (
        <LookupField
          {...noRule}
          label={words.organisation}
          least={2}
          value={query.organisation ?? ''}
          onChange={(organisation) => change({ organisation: organisation || undefined })}
          onBlur={() => {}}
          query={(q) => callQuery(audit.organisations, { query: { q } })}
          entriesOf={(organisations) =>
            organisations.map(({ id, name, code }) => ({ value: id, label: name, hint: code }))
          }
        />
      )}
    </div>
  )
}
