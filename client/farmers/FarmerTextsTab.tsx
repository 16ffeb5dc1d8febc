import type { FarmerPage } from '#contract/farmerPage.ts'
import { textOccasions } from '#contract/textOccasions.ts'
import { texts, textStates, type FarmerText } from '#contract/texts.ts'
import { useFormat } from '#client/kit/format.ts'
import { ListFailed, ListSkeleton } from '#client/kit/ListFaces.tsx'
import { useCall } from '#client/kit/queries.ts'
import { Status } from '#client/kit/Status.tsx'
import { useContractWords, useWords } from '#client/kit/words.ts'

/** What the farmer was told by SMS, the latest first. */
export function FarmerTextsTab({ page: { farmer } }: { page: FarmerPage }) {
  const words = useWords().farmerPage.texts
  const { data, error, refetch } = useCall(texts.ofFarmer, { params: { id: farmer.id } })
  if (error && !data) return <ListFailed refused={error} onReload={() => void refetch()} />
  if (!data) return <ListSkeleton />
  if (data.texts.length === 0) return <p className="faint">{data.on ? words.none : words.off}</p>
  return (
    <>
      {!data.on && <p className="faint part-title">{words.off}</p>}
      <div className="card loads">
        <table>
          <thead>
            <tr>
              <th scope="col">{words.text}</th>
              <th scope="col" className="wide">
                {words.to}
              </th>
              <th scope="col">{words.status}</th>
            </tr>
          </thead>
          <tbody>
            {data.texts.map((text) => (
              <Text key={text.id} text={text} />
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}

function Text({ text: { at, occasion, text, language, mobileNumber, state, problem } }: { text: FarmerText }) {
  const say = useContractWords()
  const { dateTime } = useFormat()
  const { label, tone } = textStates[state]
  return (
    <tr>
      <th scope="row">
        {say(textOccasions[occasion].title)}
        <small className="faint">{dateTime(at)}</small>
        <small lang={language} className="told-text">
          {text}
        </small>
        <small className="faint narrow code">{mobileNumber}</small>
      </th>
      <td className="wide code">{mobileNumber}</td>
      <td>
        <Status tone={tone} label={label} warns={state === 'in_doubt'} />
        {problem && <small className="faint">{say(problem)}</small>}
      </td>
    </tr>
  )
}
