import { describe, expect, it } from 'vitest'
import { add, eligibleFor, noSelection, pageState, remove, toggle, type SelectedRecord } from './selection.ts'

const selected = (id: string, version = 1, steps: SelectedRecord['steps'] = { approve: null }): SelectedRecord => ({
  id,
  version,
  title: `File ${id}`,
  steps,
})

describe('a selection', () => {
  it('keeps the version that was seen when the record was chosen', () => {
    const selection = add(add(noSelection, [selected('a', 1)]), [selected('a', 2), selected('b', 5)])
    expect([...selection.values()].map(({ id, version }) => [id, version])).toEqual([
      ['a', 1],
      ['b', 5],
    ])
  })
  it('lets a record go on the second press and never changes an older selection', () => {
    const one = toggle(noSelection, selected('a'))
    expect(toggle(one, selected('a')).size).toBe(0)
    expect(one.size).toBe(1)
    expect(noSelection.size).toBe(0)
  })
  it('tells how much of a page is chosen', () => {
    const selection = add(noSelection, [selected('a'), selected('z')])
    expect(pageState(selection, ['a', 'b'])).toBe('some')
    expect(pageState(selection, ['a'])).toBe('all')
    expect(pageState(remove(selection, ['a']), ['a', 'b'])).toBe('none')
    expect(pageState(selection, [])).toBe('none')
  })
})

describe('a step for many records', () => {
  it('takes the eligible ones and counts why the others are not', () => {
    const selection = add(noSelection, [
      selected('a'),
      selected('b', 1, { approve: 'own_submission' }),
      selected('c', 1, { approve: 'own_submission' }),
      selected('d', 1, {}),
    ])
    const { eligible, reasons } = eligibleFor(selection, 'approve')
    expect(eligible.map(({ id }) => id)).toEqual(['a'])
    expect(reasons).toEqual([
      { code: 'own_submission', count: 2 },
      { code: 'step.wrong_state', count: 1 },
    ])
  })
})
