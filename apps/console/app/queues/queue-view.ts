import type { OwnedItem } from '@nyanja/back-office/operations/work-queues'
import { displayMoney } from '@nyanja/domain/money/money'
import { importInSubject } from '@nyanja/domain/staff/acts'
import type { WorkQueue } from '@nyanja/domain/staff/work-queues'
import type { Clock } from '@nyanja/web/format/clock'
import type { Texts } from '../texts.ts'
import { ageText, toneOfAge } from '../ui/age.ts'
import { textOf } from '../ui/text-of.ts'

export const owners = ['everybody', 'free', 'own'] as const
export type Owner = (typeof owners)[number]

type Codes = (texts: Texts) => Readonly<Record<string, string>>

/** The packages with the texts of a queue's codes: those that it is filtered by, and the others. */
const codesOf: Readonly<Record<WorkQueue, { readonly kinds: Codes; readonly about: Codes }>> = {
  reviews: { kinds: ({ payment }) => payment.reviewReasons, about: ({ payment }) => payment.methods },
  corrections: { kinds: ({ payment }) => payment.methods, about: ({ queues }) => queues.products },
  undelivered: { kinds: ({ payment }) => payment.methods, about: ({ queues }) => queues.products },
  requests: { kinds: ({ acts }) => acts.names, about: ({ acts }) => acts.reasons },
  messages: { kinds: ({ queues }) => queues.forms, about: ({ queues }) => queues.languages },
  leads: { kinds: ({ queues }) => queues.submissions, about: () => ({}) },
  coverage: { kinds: ({ queues }) => queues.coverage.problems, about: () => ({}) },
}

const pageOf: Readonly<Record<WorkQueue, string>> = {
  ...{ reviews: '/payments', corrections: '/payments', undelivered: '/payments', requests: '/payments' },
  ...{ messages: '/messages', leads: '/leads', coverage: '/coverage' },
}

/** Most requests are about a payment, by its reference. */
function hrefOf(queue: WorkQueue, reference: string): string {
  const id = importInSubject(reference)
  return id === undefined ? `${pageOf[queue]}/${reference}` : `/finance/settlements/${id}`
}

/** The text begins with a capital, because it stands alone. */
export function kindText(queue: WorkQueue, kind: string, texts: Texts): string {
  const text = textOf(codesOf[queue].kinds(texts), kind)
  return text.slice(0, 1).toUpperCase() + text.slice(1)
}

interface RowOptions {
  readonly queue: WorkQueue
  readonly texts: Texts
  readonly clock: Clock
  readonly now: number
  readonly staffId: string
}

/** An item of a queue as a row, with times as text. */
export function toQueueRow(item: OwnedItem, { queue, texts, clock, now, staffId }: RowOptions) {
  const { subject, reference, name, since, kinds, amount, answerBy, about, requestedBy, owner } = item
  return {
    ...{ subject, reference: name ?? reference, isNamed: name !== undefined, requestedBy: requestedBy?.name },
    href: hrefOf(queue, reference),
    why: kinds.map((kind) => kindText(queue, kind, texts)).join(', '),
    about: about.map((code) => textOf(codesOf[queue].about(texts), code)).join(' · '),
    amount: amount && displayMoney(amount),
    answerBy: answerBy === undefined ? undefined : clock.day(answerBy),
    since: clock.day(since),
    age: ageText(now - since, texts),
    tone: toneOfAge(now - since),
    owner: owner && { name: owner.staffName, isOwn: owner.staffId === staffId, since: clock.day(owner.at) },
  }
}

export type QueueRow = ReturnType<typeof toQueueRow>

export function isOwnedBy({ owner }: OwnedItem, wanted: Owner, staffId: string): boolean {
  if (wanted === 'everybody') return true
  return wanted === 'free' ? owner === undefined : owner?.staffId === staffId
}
