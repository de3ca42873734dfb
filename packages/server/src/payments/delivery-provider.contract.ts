import { describe, expect, it } from 'vitest'
import type { TimeoutName } from '../common/timeouts.contract.ts'
import { type DeliveryProvider, type Purchase, purchaseKinds, type SendResult } from './delivery-provider.ts'

export interface DeliveryProviderFixture {
  readonly deliveryProvider: DeliveryProvider
  /** A purchase that can be delivered. */
  purchase(kind: Purchase['kind']): Purchase
  /** Plans the outcome of the next purchase. With `hold` it is pending until it is released. */
  plan(kind: Purchase['kind'], outcome: 'failed' | 'hold'): Promise<unknown>
  release(kind: Purchase['kind']): Promise<unknown>
  /** Returns a purchase that is refused immediately. */
  refuse(purchase: Purchase): Purchase
  /** Injects a fault into the next answer. */
  spoil(kind: Purchase['kind'], fault: 'lost before' | 'lost after' | 'broken' | 'garbled'): Promise<unknown>
  /** Returns the BSS's own record of deliveries. */
  records(): Promise<
    readonly {
      readonly reference: string
      readonly msisdn?: string
      readonly account?: string
      readonly amountMinor?: number
    }[]
  >
}

export async function send(deliveryProvider: DeliveryProvider, purchase: Purchase): Promise<SendResult> {
  const give = await deliveryProvider.prepare(purchase)
  return give()
}

interface DeliveryHabits {
  /** The kinds of purchase that the BSS delivers. */
  readonly kinds?: readonly Purchase['kind'][]
  /** Whether the BSS delivers with its answer: nothing is pending, and nothing accepted fails later. */
  readonly deliversAtOnce?: boolean
}

/** Describes the contract of every delivery provider. */
export function describeDeliveryProvider(
  name: string,
  open: (timeout: TimeoutName) => Promise<DeliveryProviderFixture>,
  { kinds = purchaseKinds, deliversAtOnce = false }: DeliveryHabits = {},
): void {
  describe.each(kinds)(`${name} as the delivery provider of %s`, (kind) => {
    it('delivers once, to the number, under our id', async () => {
      const { deliveryProvider, purchase, records } = await open('usual')
      const bought = purchase(kind)
      expect(await send(deliveryProvider, bought)).toMatchObject({
        outcome: 'delivered',
        bssReference: expect.any(String),
      })
      const delivered = (await records()).filter(({ reference }) => reference === bought.id)
      expect(delivered).toHaveLength(1)
      expect(delivered[0]).toMatchObject(
        bought.bill === undefined ? { msisdn: bought.msisdn } : { account: bought.bill.account },
      )
      if (kind !== 'bundle') expect(delivered[0]?.amountMinor).toBe(bought.amount.minor)
    })

    it('delivers nothing during the preparation', async () => {
      const { deliveryProvider, purchase, records } = await open('usual')
      const bought = purchase(kind)
      await deliveryProvider.prepare(bought)
      expect(await records()).toEqual([])
      expect(await deliveryProvider.findByReference(bought)).toBeUndefined()
    })

    it('finds the delivery afterwards', async () => {
      const { deliveryProvider, purchase } = await open('usual')
      const bought = purchase(kind)
      const sent = await send(deliveryProvider, bought)
      expect(await deliveryProvider.findByReference(bought)).toEqual(sent)
    })

    it('does not know what was never sent', async () => {
      const { deliveryProvider, purchase } = await open('usual')
      await send(deliveryProvider, purchase(kind))
      expect(await deliveryProvider.findByReference(purchase(kind))).toBeUndefined()
    })

    it.skipIf(deliversAtOnce)('reports a pending delivery when the BSS is slow', async () => {
      const { deliveryProvider, purchase, plan, release } = await open('usual')
      const bought = purchase(kind)
      await plan(kind, 'hold')
      expect(await send(deliveryProvider, bought)).toMatchObject({ outcome: 'pending' })
      expect(await deliveryProvider.findByReference(bought)).toMatchObject({ outcome: 'pending' })
      await release(kind)
      expect(await deliveryProvider.findByReference(bought)).toMatchObject({ outcome: 'delivered' })
    })

    it.skipIf(deliversAtOnce)('reports a failure after an acceptance', async () => {
      const { deliveryProvider, purchase, plan, records } = await open('usual')
      const bought = purchase(kind)
      await plan(kind, 'failed')
      expect(await send(deliveryProvider, bought)).toMatchObject({ outcome: 'impossible' })
      expect(await deliveryProvider.findByReference(bought)).toMatchObject({ outcome: 'impossible' })
      expect(await records()).toEqual([])
    })

    it('reports a refusal by the BSS, without a number', async () => {
      const { deliveryProvider, purchase, refuse, records } = await open('usual')
      const bought = refuse(purchase(kind))
      const result = await send(deliveryProvider, bought)
      expect(result).toMatchObject({ outcome: 'impossible' })
      expect(JSON.stringify(result)).not.toContain(bought.msisdn)
      expect(await records()).toEqual([])
    })

    it('delivers with a lost answer, and finds the delivery by reference', async () => {
      const { deliveryProvider, purchase, spoil, records } = await open('short')
      const bought = purchase(kind)
      await spoil(kind, 'lost after')
      await expect(send(deliveryProvider, bought)).rejects.toMatchObject({ code: 'provider_unreachable' })
      const { deliveryProvider: later } = await open('usual')
      expect(await later.findByReference(bought)).toMatchObject({ outcome: 'delivered' })
      expect(await records()).toHaveLength(1)
    })

    it('delivers nothing with a lost request, and finds nothing by reference', async () => {
      const { deliveryProvider, purchase, spoil, records } = await open('usual')
      const bought = purchase(kind)
      await spoil(kind, 'lost before')
      await expect(send(deliveryProvider, bought)).rejects.toMatchObject({ code: 'provider_unreachable' })
      expect(await deliveryProvider.findByReference(bought)).toBeUndefined()
      expect(await records()).toEqual([])
    })

    it.each([
      ['broken', 'provider_unreachable'],
      ['garbled', 'provider_broke_contract'],
    ] as const)('does not treat a %s answer as a refusal', async (fault, code) => {
      const { deliveryProvider, purchase, spoil } = await open('usual')
      const bought = purchase(kind)
      await spoil(kind, fault)
      const error = await send(deliveryProvider, bought).catch((thrown: unknown) => thrown)
      expect(error).toMatchObject({ name: 'PortalError', code })
      expect(String(error)).not.toContain(bought.msisdn)
      expect(await deliveryProvider.findByReference(bought)).toMatchObject({ outcome: 'delivered' })
    })
  })
}
