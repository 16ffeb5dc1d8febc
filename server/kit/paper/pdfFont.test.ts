import { buffer } from 'node:stream/consumers'
import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { boldFont, newPaper } from './pdfFont.ts'

const written = (...words: string[]): Promise<Buffer> => {
  const paper = newPaper({ size: 'A6', info: { CreationDate: new Date(0) } })
  const out = paper.pipe(new PassThrough())
  for (const word of words) paper.font(boldFont).fontSize(12).text(word)
  paper.end()
  return buffer(out)
}

test('the letters that papers share carry nothing from one to the next', async () => {
  const alone = await written('Wanjikũ', 'Mũrang’a')
  const [again, other] = await Promise.all([written('Wanjikũ', 'Mũrang’a'), written('Otieno, 2,500 kg')])
  expect(again).toEqual(alone)
  // A paper brings the letters that stand on it, and no more.
  expect(other).not.toEqual(alone)
  expect(await written('Otieno, 2,500 kg')).toEqual(other)
})
