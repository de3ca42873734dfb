import { correction, generate } from 'lean-qr'
import { toPngDataURL } from 'lean-qr/extras/node_export'

export interface QrView {
  readonly image: string
  /** The modules of one side, with the free ones around the code that readers need. */
  readonly size: number
}

const quiet = 4
const black = [0, 0, 0] as const
/** Without it the ground of a dark page would show through. */
const white = [255, 255, 255] as const

/**
 * Draws a link as a QR code (ISO/IEC 18004), on the server: phones read it from this screen. A picture of one pixel for
 * each module is a quarter of an SVG, and small browsers show it too.
 */
export function qrView(link: string): QrView {
  const code = generate(link, { minCorrectionLevel: correction.M })
  return { image: toPngDataURL(code, { pad: quiet, on: black, off: white }), size: code.size + 2 * quiet }
}

const pixels = 5

/** The code is black on white in every scheme: some readers know no other. */
export function QrCode({ image, size, label }: QrView & { readonly label: string }) {
  return <img className="qr" src={image} width={pixels * size} height={pixels * size} alt={label} />
}
