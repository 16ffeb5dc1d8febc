import { create } from 'qrcode'

/** A QR code, drawn here: the secret in it never leaves the browser. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { size, data } = create(text).modules
  const dark = [...data].flatMap((bit, index) => (bit ? [`M${index % size} ${Math.floor(index / size)}h1v1h-1z`] : []))
  return (
    <svg
      className="qr"
      role="img"
      aria-label={label}
      viewBox={`-3 -3 ${size + 6} ${size + 6}`}
      shapeRendering="crispEdges"
    >
      <rect x="-3" y="-3" width={size + 6} height={size + 6} fill="#fff" />
      <path d={dark.join('')} fill="#000" />
    </svg>
  )
}
