/** An amount in minor units. */
export interface Amount {
  readonly currency: string
  readonly minor: number
}

export interface Line {
  readonly msisdn: string
  /** PREPAID, POSTPAID or HYBRID. */
  readonly type: string
  /** mobile, or HBB for a router. */
  readonly service: string
}

/** Of a fixed line, whose invoices are paid without a handset. */
export interface FixedLineAccount {
  readonly id: string
  readonly open: number
  readonly owed: Amount
}

/** What is left of data, minutes or messages. */
export interface Bucket {
  readonly name: string
  readonly left: string
  readonly endsAt: Date | undefined
}

export interface Bundle {
  readonly name: string
  readonly endsAt: Date | undefined
}

export interface Prompt {
  readonly id: string
  readonly amount: Amount
  /** Whose prompt it is. */
  readonly wallet: string
  readonly payee: string
  readonly reference: string
  readonly endsAt: Date | undefined
}

export interface Sms {
  readonly id: string
  readonly from: string
  readonly text: string
  readonly at: Date
}

/** Everything that one handset shows. */
export interface Handset {
  readonly msisdn: string
  readonly line: Line | undefined
  readonly airtime: Amount | undefined
  readonly wallet: Amount | undefined
  readonly bill: Amount | undefined
  readonly buckets: readonly Bucket[]
  readonly bundles: readonly Bundle[]
  readonly prompts: readonly Prompt[]
  readonly messages: readonly Sms[]
}
