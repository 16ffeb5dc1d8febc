type TimeLeft = { days: number; hours: number; minutes: number; seconds: number }

/** What is left of so many milliseconds, to the second that has begun: nothing is left only when it is over. */
export function timeLeft(milliseconds: number): TimeLeft {
  const all = Math.max(0, Math.ceil(milliseconds / 1000))
  return {
    days: Math.floor(all / 86_400),
    hours: Math.floor(all / 3600) % 24,
    minutes: Math.floor(all / 60) % 60,
    seconds: all % 60,
  }
}

/** 03:14:07, as a clock shows it. */
export const onTheClock = ({ hours, minutes, seconds }: TimeLeft): string =>
  [hours, minutes, seconds].map((part) => String(part).padStart(2, '0')).join(':')

// Said aloud when they begin: an hour before, ten minutes, one.
const said = [60, 10, 1]

/** How many minutes before the end somebody is told now, if this second is one of them. */
export const minutesToSay = ({ days, hours, minutes, seconds }: TimeLeft): number | undefined =>
  days === 0 && seconds === 0 ? said.find((one) => one === hours * 60 + minutes) : undefined
