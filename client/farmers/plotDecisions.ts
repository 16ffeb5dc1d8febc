import { plotFlow, plot, type Plot } from '#contract/plots.ts'
import { call } from '#client/kit/call.ts'
import { commented, type Decisions, type Given } from '#client/kit/decisions.ts'

export type DecidedPlot = Pick<Plot, 'id' | 'version'> & Partial<Pick<Plot, 'notes'>> & { title: string }
type Step = keyof typeof plotFlow.steps

const take =
  (step: Step) =>
  ({ id, version }: DecidedPlot, { comment, key }: Given) =>
    call(plot.calls.decideMany, {
      body: { step, records: [{ id, version }], ...commented(comment) },
      idempotencyKey: key,
    })

/** How plots are decided. */
export const plotDecisions: Decisions<DecidedPlot> = {
  flow: plotFlow,
  title: ({ title }) => title,
  asksWhy: ({ notes = [] }, step) => step === 'verify' && notes.length > 0,
  take: { verify: take('verify'), reject: take('reject'), reopen: take('reopen'), withdraw: take('withdraw') },
  takeMany: async (step, records, { comment, key }) => {
    const told = commented(comment)
    // Only steps declared for bulk come here.
    return (await call(plot.calls.decideMany, { body: { step: step as Step, records, ...told }, idempotencyKey: key }))
      .data
  },
}

/** A plot as a person calls it. */
export const titleOf = ({ fullName, name }: Pick<Plot, 'fullName' | 'name'>): string => `${fullName}, ${name}`
export const decided = (plot: Plot): Plot & DecidedPlot => ({ ...plot, title: titleOf(plot) })
