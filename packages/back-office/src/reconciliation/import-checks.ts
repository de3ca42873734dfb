import type { Currency } from '@nyanja/domain/money/money'
import { findReportedDays } from '@nyanja/domain/reconciliation/covered-days'
import { addDays, isCompared } from '@nyanja/domain/reconciliation/records'
import type { FormatTerms, ImportFault, SettlementEntry, UnreadLine } from './settlement-files.ts'
import { UnreadCounts, type UnreadKind } from './unread-lines.ts'

/** Nobody reads a longer list of faults: the file is mended after the first ones. */
const mostFaults = 100
const mostRows = 2_000_000
const oldestDays = 400
/** Fewer rows prove nothing about a file. */
const fewRows = 20

export interface DaySpan {
  readonly fromDay: string
  readonly untilDay: string
}

export interface CheckOptions {
  readonly terms: FormatTerms
  /** The current day of the market. */
  readonly today: string
  readonly currencies: readonly Currency[]
  /** The days that the operator expects in the file. */
  readonly expected?: DaySpan | undefined
  /** The portal's payments are not known. */
  readonly isAlone?: boolean
}

export interface FoundFaults {
  readonly faults: readonly ImportFault[]
  /** Whether there are more faults than listed. */
  readonly isCut: boolean
}

/** Collects what makes a file as a whole, or a row of it, impossible to import. Keeps counts alone. */
export class ImportChecks {
  readonly #options: CheckOptions
  readonly #faults: ImportFault[] = []
  readonly #rowsByDay = new Map<string, number>()
  readonly #unread = new UnreadCounts()
  #firstDay: string | undefined
  #lastDay: string | undefined
  #rows = 0
  #foreign = 0
  #compared = 0
  #known = 0
  #expected = 0

  constructor(options: CheckOptions) {
    this.#options = options
  }

  get rows(): number {
    return this.#rows
  }

  /** Whether the rest of the file need not be read. */
  get isHopeless(): boolean {
    return this.#faults.length > mostFaults
  }

  addFault(fault: ImportFault): void {
    this.#faults.push(fault)
  }

  add(entry: SettlementEntry): void {
    const { today, currencies, expected } = this.#options
    const { line, day, kind, amount } = entry
    this.#rows += 1
    if (this.#rows === mostRows + 1) this.addFault({ line, message: `the file has more than ${mostRows} rows` })
    if (this.#firstDay === undefined || day < this.#firstDay) this.#firstDay = day
    if (this.#lastDay === undefined || day > this.#lastDay) this.#lastDay = day
    if (day > addDays(today, 1) && isCompared(kind)) this.addFault({ line, message: `the day ${day} is in the future` })
    if (day < addDays(today, -oldestDays) && isCompared(kind))
      this.addFault({ line, message: `the day ${day} is more than ${oldestDays} days ago` })
    if (amount !== undefined && !currencies.includes(amount.currency)) this.#foreign += 1
    if (expected !== undefined && day >= expected.fromDay && day <= expected.untilDay) this.#expected += 1
    if (isCompared(kind)) {
      this.#compared += 1
      this.#rowsByDay.set(day, (this.#rowsByDay.get(day) ?? 0) + 1)
    }
  }

  addUnread(line: UnreadLine): void {
    this.#unread.add(line)
  }

  /** The lines that are not imported, by kind. */
  get unread(): readonly UnreadKind[] {
    return this.#unread.list()
  }

  /** The number of compared rows that name something of ours. */
  addKnown(count: number): void {
    this.#known += count
  }

  /** Returns the faults once everything was read. */
  end(): FoundFaults {
    if (this.#faults.length === 0) for (const message of this.#faultsOfWhole()) this.addFault({ message })
    return { faults: this.#faults.slice(0, mostFaults), isCut: this.#faults.length > mostFaults }
  }

  reportedDays(): DaySpan | undefined {
    return this.#options.expected ?? findReportedDays(this.#rowsByDay)
  }

  #faultsOfWhole(): readonly string[] {
    const { terms, currencies, expected, isAlone = false } = this.#options
    const { counterpart, sharedAccount } = terms
    if (this.#rows === 0) return expected === undefined ? [this.#withoutRows()] : []
    const faults: string[] = []
    if (this.#foreign === this.#rows) faults.push(`all amounts are in another currency than ${currencies.join(' or ')}`)
    if (expected !== undefined && this.#expected === 0)
      faults.push(`no row is of ${expected.fromDay} to ${expected.untilDay}: its rows are of ${this.#daysOfRows()}`)
    const isOurs = isAlone || counterpart === 'bank' || sharedAccount || this.#compared < fewRows
    if (!isOurs && this.#known * 2 < this.#compared)
      faults.push(
        `${this.#compared - this.#known} of ${this.#compared} rows name no payment of ours: is it the file of another merchant?`,
      )
    return faults
  }

  #withoutRows(): string {
    const { lineCount } = this.#unread
    const kinds = this.unread.map((one) => `${one.lines} ${one.why}`).join('; ')
    const none = lineCount === 0 ? 'the file has no rows' : `none of ${lineCount} lines is imported (${kinds})`
    return `${none}: if that is right, give the days that the file reports on`
  }

  #daysOfRows(): string {
    return this.#firstDay === this.#lastDay ? (this.#firstDay ?? 'no day') : `${this.#firstDay} to ${this.#lastDay}`
  }
}
