import type { FarmerPage } from '#contract/farmers/farmerPage.ts'
import { textOccasions } from '#contract/house/textOccasions.ts'
import { texts, textStates, type FarmerText } from '#contract/house/texts.ts'
import { useFormat } from '#client/kit/format.ts'
import { ListSkeleton, NotLoaded } from '#client/kit/lists/ListFaces.tsx'
import { useCall } from '#client/kit/queries.ts'
import { Status } from '#client/kit/Status.tsx'
import { useContractWords, useWords } from '#client/kit/words.ts'

/** The texts that the farmer was sent by SMS, the latest first. */
export function FarmerTextsTab({ page: { farmer } }: { page: FarmerPage }) {
  const words = useWords().farmerPage.texts
  const { data, error, refetch } = useCall(texts.ofFarmer, { params: { id: farmer.id } })
  if (error && !data) return <NotLoaded refused={error} onReload={() => void refetch()} />
  if (!data) return <ListSkeleton />
  if (data.texts.length === 0) return <p className="faint">{data.on ? words.none : words.off}</p>
  return (
    <>
      {!data.on && <p className="faint">{words.off}</p>}
      {data.texts.map((text) => (
        <Text key={text.id} text={text} />
      ))}
    </>
  )
}

function Text({ text: { at, occasion, text, language, mobileNumber, state, problem } }: { text: FarmerText }) {
  const translate = useContractWords()
  const { dateTime } = useFormat()
  const { label, tone } = textStates[state]
  return (
    <section className="card pad part">
      <p className="part-head">
        <b>{translate(textOccasions[occasion].title)}</b>
        <Status tone={tone} label={label} warns={state === 'in_doubt'} />
        <span className="faint">
          {dateTime(at)} · <span className="code">{mobileNumber}</span>
        </span>
      </p>
      <p lang={language}>{text}</p>
      {problem && <p className="faint">{translate(problem)}</p>}
    </section>
  )
}
