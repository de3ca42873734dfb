/// <reference path="./pdfkit.d.ts" />
import type { PDFDocument, PDFStructureElement } from 'pdfkit'
import type { ReceiptColours } from '../../receipts/receipt-document.ts'
import { type FontName, fontFor } from './fonts.ts'

/** The A4 page, in points. Everything starts at the same left edge. */
export const page = { width: 595.28, height: 841.89, left: 48, right: 547.28 } as const

/** The inks of `tokens.css`. */
export const inks = {
  ink: '#06222e',
  quiet: '#3d5561',
  shore: '#f1f6f8',
  rule: '#cbd8de',
  paper: '#ffffff',
  ok: '#0a6640',
}

interface TextLook {
  readonly font?: FontName
  readonly size: number
  readonly colour?: string
  readonly width?: number
  readonly align?: 'left' | 'right'
  /** The height of the line, as a factor of the size. */
  readonly leading?: number
  /** The most lines; an ellipsis marks where later ones are left out. */
  readonly mostLines?: number
}

/** Places texts with their tags, and shapes as decoration. */
export class Paper {
  readonly pdf: PDFDocument
  readonly colours: ReceiptColours
  readonly #root: PDFStructureElement

  constructor(pdf: PDFDocument, colours: ReceiptColours) {
    this.pdf = pdf
    this.colours = colours
    this.#root = pdf.struct('Document')
    pdf.addStructure(this.#root)
  }

  /** Draws shapes that readers of screens leave out. */
  decorate(draw: (pdf: PDFDocument) => void): void {
    this.pdf.markContent('Artifact', { type: 'Layout' })
    draw(this.pdf)
    this.pdf.endMarkedContent()
  }

  /** A group of elements, such as a table or a row. */
  group(type: string, within: PDFStructureElement = this.#root): PDFStructureElement {
    const element = this.pdf.struct(type)
    within.add(element)
    return element
  }

  /** Writes an element; `draw` places its text. `scope` is that of a head of a table. */
  write(
    type: string,
    draw: () => void,
    { within = this.#root, scope }: { within?: PDFStructureElement; scope?: string } = {},
  ): void {
    const options = scope === undefined ? {} : { scope }
    within.add(this.pdf.struct(type, options, draw))
  }

  /** Places a text with its upper left corner at a point. Returns where it ends below. */
  text(text: string, x: number, y: number, look: TextLook): number {
    const { colour = inks.ink } = look
    const shown = this.#printable(text, look)
    this.pdf.fillColor(colour).text(shown, x, y, this.#options(look))
    return y + this.#heightOfShown(shown, look)
  }

  height(text: string, look: TextLook): number {
    return this.#heightOfShown(this.#printable(text, look), look)
  }

  width(text: string, look: TextLook): number {
    return this.pdf.widthOfString(this.#printable(text, look))
  }

  close(): void {
    this.#root.end()
  }

  #heightOfShown(shown: string, look: TextLook): number {
    return this.pdf.heightOfString(shown, this.#options(look))
  }

  #options({ width, align = 'left', leading = 1.35, size, mostLines }: TextLook) {
    const line = this.pdf.currentLineHeight(false)
    const lineGap = size * leading - line
    const height = mostLines === undefined ? {} : { height: mostLines * size * leading, ellipsis: true }
    return { align, lineGap, ...(width === undefined ? { lineBreak: false } : { width }), ...height }
  }

  /** Selects the font, and returns the text as that can write it. */
  #printable(text: string, { font: wanted = 'plain', size }: TextLook): string {
    const { name, font, shown } = fontFor(text.replaceAll('\u202f', '\u00a0'), wanted)
    this.pdf.registerFont(name, font).font(name).fontSize(size)
    return shown
  }
}
