import { useFormat } from '#client/kit/format.ts'
import { useWords } from '#client/kit/words.ts'
import '../schedules.css'

type Left = { id: string; title: string; authority: string; authorityDate: string }

/** Approved deductions that a schedule does not take, with the minute that allows each; nothing where it takes all. */
export function LeftOut({ left }: { left: readonly Left[] }) {
  const {
    schedules: words,
    deductions: { minute },
  } = useWords()
  const { date } = useFormat()
  if (left.length === 0) return null
  return (
    <section className="hint warn" aria-label={words.leftOut}>
      <b>{words.leftOut}</b>
      <ul className="wizard-bars">
        {left.map(({ id, title, authority, authorityDate }) => (
          <li key={id}>
            <span>{title}</span>
            <span className="faint">
              {minute} {authority}, {date(authorityDate)}
            </span>
          </li>
        ))}
      </ul>
      <p>{words.staysOwed}</p>
    </section>
  )
}
