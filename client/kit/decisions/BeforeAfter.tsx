import { IconArrowRight } from '@tabler/icons-react'
import { useWords } from '../words.ts'
import './beforeAfter.css'

export type ValueChange = { key: string; title: string; before: string; after: string }

/** Each changed value as it is and as it would be. */
export function BeforeAfter({ values }: { values: readonly ValueChange[] }) {
  const words = useWords().lists
  return (
    <table className="change-table">
      <thead>
        <tr>
          <th scope="col">{words.value}</th>
          <th scope="col">{words.before}</th>
          <th scope="col">{words.after}</th>
        </tr>
      </thead>
      <tbody>
        {values.map(({ key, title, before, after }) => (
          <tr key={key}>
            <th scope="row">{title}</th>
            <td>
              <del className={unbroken(before)}>{before}</del>
            </td>
            <td>
              <ins className={unbroken(after)}>
                <IconArrowRight size={13} aria-hidden /> {after}
              </ins>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

// Numbers of usual length are compared digit by digit, which nobody can across two lines.
const unbroken = (value: string) => (/^[\d•]{1,14}$/.test(value) ? 'unbroken' : undefined)
