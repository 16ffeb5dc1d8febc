import { Link } from '@tanstack/react-router'
import { IconChevronRight } from '@tabler/icons-react'
import { useId } from 'react'
import {
  findingGroups,
  findingOf,
  findingKinds,
  type QualityReport as Report,
} from '#contract/dataQuality/dataQuality.ts'
import { useFormat } from '#client/kit/format.ts'
import { Status } from '#client/kit/Status.tsx'
import { useContractWords, useWords } from '#client/kit/words.ts'

type Finding = Report['findings'][number]
type ReportProps = { report: Report; code: string }

/** The score of a register, and every kind of finding with how many farmers to look at. */
export function QualityReport({ report, code }: ReportProps) {
  const words = useWords().dataQuality
  const { number } = useFormat()
  const { limits, findings, asOf } = report
  return (
    <>
      <Sums report={report} />
      {asOf !== null && (
        <>
          <div className="findings">
            {findingGroups.map((group) => (
              <FindingGroup
                key={group}
                name={group}
                findings={findings.filter(({ kind }) => findingOf(kind).group === group)}
                code={code}
              />
            ))}
          </div>
          <p className="sub limits">{words.limits(number(limits.sharedBy), number(limits.kilogramsPerTree))}</p>
        </>
      )}
    </>
  )
}

function Sums({ report: { score, checked, findings, asOf } }: { report: Report }) {
  const words = useWords().dataQuality
  const { number, dateTime } = useFormat()
  const kinds = findings.filter(({ farmers }) => farmers > 0).length
  const total = findings.reduce((sum, { farmers }) => sum + farmers, 0)
  return (
    <dl className="stats">
      <div className="stat">
        <dt>{words.score}</dt>
        <dd className="num">{score === null ? '–' : number(score)}</dd>
        <dd className="hint">{words.scoreHint}</dd>
      </div>
      <div className="stat">
        <dt>{words.looked}</dt>
        <dd className="num">{asOf ? number(checked) : '–'}</dd>
        <dd className="hint">{words.lookedHint}</dd>
      </div>
      <div className="stat">
        <dt>{words.open}</dt>
        <dd className="num">{asOf ? number(total) : '–'}</dd>
        <dd className="hint">{words.openHint(kinds, findingKinds.length)}</dd>
      </div>
      <div className="stat">
        <dt>{words.asOf}</dt>
        <dd className="num when">{asOf ? dateTime(asOf) : words.never}</dd>
        <dd className="hint">{words.asOfHint}</dd>
      </div>
    </dl>
  )
}

type GroupProps = { name: (typeof findingGroups)[number]; findings: readonly Finding[]; code: string }

function FindingGroup({ name, findings, code }: GroupProps) {
  const words = useWords().dataQuality
  const id = useId()
  return (
    <section className="card finding-card" aria-labelledby={id}>
      <h2 id={id}>{words.groups[name]}</h2>
      <ul>
        {findings.map((finding) => (
          <FindingLine key={finding.kind} finding={finding} code={code} />
        ))}
      </ul>
    </section>
  )
}

function FindingLine({ finding: { kind, farmers, share }, code }: { finding: Finding; code: string }) {
  const words = useWords().dataQuality
  const translate = useContractWords()
  const { number, percent } = useFormat()
  const { title, help } = findingOf(kind)
  const hasNone = farmers === 0
  return (
    <li className={hasNone ? 'finding done' : 'finding'}>
      <div>
        {hasNone ? (
          <h3>{translate(title)}</h3>
        ) : (
          <h3>
            <Link
              to="/farmers/quality/$organisationCode/$finding"
              params={{ organisationCode: code, finding: kind }}
              aria-label={`${translate(title)}: ${words.toDo(number(farmers))}`}
            >
              {translate(title)}
            </Link>
          </h3>
        )}
        {!hasNone && <p className="sub">{translate(help)}</p>}
      </div>
      {hasNone ? (
        <Status tone="good" label={words.nothing} />
      ) : (
        <span className="finding-count" aria-hidden>
          <b className="num">{number(farmers)}</b>
          <small>{words.share(percent(share))}</small>
          <IconChevronRight size={17} stroke={1.7} />
        </span>
      )}
    </li>
  )
}
