import type { Bundle } from '@nyanja/domain/bundles/bundle'
import type { Money } from '@nyanja/domain/money/money'
import type { OrderKind } from '@nyanja/domain/payments/payment-options'
import type { ReminderRule, ReminderWay } from '@nyanja/domain/reminders/reminder'
import type { OutboxMessage } from '../../common/outbox-message.ts'

export type ReminderState = 'active' | 'done' | 'stopped'

/** What a customer asked to be reminded of. Times are epoch milliseconds. */
export interface Reminder {
  /** The id, which cannot be guessed: it is a part of the links in messages. */
  readonly id: string
  readonly attemptId: string
  readonly rule: ReminderRule
  readonly way: ReminderWay
  /** The national digits of the number that is reminded. */
  readonly msisdn: string
  readonly language: string
  /** The words that the customer agreed to. */
  readonly consent: string
  readonly consentedAt: number
  /** The price that the customer saw then. */
  readonly seen: Money
  /** The number of the next reminder, from 1. */
  readonly turn: number
  /** The moment of the next look. */
  readonly dueAt: number
  /** The time after which the reminder is of no use. */
  readonly endsAt?: number
  readonly state: ReminderState
}

export type NewReminder = Omit<Reminder, 'state' | 'turn'>

/** The line, and the kind that is bought for it. */
export interface BoughtLine {
  readonly msisdn: string
  readonly kind: OrderKind
}

/** A purchase for the same line, later than the payment of the reminder. */
export type Meanwhile = 'under_way' | { readonly bundle?: Bundle }

/** What follows a look at a reminder. */
export interface Turned {
  /** The next turn and look; without them the reminder is done. */
  readonly next?: { readonly turn: number; readonly dueAt: number }
  readonly message?: ReminderMessage
}

export const reminderMessageKinds = ['bundleEnds', 'timeToBuy', 'billOpen', 'billDue'] as const
export type ReminderMessageKind = (typeof reminderMessageKinds)[number]

export interface ReminderMessage extends Pick<OutboxMessage, 'params'>, Required<Pick<OutboxMessage, 'expiresAt'>> {
  readonly kind: ReminderMessageKind
}

export interface ReminderStore {
  /** Adds the one reminder of a payment, or begins it anew with another consent. */
  ask(reminder: NewReminder): Promise<void>
  /** Finds the active reminder of a payment. */
  of(attemptId: string): Promise<Reminder | undefined>
  find(id: string): Promise<Reminder | undefined>
  /** Ends it, and erases its number. */
  stop(id: string): Promise<void>
  claim(claim: { readonly limit: number; readonly leaseMs: number }): Promise<readonly Reminder[]>
  /** Lists what was bought for a line since then, and is being bought, without the order of the press `ours`. */
  boughtSince(line: BoughtLine, since: number, ours: string): Promise<readonly Meanwhile[]>
  /** Queues the message and moves on, in one step: false when the reminder has changed since it was claimed. */
  turn(reminder: Reminder, turned: Turned): Promise<boolean>
}

/** The name of a turn: the link of its message, and the press that buys. No id has a U, so that the id is found in it. */
export const turnToken = ({ id, turn }: Pick<Reminder, 'id' | 'turn'>): string => `${id}U${turn}`

const tokenForm = /^([0-9A-TV-Z]{26})U(\d{1,2})$/

/** Reads the name of a turn from an address. */
export function readTurnToken(token: string): { readonly id: string; readonly turn: number } | undefined {
  const [, id, turn] = tokenForm.exec(token) ?? []
  return id === undefined ? undefined : { id, turn: Number(turn) }
}
