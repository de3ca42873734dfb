import { type Sum, takes } from '../core/minor-units.ts'
import type { Channel, Payment, Simulation, Status, Transaction } from './ledger.ts'
import { feeOf, transactionView } from './views.ts'

interface Taken {
  readonly sum: Sum
  readonly requestedMinor: number
}

interface Ending {
  readonly status: Status
  readonly words: string
  /** What was taken of the sum that was asked; absent: nothing. */
  readonly taken?: (asked: Sum) => Taken
}

const successful = 'Successful'
const asAsked = (sum: Sum): Taken => ({ sum, requestedMinor: sum.minor })

/** All ways in which a transaction can end, or be left hanging. */
export const endings = {
  success: { status: 'success', words: successful, taken: asAsked },
  fees_added: {
    status: 'success',
    words: successful,
    taken: (asked) => ({ sum: takes.more(feeOf(asked.minor))(asked), requestedMinor: asked.minor }),
  },
  underpaid: {
    status: 'success',
    words: successful,
    taken: (asked) => ({ sum: takes.half(asked), requestedMinor: asked.minor }),
  },
  wrong_amount: {
    status: 'success',
    words: successful,
    taken: (asked) => ({ sum: takes.more(100)(asked), requestedMinor: asked.minor + 100 }),
  },
  wrong_currency: {
    status: 'success',
    words: successful,
    taken: (asked) => asAsked(takes.dollarsOr('NGN')(asked)),
  },
  declined: { status: 'failed', words: 'Declined' },
  insufficient_funds: { status: 'failed', words: 'Insufficient Funds' },
  abandoned: { status: 'abandoned', words: 'The transaction was not completed' },
  ongoing: { status: 'ongoing', words: 'Transaction in progress' },
  pending: { status: 'pending', words: 'Pending' },
  processing: { status: 'processing', words: 'Processing' },
  queued: { status: 'queued', words: 'Queued' },
  reversed: { status: 'reversed', words: 'Reversed', taken: asAsked },
} as const satisfies Readonly<Record<string, Ending>>

type EndingName = keyof typeof endings

/** Money that was taken stays taken, unless it is reversed. Only success is announced. */
export function conclude(
  transaction: Transaction,
  name: EndingName,
  simulation: Pick<Simulation, 'ledger' | 'now' | 'notify'>,
): boolean {
  const ending: Ending = endings[name]
  if (!simulation.ledger.allows(transaction, name)) return false
  const { status, words, taken } = ending
  transaction.status = status
  transaction.gatewayResponse = words
  transaction.awaited = undefined
  transaction.dueAtMs = undefined
  transaction.payment ??= taken && paymentOf(taken(transaction.sum), simulation.now())
  if (status === 'success') simulation.notify('charge.success', transactionView(transaction))
  return true
}

/** A try that came to nothing leaves the page open for another. */
export function fail(transaction: Transaction, words: string): void {
  if (transaction.payment !== undefined) return
  transaction.status = 'failed'
  transaction.gatewayResponse = words
  transaction.awaited = undefined
  transaction.dueAtMs = undefined
}

export function payBy(transaction: Transaction, channel: Channel, simulation: Simulation): void {
  transaction.channel = channel
  conclude(transaction, 'success', simulation)
}

const paymentOf = (taken: Taken, now: Date): Payment => ({ ...taken, at: now.toISOString() })
