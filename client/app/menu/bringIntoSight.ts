/**
 * Scrolls what is active in a box into sight with the next frame, where the browser lays out the page anyway: to ask before makes it
 * lay out twice. Answers how to leave it.
 */
export function bringIntoSight(box: Element | null, where: ScrollIntoViewOptions): () => void {
  const frame = requestAnimationFrame(() => box?.querySelector('.active')?.scrollIntoView(where))
  return () => cancelAnimationFrame(frame)
}
