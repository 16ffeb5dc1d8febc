import { Button, Group } from '@mantine/core'
import { useRef, useState, type ComponentType } from 'react'
import type { Endpoint } from '#contract/kit/endpoint.ts'
import type { UploadKind } from '#contract/kit/uploadKind.ts'
import type { UploadProgress } from '#contract/uploads/uploads.ts'
import { Dialog } from '../Dialog.tsx'
import { newKey, sendFile, type CallRefused } from '../call.ts'
import { stateFor } from '../decisions/decisions.ts'
import { showMessage } from '../messages.ts'
import { refreshLists } from '../queries.ts'
import { UploadDrop } from './UploadDrop.tsx'
import { UploadProgressBar, UploadRefused, wrongFields } from './UploadOutcome.tsx'
import { UploadRules } from './UploadRules.tsx'
import { useUploadProgress } from './useUploadProgress.ts'
import { useContractWords, useWords } from '../words.ts'
import '../decisions/decisions.css'
import './review.css'

/** What the sender declares about a file, ticked anew for each, before anything is sent. */
export type UploadAgreement = {
  Box: ComponentType<{ checked: boolean; onChange: (checked: boolean) => void; error?: string | undefined }>
  /** Said while the box is empty. */
  missing: string
  /** Sends what was declared. Throws CallRefused. */
  accept: () => Promise<unknown>
}

export type UploadQuestionsProps = {
  values: Record<string, string>
  onChange: (changed: Record<string, string>) => void
  /** What was refused of each field, in the language of the reader. */
  problems: Readonly<Record<string, string>>
}
/** What is asked besides the file and sent along as fields, with what is chosen at first. */
export type UploadQuestions = {
  Box: ComponentType<UploadQuestionsProps>
  initial: Record<string, string>
  /** Its fields show the `problems` themselves. */
  showsProblems?: true
  /** The fields that must be answered again after a refusal, if any. */
  refused?: (refused: CallRefused) => Promise<Record<string, string> | undefined>
}

/** A kind of file people send, the call that takes it, and the parameters of the call's path. */
type UploadTarget = {
  kind: UploadKind
  endpoint: Endpoint
  params: Record<string, string>
  /** The file corrects rows of an upload that exists; the answer says at once what became of them. */
  corrects?: boolean
  agreement?: UploadAgreement | undefined
  questions?: UploadQuestions | undefined
  /** Fields that go with the file and are not asked for here. */
  fields?: Record<string, string> | undefined
}

type UploadDialogProps = {
  target: UploadTarget
  /** Leads to the screen where the rows of an upload are corrected. */
  onReview: (id: string) => void
  /** Leads to an upload that exists already. */
  onShow: (id: string) => void
  onClose: () => void
}

type Phase =
  | { name: 'choose' }
  | { name: 'sending'; share: number }
  | { name: 'working'; id: string }
  | { name: 'refused'; refused: CallRefused }

/** Sends one file: choose, bytes, rows, outcome. It stays until it is closed; closing it while the server works loses nothing. */
export function UploadDialog({ target, onReview, onShow, onClose }: UploadDialogProps) {
  const { kind, endpoint, params, agreement, questions } = target
  const words = useWords().uploads
  const translate = useContractWords()
  const [file, setFile] = useState<File>()
  const [problem, setProblem] = useState<string>()
  const [agreed, setAgreed] = useState<'no' | 'missing' | 'yes'>('no')
  const [fields, setFields] = useState(questions?.initial ?? {})
  const [phase, setPhase] = useState<Phase>({ name: 'choose' })
  // The same key for the same file, so that a repetition after a lost connection is not a second upload.
  const [key, setKey] = useState(newKey)
  const stop = useRef<AbortController>(null)
  const end = (ended: UploadProgress) => {
    void refreshLists()
    if (ended.stage === 'refused' && ended.problem) return setProblem(translate(ended.problem))
    onClose()
    if (stateFor(ended.status)?.makerOnly) onReview(ended.id)
    else showMessage({ tone: 'good', text: words.allRight(ended.fileName) })
  }
  const progress = useUploadProgress(phase.name === 'working' ? phase.id : undefined, end)
  const answer = (changed: Record<string, string>) => {
    setFields((before) => ({ ...before, ...changed }))
    setKey(newKey())
  }
  const send = async () => {
    if (!file) setProblem(words.missing)
    if (agreement && agreed !== 'yes') setAgreed('missing')
    if (!file || (agreement && agreed !== 'yes')) return
    stop.current = new AbortController()
    setPhase({ name: 'sending', share: 0 })
    try {
      await agreement?.accept()
      const onProgress = (share: number) => setPhase({ name: 'sending', share })
      const { signal } = stop.current
      const answered = await sendFile({
        to: endpoint,
        params,
        file,
        fields: { ...target.fields, ...fields },
        onProgress,
        signal,
        idempotencyKey: key,
      })
      // Every upload call answers the upload; the target is typed as any endpoint.
      const { message, data } = answered as unknown as { message: string; data: { id: string } }
      void refreshLists()
      if (!target.corrects) return setPhase({ name: 'working', id: data.id })
      showMessage({ tone: 'good', text: translate(message) })
      onClose()
    } catch (fault) {
      const refused = fault as CallRefused
      if (refused.name === 'AbortError') return setPhase({ name: 'choose' })
      if (refused.code !== 'network') setAgreed('no')
      const anew = await questions?.refused?.(refused)
      if (anew) answer(anew)
      setPhase({ name: 'refused', refused })
    }
  }
  const choose = (chosen: File | undefined, wrong?: string) => {
    setFile(chosen)
    setProblem(wrong)
    setKey(newKey())
    setPhase({ name: 'choose' })
  }
  const close = () => {
    stop.current?.abort()
    onClose()
  }
  const busy = phase.name === 'sending' || phase.name === 'working'
  const sendAgain = phase.name === 'refused'
  const wrong = phase.name === 'refused' ? wrongFields(phase.refused) : {}
  const problems = Object.fromEntries(Object.entries(wrong).map(([name, message]) => [name, translate(message)]))
  return (
    <Dialog onClose={close} closeOnClickOutside={false} size={620} title={words.title(translate(kind.title))}>
      <div className="step-form">
        {!busy && <UploadDrop file={file} problem={problem} onChoose={choose} />}
        {phase.name === 'sending' && <UploadProgressBar file={file} share={phase.share} progress={undefined} />}
        {phase.name === 'working' && <UploadProgressBar file={file} share={1} progress={progress} />}
        {phase.name === 'refused' && (
          <UploadRefused
            refused={phase.refused}
            problems={problems}
            areBeside={questions?.showsProblems ?? false}
            onShow={onShow}
          />
        )}
        {!busy && questions && <questions.Box values={fields} onChange={answer} problems={problems} />}
        {!busy && <UploadRules kind={kind} />}
        {!busy && agreement && (
          <agreement.Box
            checked={agreed === 'yes'}
            onChange={(checked) => setAgreed(checked ? 'yes' : 'no')}
            error={agreed === 'missing' ? translate(agreement.missing) : undefined}
          />
        )}
        <Group justify="flex-end" gap={8}>
          <Button variant="default" onClick={close}>
            {phase.name === 'working' ? words.close : words.cancel}
          </Button>
          {!busy && (
            <Button onClick={() => void send()} disabled={sendAgain && phase.refused.code === 'upload.same_file'}>
              {sendAgain ? words.again : words.upload}
            </Button>
          )}
        </Group>
      </div>
    </Dialog>
  )
}
