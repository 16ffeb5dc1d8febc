import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { uploadKinds } from '#contract/index.ts'
import type { UploadKind } from '#contract/kit/uploadKind.ts'
import { places } from '#client/app/records.ts'
import { holdSale } from '../kit/auctionResults.ts'
import { enterSale } from '../kit/catalogueFiles.ts'
import { openSale as openDispatch } from '../kit/dispatchFiles.ts'
import { openSale as openEstates } from '../kit/estateCured.ts'
import { csvOf } from '../kit/farmerFiles.ts'
import { addCherryTotals } from '../kit/parchmentFiles.ts'
import { extraFields, freshRows, sentBy, uploadPath } from '../kit/uploadKinds.ts'
import { openBrowserWorld, type BrowserWorld } from './browserWorld.ts'
import { goInside, visit } from './settle.ts'

let house: BrowserWorld
const pages = new Map<string, Page>()
beforeAll(async () => {
  house = await openBrowserWorld()
  await addCherryTotals(house.world)
  await enterSale(house.world)
  await openDispatch(house.world)
  await openEstates(house.world)
  await holdSale(house.world)
})
afterAll(() => house?.close())

/** Whoever sends files of this kind, at a browser. */
async function clerkOf(kind: UploadKind): Promise<Page> {
  const { username } = house.world.people[sentBy(kind)]
  const page = pages.get(username) ?? (await house.open(username))
  pages.set(username, page)
  return page
}

/** Sends a file whose check waits until the clerk has left for another screen and seen that it is being worked on. */
async function sendAndLeave(clerk: Page, kind: UploadKind, name: string, csv: string): Promise<string> {
  const holding = await house.world.owner.connect()
  try {
    await holding.query('begin')
    await holding.query('lock table upload_rows in share row exclusive mode')
    const sent = await house.world.people[sentBy(kind)].upload<{ data: { id: string } }>(
      await uploadPath(kind),
      name,
      csv,
      extraFields,
      { headers: { prefer: 'respond-async' } },
    )
    expect(sent.status).toBe(202)
    await visit(clerk, `${house.address}/account`)
    await clerk.getByRole('button', { name: 'Running uploads: 1' }).waitFor()
    return sent.body.data.id
  } finally {
    await holding.query('rollback')
    holding.release()
  }
}

const openIt = async (clerk: Page, text: string): Promise<void> => {
  const message = clerk.locator('.message').filter({ hasText: text })
  await message.getByRole('button', { name: 'Open it' }).click()
}

test.each(uploadKinds.map((kind) => [kind.name, kind as UploadKind] as const))(
  'the end of a check of %s leads to that file, and to its rows to correct when it has any',
  async (kindName, kind) => {
    const clerk = await clerkOf(kind)
    const [right = {}, wrong = {}] = freshRows(kind, 2)
    const good = `good ${kindName}.csv`
    const checked = await sendAndLeave(clerk, kind, good, csvOf(kind, [right]))
    await openIt(clerk, `${good} is checked`)
    await clerk.waitForURL(house.address + String(places.get(kindName)?.detail).replace('$id', checked) + '**')
    await clerk
      .getByText(right['memberNumber'] ?? right['outturn'] ?? '')
      .first()
      .waitFor()

    const bad = `bad ${kindName}.csv`
    const needed = Object.entries(kind.columns).find(([, { required }]) => required)?.[0] ?? ''
    const drafted = await sendAndLeave(clerk, kind, bad, csvOf(kind, [{ ...wrong, [needed]: '' }]))
    await openIt(clerk, `${bad} has rows to correct`)
    await clerk.waitForURL(house.address + String(places.get(kindName)?.review).replace('$id', drafted) + '**')
    await clerk.getByText(bad).first().waitFor()
  },
)

test('that a file has rows to correct is said no longer than it is so', async () => {
  const kind = uploadKinds[0]!
  const clerk = await clerkOf(kind)
  const needed = Object.entries(kind.columns).find(([, { required }]) => required)?.[0] ?? ''
  const wrong = csvOf(kind, [{ ...freshRows(kind, 1)[0], [needed]: '' }])
  const id = await sendAndLeave(clerk, kind, 'thrown away.csv', wrong)
  const told = clerk.locator('.message').filter({ hasText: 'thrown away.csv has rows to correct' })
  await told.waitFor()
  await goInside(clerk, String(places.get(kind.name)?.review).replace('$id', id))
  await clerk.getByRole('button', { name: 'More about this upload' }).click()
  await clerk.getByRole('menuitem', { name: 'Discard' }).click()
  expect(await told.isVisible()).toBe(true)
  await clerk.getByRole('dialog').getByRole('button', { name: 'Discard' }).click()
  await told.waitFor({ state: 'detached' })
})

test('the browsers had nothing to complain about', () => expect(house.complaints).toEqual([]))
