import { expect, test } from 'vitest'
import { endpoints, uploadKinds } from '#contract/index.ts'
import type { Endpoint } from '#contract/kit/endpoint.ts'
import type { UploadKind } from '#contract/kit/uploadKind.ts'
import { router } from './router.tsx'
import { uploadPlaceOf } from './uploadPlaces.ts'

/** The group of calls that takes files of a kind. */
const groupOf = (kind: UploadKind): string | undefined =>
  Object.entries<Record<string, Endpoint>>(endpoints).find(([, calls]) =>
    Object.values(calls).some(({ upload }) => upload === kind),
  )?.[0]
const routeAt = (path: keyof (typeof router)['routesByPath']) => router.routesByPath[path]
const guardOf = (path: keyof (typeof router)['routesByPath']): string => {
  const guard: unknown = routeAt(path).options.beforeLoad
  return typeof guard === 'function' && 'guards' in guard ? String(guard.guards) : ''
}

test.each(uploadKinds.map((kind) => [kind.name, kind] as const))(
  'a file of %s is shown among the files of its own kind, and corrected there',
  (name, kind) => {
    const { detail, review } = uploadPlaceOf(name)
    expect(guardOf(detail).split('.')[0]).toBe(groupOf(kind))
    expect(guardOf(review)).toBe('uploads.review')
    expect(routeAt(review).options.staticData?.area).toBe(routeAt(detail).options.staticData?.area)
  },
)

test('no two kinds are shown at one address, and only farmers and companies are corrected at one', () => {
  const places = uploadKinds.map(({ name }) => ({ name, ...uploadPlaceOf(name) }))
  expect(new Set(places.map(({ detail }) => detail)).size).toBe(uploadKinds.length)
  const together = [...Map.groupBy(places, ({ review }) => review).values()].filter(({ length }) => length > 1)
  expect(together.map((kinds) => kinds.map(({ name }) => name))).toEqual([['farmers', 'farmer_companies']])
})
