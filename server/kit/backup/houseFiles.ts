import { createReadStream } from 'node:fs'
import { readdir } from 'node:fs/promises'

/** The signed heads of the audit trail, the only file of the data folder that grows while the server runs. */
export const headsName = 'audit-heads.jsonl'

/** Files of the data folder beside the database: keys, heads, the book of a simulated bank. The log of PostgreSQL stays. */
export async function listHouseFiles(dataDir: string): Promise<string[]> {
  const entries = await readdir(dataDir, { withFileTypes: true }).catch(() => [])
  return entries
    .filter((entry) => entry.isFile() && !entry.name.startsWith('postgres') && entry.name !== lineName)
    .map(({ name }) => name)
    .toSorted()
}

/** Which line of backups the database of this data folder is; a restored one is another, so this file is in no backup. */
export const lineName = 'backup-line.json'

/** A file in pieces of at most `size` bytes, from an offset on. */
export async function* piecesOf(path: string, size: number, start = 0): AsyncGenerator<Buffer> {
  yield* createReadStream(path, { start, highWaterMark: size }) as AsyncIterable<Buffer>
}
