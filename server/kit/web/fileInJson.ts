import { Readable } from 'node:stream'
import { FileInJson } from '#contract/kit/endpoint.ts'
import { Refused } from '../refused.ts'
import { receiveFile, type ReceivedFile } from './receiveFile.ts'

// Source: specification 3, section 5.
const notRead = 'Error reading file. Please try again.'

// Browsers write a file as data:<type>;base64,<bytes>.
const dataUrl = /^data:[^,]{0,200};base64,/i
const base64 = /^[A-Za-z0-9+/]*={0,2}$/

/** A file that comes as JSON: its name, and its bytes in base64. Other texts of the body are its fields. */
export async function fileInJson({
  body,
  maxBytes,
  dataDir,
}: {
  body: unknown
  maxBytes: number
  dataDir: string
}): Promise<ReceivedFile> {
  const parsed = FileInJson.safeParse(body)
  if (!parsed.success) throw new Refused('upload.no_file')
  const { fileName, fileType, fileData, ...others } = parsed.data
  const text = fileData.replace(dataUrl, '').replace(/\s/g, '')
  if (text === '' || text.length % 4 !== 0 || !base64.test(text))
    throw new Refused('upload.no_file', { message: notRead })
  const fields = Object.entries(others).flatMap(([name, value]) => (value === null ? [] : [[name, String(value)]]))
  return receiveFile({
    stream: Readable.from([Buffer.from(text, 'base64')]),
    fileName,
    mediaType: fileType,
    maxBytes,
    dataDir,
    fields: () => Object.fromEntries(fields) as Record<string, string>, // border: pairs of texts
  })
}
