import { countDays, type DayRange } from '@nyanja/domain/finance/days'
import type { ExportFormat, ExportName } from '@nyanja/domain/finance/export-names'
import type { Closes } from './closes.ts'
import { fileFormats } from './export-formats.ts'
import { type ExportSources, openTable } from './export-tables.ts'

/** An export is for accounting, not a copy of the database. */
const mostPaymentDays = 31
const mostPayments = 1_000_000
/** The limit of one process: each export holds a row group and queries the database all the time. */
const mostAtOnce = 2

interface ExportsOptions extends ExportSources {
  readonly closes: Pick<Closes, 'figures' | 'journal' | 'countCaptures' | 'lastDay'>
}

export interface WantedExport {
  readonly name: ExportName
  readonly format: ExportFormat
  readonly range: DayRange
}

export type ExportResult =
  | {
      readonly outcome: 'ready'
      readonly fileName: string
      readonly contentType: string
      /** The chunks, written while they are read, in constant memory. */
      readonly chunks: AsyncIterable<Uint8Array>
    }
  | { readonly outcome: 'too_many_days'; readonly mostDays: number }
  | { readonly outcome: 'too_many_payments'; readonly mostPayments: number }
  /** A file of days that are not closed would lack what is still added to them. */
  | { readonly outcome: 'not_closed'; readonly lastDay: string }
  | { readonly outcome: 'none_closed' }
  | { readonly outcome: 'busy' }

/** Files for accounting systems, limited in size and in number at once. */
export class Exports {
  readonly #options: ExportsOptions
  #running = 0

  constructor(options: ExportsOptions) {
    this.#options = options
  }

  async open({ name, format, range }: WantedExport): Promise<ExportResult> {
    const { closes } = this.#options
    const isList = name === 'payments'
    if (isList && countDays(range) > mostPaymentDays) return { outcome: 'too_many_days', mostDays: mostPaymentDays }
    const lastDay = await closes.lastDay()
    if (lastDay === undefined) return { outcome: 'none_closed' }
    if (range.to > lastDay) return { outcome: 'not_closed', lastDay }
    if (isList && (await closes.countCaptures(range)) > mostPayments)
      return { outcome: 'too_many_payments', mostPayments }
    if (this.#running >= mostAtOnce) return { outcome: 'busy' }
    const { type, ending, write } = fileFormats[format]
    return {
      outcome: 'ready',
      fileName: `${name}-${range.from}-${range.to}${ending}`,
      contentType: type,
      chunks: this.#count(write(openTable(name, range, this.#options))),
    }
  }

  /** Counts an export as running from the first chunk until the reader has ended, for whichever reason. */
  async *#count(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    this.#running += 1
    try {
      yield* chunks
    } finally {
      this.#running -= 1
    }
  }
}
