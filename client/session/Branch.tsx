const leaf = 'M0 0C18-26 62-30 92-6 64 16 24 20 0 0Z'
const vein = 'M4 0C30-8 60-10 84-6'
const leaves = [
  { x: 96, y: 318, turn: -78 },
  { x: 112, y: 300, turn: 12 },
  { x: 150, y: 214, turn: -84 },
  { x: 168, y: 198, turn: 4 },
  { x: 214, y: 128, turn: -92 },
  { x: 230, y: 118, turn: -10 },
  { x: 282, y: 70, turn: -46 },
] as const
const cherries = [
  { x: 122, y: 292, ripe: true },
  { x: 104, y: 276, ripe: true },
  { x: 138, y: 270, ripe: false },
  { x: 176, y: 206, ripe: true },
  { x: 156, y: 192, ripe: false },
  { x: 190, y: 186, ripe: true },
  { x: 236, y: 132, ripe: true },
  { x: 216, y: 118, ripe: true },
] as const

/** A branch of coffee, drawn: leaves, ripe cherries and green ones. Says nothing, so it is hidden from readers. */
export function Branch() {
  return (
    <svg className="branch" viewBox="0 0 400 400" aria-hidden focusable="false">
      <path className="branch-wood" d="M70 392C96 300 150 200 292 66" />
      {leaves.map(({ x, y, turn }) => (
        <g key={`${x}-${y}`} transform={`translate(${x} ${y}) rotate(${turn}) scale(1.25)`}>
          <path className="branch-leaf" d={leaf} />
          <path className="branch-vein" d={vein} />
        </g>
      ))}
      {cherries.map(({ x, y, ripe }) => (
        <g key={`${x}-${y}`} transform={`translate(${x} ${y})`}>
          <circle className={ripe ? 'branch-ripe' : 'branch-green'} r="13" />
          <circle className="branch-shine" cx="-4" cy="-5" r="3.4" />
        </g>
      ))}
    </svg>
  )
}
