import './account.css'
import { useUser } from '#client/kit/user.ts'
import { labelOfType } from '#client/kit/decisions/labels.ts'
import { useContractWords, useWords } from '#client/kit/words.ts'
import { Appearance } from './Appearance.tsx'
import { MailChoice } from './MailChoice.tsx'
import { Passkeys } from './Passkeys.tsx'
import { PasswordChange } from './PasswordChange.tsx'
import { SecondFactor } from './SecondFactor.tsx'
import { Sessions } from './Sessions.tsx'

/** The signed-in user's own settings. */
export function AccountScreen() {
  const words = useWords().account
  const translate = useContractWords()
  const { fullName, username, organisation, roleId } = useUser()
  const type = translate(labelOfType(organisation.organisationType.id))
  return (
    <div className="page account">
      <div className="page-head">
        <h1>{words.title}</h1>
      </div>
      <section className="card pad" aria-labelledby="account-you">
        <h2 id="account-you">{words.you}</h2>
        <dl className="account-facts">
          <dt>{words.name}</dt>
          <dd>{fullName}</dd>
          <dt>{words.username}</dt>
          <dd>{username}</dd>
          <dt>{words.organisation}</dt>
          <dd>
            {organisation.organisationName} <span className="faint">{type}</span>{' '}
            <span className="code">{organisation.organisationCode}</span>
          </dd>
          <dt>{words.role}</dt>
          <dd>{translate(roleId.label)}</dd>
        </dl>
      </section>
      <Appearance />
      <MailChoice />
      <PasswordChange />
      <SecondFactor />
      <Passkeys />
      <Sessions />
    </div>
  )
}
