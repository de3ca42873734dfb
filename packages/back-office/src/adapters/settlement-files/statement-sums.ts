import { isCurrency } from '@nyanja/domain/money/money'
import type { StatementBalance } from '@nyanja/domain/reconciliation/records'
import type { MarketTerms } from './entries.ts'
import type { FileFormat } from './file-format.ts'
import { FileFault, type RawRow } from './raw-rows.ts'
import { areMet, createAmountReader, textIn } from './read-cells.ts'
import { createDayReader } from './read-dates.ts'

interface Sums {
  opening?: Amount
  closing?: Amount & { readonly day: string; readonly account: string }
  movedMinor: number
}

type Amount = StatementBalance['opening']

/** The limit in minor units: sums of a few such amounts are still exact. */
const largest = 2 ** 50
const longestAccount = 60

interface SumOptions {
  readonly format: FileFormat
  readonly market: MarketTerms
}

/** Adds up the entries of each statement of a file, and keeps the sums alone. */
export class StatementSums {
  readonly #options: SumOptions
  readonly #amountOf: (row: RawRow) => Amount | undefined
  readonly #readDay: (text: string) => string | undefined
  readonly #statements = new Map<number, Sums>()

  constructor(options: SumOptions) {
    const { format, market } = options
    this.#options = options
    this.#amountOf = createSignedReader(format)
    this.#readDay = createDayReader(format.dates, { zone: format.zone ?? market.zone, marketZone: market.zone })
  }

  /**
   * Adds a balance, and throws a `FileFault` where it cannot be read. Other balances than the opening and closing one
   * are ignored.
   */
  addBalance(row: RawRow): void {
    const { balances } = this.#options.format
    if (balances === undefined) return
    const { cells, line } = row
    const [isOpening, isClosing] = [areMet(balances.opening, cells), areMet(balances.closing, cells)]
    if (!isOpening && !isClosing) return
    const amount = this.#amountOf(row)
    const day = this.#readDay(textIn(cells, { from: balances.at, is: undefined }) ?? '')
    if (amount === undefined || day === undefined) throw new FileFault(line, 'the balance has no amount or no date')
    refuseTooLarge(amount.minor, line)
    const sums = this.#of(row)
    const account = textIn(cells, { from: balances.account, is: undefined }) ?? ''
    if (isOpening) sums.opening ??= amount
    else sums.closing = { ...amount, day, account: account.slice(0, longestAccount) }
  }

  addEntry(row: RawRow): void {
    if (row.isFurtherPart || this.#options.format.balances === undefined) return
    const sums = this.#of(row)
    sums.movedMinor += this.#amountOf(row)?.minor ?? 0
    refuseTooLarge(sums.movedMinor, row.line)
  }

  /** Lists the balances of the statements that have both, in one currency. */
  balances(): readonly StatementBalance[] {
    return [...this.#statements.values()].flatMap(({ opening, closing, movedMinor }) => {
      if (opening === undefined || closing?.currency !== opening.currency) return []
      const { day, account, ...amount } = closing
      return [{ account, day, opening, closing: amount, movedMinor }]
    })
  }

  #of({ statement = 0 }: RawRow): Sums {
    const sums = this.#statements.get(statement) ?? { movedMinor: 0 }
    this.#statements.set(statement, sums)
    return sums
  }
}

function refuseTooLarge(minor: number, line: number): void {
  if (Math.abs(minor) > largest) throw new FileFault(line, 'the amounts of the statement are too large to be added')
}

function createSignedReader({ balances, amounts }: FileFormat): (row: RawRow) => Amount | undefined {
  const readAmount = createAmountReader(amounts)
  return ({ cells }) => {
    if (balances === undefined) return undefined
    const currency = textIn(cells, { from: balances.currency, is: undefined })?.toUpperCase() ?? ''
    const amount = isCurrency(currency) ? readAmount(cells[balances.amount] ?? '', currency) : undefined
    if (amount === undefined || !areMet(balances.debit, cells)) return amount
    return { ...amount, minor: 0 - amount.minor }
  }
}
