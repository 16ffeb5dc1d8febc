import { Button, TextInput } from '@mantine/core'
import { IconBuilding } from '@tabler/icons-react'
import { useState, type FormEvent } from 'react'
import { providerSignIn } from '#contract/session/providerSignIn.ts'
import { useAct } from '#client/kit/queries.ts'
import { useWords } from '#client/kit/words.ts'
import { DoorProblem } from './DoorProblem.tsx'

/** The way to the sign-in page of an organisation: its code, which an address may carry. */
export function ProviderForm({ organisation }: { organisation: string | undefined }) {
  const words = useWords().session
  const [isOpen, setOpen] = useState(organisation !== undefined)
  const [code, setCode] = useState(organisation ?? '')
  const [missing, setMissing] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const begin = useAct(providerSignIn.begin, {
    quiet: true,
    onDone: ({ data }) => window.location.assign(data.address),
    onRefused: ({ message }) => {
      setProblem(message)
      return true
    },
  })
  if (!isOpen)
    return (
      <Button
        variant="default"
        size="md"
        fullWidth
        className="door-other"
        leftSection={<IconBuilding size={18} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {words.throughOrganisation}
      </Button>
    )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setProblem(null)
    setMissing(!code.trim())
    if (code.trim()) begin.mutate({ body: { organisation: code } })
  }
  return (
    <section className="door-other" aria-labelledby="door-organisation">
      <h2 id="door-organisation">{words.throughOrganisation}</h2>
      <form className="door-fields" onSubmit={submit} noValidate>
        <DoorProblem problem={problem} />
        <TextInput
          name="organisation"
          label={words.organisation}
          description={words.organisationHint}
          value={code}
          error={missing ? words.organisationMissing : undefined}
          onChange={(event) => setCode(event.currentTarget.value)}
          autoCapitalize="characters"
          autoComplete="organization"
          spellCheck={false}
          maxLength={40}
          size="md"
          ref={organisation === undefined ? (input) => input?.focus() : null}
        />
        <Button type="submit" variant="default" size="md" fullWidth loading={begin.isPending || begin.isSuccess}>
          {words.goOn}
        </Button>
      </form>
    </section>
  )
}
