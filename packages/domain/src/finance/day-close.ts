import type { Currency } from '../money/money.ts'
import { type FinanceRules, listPostings, type Posting } from './journal.ts'
import type { MoneyEvent, MoneyState } from './money-event.ts'

export interface Figure {
  readonly payments: number
  readonly minor: number
}

export const figureNames = [
  'captured',
  'capturedLate',
  'delivered',
  'refunded',
  'reversed',
  'sentToReview',
  'leftReview',
] as const
export type FigureName = (typeof figureNames)[number]

/** The events of a day through one gateway in one currency. */
export interface DayFigures extends Readonly<Record<FigureName, Figure>> {
  /** The day of the close, or an earlier one whose events became known only after its own close. */
  readonly happenedOn: string
  readonly gateway: string
  readonly currency: Currency
  readonly feesMinor: number
  readonly feeTaxMinor: number
  /** Captures less refunds, reversals, fees and their tax: the figure may be negative. */
  readonly expectedPayoutMinor: number
  /** The sum of goodwill, absent where there is none, as in every close made before goodwill could be given. */
  readonly credited?: Figure
  /** The sum of returned goods of refunded payments, absent where there are none. */
  readonly takenBack?: Figure
}

/** The sum of the postings of equal accounts, gateway, currency and day. */
export interface JournalEntry extends Posting {
  readonly happenedOn: string
  readonly gateway: string
  readonly currency: Currency
}

/** A closed day, with the rules that were in force. It depends on the events of the day and nothing else. */
export interface DayClose {
  readonly format: 1
  /** The day in the market's time zone, such as `2026-11-20`. */
  readonly day: string
  readonly timeZone: string
  /** The times in epoch milliseconds: `fromAt` belongs to the day, `untilAt` no longer does. */
  readonly fromAt: number
  readonly untilAt: number
  readonly rules: FinanceRules
  readonly figures: readonly DayFigures[]
  readonly journal: readonly JournalEntry[]
}

interface Counting {
  payments: number
  minor: number
}

interface Line extends Record<FigureName, Counting> {
  readonly happenedOn: string
  readonly gateway: string
  readonly currency: Currency
  feesMinor: number
  feeTaxMinor: number
  credited?: Counting
  takenBack?: Counting
}

/** The figures that a line has only where there is one: closes made before they existed are written again unchanged. */
const rareFigures = { credited: 'credited', taken_back: 'takenBack' } as const satisfies Partial<
  Record<MoneyState, 'credited' | 'takenBack'>
>

const isRare = (state: MoneyState): state is keyof typeof rareFigures => Object.hasOwn(rareFigures, state)

/** Late captures are captures too. */
const figuresOf: Readonly<Record<Exclude<MoneyState, keyof typeof rareFigures>, readonly FigureName[]>> = {
  captured: ['captured'],
  captured_late: ['captured', 'capturedLate'],
  delivered: ['delivered'],
  refunded: ['refunded'],
  reversed: ['reversed'],
  review: ['sentToReview'],
}

const leftReview: FigureName = 'leftReview'

const nothing = (): Counting => ({ payments: 0, minor: 0 })

function count(figure: Counting, minor: number): Counting {
  figure.payments += 1
  figure.minor += minor
  return figure
}

const emptyFigures = (): Record<FigureName, Counting> => ({
  captured: nothing(),
  capturedLate: nothing(),
  delivered: nothing(),
  refunded: nothing(),
  reversed: nothing(),
  sentToReview: nothing(),
  leftReview: nothing(),
})

/** Adds up events in any order; its size depends on gateways, currencies and accounts, not on payments. */
export class DayTotals {
  readonly #rules: FinanceRules
  readonly #lines = new Map<string, Line>()
  readonly #journal = new Map<string, { readonly entry: Omit<JournalEntry, 'minor'>; minor: number }>()

  constructor(rules: FinanceRules) {
    this.#rules = rules
  }

  add(happenedOn: string, event: MoneyEvent): void {
    const { to, gateway, amount } = event
    const line = this.#line(happenedOn, gateway, amount.currency)
    if (isRare(to)) line[rareFigures[to]] = count(line[rareFigures[to]] ?? nothing(), amount.minor)
    else
      for (const name of event.isFromReview ? [...figuresOf[to], leftReview] : figuresOf[to])
        count(line[name], amount.minor)
    for (const posting of listPostings(event, this.#rules, happenedOn)) {
      if (posting.entry === 'fee') line.feesMinor += posting.minor
      if (posting.entry === 'fee_tax') line.feeTaxMinor += posting.minor
      this.#post(line, posting)
    }
  }

  close(day: Omit<DayClose, 'format' | 'rules' | 'figures' | 'journal'>): DayClose {
    const figures = [...this.#lines].toSorted(byKey).map(([, line]): DayFigures => {
      const returned = line.refunded.minor + line.reversed.minor
      return { ...line, expectedPayoutMinor: line.captured.minor - returned - line.feesMinor - line.feeTaxMinor }
    })
    const journal = [...this.#journal].toSorted(byKey).map(([, { entry, minor }]) => ({ ...entry, minor }))
    return { format: 1, ...day, rules: this.#rules, figures, journal }
  }

  #line(happenedOn: string, gateway: string, currency: Currency): Line {
    const key = keyOf([happenedOn, gateway, currency])
    const line = this.#lines.get(key) ?? {
      ...{ happenedOn, gateway, currency, feesMinor: 0, feeTaxMinor: 0 },
      ...emptyFigures(),
    }
    this.#lines.set(key, line)
    return line
  }

  #post({ happenedOn, gateway, currency }: Line, { minor, ...posting }: Posting): void {
    const entry = { happenedOn, gateway, currency, ...posting }
    const key = keyOf([happenedOn, currency, gateway, entry.entry, entry.debit, entry.credit])
    const sum = this.#journal.get(key) ?? { entry, minor: 0 }
    sum.minor += minor
    this.#journal.set(key, sum)
  }
}

const keyOf = (parts: readonly string[]) => parts.join('\t')

/** Orders keys by code units, which are the same on every machine. */
const byKey = ([left]: readonly [string, unknown], [right]: readonly [string, unknown]) => (left < right ? -1 : 1)

/** Writes the text of RFC 8785 (JSON Canonicalization Scheme): equal closes are equal bytes. */
export function toCanonicalText(close: DayClose): string {
  return write({ ...close })
}

function write(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(write).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const fields = Object.entries(value).toSorted(byKey)
  return `{${fields.map(([name, field]) => `${JSON.stringify(name)}:${write(field)}`).join(',')}}`
}
