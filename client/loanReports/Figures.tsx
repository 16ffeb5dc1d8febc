import './loanReports.css'

type Figure = { title: string; value: string; isMain?: boolean }

/** Figures above a list, the main one larger. */
export const Figures = ({ figures }: { figures: readonly Figure[] }) => (
  <dl className="card figures">
    {figures.map(({ title, value, isMain }) => (
      <div key={title} className={isMain ? 'figure-main' : undefined}>
        <dt>{title}</dt>
        <dd className="num">{value}</dd>
      </div>
    ))}
  </dl>
)
