import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { erasedPart, foldersIn, sealedIn, type BackupFolder, type Manifest } from './backupFolder.ts'
import { contentOf } from './baseBackup.ts'
import { erasedName } from './houseFiles.ts'

/**
 * Writes into a restored data folder who was erased, as every line and every backup of the folder knows it: whatever the moment that
 * is restored, it must not bring anybody back. Answers the files that could not be read; the others count all the same.
 */
export async function restoreErased(options: {
  folder: BackupFolder
  backups: readonly Manifest[]
  dataDir: string
}): Promise<string[]> {
  const { folder, backups, dataDir } = options
  const part = `house-${erasedName}`
  const places = [
    ...(await foldersIn(folder.path)).map((line) => sealedIn(folder, line, erasedPart)),
    ...backups
      .filter(({ files }) => files.some(({ name }) => name === part))
      .map(({ line, name }) => sealedIn(folder, line, name, part)),
  ].filter(({ path }) => existsSync(path))
  const lines = new Set<string>()
  const unread: string[] = []
  for (const sealed of places) {
    try {
      let text = ''
      for await (const piece of contentOf(sealed)) text += piece.toString('utf8')
      for (const line of text.split('\n')) if (line !== '') lines.add(line)
    } catch {
      unread.push(sealed.path)
    }
  }
  if (lines.size > 0)
    await writeFile(join(dataDir, erasedName), [...lines].map((line) => `${line}\n`).join(''), { mode: 0o600 })
  return unread
}
