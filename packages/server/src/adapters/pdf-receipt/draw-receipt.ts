import type { PDFDocument } from 'pdfkit'
import type { ReceiptColours, ReceiptDocument, ReceiptLogo, ReceiptRow } from '../../receipts/receipt-document.ts'
import { inks, Paper, page } from './paper.ts'
import { drawBackground, drawLogo, drawNote, drawRule, drawTag, drawTornPanel } from './shapes.ts'

/** The product's own colours, as in `tokens.css`. */
const ownColours: ReceiptColours = {
  main: '#07506f',
  tint: '#d9ebf3',
  glow: '#ffd79a',
  band: '#05293a',
  onBand: '#bfd8e3',
  accent: '#ffb21f',
  onAccent: '#06222e',
}

/** The logo: half a sun and three lines that shorten downward, as in the header of pages. */
const ownLogo: ReceiptLogo = {
  viewBox: '0 0 30 30',
  paths: [
    { d: 'M4 17a11 11 0 0 1 22 0z', fill: '#ffb21f' },
    { d: 'M0 18.5h30M5 23.5h20M10 28.5h10', stroke: 'text', strokeWidth: 3 },
  ],
}

const summaryBox = { x: page.left, width: 306, padding: 16 } as const
const side = {
  x: summaryBox.x + summaryBox.width + 26,
  width: page.right - summaryBox.x - summaryBox.width - 26,
} as const
const footTop = page.height - 78

/** Draws the receipt on one page, from top to bottom as it is read. */
export function drawReceipt(pdf: PDFDocument, receipt: ReceiptDocument): void {
  const paper = new Paper(pdf, receipt.colours ?? ownColours)
  const top = drawHead(paper, receipt) + 26
  drawSummary(paper, receipt, top)
  drawSide(paper, receipt, top)
  drawFoot(paper, receipt)
  paper.close()
}

const headWidth = 340

/** Draws the reference first and large: a customer reads it out over the phone. Returns where the water ends. */
function drawHead(
  paper: Paper,
  { brand, logo = ownLogo, state, name, reference, text, isRefund }: ReceiptDocument,
): number {
  const sentence = { size: 11, width: headWidth } as const
  const textTop = 152
  const headEnds = Math.max(204, textTop + paper.height(text, sentence) + 26)
  const waterEnds = drawBackground(paper, headEnds, isRefund ? 'return' : 'tick')
  const beside = drawLogo(paper, logo, 32)
  paper.write('P', () => paper.text(brand, beside, 35, { font: 'heavy', size: 16 }))
  const tag = { font: 'bold', size: 9.5, colour: inks.ok } as const
  const stateLeft = drawTag(paper, { x: page.left, y: 76, width: paper.width(state, tag) + 31, height: 19 })
  paper.write('P', () => paper.text(state, stateLeft, 79, tag))
  paper.write('H1', () => {
    paper.text(name, page.left, 103, { size: 10.5, colour: inks.quiet })
    paper.text(reference, page.left, 114, { font: 'heavy', size: 30, leading: 1.2 })
  })
  paper.write('P', () => paper.text(text, page.left, textTop, sentence))
  return waterEnds
}

const rowSizes = [10, 9, 8, 7] as const

interface Place {
  readonly x: number
  readonly width: number
  readonly size: number
}

interface RowsIn extends Place {
  readonly rows: readonly ReceiptRow[]
}

const termShare = 0.5
const mostLines = 6

const termLook = ({ size, width }: Place) =>
  ({ size, width: width * termShare - 6, colour: inks.quiet, mostLines }) as const
const valueLook = ({ size, width }: Place) =>
  ({ font: 'bold', size, width: width * (1 - termShare), align: 'right', mostLines }) as const

const rowHeight = (paper: Paper, { term, value }: ReceiptRow, place: Place) =>
  Math.max(paper.height(term, termLook(place)), paper.height(value, valueLook(place))) + place.size * 1.2

const rowsHeight = (paper: Paper, { rows, ...place }: RowsIn) =>
  rows.reduce((sum, row) => sum + rowHeight(paper, row, place), 0)

/** Draws rows with a rule between them. Returns where they end. */
function drawRows(paper: Paper, y: number, { rows, ...place }: RowsIn, table = paper.group('Table')): number {
  const { x, width, size } = place
  const valueLeft = x + width * termShare
  let top = y
  for (const row of rows) {
    if (top > y) drawRule(paper, { x, y: top, width })
    const at = top + size * 0.6
    const within = paper.group('TR', table)
    paper.write('TH', () => paper.text(row.term, x, at, termLook(place)), { within, scope: 'Row' })
    paper.write('TD', () => paper.text(row.value, valueLeft, at, valueLook(place)), { within })
    top += rowHeight(paper, row, place)
  }
  return top
}

/** Draws the amount and the facts in the largest letters that leave them on the page. */
function drawSummary(paper: Paper, { amountTerm, amount, rows, id }: ReceiptDocument, top: number): void {
  const inner = { x: summaryBox.x + summaryBox.padding, width: summaryBox.width - 2 * summaryBox.padding }
  const amountSize = amount.length > 13 ? 28 : 36
  const head = 34 + amountSize * 1.3
  const room = footTop - top - head - 52
  const size = rowSizes.find((one) => rowsHeight(paper, { rows, ...inner, size: one }) <= room) ?? 7
  const height = rowsHeight(paper, { rows, ...inner, size })
  drawTornPanel(paper, { x: summaryBox.x, y: top, width: summaryBox.width, height: head + height + 28 })
  paper.write('P', () => {
    paper.text(amountTerm, inner.x, top + 17, { size: 10, colour: inks.quiet })
    paper.text(amount, inner.x, top + 27, { font: 'heavy', size: amountSize, leading: 1.25 })
  })
  const end = drawRows(paper, top + head, { rows, ...inner, size })
  drawRule(paper, { x: inner.x, y: end, width: inner.width })
  paper.write('P', () => paper.text(id, inner.x, end + 7, { size: 7.5, colour: inks.quiet }))
}

/** Draws the taxes, then what to do and whom to call. */
function drawSide(paper: Paper, { taxes, notes }: ReceiptDocument, top: number): void {
  let y = drawTaxes(paper, taxes, top)
  for (const note of notes) y = drawAdvice(paper, note, y + 18)
}

function drawTaxes(paper: Paper, { heading, rows, total, note }: ReceiptDocument['taxes'], top: number): number {
  const { x, width } = side
  drawRule(paper, { x, y: top, width }, 'total')
  paper.write('H2', () => paper.text(heading, x, top + 9, { font: 'bold', size: 11 }))
  let y = top + 28
  if (rows.length > 0) {
    const table = paper.group('Table')
    y = drawRows(paper, y, { rows, x, width, size: 9 }, table)
    if (total !== undefined) {
      drawRule(paper, { x, y, width }, 'total')
      y = drawRows(paper, y, { rows: [total], x, width, size: 9 }, table)
    }
    y += 4
  }
  paper.write('P', () => {
    y = paper.text(note, x, y, { size: 8, width, colour: inks.quiet, leading: 1.4 })
  })
  return y
}

function drawAdvice(paper: Paper, { heading, text }: ReceiptDocument['notes'][number], top: number): number {
  const [headLook, textLook] = [
    { font: 'bold', size: 9.5, width: side.width - 28 },
    { size: 9.5, width: side.width - 28, leading: 1.4 },
  ] as const
  const x = side.x + 16
  const textTop = top + 10 + paper.height(heading, headLook) + 1
  const height = textTop - top + paper.height(text, textLook) + 9
  drawNote(paper, { x: side.x, y: top, width: side.width, height })
  paper.write('H2', () => paper.text(heading, x, top + 10, headLook))
  paper.write('P', () => paper.text(text, x, textTop, textLook))
  return top + height
}

function drawFoot(paper: Paper, { issuer }: ReceiptDocument): void {
  const [name = '', ...lines] = issuer
  const { band, onBand } = paper.colours
  paper.decorate((pdf) => pdf.rect(0, footTop, page.width, page.height - footTop).fill(band))
  paper.write('P', () => {
    let y = paper.text(name, page.left, footTop + 16, { font: 'bold', size: 9.5, colour: inks.paper })
    for (const line of lines) y = paper.text(line, page.left, y + 1, { size: 8.5, colour: onBand })
  })
}
