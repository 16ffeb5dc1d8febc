import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useRef, useState } from 'react'
import { useForm, useWatch, type UseFormReturn } from 'react-hook-form'
import { z } from 'zod'
import { schemaOf, type CheckContext, type Field } from '#contract/kit/field.ts'
import { forgetDraft, keepDraft, readDraft } from './drafts.ts'

/** A declared value with the title a person reads; `missing` is said in place of "… is required". */
export type FormField = Field & { title: string; missing?: string; personal?: boolean }
export type FormFields<Name extends string> = Readonly<Record<Name, FormField>>
export type FormValues<Name extends string> = Record<Name, string>

type Options<Name extends string> = {
  fields: FormFields<Name>
  initial?: Partial<FormValues<Name>>
  /** What is wrong with several values together, by field; sees values that are right one by one. */
  check?: (values: FormValues<Name>) => Partial<FormValues<Name>>
  /** What was typed survives a reload under this name, but for what is personal, and is forgotten when it is sent or the user signs out. */
  draft?: string
}

/** The state of a form. `fields` are the declared rules, `form` is React Hook Form's. */
export type RecordFormState<Name extends string> = {
  fields: FormFields<Name>
  form: UseFormReturn<Record<string, string>>
  names: readonly Name[]
  /** A draft of before is in the form. */
  restored: boolean
  /** The personal values of that draft, which were not written down. */
  unwritten: readonly string[]
  keepsDraft: boolean
  startAfresh: () => void
  /** To be called when the values have been sent: nothing is left to lose. */
  settle: () => void
  /** Whether the values of this moment have been sent; known at once, before the form is drawn again. */
  isSettled: () => boolean
}

const context = (): CheckContext => ({ year: new Date().getFullYear(), lists: {} })

function resolverOf<Name extends string>({ fields, check }: Options<Name>) {
  const shape: Record<string, z.ZodType<string, string>> = {}
  for (const [name, field] of Object.entries<FormField>(fields)) {
    const rule = schemaOf(field, field.title, context())
    shape[name] = field.missing ? z.string().trim().min(1, field.missing).pipe(rule) : rule
  }
  const values = z.object(shape).superRefine((read, issues) => {
    // The object has exactly the declared names.
    for (const [name, message] of Object.entries<string | undefined>(check?.(read as FormValues<Name>) ?? {}))
      if (message) issues.addIssue({ code: 'custom', path: [name], message })
  })
  return zodResolver(values)
}

/** Makes the state of a form from declared values: the rules are theirs, checked when a field is left and when the form is sent. */
export function useRecordForm<Name extends string>(options: Options<Name>): RecordFormState<Name> {
  const { fields, initial = {}, draft } = options
  const names = Object.keys(fields) as Name[]
  const [empty] = useState<Record<string, string>>(() => ({
    ...Object.fromEntries(names.map((name) => [name, ''])),
    ...initial,
  }))
  const [personal] = useState(() => new Set<string>(names.filter((name) => fields[name].personal)))
  // The draft stands in the browser's store, not in React: read once, then kept with every key.
  const [kept] = useState(() => (draft ? readDraft(draft) : undefined))
  const [restored, setRestored] = useState(kept !== undefined)
  const form = useForm<Record<string, string>>({
    defaultValues: empty,
    mode: 'onTouched',
    resolver: resolverOf(options),
  })
  // React Hook Form and the browser's store are both outside React.
  useEffect(() => {
    if (!draft) return
    if (kept) form.reset({ ...empty, ...kept }, { keepDefaultValues: true })
    return form.subscribe({
      formState: { values: true },
      callback: ({ values }) => {
        const typed = Object.entries(values).filter(([name, value]) => value !== empty[name])
        if (typed.length > 0) keepDraft(draft, Object.fromEntries(typed), (name) => personal.has(name))
        else forgetDraft(draft)
      },
    })
  }, [draft, kept, empty, form, personal])
  const settled = useRef('')
  const forget = () => {
    if (draft) forgetDraft(draft)
    setRestored(false)
  }
  return {
    fields,
    form,
    names,
    restored,
    unwritten: restored ? [...personal].filter((name) => kept?.[name] === '') : [],
    keepsDraft: draft !== undefined,
    startAfresh: () => {
      form.reset(empty)
      forget()
    },
    settle: () => {
      settled.current = JSON.stringify(form.getValues())
      form.reset(form.getValues())
      forget()
    },
    isSettled: () => settled.current === JSON.stringify(form.getValues()),
  }
}

/** The value of one field as it is typed, for what depends on it. */
export const useFormValue = <Name extends string>({ form }: RecordFormState<Name>, name: NoInfer<Name>): string =>
  useWatch({ control: form.control, name }) ?? ''
