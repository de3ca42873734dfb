import type { ReceiptColours, ReceiptLogo } from '../../receipts/receipt-document.ts'

/** The product's own colours, as in `tokens.css`. */
export const ownColours: ReceiptColours = {
  main: '#07506f',
  tint: '#d9ebf3',
  glow: '#ffd79a',
  band: '#05293a',
  onBand: '#bfd8e3',
  accent: '#ffb21f',
  onAccent: '#06222e',
}

/** Half a sun, three lines that shorten downward, as in the header of pages. */
export const ownLogo: ReceiptLogo = {
  viewBox: '0 0 30 30',
  paths: [
    { d: 'M4 17a11 11 0 0 1 22 0z', fill: '#ffb21f' },
    { d: 'M0 18.5h30M5 23.5h20M10 28.5h10', stroke: 'text', strokeWidth: 3 },
  ],
}
