import { adminServices } from '#contract/administration/adminServices.ts'
import { useCall } from '#client/kit/queries.ts'
import { useContractWords } from '#client/kit/words.ts'

/** A declared text in the language of the user; several stand between commas. */
export function ContractText({ text, strong = false }: { text: string; strong?: boolean }) {
  const translate = useContractWords()
  const translated = text.split(', ').map(translate).join(', ')
  return strong ? <span className="strong">{translated}</span> : translated
}

/** What a call of a scope does, with its name; the name alone until the sentences have come. */
export function useCallSentence(enabled = true): (call: string) => string {
  const translate = useContractWords()
  const offered = useCall(adminServices.offered, {}, { enabled, staleTime: Number.POSITIVE_INFINITY }).data
  return (name) => {
    const title = offered?.find((one) => one.call === name)?.title
    return title ? `${translate(title)} (${name})` : name
  }
}
