import { type Money, majorText } from '@nyanja/domain/money/money'
import type { Delivered, DeliveryProvider, Purchase } from '../../payments/delivery-provider.ts'
import { notSentReason } from '../call-provider.ts'
import { broken } from '../contract-faults.ts'
import { type ChargingClient, type ChargingOptions, createChargingClient } from './charging-client.ts'

/** The kinds that a prepaid charging system delivers: it has no orders, bills, accounts or leads. */
export const sold = ['airtime'] as const

// The refusals of the portal rather than of the top-up, and one that may mean "done already".
const undecidedStatuses = [401, 403, 409]

export function createChargingDeliveryProvider(options: ChargingOptions): DeliveryProvider {
  const client = createChargingClient(options)

  return {
    async prepare({ id, kind, amount, msisdn }) {
      if (!isSold(kind)) return async () => ({ outcome: 'impossible', reason: `bss: sells no ${kind}` })
      const product = await client.productOf(msisdn)
      if (product === undefined) throw broken(`service: no line for ${id}`)
      const body = {
        ...{ type: 'topup', channel: { name: 'WEBPORTAL' } },
        // The bucket keeps the name of its top-up, and nothing else of it.
        name: id,
        amount: { units: 'cents', amount: centsText(amount, options) },
      }
      return async () => {
        try {
          const answer = await client.topUp(product, body)
          if (answer.ok) return { outcome: 'delivered', bssReference: answer.value.id }
          if (undecidedStatuses.includes(answer.status)) throw broken(`balanceTopup: HTTP ${answer.status}`)
          return { outcome: 'impossible', reason: `bss balanceTopup: HTTP ${answer.status}` }
        } catch (error) {
          const reason = notSentReason(error)
          if (reason === undefined) throw error
          return { outcome: 'not_sent', reason }
        }
      }
    },

    async findByReference(purchase) {
      if (!isSold(purchase.kind)) throw broken(`${purchase.kind}: cannot be looked up`)
      return findTopUp(client, purchase, options)
    },

    callOf: () => 'bss balances balanceTopup',
  }
}

const isSold = (kind: Purchase['kind']) => sold.some((one) => one === kind)

function centsText(amount: Money, { centsPerUnit }: Pick<ChargingOptions, 'centsPerUnit'>): string {
  return centsPerUnit === 1 ? majorText(amount) : String(amount.minor)
}

/**
 * Finds a top-up by the name of its bucket. A bucket that was used up is gone with its name, and leaves only an entry
 * in the log: one of this amount may be the top-up.
 */
async function findTopUp(
  client: ChargingClient,
  { id, msisdn, amount }: Purchase,
  options: Pick<ChargingOptions, 'centsPerUnit'>,
): Promise<Delivered | undefined> {
  const product = await client.productOf(msisdn)
  if (product === undefined) throw broken(`service: no line for ${id}`)
  const buckets = await client.bucketsOf(product)
  const bucket = buckets.rows.find(({ name }) => name === id)
  if (bucket !== undefined) return { outcome: 'delivered', bssReference: bucket.id }

  const log = await client.logOf(product)
  const present = new Set(buckets.rows.map((one) => one.id))
  const mayBeIt = log.rows.some(
    ({ type, bucketBalance, amount: topped }) =>
      type === 'topup' &&
      !present.has(bucketBalance?.id ?? '') &&
      (topped == null || Number(topped.amount) === Number(centsText(amount, options))),
  )
  // Without a log, used-up buckets would look like top-ups that were never made.
  if (mayBeIt || !log.exists || !log.isComplete || !buckets.isComplete) throw broken(`balanceTopup: ${id} may be there`)
  return undefined
}
