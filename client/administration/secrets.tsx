import type { InvitationLink } from '#contract/administration/adminChanges.ts'
import { formats } from '#client/kit/format.ts'
import { showOnce } from '#client/kit/forms/once.ts'
import { CopyValue } from '#client/kit/forms/OnceDialog.tsx'
import { currentLanguage, currentWords } from '#client/kit/words.ts'

/** The half of an invitation for who proposed it. */
export function showCode(code: string, name: string): void {
  const words = currentWords().administration
  showOnce({
    title: words.codeTitle,
    understood: words.understood,
    content: (
      <>
        <p className="sub">{words.codeHint(name)}</p>
        <CopyValue label={words.invitation.code} value={code} copy={words.copy} copied={words.copied} />
      </>
    ),
  })
}

/** The half of an invitation for who approved. */
export function showLink({ path, fullName, expiresAt }: InvitationLink): void {
  const words = currentWords().administration
  showOnce({
    title: words.linkTitle,
    understood: words.understood,
    content: (
      <>
        <p className="sub">{words.linkHint(fullName, formats(currentLanguage()).dateTime(expiresAt))}</p>
        <CopyValue
          label={words.linkTitle}
          value={`${window.location.origin}${path}`}
          copy={words.copy}
          copied={words.copied}
        />
      </>
    ),
  })
}
