export interface ReceiptRow {
  readonly term: string
  readonly value: string
}

/** What stands on a receipt, in its language. Numbers are masked: a file is passed on. */
export interface ReceiptTexts {
  /** A BCP 47 tag. */
  readonly language: string
  /** Of the file, as viewers show it: `Receipt NYA-7K4P-29XD`. */
  readonly title: string
  readonly brand: string
  /** Colours and logo of the market; those of the product without them. */
  readonly colours: ReceiptColours | undefined
  readonly logo: ReceiptLogo | undefined
  /** When the payment was decided, in epoch milliseconds. It is the date of the file. */
  readonly at: number
  readonly isRefund: boolean
  readonly state: string
  readonly name: string
  readonly reference: string
  /** What became of the payment, in a sentence or two. */
  readonly text: string
  readonly amountTerm: string
  readonly amount: string
  readonly rows: readonly ReceiptRow[]
  /** `Transaction id 01KAF…`, in small print. */
  readonly id: string
  readonly taxes: ReceiptTaxes
  readonly notes: readonly ReceiptNote[]
  /** The operator's name, address and numbers, a line each. */
  readonly issuer: readonly string[]
  /** What the attached file is, for people who find it. */
  readonly dataDescription: string
}

/** A receipt to be drawn. */
export interface ReceiptDocument extends ReceiptTexts {
  /** The same for programs, attached as a file. */
  readonly json: string
}

/** As `#07506f`. */
export interface ReceiptColours {
  /** Lines, and the edges of notes. */
  readonly main: string
  /** Behind the head. */
  readonly tint: string
  /** The line below the head. */
  readonly glow: string
  /** Below that line, and the foot. */
  readonly band: string
  readonly onBand: string
  readonly accent: string
  readonly onAccent: string
}

/** Shapes as an SVG has them; `text` is the colour of the text beside them. */
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
  /** A PDF. */
  print(document: ReceiptDocument): Promise<Uint8Array<ArrayBuffer>>
}
