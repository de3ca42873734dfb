import { endOfBundle } from '@nyanja/domain/bundles/bundle'
import {
  billLooks,
  isSchedule,
  momentBeforeEnd,
  momentOfTurn,
  nextWithinHours,
  type ReminderRule,
  type ReminderTerms,
  type ReminderWay,
  rulesFor,
} from '@nyanja/domain/reminders/reminder'
import { localOf, momentOf } from '../../common/zone-time.ts'
import type { OrderedPayment } from '../payment-progress.ts'
import type { Repurchases } from '../repurchases.ts'
import { type Reminder, type ReminderStore, readTurnToken } from './reminder.ts'

interface RemindersOptions {
  readonly store: ReminderStore
  readonly repurchases: Pick<Repurchases, 'isOffered'>
  readonly terms: ReminderTerms
  readonly timeZone: string
  readonly now: () => number
  /** Makes an id that cannot be guessed. */
  readonly newId: () => string
}

/** A reminder that a receipt offers, and when it would come first. */
export interface OfferedReminder {
  readonly rule: ReminderRule
  readonly way: ReminderWay
  /** The national digits of the number that is reminded. */
  readonly to: string
  /** The moment of the first one, or of the first look for a bill. */
  readonly dueAt: number
}

interface Consent {
  readonly rule: ReminderRule
  /** The words that the customer agrees to. */
  readonly consent: string
  readonly language: string
}

/** Handles reminders that customers ask for on their receipts. */
export class Reminders {
  readonly #options: RemindersOptions

  constructor(options: RemindersOptions) {
    this.#options = options
  }

  /**
   * Lists what a customer can be reminded of. The number that gets the messages of the payment gets them; the payer of
   * another customer's order is reminded on the wallet's number alone.
   */
  async offered(payment: OrderedPayment): Promise<readonly OfferedReminder[]> {
    const { order, delivery } = payment
    const to = recipientOf(payment)
    if (delivery?.state !== 'delivered' || payment.refund !== undefined || to === '') return []
    const { choice } = order
    const isBill = choice.kind === 'bill' || choice.kind === 'invoice'
    if (!isBill && !(await this.#options.repurchases.isOffered(payment))) return []
    return rulesFor(choice.kind, choice.kind === 'bundle' ? choice.bundle : undefined).flatMap((rule) => {
      const dueAt = this.#firstMoment(rule, payment)
      return dueAt === undefined ? [] : [{ rule, way: wayOf(payment, rule), to, dueAt }]
    })
  }

  /** Begins the reminder, in place of an earlier one of the payment. */
  async ask(payment: OrderedPayment, { rule, consent, language }: Consent): Promise<'asked' | 'not_offered'> {
    const { store, now, newId } = this.#options
    const offer = (await this.offered(payment)).find((one) => one.rule === rule)
    if (offer === undefined) return 'not_offered'
    const endsAt = rule === 'before_end' ? endOf(payment) : undefined
    await store.ask({
      ...{ id: newId(), attemptId: payment.attempt.id, rule, way: offer.way, msisdn: offer.to, language },
      ...{ consent, consentedAt: now(), seen: payment.order.choice.amount, dueAt: offer.dueAt },
      ...(endsAt !== undefined && { endsAt }),
    })
    return 'asked'
  }

  /** Finds the active reminder of a payment. */
  async of({ attempt }: Pick<OrderedPayment, 'attempt'>): Promise<Reminder | undefined> {
    return this.#options.store.of(attempt.id)
  }

  /** Finds the reminder whose message had this link, whatever became of it. */
  async opened(token: string): Promise<Reminder | undefined> {
    const named = readTurnToken(token)
    const found = named && (await this.#options.store.find(named.id))
    return found !== undefined && named !== undefined && named.turn <= found.turn
      ? { ...found, turn: named.turn }
      : undefined
  }

  /** Ends the reminder, and erases its number. */
  async stop(id: string): Promise<void> {
    await this.#options.store.stop(id)
  }

  #firstMoment(rule: ReminderRule, payment: OrderedPayment): number | undefined {
    const { terms, timeZone, now } = this.#options
    const begun = localOf(now(), timeZone)
    if (rule === 'bill_due') return momentOf(nextWithinHours(begun + billLooks.firstAfterMs, terms.hours), timeZone)
    if (isSchedule(rule)) return momentAt(momentOfTurn(rule, { begun, turn: 1 }, terms), timeZone)
    const endsAt = endOf(payment)
    if (endsAt === undefined) return undefined
    return momentAt(momentBeforeEnd({ boughtAt: begun, endsAt: localOf(endsAt, timeZone) }, terms), timeZone)
  }
}

const momentAt = (local: number | undefined, timeZone: string) =>
  local === undefined ? undefined : momentOf(local, timeZone)

/** The end of the bundle that was delivered. */
function endOf({ order, delivery }: OrderedPayment): number | undefined {
  const { choice } = order
  if (choice.kind !== 'bundle' || delivery?.decidedAt === undefined) return undefined
  return endOfBundle(choice.bundle, delivery.decidedAt)
}

/** A number that the payer of a link does not see is not reminded by that payer. */
function recipientOf({ attempt, order }: OrderedPayment): string {
  const ofLine = order.payLink === undefined && order.account === undefined ? order.msisdn : ''
  return attempt.payerMsisdn || ofLine
}

/** A wallet that approved a prompt can be asked again; what needs a code or a card is offered by a link. */
function wayOf({ attempt }: OrderedPayment, rule: ReminderRule): ReminderWay {
  return isSchedule(rule) && attempt.checkoutType === 'push' && attempt.quote === undefined ? 'push' : 'sms'
}
