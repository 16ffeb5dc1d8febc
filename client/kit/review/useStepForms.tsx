import { useState, type ReactNode } from 'react'
import type { ViewOptions } from '../decisions/recordView.tsx'

/** Steps that ask for more than a comment, each with what is shown in place of the dialog. */
export type StepForms<Row> = NonNullable<ViewOptions<Row>['forms']>

/** How a list opens the forms of its steps, and the one that is open. */
export function useStepForms<Row>(forms: StepForms<Row>): {
  forms: Record<string, (row: Row) => void>
  open: ReactNode
} {
  const [opened, setOpened] = useState<{ step: string; row: Row }>()
  const Form = opened && forms[opened.step]
  return {
    forms: Object.fromEntries(Object.keys(forms).map((step) => [step, (row: Row) => setOpened({ step, row })])),
    open: opened && Form && <Form row={opened.row} onClose={() => setOpened(undefined)} />,
  }
}
