import type { DayFigures } from '@nyanja/domain/finance/day-close'
import { type Currency, displayMoney, money } from '@nyanja/domain/money/money'

const shown = ['captured', 'delivered', 'refunded', 'reversed'] as const

export const display = (currency: Currency, minor: number): string => displayMoney(money(currency, minor))

/** The figures of a day as text. `undefined` means that nothing of the kind happened. */
export interface FiguresView {
  readonly gateway: string
  readonly currency: Currency
  readonly figures: readonly { readonly name: string; readonly amount: string; readonly payments: number }[]
  /** Payments sent to review less decided ones; negative when more were decided. */
  readonly inReview: number
  readonly late: { readonly amount: string; readonly payments: number }
  readonly fees: string
  readonly payout: string
  /** Airtime given as goodwill; undefined where there is none. */
  readonly goodwill: { readonly amount: string; readonly payments: number } | undefined
  /** Airtime of refunded payments that came back; undefined where there is none. */
  readonly takenBack: { readonly amount: string; readonly payments: number } | undefined
}

export function figuresView(line: DayFigures): FiguresView {
  const { gateway, currency, capturedLate, sentToReview, leftReview } = line
  const amount = (minor: number) => display(currency, minor)
  return {
    ...{ gateway, currency },
    figures: shown.map((name) => ({ name, amount: amount(line[name].minor), payments: line[name].payments })),
    inReview: sentToReview.payments - leftReview.payments,
    late: { amount: amount(capturedLate.minor), payments: capturedLate.payments },
    fees: amount(line.feesMinor + line.feeTaxMinor),
    payout: amount(line.expectedPayoutMinor),
    goodwill: line.credited && { amount: amount(line.credited.minor), payments: line.credited.payments },
    takenBack: line.takenBack && { amount: amount(line.takenBack.minor), payments: line.takenBack.payments },
  }
}

const none = { payments: 0, minor: 0 }

const add = (left: DayFigures['captured'], right: DayFigures['captured']) => ({
  payments: left.payments + right.payments,
  minor: left.minor + right.minor,
})

/** Each currency has its own line: amounts of different currencies are never added. */
export function totalsOf(lines: readonly DayFigures[]): readonly DayFigures[] {
  const totals = new Map<Currency, DayFigures>()
  for (const line of lines) {
    const sum = totals.get(line.currency)
    totals.set(
      line.currency,
      sum === undefined
        ? line
        : {
            ...sum,
            captured: add(sum.captured, line.captured),
            capturedLate: add(sum.capturedLate, line.capturedLate),
            delivered: add(sum.delivered, line.delivered),
            refunded: add(sum.refunded, line.refunded),
            reversed: add(sum.reversed, line.reversed),
            sentToReview: add(sum.sentToReview, line.sentToReview),
            leftReview: add(sum.leftReview, line.leftReview),
            feesMinor: sum.feesMinor + line.feesMinor,
            feeTaxMinor: sum.feeTaxMinor + line.feeTaxMinor,
            expectedPayoutMinor: sum.expectedPayoutMinor + line.expectedPayoutMinor,
            ...((sum.credited ?? line.credited) && { credited: add(sum.credited ?? none, line.credited ?? none) }),
            ...((sum.takenBack ?? line.takenBack) && { takenBack: add(sum.takenBack ?? none, line.takenBack ?? none) }),
          },
    )
  }
  return [...totals.values()]
}
