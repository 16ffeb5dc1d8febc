import type { Consent } from '#contract/house/disclaimers.ts'
import { uploads } from '#contract/uploads/uploads.ts'
import type { CallRefused } from '../call.ts'
import { useFormat } from '../format.ts'
import { callQuery, queryClient, useCall } from '../queries.ts'
import type { UploadQuestions, UploadQuestionsProps } from './UploadDialog.tsx'
import { WordingCheck } from './WordingCheck.tsx'
import { useWords } from '../words.ts'

const wordingQuery = callQuery(uploads.consent, {})

/** Agreeing that a record is shared, and so who lends on it. Nobody has agreed until the box is ticked. */
export function ShareConsent({ values, onChange }: Omit<UploadQuestionsProps, 'problems'>) {
  const words = useWords().uploads.consent
  const { data: wording } = useCall(uploads.consent, {})
  const shared = values['shareData'] === 'true'
  return (
    <fieldset className="share-consent">
      <legend>{words.title}</legend>
      <WordingCheck
        wording={wording}
        checked={shared}
        onChange={(ticked) =>
          onChange({ shareData: String(ticked), consentVersion: ticked ? String(wording?.version ?? '') : '' })
        }
      />
      <p className="faint" aria-live="polite">
        {shared ? words.kpcu : words.bank}
      </p>
    </fieldset>
  )
}

/** Without a tick nothing is shared. */
export const notShared = { shareData: 'false', consentVersion: '' }

/** Another wording is in force by now: it is shown, to be read and ticked. */
export async function wordingChanged(refused: CallRefused): Promise<Record<string, string> | undefined> {
  if (refused.code !== 'upload.consent_changed') return undefined
  await queryClient.invalidateQueries(wordingQuery)
  return notShared
}

/** The question with a file that may be shared. */
export const shareQuestions: UploadQuestions = { Box: ShareConsent, initial: notShared, refused: wordingChanged }

/** Who agreed, when, and to which wording. */
export function ConsentLine({ consent }: { consent: Consent | null }) {
  const words = useWords().uploads.consent
  const { dateTime } = useFormat()
  return consent && <p className="faint">{words.agreed(consent.by, dateTime(consent.at), consent.version)}</p>
}
