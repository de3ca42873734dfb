import { displayMoney, isSameMoney } from '@nyanja/domain/money/money'
import type { RateLimit } from '@nyanja/domain/rate-limits/rate-limit'
import {
  billLooks,
  isSchedule,
  isWithinHours,
  momentOfTurn,
  nextWithinHours,
  type ReminderTerms,
  replaces,
} from '@nyanja/domain/reminders/reminder'
import { translate } from '@nyanja/domain/texts/language'
import { day, hour, minute } from '@nyanja/domain/time'
import type { MessageStanding, OutboxMessage } from '../../common/outbox-message.ts'
import { localOf, momentOf } from '../../common/zone-time.ts'
import type { Choice } from '../orders.ts'
import type { OrderedPayment, PaymentProgress } from '../payment-progress.ts'
import type { Payments } from '../payments.ts'
import type { RepurchaseOffer, Repurchases } from '../repurchases.ts'
import {
  type Reminder,
  type ReminderMessage,
  type ReminderStore,
  readTurnToken,
  type Turned,
  turnToken,
} from './reminder.ts'

export interface ReminderWorkOptions {
  readonly store: ReminderStore
  readonly progress: Pick<PaymentProgress, 'payment' | 'pageOf'>
  readonly repurchases: Pick<Repurchases, 'offerOrBill' | 'take'>
  readonly payments: Pick<Payments, 'pay'>
  readonly limit: Pick<RateLimit, 'isWithin'>
  readonly terms: ReminderTerms
  readonly timeZone: string
  readonly now: () => number
}

/** A payment that is under way is looked at again after this: its customer may be about to buy the same. */
const againAfterMs = 10 * minute
/** A scheduled purchase is of use this long after its moment. */
const scheduleUseMs = 2 * day
/** What was bought this long before a scheduled moment was bought in its place. */
const boughtInPlaceMs = day

/** The outcomes of a prompt after which its customer has been asked, or needs no question any more. */
const asked: ReadonlySet<string> = new Set(['waiting', 'already_processed', 'redirect'])

/** Looks at reminders that are due: each turn sends one message, asks the wallet once, or is passed over. */
export class ReminderWork {
  readonly #options: ReminderWorkOptions

  constructor(options: ReminderWorkOptions) {
    this.#options = options
  }

  async remind(reminder: Reminder): Promise<void> {
    await this.#options.store.turn(reminder, await this.#look(reminder))
  }

  /** A queued message is useless once its reminder was stopped, or the same was bought or paid. */
  async standingOf({ params }: Pick<OutboxMessage, 'params'>): Promise<MessageStanding> {
    const { store, progress, repurchases } = this.#options
    const named = readTurnToken(params.remind ?? '')
    if (named === undefined) return 'of_use'
    const found = await store.find(named.id)
    if (found === undefined || found.state === 'stopped') return 'useless'
    const payment = await progress.payment(found.attemptId)
    const purchase = await this.#purchase({ ...found, turn: named.turn }, payment)
    if (purchase !== 'none') return purchase === 'bought' ? 'useless' : 'later'
    const isPaid = found.rule === 'bill_due' && (await repurchases.offerOrBill(payment)).outcome === 'gone'
    return isPaid ? 'useless' : 'of_use'
  }

  async #look(reminder: Reminder): Promise<Turned> {
    const { progress, repurchases, terms, now } = this.#options
    const at = now()
    if (at >= this.#usefulUntil(reminder)) return this.#next(reminder)
    const local = this.#local(at)
    if (!isWithinHours(local, terms.hours))
      return postponed(reminder, this.#moment(nextWithinHours(local, terms.hours)))
    const payment = await progress.payment(reminder.attemptId)
    const purchase = await this.#purchase(reminder, payment)
    if (purchase === 'under_way') return postponed(reminder, at + againAfterMs)
    if (purchase === 'bought') return this.#next(reminder)
    // Bills are read from billing, which may be silent: then the turn is tried again.
    const offer = await repurchases.offerOrBill(payment)
    if (reminder.rule === 'bill_due') return this.#lookAtBill(reminder, offer)
    // What is not sold any more, went back or was for a wrong number is not offered again.
    if (offer.outcome !== 'offered') return {}
    const isPushed = reminder.way === 'push' && isSameMoney(offer.choice.amount, reminder.seen)
    if (isPushed && (await this.#ask(reminder, payment))) return this.#next(reminder)
    return this.#send(reminder, { kind: kindOf(reminder), params: paramsOf(reminder, offer.choice) })
  }

  #lookAtBill(reminder: Reminder, offer: RepurchaseOffer): Turned | Promise<Turned> {
    const { terms, now } = this.#options
    const at = now()
    const later = postponed(reminder, at + billLooks.everyMs)
    if (offer.outcome === 'not_offered') return {}
    if (offer.outcome !== 'offered' || !('bill' in offer.choice)) return later
    const { invoices } = offer.choice.bill
    if (invoices.length === 0) return this.#send(reminder, { kind: 'billOpen', params: {} })
    const dueAt = Math.min(...invoices.map((invoice) => invoice.dueAt))
    // The next look may be after the last day on which the bill is paid in time.
    if (dueAt - at > terms.daysBeforeDue * day) return later
    return this.#send(reminder, { kind: 'billDue', params: { day: String(dueAt) } })
  }

  /** Finds a purchase that makes the reminder pointless. That of this very turn is none. */
  async #purchase(reminder: Reminder, { order }: OrderedPayment): Promise<'none' | 'under_way' | 'bought'> {
    const { store, now } = this.#options
    const { choice, msisdn } = order
    if (choice.kind !== 'airtime' && choice.kind !== 'bundle') return 'none'
    const since = isSchedule(reminder.rule)
      ? Math.max(reminder.consentedAt, now() - boughtInPlaceMs)
      : reminder.consentedAt
    const bought = await store.boughtSince({ msisdn, kind: choice.kind }, since, turnToken(reminder))
    const others = bought.filter(
      (one) =>
        one === 'under_way' ||
        choice.kind === 'airtime' ||
        (one.bundle !== undefined && replaces(one.bundle, choice.bundle)),
    )
    if (others.some((one) => one !== 'under_way')) return 'bought'
    return others.length > 0 ? 'under_way' : 'none'
  }

  /** Asks the wallet. The order is opened once for each turn, and is charged once, however often this is repeated. */
  async #ask(reminder: Reminder, payment: OrderedPayment): Promise<boolean> {
    const { repurchases, payments, progress } = this.#options
    const { language, seen } = reminder
    const taken = await repurchases.take(payment, { token: turnToken(reminder), seen, language })
    if (taken.outcome !== 'order') return false
    const { attempt } = await progress.pageOf(taken.order, 'choose')
    // An earlier process was interrupted after it had asked; its order may have ended since.
    if (attempt !== undefined && attempt.state !== 'created') return true
    const { method, gateway, payerMsisdn } = payment.attempt
    const { outcome } = await payments.pay(taken.order, { method, gateway, payerMsisdn })
    return asked.has(outcome)
  }

  async #send(reminder: Reminder, { kind, params }: Omit<ReminderMessage, 'expiresAt'>): Promise<Turned> {
    const { limit, terms, now } = this.#options
    const at = now()
    if (!(await limit.isWithin({ target: reminder.msisdn }))) {
      const tomorrow = this.#moment(nextWithinHours(this.#local(at) + day, terms.hours))
      return postponed(reminder, tomorrow)
    }
    const expiresAt = Math.min(this.#usefulUntil(reminder), this.#closing(at))
    const message = { kind, params: { ...params, remind: turnToken(reminder) }, expiresAt }
    return { ...this.#next(reminder), message }
  }

  /** The turn after this one, if the schedule has one. */
  #next(reminder: Reminder): Turned {
    const moment = this.#turn(reminder, reminder.turn + 1)
    return moment === undefined ? {} : { next: { turn: reminder.turn + 1, dueAt: moment } }
  }

  #turn({ rule, consentedAt }: Reminder, turn: number): number | undefined {
    if (!isSchedule(rule)) return undefined
    const moment = momentOfTurn(rule, { begun: this.#local(consentedAt), turn }, this.#options.terms)
    return moment === undefined ? undefined : this.#moment(moment)
  }

  #usefulUntil(reminder: Reminder): number {
    if (reminder.rule === 'bill_due') return reminder.consentedAt + billLooks.lastAfterMs
    return reminder.endsAt ?? (this.#turn(reminder, reminder.turn) ?? reminder.dueAt) + scheduleUseMs
  }

  /** The end of the hours of reminders on this day. */
  #closing(at: number): number {
    const local = this.#local(at)
    return this.#moment(Math.floor(local / day) * day + this.#options.terms.hours.to * hour)
  }

  #local(at: number): number {
    return localOf(at, this.#options.timeZone)
  }

  #moment(local: number): number {
    return momentOf(local, this.#options.timeZone)
  }
}

const postponed = ({ turn }: Reminder, dueAt: number): Turned => ({ next: { turn, dueAt } })

const kindOf = ({ rule }: Reminder) => (rule === 'before_end' ? 'bundleEnds' : 'timeToBuy')

function paramsOf({ language, endsAt }: Reminder, choice: Choice): Readonly<Record<string, string>> {
  return {
    ...(choice.kind === 'bundle'
      ? { product: translate(choice.bundle, language).name }
      : { amount: displayMoney(choice.amount) }),
    ...(endsAt !== undefined && { endsAt: String(endsAt) }),
  }
}
