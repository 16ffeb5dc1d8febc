import { makeYield } from '#server/kit/makeYield.ts'
import { SheetRefused } from './sheetRefused.ts'
import { attribute, decodeEntities, localName, skipDeclaration, tagEnd } from './xml.ts'

/** An element of a bank's file, with the line it begins in. Prefixes of namespaces are left out. */
export type XmlElement = {
  name: string
  line: number
  text: string
  children: XmlElement[]
  attribute: (name: string) => string
}

const deepest = 24

/** Why a text is no XML that is taken, and in which line. */
export class XmlUnreadable extends Error {
  readonly line: number
  constructor(line: number, what: string) {
    super(what)
    this.line = line
  }
}

/**
 * Reads a whole XML file into a tree. There is no document type, so no entity but the five of XML and nothing that is
 * fetched from elsewhere; depth and number of elements are capped. Other requests are served in between. Throws XmlUnreadable.
 */
export async function readXml(text: string, mostElements: number): Promise<XmlElement> {
  try {
    return await read(text, mostElements)
  } catch (error) {
    if (!(error instanceof SheetRefused)) throw error
    throw new XmlUnreadable(1, `This is no XML that a bank writes: ${error.message}`)
  }
}

async function read(text: string, mostElements: number): Promise<XmlElement> {
  const root: XmlElement = { name: '', line: 1, text: '', children: [], attribute: () => '' }
  const open = [root]
  let line = 1
  let counted = 0
  let elements = 0
  const giveWay = makeYield()
  for (let lt = text.indexOf('<'), end = 0; lt >= 0; lt = text.indexOf('<', end)) {
    const inside = open.at(-1) ?? root
    inside.text += decodeEntities(text.slice(end, lt))
    for (; counted < lt; counted++) if (text.charCodeAt(counted) === 10) line++
    const code = text.charCodeAt(lt + 1)
    if (text.startsWith('<!DOCTYPE', lt) || text.startsWith('<!ENTITY', lt))
      throw new XmlUnreadable(line, 'A document type or an entity is not taken.')
    if (text.startsWith('<![CDATA[', lt)) throw new XmlUnreadable(line, 'CDATA is not taken.')
    end = code === 33 || code === 63 ? skipDeclaration(text, lt) : tagEnd(text, lt)
    if (end < 0) throw new XmlUnreadable(line, 'The file ends inside a tag.')
    if (code === 33 || code === 63) continue
    const tag = text.slice(lt, end)
    if (code === 47) {
      const closed = open.pop()
      if (open.length === 0 || closed?.name !== localName(text, lt + 2, end))
        throw new XmlUnreadable(line, 'A tag is closed that is not open.')
      closed.text = closed.text.trim()
      continue
    }
    if (++elements > mostElements) throw new XmlUnreadable(line, 'The file has too many elements.')
    if (elements % 256 === 0) await giveWay()
    if (open.length > deepest) throw new XmlUnreadable(line, 'The elements are nested too deep.')
    const element: XmlElement = {
      name: localName(text, lt + 1, end),
      line,
      text: '',
      children: [],
      attribute: (name) => attribute(tag, name) ?? '',
    }
    inside.children.push(element)
    if (!tag.endsWith('/>')) open.push(element)
  }
  const [only, second] = root.children
  if (open.length > 1) throw new XmlUnreadable(line, `<${open.at(-1)?.name}> is never closed.`)
  if (!only || second) throw new XmlUnreadable(line, 'A file has one outermost element.')
  return only
}

/** The element at a path, or undefined. */
export const find = (element: XmlElement, ...path: readonly string[]): XmlElement | undefined =>
  path.reduce<XmlElement | undefined>((inside, name) => inside?.children.find((child) => child.name === name), element)

export const textAt = (element: XmlElement, ...path: readonly string[]): string => find(element, ...path)?.text ?? ''

/** All children with a name. */
export const all = (element: XmlElement, name: string): XmlElement[] =>
  element.children.filter((child) => child.name === name)
