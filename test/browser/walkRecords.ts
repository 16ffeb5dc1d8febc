import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { World } from '../kit/world.ts'
import { openBrowserWorld, type BrowserWorld, type Look } from './browserWorld.ts'
import { walkScreens } from './walkScreens.ts'

type Records = {
  /** What is walked, such as `money`. */
  of: string
  screens: Readonly<Record<string, readonly string[]>>
  /** Brings a record for every screen, and answers their ids by the names that the addresses give them. */
  bring: (world: World) => Promise<Record<string, string>>
}

/** Every screen of a part of the house in one language and these looks. They stand in files of their own, so that both workers walk. */
export function walkRecords(
  { of, screens, bring }: Records,
  how: string,
  seen: { language: 'en' | 'sw'; looks: Look[] },
): void {
  let house: BrowserWorld
  let known: Record<string, string>
  beforeAll(async () => {
    house = await openBrowserWorld()
    known = await bring(house.world)
  }, 120_000)
  afterAll(() => house?.close())

  // A page takes a second or so for each look on a quiet machine.
  describe(`every screen of ${of}, ${how}`, () => {
    test.each(Object.entries(screens))(
      'passes the checks of accessibility for %s',
      (username, paths) => walkScreens(house, { username, paths, known, ...seen }),
      600_000,
    )
  })

  test('no screen showed an error in the console', () => expect(house.complaints).toEqual([]))
}
