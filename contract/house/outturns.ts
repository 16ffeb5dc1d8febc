import type { Field } from '#contract/kit/field.ts'

const shape = /^(0[1-9]|[1-4]\d|5[0-3])([A-Z]{2})(\d)(\d{3})$/

/** What the first of the four digits usually says. It explains an outturn and never refuses one. Source: domain 3.3. */
export const outturnPhases: Readonly<Record<string, string>> = {
  0: 'Parchment received',
  1: 'Parchment bulk',
  2: 'Clean bulk',
  3: 'Clean or estate cured received',
  4: 'Sweepings',
}

/** The parts of an outturn such as 08TH0123: week of the coffee year, letters of the mill, phase and sequence. Null for any other text. */
export function partsOfOutturn(outturn: string) {
  const [, week, mill, phase, sequence] = shape.exec(outturn) ?? []
  if (!week || !mill || !phase || !sequence) return null
  return {
    week: Number(week),
    mill,
    phase: outturnPhases[phase] ?? null,
    isParchmentBulk: phase === '1',
    sequence: Number(sequence),
  }
}

/** Number that a mill gives to what it takes in: week of the coffee year, letters of the mill, four digits. Source: domain 3.3. */
export const outturnNumber = ({ required = true }: { required?: boolean } = {}): Field => ({
  required,
  maxLength: 8,
  rule: 'Week of the coffee year, two letters of the mill and four digits, such as 08TH0123.',
  read: (value) => {
    const plain = value.toUpperCase().replace(/[\s/-]/g, '')
    return shape.test(plain) ? plain : { code: 'outturn', message: 'Enter an outturn such as 08TH0123' }
  },
})

/** How much clean coffee parchment of these grades usually gives, in percent of its weight. Source: domain 3.2. */
export const usualRecoveries = [
  { grades: ['P1', 'P2', 'P3'], from: 70, to: 85 },
  { grades: ['PL'], from: 45, to: 60 },
] as const
