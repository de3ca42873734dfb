import { canMove, type Leg } from '@nyanja/domain/legal-moves'
import { isSameMoney } from '@nyanja/domain/money'
import { statusOver } from '@nyanja/domain/payment-status'
import type { Kysely } from 'kysely'
import type { Payment } from '../../../payments/attempt.ts'
import type { Database } from '../../schema.ts'
import { createStores } from '../test-core.ts'
import type { Entry } from './provider.ts'
import type { World } from './world.ts'

interface Finding {
  readonly payment: Payment
  readonly entry: Entry | undefined
  readonly isInReview: boolean
}

const isTaken = ({ entry }: Finding) => entry?.taken !== undefined
const isKept = (finding: Finding) => isTaken(finding) && finding.entry?.givenBack === 0

const decided: ReadonlySet<string> = new Set(['captured', 'captured_late', 'refused', 'expired'])

function statusOf({ attempt, delivery, refund }: Payment) {
  return statusOver({
    money: attempt.state,
    isAtGatewayPage: false,
    ...(delivery === undefined ? {} : { delivery: delivery.state }),
    ...(refund === undefined ? {} : { refund: refund.state }),
  })
}

/** What must hold of every single payment; true means that it does not. */
const faults: Readonly<Record<string, (finding: Finding, world: World) => boolean>> = {
  'stays undecided': ({ payment, isInReview }) => !decided.has(payment.attempt.state) && !isInReview,
  'capture without an end': (finding) =>
    isTaken(finding) &&
    !finding.isInReview &&
    finding.payment.delivery?.state !== 'delivered' &&
    finding.payment.refund?.state !== 'refunded',
  'FAILED, and the money is kept': (finding) =>
    isKept(finding) && !finding.isInReview && statusOf(finding.payment) === 'FAILED',
  'given back twice': ({ entry }) => (entry?.givenBack ?? 0) > 1,
  'given back though delivered': ({ entry, payment }, { bss }) =>
    (entry?.givenBack ?? 0) > 0 && bss.books.get(payment.attempt.id)?.state === 'given',
  'delivered in our books only': ({ payment }, { bss }) =>
    payment.delivery?.state === 'delivered' && bss.books.get(payment.attempt.id)?.state !== 'given',
}

/** What must hold of everything that the BSS gave. */
function faultsOfGifts({ bss, orders }: World, findings: readonly Finding[]): string[] {
  return [...bss.books.values()].flatMap(({ purchase, times, state }) => {
    const finding = findings.find(({ payment }) => payment.attempt.id === purchase.id)
    const order = orders.find(({ id }) => id === finding?.payment.attempt.orderId)
    const taken = finding?.entry?.taken
    const isRight =
      taken !== undefined &&
      order?.choice !== undefined &&
      isSameMoney(taken, purchase.amount) &&
      isSameMoney(order.choice.amount, purchase.amount) &&
      order.msisdn === purchase.msisdn
    return [
      ...(times > 1 ? [`${purchase.id} delivered ${times} times`] : []),
      ...(state === 'given' && !isRight ? [`${purchase.id} delivered without its capture`] : []),
    ]
  })
}

function faultsOfOrders({ orders }: World, findings: readonly Finding[]): string[] {
  return orders.flatMap(({ id }) => {
    const kept = findings.filter((finding) => finding.payment.attempt.orderId === id && isKept(finding))
    return kept.filter(({ isInReview }) => !isInReview).length > 1 ? [`order ${id} is paid ${kept.length} times`] : []
  })
}

/** Every state is explained by a chain of legal moves. */
async function faultsOfHistory(db: Kysely<Database>, { payment }: Finding): Promise<string[]> {
  const { attempt, delivery, refund } = payment
  const events = await db.selectFrom('events').selectAll().where('attempt_id', '=', attempt.id).orderBy('id').execute()
  const states: Readonly<Record<Leg, string>> = {
    money: attempt.state,
    delivery: delivery?.state ?? 'none',
    refund: refund?.state ?? 'none',
  }
  return (['money', 'delivery', 'refund'] as const).flatMap((leg) => {
    let state = 'none'
    for (const { from_state, to_state } of events.filter((event) => event.leg === leg)) {
      if (from_state !== state || (state !== 'none' && !canMove(leg, state, to_state)))
        return [`${attempt.id}: ${leg} cannot go from ${state} to ${to_state}`]
      state = to_state
    }
    return state === states[leg] ? [] : [`${attempt.id}: ${leg} is ${states[leg]}, its history says ${state}`]
  })
}

/** Holds the portal's books against the provider's and the BSS's, as `docs` promise it. Empty when all is well. */
export async function audit(world: World): Promise<string[]> {
  const { db } = world.database
  const { reader } = createStores(world.database, world.now)
  const payments = (await Promise.all(world.orders.map(({ id }) => reader.paymentsOf(id)))).flat()
  const reviews = new Set((await db.selectFrom('reviews').select('attempt_id').execute()).map((row) => row.attempt_id))
  const findings = payments.map((payment): Finding => {
    const { id, gateway } = payment.attempt
    const { books } = world.providers[gateway === 'card' ? 'card' : 'wallet']
    return { payment, entry: books.get(id), isInReview: reviews.has(id) }
  })
  const ofPayments = findings.flatMap((finding) =>
    Object.entries(faults)
      .filter(([, isFault]) => isFault(finding, world))
      .map(([what]) => `${finding.payment.attempt.id} (${finding.payment.attempt.state}): ${what}`),
  )
  const ofHistory = await Promise.all(findings.map((finding) => faultsOfHistory(db, finding)))
  return [
    ...world.failures,
    ...ofPayments,
    ...faultsOfGifts(world, findings),
    ...faultsOfOrders(world, findings),
    ...ofHistory.flat(),
  ]
}
