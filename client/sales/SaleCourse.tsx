import { movableDays, type DaysOfSale, type MovableDay } from '#contract/sales/sales.ts'
import { useFormat, type Formats } from '#client/kit/format.ts'
import { useWords, type Words } from '#client/kit/words.ts'
import './sales.css'

type Day = keyof DaysOfSale

/** The days of a sale in the order in which they come. */
const course = ['dispatchCutoff', 'catalogueClose', 'saleDate', 'promptDate'] as const satisfies readonly Day[]

const dayTitle = (words: Words['sales'], day: Day): string =>
  ({
    saleDate: words.saleDay,
    dispatchCutoff: words.dispatchUntil,
    catalogueClose: words.catalogueCloses,
    promptDate: words.promptDay,
  })[day]

/** A day or a moment of a sale, with its weekday. */
export const dayOfCourse = (words: Words['sales'], format: Formats, value: string): string =>
  words.day(format.weekday(value), value.length === 10 ? format.date(value) : format.dateTime(value))

const isMovable = (day: Day): day is MovableDay => movableDays.some((one) => one === day)

/** The course of a sale, one day after the other; those that are not the usual ones are marked. */
export function SaleCourse({ days, departs = [] }: { days: DaysOfSale; departs?: readonly MovableDay[] }) {
  const words = useWords().sales
  const format = useFormat()
  return (
    <ol className="sale-course" aria-label={words.course}>
      {course.map((day) => (
        <li key={day} className={day === 'saleDate' ? 'sale-day' : undefined}>
          <span>{dayTitle(words, day)}</span>
          <b className="num">{dayOfCourse(words, format, days[day])}</b>
          {isMovable(day) && departs.includes(day) && <em>{words.departs}</em>}
        </li>
      ))}
    </ol>
  )
}

/** Days that would change, each as it is and as it would be. */
export const changedDays = (words: Words['sales'], format: Formats, before: DaysOfSale, after: DaysOfSale) =>
  course
    .filter((day) => Date.parse(before[day]) !== Date.parse(after[day]))
    .map((day) => ({
      key: day,
      title: dayTitle(words, day),
      before: dayOfCourse(words, format, before[day]),
      after: dayOfCourse(words, format, after[day]),
    }))
