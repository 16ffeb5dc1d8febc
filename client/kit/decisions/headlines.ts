import type { Headline, HeadlineName } from '#contract/house/headlines.ts'
import { useFormat, type Formats } from '../format.ts'
import { useContractWords, useWords, type Words } from '../words.ts'

/** The values of a headline as a person reads them; `nameSaid` is a declared name, `takes` where kilograms are taken away. */
type HeadlineTexts = Record<
  'name' | 'nameSaid' | 'what' | 'at' | 'member' | 'shown' | 'weight' | 'hectares' | 'money' | 'dollars' | 'day',
  string
> & {
  count: number
  amount: number
  takes: boolean
}

/** The words of every headline, in one language. */
export type Headlines = {
  leftOut: (sentence: string, left: string) => string
  /** What many decisions do together. */
  stake: {
    title: string
    nouns: Partial<Record<HeadlineName, (count: number, shown: string) => string>>
    records: (count: number, shown: string) => string
    entries: (count: number, shown: string) => string
    members: (count: number, shown: string) => string
    largest: (value: string) => string
    unusual: (names: string, more: number) => string
  }
  sentences: Record<HeadlineName, (texts: HeadlineTexts) => string>
}

type Texts = { words: Pick<Words, 'headlines'>; translate: (text: string) => string; format: Formats }

/** What a decision does, in one sentence. */
export function sentenceFrom(headline: Headline, { words: { headlines }, translate, format }: Texts): string {
  const { says, count = 0, leftOut = 0, kilograms = 0, hectares = 0, amount = 0, dollars = 0 } = headline
  const sentence = headlines.sentences[says]({
    name: headline.name ?? '',
    nameSaid: translate(headline.name ?? ''),
    member: headline.member ?? '',
    at: headline.at ?? '',
    what: translate(headline.what ?? ''),
    count,
    amount,
    shown: format.number(count),
    weight: format.weight(Math.abs(kilograms)),
    takes: kilograms < 0,
    hectares: format.number(hectares),
    money: format.money(headline.rate ?? amount),
    dollars: format.money(dollars, 'USD'),
    day: headline.day ? format.date(headline.day) : '',
  })
  return leftOut > 0 ? headlines.leftOut(sentence, format.number(leftOut)) : sentence
}

/** Says headlines in the language of the reader. */
export function useHeadlines(): (headline: Headline) => string {
  const texts = { words: useWords(), translate: useContractWords(), format: useFormat() }
  return (headline) => sentenceFrom(headline, texts)
}
