import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { looks, openBrowserWorld, type BrowserWorld } from './browserWorld.ts'
import { bringMoneyRecords } from './moneyRecords.ts'
import { moneyScreens } from './screenPaths.ts'
import { walkScreens } from './walkScreens.ts'

let house: BrowserWorld
let known: Record<string, string>
beforeAll(async () => {
  house = await openBrowserWorld()
  known = await bringMoneyRecords(house.world)
}, 120_000)
afterAll(() => house?.close())

// A page takes a second or so for each look on a quiet machine.
describe('every screen of money, small, light and dark, in Swahili', () => {
  test.each(Object.entries(moneyScreens))(
    'passes the checks of accessibility for %s',
    (username, paths) =>
      walkScreens(house, { username, paths, known, language: 'sw', looks: [looks.phone, looks.phoneDark] }),
    600_000,
  )
})

test('no screen showed an error in the console', () => expect(house.complaints).toEqual([]))
