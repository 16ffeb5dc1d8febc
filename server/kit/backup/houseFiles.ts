import { createReadStream } from 'node:fs'
import { readdir } from 'node:fs/promises'

/** Files of the data folder beside the database: keys, signed heads (the only one that grows while the server runs), the book of a simulated bank. The log of PostgreSQL stays. */
export async function listHouseFiles(dataDir: string): Promise<string[]> {
  const entries = await readdir(dataDir, { withFileTypes: true }).catch(() => [])
  return entries
    .filter((entry) => entry.isFile() && !entry.name.startsWith('postgres') && entry.name !== lineName)
    .map(({ name }) => name)
    .toSorted()
}

/** Which line of backups the database of this data folder is; a restored one is another, so this file is in no backup. */
export const lineName = 'backup-line.json'

/** Who was erased: what stands here comes back with every restore, whatever the moment, because it must not be forgotten with it. */
export const erasedName = 'erased.jsonl'

/** A file in pieces of at most `size` bytes, from an offset on. */
export async function* piecesOf(path: string, size: number, start = 0): AsyncGenerator<Buffer> {
  yield* createReadStream(path, { start, highWaterMark: size }) as AsyncIterable<Buffer>
}
