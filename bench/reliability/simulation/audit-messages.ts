import { mayBeGift } from '@nyanja/domain/payments/gift-message'
import { ratePolicies } from '@nyanja/domain/rate-limits/rate-policies'
import type { Order } from '@nyanja/server/payments/orders'
import type { Finding } from './findings.ts'
import type { World } from './world.ts'

const receipts: ReadonlySet<string> = new Set(['deliveredAirtime', 'deliveredBundle'])

/** Every third order comes with a message, if its kind may. */
export const giftMessageFor = (order: Order, { orders }: Pick<World, 'orders'>): Pick<Order, 'giftMessage'> =>
  orders.length % 3 === 0 && mayBeGift(order) ? { giftMessage: 'Happy birthday' } : {}

/**
 * The message of a gift goes to the receiver alone, with the delivery and never without it, unless that number had
 * enough. A forgotten payment has lost its messages.
 */
export async function faultsOfGiftMessages(
  { database: { db }, orders }: World,
  findings: readonly Finding[],
): Promise<string[]> {
  const { windowMs, hardLimit } = ratePolicies.gift_message.targetDay
  const messages = await db.selectFrom('messages').select(['attempt_id', 'kind', 'msisdn', 'created_at']).execute()
  const gifts = messages.filter(({ kind }) => kind === 'giftMessage')
  return findings.flatMap(({ payment: { attempt, delivery } }) => {
    const order = orders.find(({ id }) => id === attempt.orderId)
    const own = gifts.filter(({ attempt_id }) => attempt_id === attempt.id)
    const isRight = own.every(({ msisdn }) => msisdn === order?.msisdn && order.giftMessage !== undefined)
    const receipt = messages.find(({ attempt_id, kind }) => attempt_id === attempt.id && receipts.has(kind))
    const before = gifts.filter(
      ({ msisdn, created_at }) =>
        receipt !== undefined &&
        msisdn === order?.msisdn &&
        created_at <= receipt.created_at &&
        created_at > receipt.created_at - windowMs,
    )
    const isDue = receipt !== undefined && order?.giftMessage !== undefined && before.length < hardLimit
    return [
      ...(own.length > 0 && delivery?.state !== 'delivered'
        ? [`${attempt.id}: a gift's message without the gift`]
        : []),
      ...(isRight ? [] : [`${attempt.id}: a gift's message to another number, or with no gift`]),
      ...(isDue && own.length === 0 ? [`${attempt.id}: a gift without its message`] : []),
    ]
  })
}
