import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBrowserWorld, type BrowserWorld, type Look } from './browserWorld.ts'
import { bringMoneyRecords } from './moneyRecords.ts'
import { moneyScreens } from './screenPaths.ts'
import { walkScreens } from './walkScreens.ts'

/** Every screen of money in one language and these looks. They stand in files of their own, so that both workers walk. */
export function walkMoneyScreens(how: string, given: { language: 'en' | 'sw'; looks: Look[] }): void {
  let house: BrowserWorld
  let known: Record<string, string>
  beforeAll(async () => {
    house = await openBrowserWorld()
    known = await bringMoneyRecords(house.world)
  }, 120_000)
  afterAll(() => house?.close())

  // A page takes a second or so for each look on a quiet machine.
  describe(`every screen of money, ${how}`, () => {
    test.each(Object.entries(moneyScreens))(
      'passes the checks of accessibility for %s',
      (username, paths) => walkScreens(house, { username, paths, known, ...given }),
      600_000,
    )
  })

  test('no screen showed an error in the console', () => expect(house.complaints).toEqual([]))
}
