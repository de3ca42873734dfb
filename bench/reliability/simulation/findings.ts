import { createStores } from '@nyanja/server/db/payments/test-core'
import type { Payment } from '@nyanja/server/payments/attempt'
import type { Purchase } from '@nyanja/server/payments/delivery-provider'
import { providerNames } from './injected-faults.ts'
import type { Entry } from './provider.ts'
import type { World } from './world.ts'

/** What a second person agreed to. */
export interface Approval {
  readonly act: string
  readonly amountMinor: number | null
  readonly isOwn: boolean
}

export interface Finding {
  readonly payment: Payment
  readonly entry: Entry | undefined
  readonly isInReview: boolean
  /** Staff have moved what was delivered to another number. */
  readonly isMoved: boolean
  readonly approvals: readonly Approval[]
}

const longestOrder = 10

/** All that the BSS has given for a payment: one thing, or one for each of several numbers, by the place in its order. */
export function giftsOf(
  { bss }: World,
  id: string,
): readonly { readonly place: number; readonly purchase: Purchase }[] {
  const names = [id, ...Array.from({ length: longestOrder }, (_, index) => `${id}-${index + 1}`)]
  return names.flatMap((name, place) => {
    const gift = bss.records.get(name)
    return gift?.state === 'given' ? [{ place, purchase: gift.purchase }] : []
  })
}

/**
 * The part of what was asked for that goes back for numbers that got nothing, rounded up for the payer. It is worked out
 * here as well, and not by the core.
 */
export function shareOfUndelivered(world: World, { payment: { attempt }, entry }: Finding): number {
  const choice = world.orders.find(({ id }) => id === attempt.orderId)?.choice
  if (choice?.kind !== 'several' || entry === undefined) return 0
  const given = giftsOf(world, attempt.id).reduce((sum, { purchase }) => sum + purchase.amount.minor, 0)
  const share = Math.ceil((entry.requested.minor * (choice.amount.minor - given)) / choice.amount.minor)
  return given === 0 ? entry.requested.minor : Math.min(share, entry.requested.minor - 1)
}

export const isTaken = ({ entry }: Finding) => entry?.taken !== undefined

/** The amount is all of it or a part. */
export const isKept = ({ entry }: Finding) => entry?.taken !== undefined && entry.returnedMinor < entry.taken.minor

export async function findingsIn(world: World): Promise<Finding[]> {
  const { db } = world.database
  const { reader } = createStores(world.database, world.now)
  const payments = (await Promise.all(world.orders.map(({ id }) => reader.paymentsOf(id)))).flat()
  const reviews = new Set((await db.selectFrom('reviews').select('attempt_id').execute()).map((row) => row.attempt_id))
  const moves = await db.selectFrom('corrections').select('attempt_id').where('state', '=', 'moved').execute()
  const moved = new Set(moves.map((row) => row.attempt_id))
  const approved = await db.selectFrom('staff_requests').selectAll().where('state', '=', 'approved').execute()
  return payments.map((payment): Finding => {
    const { id, gateway, reference } = payment.attempt
    const name = providerNames.find((one) => one === gateway)
    const approvals = approved.filter(({ subject }) => subject === reference)
    return {
      payment,
      entry: name && world.providers[name].records.get(id),
      isInReview: reviews.has(id),
      isMoved: moved.has(id),
      approvals: approvals.map(({ act, amount_minor, asked_by, decided_by }) => {
        return { act, amountMinor: amount_minor, isOwn: asked_by === decided_by }
      }),
    }
  })
}
