import { createHash } from 'node:crypto'
import { failIfRefused, PortalError } from '@nyanja/domain/errors'
import type { Money } from '@nyanja/domain/money/money'
import { ratesFor, splitTaxes, type TaxedPrice, type TaxRate } from '@nyanja/domain/money/taxes'
import type { OrderKind } from '@nyanja/domain/payments/payment-options'
import type { RateLimit } from '@nyanja/domain/rate-limits/rate-limit'
import { LRUCache } from 'lru-cache'
import { type ReceiptFacts, writeReceiptData } from './receipt-data.ts'
import type { ReceiptDocument, ReceiptPrinter, ReceiptTexts } from './receipt-document.ts'

/** Drawing takes about 15 ms of the processor, so this many are a second of it. */
const mostWaiting = 60

/** The number of kept receipts, each of about 40 KB. */
const mostKept = 100

export interface ReceiptsOptions {
  readonly printer: ReceiptPrinter
  /** The public origin of the portal, which publishes the schema of the data. */
  readonly origin: string
  /** The rates of the taxes that are in prices of the market. */
  readonly taxRates: readonly TaxRate[]
  /** Returns the day in the market's zone: `2026-11-20`. */
  readonly dayOf: (at: number) => string
  /** The policy `receipt`. */
  readonly limit: Pick<RateLimit, 'admit'>
  /** Lets the process do its other work between two receipts. */
  readonly nextTask?: () => Promise<void>
}

const afterOtherWork = () => new Promise<void>((resolve) => setImmediate(resolve))

/** Draws receipts as files, one after the other, so that no flood of them delays payments. */
export class Receipts {
  readonly #printer: ReceiptPrinter
  readonly #origin: string
  readonly #taxRates: readonly TaxRate[]
  readonly #dayOf: (at: number) => string
  readonly #limit: ReceiptsOptions['limit']
  readonly #nextTask: () => Promise<void>
  readonly #kept = new LRUCache<string, Promise<Uint8Array<ArrayBuffer>>>({ max: mostKept })
  #waiting = 0
  #last: Promise<unknown> = Promise.resolve()

  constructor({ printer, origin, taxRates, dayOf, limit, nextTask = afterOtherWork }: ReceiptsOptions) {
    this.#printer = printer
    this.#origin = origin
    this.#taxRates = taxRates
    this.#dayOf = dayOf
    this.#limit = limit
    this.#nextTask = nextTask
  }

  /** Computes the taxes: undefined where there are none on such a purchase. */
  taxesIn(price: Money, { kind, at }: { readonly kind: OrderKind; readonly at: number }): TaxedPrice | undefined {
    const rates = ratesFor(this.#taxRates, kind, this.#dayOf(at))
    return rates.length === 0 ? undefined : splitTaxes(price, rates)
  }

  /**
   * Draws the receipt as a PDF with its facts for programs in it: the same bytes for the same payment. Throws
   * `overloaded` when too many wait, and `too_many_requests` for a payment whose receipt is requested without end.
   */
  async pdf(receiptText: ReceiptTexts, facts: ReceiptFacts): Promise<Uint8Array<ArrayBuffer>> {
    failIfRefused(await this.#limit.admit({ target: facts.transactionId }))
    const document = { ...receiptText, json: writeReceiptData(facts, this.#origin) }
    const key = createHash('sha256').update(JSON.stringify(document)).digest('base64')
    const known = this.#kept.get(key)
    if (known !== undefined) return known
    if (this.#waiting >= mostWaiting) throw new PortalError('overloaded', 'Too many receipts wait to be drawn')
    const drawn = this.#afterOthers(document)
    this.#kept.set(key, drawn)
    drawn.catch(() => this.#kept.delete(key))
    return drawn
  }

  async #afterOthers(document: ReceiptDocument): Promise<Uint8Array<ArrayBuffer>> {
    this.#waiting++
    const drawn = this.#last.then(async () => {
      await this.#nextTask()
      return this.#printer.print(document)
    })
    this.#last = drawn.catch(() => undefined).finally(() => this.#waiting--)
    return drawn
  }
}
