import { createStores } from '@nyanja/server/db/payments/test-core'
import type { Payment } from '@nyanja/server/payments/attempt'
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
