export interface ReceiptRow {
  readonly term: string
  readonly value: string
}

/** The texts of a receipt, in its language. Numbers are masked, because a file is passed on. */
export interface ReceiptTexts {
  /** The language as a BCP 47 tag. */
  readonly language: string
  /** The title of the file, as viewers show it: `Receipt NYA-7K4P-29XD`. */
  readonly title: string
  readonly brand: string
  /** The colours and the logo of the market; without them those of the product are used. */
  readonly colours: ReceiptColours | undefined
  readonly logo: ReceiptLogo | undefined
  /** The time at which the payment was decided, in epoch milliseconds. It is the date of the file. */
  readonly at: number
  readonly isRefund: boolean
  readonly state: string
  readonly name: string
  readonly reference: string
  /** The outcome of the payment, in a sentence or two. */
  readonly text: string
  readonly amountTerm: string
  readonly amount: string
  readonly rows: readonly ReceiptRow[]
  /** The id in small print, such as `Transaction id 01KAF…`. */
  readonly id: string
  readonly taxes: ReceiptTaxes
  readonly notes: readonly ReceiptNote[]
  /** The operator's name, address and numbers, a line each. */
  readonly issuer: readonly string[]
  /** The description for people who find the attached file. */
  readonly dataDescription: string
}

/** A receipt to be drawn. */
export interface ReceiptDocument extends ReceiptTexts {
  /** The receipt for programs, attached as a file. */
  readonly json: string
}

/** The colours, such as `#07506f`. */
export interface ReceiptColours {
  /** The colour of lines, and of the edges of notes. */
  readonly main: string
  /** The colour behind the head. */
  readonly tint: string
  /** The colour of the line below the head. */
  readonly glow: string
  /** The colour below that line, and of the foot. */
  readonly band: string
  readonly onBand: string
  readonly accent: string
  readonly onAccent: string
}

/** The shapes as an SVG has them; `text` is the colour of the text beside them. */
export interface ReceiptLogo {
  readonly viewBox: string
  readonly paths: readonly {
    readonly d: string
    readonly fill?: string | undefined
    readonly stroke?: string | undefined
    readonly strokeWidth?: number | undefined
  }[]
}

interface ReceiptTaxes {
  readonly heading: string
  readonly rows: readonly ReceiptRow[]
  readonly total?: ReceiptRow
  readonly note: string
}

interface ReceiptNote {
  readonly heading: string
  readonly text: string
}

/** Draws receipts. The same document always gives the same bytes. */
export interface ReceiptPrinter {
  /** Draws a PDF. */
  print(document: ReceiptDocument): Promise<Uint8Array<ArrayBuffer>>
}
