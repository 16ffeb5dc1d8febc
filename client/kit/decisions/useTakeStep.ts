import { useMutation } from '@tanstack/react-query'
import type { Workflow } from '#contract/kit/workflow.ts'
import type { CallRefused } from '../call.ts'
import type { Decisions, Given } from './decisions.ts'
import { formats } from '../format.ts'
import { showMessage } from '../messages.ts'
import { refreshLists, showRefusal } from '../queries.ts'
import { currentLanguage, currentWords, say } from '../words.ts'

const conflicts = new Set(['record.changed', 'step.wrong_state'])
const askedAgain = new Set(['step.comment_required', 'step_up.required'])

type Took<Row> = { row: Row; step: string; given: Given }

/** Takes a step of a workflow and says what came of it. Lists are read anew either way: a conflict means they are old. */
export function useTakeStep<Row>(decisions: Decisions<Row>, onSettled: (done: boolean, took: Took<Row>) => void) {
  return useMutation<{ message: string }, CallRefused, Took<Row>>({
    mutationFn: async ({ row, step, given }) => {
      const take = decisions.take[step]
      if (!take) throw new Error(`No call takes the step ${step}`)
      return take(row, given)
    },
    onSuccess: async ({ message }, took) => {
      showMessage({ tone: 'good', text: say(message) })
      onSettled(true, took)
      await refreshLists()
    },
    onError: async (refused, took) => {
      if (conflicts.has(refused.code)) showConflict(refused, decisions.title(took.row), decisions.flow)
      else if (decisions.refused?.(refused, took.row) !== true) showRefusal(refused)
      // A missing comment or code is asked for again; everything else closes the dialog.
      if (!askedAgain.has(refused.code)) onSettled(false, took)
      await refreshLists()
    },
  })
}

/** Someone else was quicker: who, when, and what the record is now. */
function showConflict({ details, message }: CallRefused, title: string, flow: Workflow) {
  const words = currentWords().lists
  const text = (key: string) => (typeof details[key] === 'string' ? details[key] : undefined)
  const [who, when] = [text('by'), text('at')]
  const state = flow.states[text('status') ?? '']?.label ?? message
  const told =
    who && when ? words.movedBy(title, who, formats(currentLanguage()).dateTime(when), say(state)) : words.moved(title)
  showMessage({ tone: 'bad', text: told })
}
