import { adminUserList } from '#contract/administration/adminUsers.ts'
import { describe, expect, it } from 'vitest'
import { farmerList } from '#contract/farmers/farmers.ts'
import {
  filtersOf,
  filterText,
  isNarrowed,
  nextSort,
  pageQuery,
  parseListSearch,
  searchOfView,
  sortOf,
  toggleFilter,
  viewOf,
} from './listState.ts'

describe('the address of a list', () => {
  it('keeps the leading zero of a mobile number', () => {
    expect(parseListSearch({ search: '0712' }).search).toBe('0712')
  })
  it('leaves out what is broken or unknown', () => {
    expect(parseListSearch({ page: '-3', size: '130', tab: 'mine', search: '  ', open: 7 })).toEqual({
      page: undefined,
      size: undefined,
      search: undefined,
      sort: undefined,
      filter: undefined,
      tab: undefined,
      open: '7',
    })
  })
  it('counts pages from one, the wire from zero', () => {
    expect(pageQuery(farmerList, parseListSearch({ page: '3', size: '20' }), 'all')).toEqual({
      paginate: 'Y',
      page: 2,
      size: 20,
      sort: 'memberNumber',
    })
  })
  it('asks only for what waits under the tab Waiting for you', () => {
    expect(pageQuery(farmerList, {}, 'waiting')).toMatchObject({ waiting: 'Y', page: 0, size: 7 })
  })
})

describe('sorting', () => {
  it('falls back to the declared sort for a column that cannot be sorted', () => {
    expect(sortOf(farmerList, 'farmerId')).toEqual({ key: 'memberNumber', direction: 'asc' })
    expect(sortOf(farmerList, '-acreage')).toEqual({ key: 'acreage', direction: 'desc' })
  })
  it('turns round on the second press', () => {
    const first = nextSort({ key: 'memberNumber', direction: 'asc' }, 'acreage')
    expect(first).toEqual({ key: 'acreage', direction: 'asc' })
    expect(nextSort(first, 'acreage').direction).toBe('desc')
  })
})

describe('filters', () => {
  it('read and write the text of the wire, without undeclared values', () => {
    const filters = filtersOf(farmerList, 'gender:FEMALE,gender:OTHER,colour:RED,accountState:VERIFIED')
    expect(filters).toEqual({ gender: ['FEMALE'], accountState: ['VERIFIED'] })
    expect(filterText(filters)).toBe('gender:FEMALE,accountState:VERIFIED')
  })
  it('take any value of an open filter, whose options users make', () => {
    expect(filtersOf(adminUserList, 'role:FIELD OFFICER,status:FIELD OFFICER')).toEqual({ role: ['FIELD OFFICER'] })
  })
  it('are off after a second press', () => {
    const on = toggleFilter({}, 'gender', 'MALE')
    expect(filterText(toggleFilter(on, 'gender', 'MALE'))).toBeUndefined()
  })
  it('narrow the list only when the list declares them', () => {
    expect(isNarrowed(farmerList, { filter: 'colour:RED' })).toBe(false)
    expect(isNarrowed(farmerList, { filter: 'gender:MALE' })).toBe(true)
  })
})

describe('a saved view', () => {
  it('keeps the question and forgets the page and the open record', () => {
    const view = viewOf({ page: 4, open: 'x', search: 'Nov & Dec', sort: '-created', tab: 'all' })
    expect(searchOfView(view)).toMatchObject({ search: 'Nov & Dec', sort: '-created', tab: 'all', page: undefined })
  })
})
