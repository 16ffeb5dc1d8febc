import { useContractWords } from '#client/kit/words.ts'

/** A declared text in the language of the user; several stand between commas. */
export function ContractText({ text, strong = false }: { text: string; strong?: boolean }) {
  const translate = useContractWords()
  const translated = text.split(', ').map(translate).join(', ')
  return strong ? <span className="strong">{translated}</span> : translated
}
