import './decisions.css'

type StakeProps = {
  label: string
  title: string
  amount: string
  /** What the amount comes from, each with its name. */
  facts: readonly (readonly [string, string])[]
}

/** What a decision does, in money: the amount large, and the facts behind it. */
export const Stake = ({ label, title, amount, facts }: StakeProps) => (
  <section className="stake" aria-label={label}>
    <p>{title}</p>
    <b className="num">{amount}</b>
    <dl>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className="num">{value}</dd>
        </div>
      ))}
    </dl>
  </section>
)
