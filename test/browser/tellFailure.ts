/** Read before each walk: of one that fails, what its pages showed and had asked last is printed under its name. */
import { beforeEach } from 'vitest'
import { tellPages } from './openPages.ts'

beforeEach(({ onTestFailed, task }) => {
  onTestFailed(async () => console.error(`${task.name}\n${await tellPages()}`))
})
