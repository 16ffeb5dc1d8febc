import type { ExceptionKind, ExceptionState } from '#contract/reconciliation/statementExceptions.ts'
import type { Tone } from '#contract/kit/workflow.ts'

export const exceptionTone: Readonly<Record<ExceptionKind, Tone>> = {
  MATCHED: 'good',
  CREDITED: 'good',
  NEW: 'info',
  MISSING_HERE: 'waiting',
  MISSING_IN_BANK: 'waiting',
  AMOUNT_DIFFERS: 'bad',
  PAID_TWICE: 'bad',
}
export const stateTone: Readonly<Record<ExceptionState, Tone>> = {
  OPEN: 'waiting',
  PROPOSED: 'info',
  RESOLVED: 'good',
  MATCHED: 'good',
}
