import { useMutation } from '@tanstack/react-query'
import type { Workflow } from '#contract/kit/workflow.ts'
import { CallRefused, newKey } from '../call.ts'
import { stampOf, type Decisions, type DecisionInput, type NamedStep } from './decisions.ts'
import { formats } from '../format.ts'
import { holdDecision, sendHeld } from '../review/heldDecision.ts'
import { showMessage } from '../messages.ts'
import { refreshLists, showRefusal } from '../queries.ts'
import { currentLanguage, currentWords, translate } from '../words.ts'

const conflicts = new Set(['record.changed', 'step.wrong_state'])
const retriable = new Set(['step.comment_required', 'step_up.required'])

type Attempt<Row> = { row: Row; step: string; input: DecisionInput }

/** Takes a step of a workflow and says what came of it. Lists are read anew either way: a conflict means they are old. */
export function useTakeStep<Row>(decisions: Decisions<Row>, onSettled: (done: boolean, attempt: Attempt<Row>) => void) {
  return useMutation<{ message: string }, CallRefused, Attempt<Row>>({
    mutationFn: async ({ row, step, input }) => {
      await sendHeld()
      const take = decisions.take[step]
      if (!take) throw new Error(`No call takes the step ${step}`)
      return take(row, input)
    },
    onSuccess: async ({ message }, attempt) => {
      showMessage({ tone: 'good', text: translate(message) })
      onSettled(true, attempt)
      await refreshLists()
    },
    onError: async (refused, attempt) => {
      if (conflicts.has(refused.code)) showConflict(refused, decisions.title(attempt.row), decisions.flow)
      else if (decisions.refused?.(refused, attempt.row) !== true) showRefusal(refused)
      // A missing comment or code is asked for again; everything else closes the dialog.
      if (!retriable.has(refused.code)) onSettled(false, attempt)
      await refreshLists()
    },
  })
}

type OnePress<Row> = { decisions: Decisions<Row>; row: Row; step: NamedStep; onUndo: () => void }

/** Takes a step with one press: it is held back while it can be undone, then sent, and what came of it is said. */
export function takeWithUndo<Row extends object>({ decisions, row, step, onUndo }: OnePress<Row>): void {
  const words = currentWords().lists
  const title = decisions.title(row)
  const label = translate(step.label)
  const input: DecisionInput = { comment: undefined, more: undefined, key: newKey() }
  const send = async () => {
    try {
      const answer = await decisions.take[step.name]?.(row, input)
      if (answer) showMessage({ tone: 'good', text: `${title}: ${translate(answer.message)}` })
    } catch (fault) {
      if (!(fault instanceof CallRefused)) throw fault
      if (conflicts.has(fault.code)) showConflict(fault, title, decisions.flow)
      // The same key again: should the first one have arrived after all, nothing is done twice.
      else
        showMessage({
          tone: 'bad',
          text: words.notTaken(label, title, translate(fault.message)),
          ...(fault.code === 'network' ? { action: { label: words.again, run: () => void send() } } : {}),
        })
    }
    await refreshLists()
  }
  holdDecision({
    id: stampOf(row).id,
    text: words.held(label, title),
    send,
    onUndo: () => {
      showMessage({ tone: 'good', text: words.undone(title) })
      onUndo()
    },
  })
}

/** Someone else was quicker: who, when, and what the record is now. */
function showConflict({ details, message }: CallRefused, title: string, flow: Workflow) {
  const words = currentWords().lists
  const text = (key: string) => (typeof details[key] === 'string' ? details[key] : undefined)
  const [who, when] = [text('by'), text('at')]
  const state = flow.states[text('status') ?? '']?.label ?? message
  const notice =
    who && when
      ? words.movedBy(title, who, formats(currentLanguage()).dateTime(when), translate(state))
      : words.moved(title)
  showMessage({ tone: 'bad', text: notice })
}
