import type * as Axe from 'axe-core'

/** Answers what is wrong on the page: each rule with the elements that break it. */
export type Checks = (asked: { coloursOnly: boolean; within: string }) => Promise<string[]>

/**
 * Sent into a page that has read axe-core. More than half of what a look at a page costs is the contrast of its texts, which depends
 * on nothing but their letters and the grounds that they stand on; a table shows the same over and over. So each combination is
 * checked once in a document, and again until it is right. Drawings are checked always: what stands behind their letters is no
 * ancestor of them.
 */
export function learnToCheck(): void {
  const { axe } = globalThis as unknown as { axe: typeof Axe } // border: just read
  const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
  /** The rules that colours alone can break. */
  const ofColour = ['color-contrast', 'link-in-text-block']
  const marked = 'data-contrast'
  axe.configure({ rules: [{ id: 'color-contrast', selector: `[${marked}]` }] })
  const right = new Set<string>()
  const grounds = new Map<string, number>()

  /** The grounds that an element stands on, as a number. */
  function groundOf(element: Element | null, known: Map<Element, number>): number {
    if (!element) return 0
    const before = known.get(element)
    if (before !== undefined) return before
    const { color, backgroundColor, backgroundImage, opacity, filter, textDecorationLine } = getComputedStyle(element)
    const below = groundOf(element.parentElement, known)
    const text = [below, color, backgroundColor, backgroundImage, opacity, filter, textDecorationLine].join()
    const ground = grounds.get(text) ?? grounds.size + 1
    grounds.set(text, ground)
    known.set(element, ground)
    return ground
  }

  /** What is only read out, and signs without letters, have no contrast to be held against. */
  function isRead(element: Element): boolean {
    const { width, height } = element.getBoundingClientRect()
    if (width <= 1 || height <= 1) return false
    if (element.matches('input, select, textarea')) return true
    return [...element.childNodes].some((node) => node instanceof Text && /[\p{L}\p{N}]/u.test(node.data))
  }

  // What is disabled may be pale.
  const isDisabled = (element: Element | null): boolean =>
    element !== null && element.closest('[disabled], [aria-disabled=true]') !== null

  /** The first element of each combination that has not been found right yet. */
  function unknown(root: ParentNode): Map<string, Element> {
    const found = new Map<string, Element>()
    const known = new Map<Element, number>()
    for (const element of root.querySelectorAll('*')) {
      if (!isRead(element) || !element.checkVisibility({ visibilityProperty: true })) continue
      const { fontSize, fontWeight, textShadow } = getComputedStyle(element)
      const isOff = isDisabled(element) || isDisabled(element.closest('label')?.control ?? null)
      const drawn = element.closest('svg') ? String(found.size) : ''
      const text = [groundOf(element, known), fontSize, fontWeight, textShadow, isOff, drawn].join()
      if (drawn || !(right.has(text) || found.has(text))) found.set(text, element)
    }
    return found
  }

  const houseChecks: Checks = async ({ coloursOnly, within }) => {
    const dialogs = [...document.querySelectorAll<HTMLElement>('[role=dialog]')].filter((dialog) =>
      dialog.checkVisibility(),
    )
    const looked = dialogs.at(-1) ?? (within ? document.querySelector<HTMLElement>(within) : document)
    if (!looked) throw new Error(`the page has no ${within}`)
    const texts = unknown(looked)
    if (coloursOnly && texts.size === 0) return []
    for (const element of texts.values()) element.setAttribute(marked, '')
    const { violations, passes, incomplete } = await axe.run(looked, {
      runOnly: coloursOnly ? { type: 'rule', values: ofColour } : { type: 'tag', values: tags },
      elementRef: true,
      selectors: false,
      // No rule here reads the style sheets' texts, and a page has no frames.
      preload: false,
      iframes: false,
    })
    for (const element of texts.values()) element.removeAttribute(marked)
    const elementsOf = (results: Axe.Result[]) =>
      new Set<Element>(
        results.flatMap(({ id, nodes }) =>
          ofColour.includes(id) ? nodes.flatMap(({ element }) => element ?? []) : [],
        ),
      )
    const [seen, wrong] = [elementsOf([...passes, ...incomplete]), elementsOf(violations)]
    for (const [text, element] of texts) if (seen.has(element) && !wrong.has(element)) right.add(text)
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`)
  }
  Object.assign(globalThis, { houseChecks })
}
