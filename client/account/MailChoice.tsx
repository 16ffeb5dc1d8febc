import { Alert, Radio, Skeleton } from '@mantine/core'
import { useState } from 'react'
import { mailTimes, notifications, type MailTime } from '#contract/house/notifications.ts'
import { useFormat } from '#client/kit/format.ts'
import { useAct, useCall } from '#client/kit/queries.ts'
import { useContractWords, useWords } from '#client/kit/words.ts'

/** When the user hears by e-mail, and whether the letters arrive. */
export function MailChoice() {
  const words = useWords().notifications
  const translate = useContractWords()
  const format = useFormat()
  const { data, error } = useCall(notifications.setting, {})
  // What was chosen shows at once, and goes back if it is refused.
  const [chosen, setChosen] = useState<MailTime>()
  const choose = useAct(notifications.choose, { inTurn: true, onRefused: () => setChosen(undefined) })
  return (
    <section className="card pad" aria-labelledby="account-mail">
      <h2 id="account-mail">{words.mail}</h2>
      <p className="sub">{words.mailHint}</p>
      {error && !data && <p role="alert">{translate(error.message)}</p>}
      {!data && !error && <Skeleton height={90} />}
      {data && (
        <>
          {!data.on && <Alert className="al">{words.mailOff}</Alert>}
          {data.failed && (
            <Alert className="al warned" color="gold">
              {words.mailFailed(format.dateTime(data.failed))}
            </Alert>
          )}
          <Radio.Group
            aria-labelledby="account-mail"
            value={chosen ?? data.mail}
            onChange={(mail) => {
              setChosen(mail as MailTime)
              choose.mutate({ body: { mail: mail as MailTime } })
            }}
          >
            <div className="mail-choices">
              {mailTimes.map((time) => (
                <Radio key={time} value={time} label={words.mailTimes[time]} />
              ))}
            </div>
          </Radio.Group>
          <p className="sub">{data.email ? words.mailTo(data.email) : words.mailNowhere}</p>
        </>
      )}
    </section>
  )
}
