/** The part of an untyped package that the portal uses. */
declare module 'pdfkit' {
  import type { Readable } from 'node:stream'
  import type { Font } from 'fontkit'

  type Child = PDFStructureElement | (() => void)

  /** An element of the tags of a document. */
  export interface PDFStructureElement {
    add(child: Child): PDFStructureElement
    end(): void
  }

  interface TextOptions {
    readonly width?: number
    readonly height?: number
    readonly align?: 'left' | 'right'
    readonly lineGap?: number
    readonly lineBreak?: boolean
    readonly ellipsis?: boolean
  }

  interface DocumentOptions {
    readonly size: 'A4'
    readonly margin: number
    readonly pdfVersion: '1.7'
    readonly subset: 'PDF/A-3a'
    readonly tagged: true
    /** The language as a BCP 47 tag. */
    readonly lang: string
    /** Viewers show the title in place of the file's name. */
    readonly displayTitle: true
    readonly info: Readonly<Record<string, string | Date>>
    /** The empty font, so that none is opened by default. */
    readonly font: ''
  }

  interface FileOptions {
    readonly name: string
    readonly type: string
    readonly description: string
    /** The AFRelationship of ISO 32000-2. */
    readonly relationship: 'Data'
    readonly creationDate: Date
    readonly modifiedDate: Date
  }

  export class PDFDocument extends Readable {
    constructor(options: DocumentOptions)
    struct(type: string, options?: { readonly scope?: string }, child?: Child): PDFStructureElement
    addStructure(element: PDFStructureElement): this
    markContent(tag: 'Artifact', options: { readonly type: 'Layout' }): this
    endMarkedContent(): this
    registerFont(name: string, font: Font): this
    font(name: string): this
    fontSize(size: number): this
    currentLineHeight(includeGap: boolean): number
    heightOfString(text: string, options: TextOptions): number
    widthOfString(text: string): number
    text(text: string, x: number, y: number, options: TextOptions): this
    fillColor(colour: string): this
    rect(x: number, y: number, width: number, height: number): this
    roundedRect(x: number, y: number, width: number, height: number, radius: number): this
    circle(x: number, y: number, radius: number): this
    path(d: string): this
    moveTo(x: number, y: number): this
    lineTo(x: number, y: number): this
    quadraticCurveTo(controlX: number, controlY: number, x: number, y: number): this
    lineWidth(width: number): this
    lineJoin(join: 'round'): this
    fill(colour: string): this
    stroke(colour: string): this
    save(): this
    restore(): this
    translate(x: number, y: number): this
    scale(factor: number): this
    appendXML(xml: string): void
    file(content: Buffer, options: FileOptions): unknown
    end(): void
  }
}

declare module 'fontkit' {
  export interface Font {
    hasGlyphForCodePoint(codePoint: number): boolean
  }
  /** Throws for a file that is no font. */
  export function create(file: Buffer): Font
}
