import { correction, generate } from 'lean-qr'
import { toSvgPath } from 'lean-qr/extras/svg'

export interface QrView {
  /** The modules of one side. */
  readonly size: number
  /** The dark modules as the path of an SVG. */
  readonly path: string
}

/** Draws a link as a QR code (ISO/IEC 18004), on the server: phones read it from this screen. */
export function qrView(link: string): QrView {
  const code = generate(link, { minCorrectionLevel: correction.M })
  return { size: code.size, path: toSvgPath(code) }
}

/** The free modules around the code that readers need. */
const quiet = 4

/** The code is black on white in every scheme: some readers know no other. */
export function QrCode({ size, path, label }: QrView & { readonly label: string }) {
  const across = size + 2 * quiet
  return (
    <svg className="qr" viewBox={`${-quiet} ${-quiet} ${across} ${across}`} role="img" aria-label={label}>
      <path fill="#fff" d={`M${-quiet} ${-quiet}h${across}v${across}H${-quiet}z`} />
      <path d={path} shapeRendering="crispEdges" />
    </svg>
  )
}
