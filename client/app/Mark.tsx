/** The mark of the product: a coffee bean with its ripe cherry, on leaf green. */
export function Mark({ size = 28 }: { size?: number }) {
  return <img className="mark" src="/icon.svg" width={size} height={size} alt="" />
}
