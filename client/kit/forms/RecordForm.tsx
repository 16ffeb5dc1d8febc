import { Alert, Button } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import { useMutation } from '@tanstack/react-query'
import { useBlocker } from '@tanstack/react-router'
import { useId, useRef, useState, type MouseEvent, type ReactNode } from 'react'
import { useFormState, useWatch } from 'react-hook-form'
import { errors } from '#contract/house/errors.ts'
import { Dialog } from '../Dialog.tsx'
import { newKey, type CallRefused } from '../call.ts'
import { FormControl, type Control } from './FormControl.tsx'
import { showMessage } from '../messages.ts'
import { refreshLists } from '../queries.ts'
import type { FormValues, RecordFormState } from './useRecordForm.ts'
import { useReturnFocus } from './useReturnFocus.ts'
import { translate as translateNow, useContractWords, useWords } from '../words.ts'
import './forms.css'

export type FormGroup<Name extends string> = { title?: string; hint?: string; names: readonly Name[] }

type RecordFormProps<Name extends string, Answer> = {
  state: RecordFormState<Name>
  groups: readonly FormGroup<Name>[]
  controls?: Partial<Record<Name, Control>>
  /** Sends the values; the key stays the same while the same values are sent again. */
  send: (values: FormValues<Name>, key: string) => Promise<Answer>
  onDone: (answer: Answer) => void
  /** Names under which the server speaks of a field, where they differ. */
  wireNames?: Readonly<Record<string, Name>>
  /** Answers true when the feature shows a refusal itself. */
  refused?: (fault: CallRefused) => boolean
  submitLabel?: string
  /** Said above the buttons when a field is wrong. */
  invalid?: string
  /** Beside the button that sends; in a dialog it closes. */
  onCancel?: () => void
  /** Above the groups. */
  lead?: ReactNode
  /** Between the last group and the buttons. */
  children?: ReactNode
}

/**
 * A form from declared values. Make its state with `useRecordForm({ fields, initial, check, draft })`, where `fields` are the
 * contract's declarations ({ title, ...text(60) } and so on), then name them in `groups`; `controls` says only what a rule
 * cannot: entries of a list, why a field is disabled, a unit, a note, or a `render` of its own such as a LookupField. Values are
 * texts ('Y' for a ticked box) and reach `send` normalised by their rules, with an idempotency key that stays the same while the
 * same values are sent again. Problems show when a field is left and when the form is sent; `details.fields` of a refusal lands
 * beside its field, any other refusal above the buttons. Ctrl+Enter sends. With `draft` the typed text survives a reload; without
 * it leaving asks first. `useFormValue(state, name)` reads a value that something depends on. In a dialog use RecordDialog.
 */
function RecordForm<Name extends string, Answer extends { message?: string }>(props: RecordFormProps<Name, Answer>) {
  const { state, groups, lead, children, submitLabel, onCancel } = props
  const controls: Partial<Record<Name, Control>> = props.controls ?? {}
  const first = groups[0]?.names[0]
  const words = useWords().forms
  const translate = useContractWords()
  const id = useId()
  const { isDirty, errors: wrong } = useFormState({ control: state.form.control })
  const { submit, problem: sendProblem, isPending } = useSending(props)
  // Once every field is right again, the sentence that one is not goes.
  const problem = sendProblem === invalid && Object.keys(wrong).length === 0 ? undefined : sendProblem
  const place = useSendKeys(submit)
  useLeaveGuard(isDirty && !state.keepsDraft, state.isSettled)
  return (
    <form
      className="record-form"
      ref={place}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      {state.restored && <Restored {...state} />}
      {lead}
      {groups.map(({ title, hint, names }, at) => (
        <fieldset key={title ?? at} aria-describedby={hint ? `${id}-${at}` : undefined}>
          {title && <legend>{title}</legend>}
          {hint && (
            <p className="sub" id={`${id}-${at}`}>
              {hint}
            </p>
          )}
          <div className="form-grid">
            {names.map((name) => (
              <FormControl key={name} state={state} name={name} control={controls[name]} first={name === first} />
            ))}
          </div>
        </fieldset>
      ))}
      {children}
      <div className="form-foot">
        {problem && (
          <Alert color="cherry" className="form-problem" role="alert">
            {translate(problem)}
          </Alert>
        )}
        <span className="faint form-keys">{words.keys}</span>
        {onCancel && (
          <Button variant="default" onMouseDown={staysInField} onClick={onCancel} disabled={isPending}>
            {words.cancel}
          </Button>
        )}
        <Button
          type="submit"
          loading={isPending}
          onMouseDown={staysInField}
          onClick={({ currentTarget }) => currentTarget.focus()}
        >
          {submitLabel ?? words.save}
        </Button>
      </div>
    </form>
  )
}

// A field is left at the click, not at the press: what is then said below it would move the button away from under the finger.
const staysInField = (event: MouseEvent) => event.preventDefault()

const invalid = errors['input.invalid'].message

/** What was typed before is back, but for what is never written down on a device. */
function Restored({
  form,
  unwritten,
  startAfresh,
}: Pick<RecordFormState<string>, 'form' | 'unwritten' | 'startAfresh'>) {
  const words = useWords().forms
  const missing = useWatch({ control: form.control, name: unwritten }).filter((value) => !value)
  return (
    <p className="form-restored" role="status">
      {words.restored} {missing.length > 0 && words.notWrittenDown}{' '}
      <Button variant="subtle" size="compact-sm" onClick={startAfresh}>
        {words.startAfresh}
      </Button>
    </p>
  )
}

/** Sends what was typed, and puts every problem where it belongs. */
function useSending<Name extends string, Answer extends { message?: string }>(props: RecordFormProps<Name, Answer>) {
  const { state, send, onDone, wireNames = {}, refused, invalid = errors['input.invalid'].message } = props
  const { form, names } = state
  const [problem, setProblem] = useState<string>()
  const sent = useRef({ text: '', key: '' })
  /** Puts the server's word beside the fields. Answers how many it found. */
  const placeProblems = (fields: unknown): number => {
    const fieldErrors = Object.entries((fields ?? {}) as Record<string, string>).flatMap(([wire, message]) => {
      const known: string = (wireNames as Record<string, string>)[wire] ?? wire
      const name = names.find((one) => one === known)
      return name ? [{ name, message }] : []
    })
    for (const { name, message } of fieldErrors) form.setError(name, { type: 'server', message })
    const [first] = fieldErrors
    if (first) form.setFocus(first.name)
    return fieldErrors.length
  }
  const sending = useMutation<Answer, CallRefused, { values: FormValues<Name>; key: string }>({
    mutationFn: ({ values, key }) => send(values, key),
    onSuccess: async (answer) => {
      state.settle()
      if (answer.message) showMessage({ tone: 'good', text: translateNow(answer.message) })
      onDone(answer)
      await refreshLists()
    },
    onError: (fault) => {
      const placed = placeProblems(fault.details['fields'])
      if (placed === 0 && refused?.(fault) === true) return
      setProblem(fault.message)
    },
  })
  const submit = () => {
    // A second press while the first is on its way is the same act.
    if (sending.isPending) return
    setProblem(undefined)
    void form.handleSubmit(
      (values) => {
        const text = JSON.stringify(values)
        if (sent.current.text !== text) sent.current = { text, key: newKey() }
        // The resolver lets only the declared names through.
        sending.mutate({ values: values as FormValues<Name>, key: sent.current.key })
      },
      () => setProblem(invalid),
    )()
  }
  return { submit, problem, isPending: sending.isPending }
}

/** Ctrl+Enter anywhere in the form, and in this form only, when a dialog stands above another. */
function useSendKeys(submit: () => void) {
  const place = useRef<HTMLFormElement>(null)
  useWindowEvent('keydown', (event) => {
    const isMeant = event.key === 'Enter' && (event.ctrlKey || event.metaKey)
    if (isMeant && place.current?.contains(document.activeElement)) submit()
  })
  return place
}

/** Asks before something typed is lost: by another screen, a reload or a closed tab. */
function useLeaveGuard(unsaved: boolean, isSettled: () => boolean) {
  const words = useWords().forms
  useBlocker({
    shouldBlockFn: () => unsaved && !isSettled() && !window.confirm(words.leaveQuestion),
    enableBeforeUnload: () => unsaved && !isSettled(),
  })
}

type RecordDialogProps<Name extends string, Answer> = Omit<RecordFormProps<Name, Answer>, 'onCancel'> & {
  title: string
  onClose: () => void
  size?: number
}

/** A RecordForm in a dialog that does not close by a slip of the hand: with something typed it asks, unless a draft keeps it. */
export function RecordDialog<Name extends string, Answer extends { message?: string }>(
  props: RecordDialogProps<Name, Answer>,
) {
  const { title, onClose, size = 720, state, ...rest } = props
  const words = useWords().forms
  const [isLeaving, setLeaving] = useState(false)
  useReturnFocus()
  const { isDirty } = useFormState({ control: state.form.control })
  const close = () => (isDirty && !state.keepsDraft ? setLeaving(true) : onClose())
  return (
    <>
      <Dialog onClose={close} closeOnClickOutside={false} size={size} title={title}>
        <RecordForm {...rest} state={state} onCancel={close} />
      </Dialog>
      {isLeaving && (
        <Dialog onClose={() => setLeaving(false)} size={420} title={words.leaveTitle}>
          <p>{words.leaveHint}</p>
          <div className="form-foot plain">
            <Button variant="default" data-autofocus onClick={() => setLeaving(false)}>
              {words.stay}
            </Button>
            <Button color="cherry" onClick={onClose}>
              {words.leave}
            </Button>
          </div>
        </Dialog>
      )}
    </>
  )
}
