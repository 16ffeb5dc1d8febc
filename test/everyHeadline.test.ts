import { afterAll, beforeAll, expect, test } from 'vitest'
import type { InboxItem } from '#contract/house/inbox.ts'
import type { PageOf } from '#contract/kit/listScreen.ts'
import { formats } from '#client/kit/format.ts'
import { sentenceFrom } from '#client/kit/decisions/headlines.ts'
import { en } from '#client/words/en.ts'
import { sw } from '#client/words/sw.ts'
import { inSwahili } from '#client/words/swahili.ts'
import { workflows } from '#contract/index.ts'
import { makeAdminChanges } from './kit/administration.ts'
import { makeExceptions } from './kit/bankStatements.ts'
import { makeDispatchRecords } from './kit/dispatchFiles.ts'
import * as everyKind from './kit/everyKind.ts'
import { makeFeeRules } from './kit/feeRules.ts'
import { fillFund } from './kit/loans.ts'
import { addCherryTotals } from './kit/parchmentFiles.ts'
import { isDecided } from './kit/walkDecisions.ts'
import { makeWorld, type World } from './kit/world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld({ manyRequests: true })
})
afterAll(() => world?.close())

/** As the wire and the database write names: camelCase, under_scores, or a value that is missing. */
const wireName = /\b[a-z]+[A-Z]\w*|\w+_\w+|undefined|null|NaN|\[object|\{|\bKES\s*$/

const languages = {
  english: { words: en, translate: (text: string) => text, format: formats('en') },
  swahili: { words: sw, translate: inSwahili, format: formats('sw') },
}

test('every kind of record waits in the inbox as a sentence, in both languages, without a wire name', async () => {
  await addCherryTotals(world)
  await fillFund(world, 'KPCU', 1_000_000)
  await makeAdminChanges(world.people)
  // What is charged is agreed before the first lot is sold.
  await makeFeeRules(world)
  await makeDispatchRecords(world)
  await makeExceptions(world)
  for (const make of Object.values(everyKind)) await make(world)
  const waiting = new Map<string, InboxItem>()
  for (const person of Object.values(world.people)) {
    for (let page = 0, pages = 1; page < pages; page += 1) {
      const { status, body } = await person.get<PageOf<InboxItem>>('/inbox', { paginate: 'Y', size: 100, page })
      if (status !== 200) break
      for (const item of body.data) waiting.set(item.id, item)
      pages = body.page.totalPages
    }
  }
  const items = [...waiting.values()]
  const sentences = items.map(({ kind, title, headline }) => ({
    kind,
    title,
    ...Object.fromEntries(
      Object.entries(languages).map(([name, texts]) => [name, headline ? sentenceFrom(headline, texts) : 'undefined']),
    ),
  }))
  expect(
    sentences.filter((said) =>
      Object.values(said)
        .slice(2)
        .some((text) => wireName.test(text)),
    ),
  ).toEqual([])
  expect([...new Set(items.map(({ kind }) => kind))].toSorted()).toEqual(
    workflows
      .filter(isDecided)
      .map(({ kind }) => kind)
      .toSorted(),
  )
}, 240_000)

test('an invitation says who shall be what, and where', async () => {
  const { samuelAdministrator, beatriceAdministrator } = world.people
  const invited = await samuelAdministrator.post<{ data: { id: string } }>('/admin/users', {
    username: 'fcs.second',
    fullName: 'Jane Muthoni',
    organisationCode: 'CF4100',
    role: 'FCS_CHECKER',
    reason: 'A second checker',
  })
  expect([invited.status, invited.body]).toEqual([200, expect.anything()])
  const query = { paginate: 'Y', size: 100, filter: 'kind:admin_change' }
  const { data } = (await beatriceAdministrator.get<PageOf<InboxItem>>('/inbox', query)).body
  const headline = data.find(({ id }) => id === invited.body.data.id)?.headline
  expect(headline && sentenceFrom(headline, languages.english)).toBe(
    'Invite a society checker at Othameru Farmers Co-operative Society: Jane Muthoni',
  )
})
