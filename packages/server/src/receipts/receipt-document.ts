export interface ReceiptRow {
  readonly term: string
  readonly value: string
}

/** A receipt shows these texts, in its language. Numbers are masked, because a file is passed on. */
export interface ReceiptTexts {
  /** The language is a BCP 47 tag. */
  readonly language: string
  /** The title is that of the file, as viewers show it: `Receipt NYA-7K4P-29XD`. */
  readonly title: string
  readonly brand: string
  /** The colours and the logo are those of the market; those of the product without them. */
  readonly colours: ReceiptColours | undefined
  readonly logo: ReceiptLogo | undefined
  /** The payment was decided at this time, in epoch milliseconds. It is the date of the file. */
  readonly at: number
  readonly isRefund: boolean
  readonly state: string
  readonly name: string
  readonly reference: string
  /** The text says what became of the payment, in a sentence or two. */
  readonly text: string
  readonly amountTerm: string
  readonly amount: string
  readonly rows: readonly ReceiptRow[]
  /** The id looks like `Transaction id 01KAF…`, in small print. */
  readonly id: string
  readonly taxes: ReceiptTaxes
  readonly notes: readonly ReceiptNote[]
  /** The issuer is the operator's name, address and numbers, a line each. */
  readonly issuer: readonly string[]
  /** The description tells people who find the attached file what it is. */
  readonly dataDescription: string
}

/** A receipt to be drawn. */
export interface ReceiptDocument extends ReceiptTexts {
  /** The receipt for programs is attached as a file. */
  readonly json: string
}

/** The colours are written as `#07506f`. */
export interface ReceiptColours {
  /** The colour is that of lines, and of the edges of notes. */
  readonly main: string
  /** The colour is behind the head. */
  readonly tint: string
  /** The colour is that of the line below the head. */
  readonly glow: string
  /** The colour is below that line, and in the foot. */
  readonly band: string
  readonly onBand: string
  readonly accent: string
  readonly onAccent: string
}

/** The shapes are written as in an SVG; `text` is the colour of the text beside them. */
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
