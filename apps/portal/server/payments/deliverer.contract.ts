import { orderKinds } from '@nyanja/domain/payments/order'
import { describe, expect, it } from 'vitest'
import type { Patience } from '../patience.contract.ts'
import type { Deliverer, Purchase, SendResult } from './deliverer.ts'

export interface DelivererBench {
  readonly deliverer: Deliverer
  /** Something that can be delivered. */
  purchase(kind: Purchase['kind']): Purchase
  /** What will become of the next thing that is sent. `hold`: nothing, until it is released. */
  plan(kind: Purchase['kind'], outcome: 'failed' | 'hold'): Promise<unknown>
  release(kind: Purchase['kind']): Promise<unknown>
  /** The next thing that is sent is refused outright. */
  refuse(purchase: Purchase): Purchase
  /** How the next answer goes wrong. */
  spoil(kind: Purchase['kind'], fault: 'lost before' | 'lost after' | 'broken' | 'garbled'): Promise<unknown>
  /** What the BSS itself believes to have delivered. */
  books(): Promise<
    readonly {
      readonly reference: string
      readonly msisdn?: string
      readonly account?: string
      readonly amountMinor?: number
    }[]
  >
}

export async function send(deliverer: Deliverer, purchase: Purchase): Promise<SendResult> {
  const give = await deliverer.prepare(purchase)
  return give()
}

/** True of every way to deliver. */
export function describeDeliverer(name: string, open: (patience: Patience) => Promise<DelivererBench>): void {
  describe.each(orderKinds)(`${name} delivers %s`, (kind) => {
    it('once, to the number, under our id', async () => {
      const { deliverer, purchase, books } = await open('usual')
      const bought = purchase(kind)
      expect(await send(deliverer, bought)).toMatchObject({ outcome: 'delivered', bssReference: expect.any(String) })
      const delivered = (await books()).filter(({ reference }) => reference === bought.id)
      expect(delivered).toHaveLength(1)
      expect(delivered[0]).toMatchObject(
        bought.bill === undefined ? { msisdn: bought.msisdn } : { account: bought.bill.account },
      )
      if (kind !== 'bundle') expect(delivered[0]?.amountMinor).toBe(bought.amount.minor)
    })

    it('and nothing yet while it is only prepared', async () => {
      const { deliverer, purchase, books } = await open('usual')
      const bought = purchase(kind)
      await deliverer.prepare(bought)
      expect(await books()).toEqual([])
      expect(await deliverer.readBack(bought)).toBeUndefined()
    })

    it('and can be asked for it afterwards', async () => {
      const { deliverer, purchase } = await open('usual')
      const bought = purchase(kind)
      const sent = await send(deliverer, bought)
      expect(await deliverer.readBack(bought)).toEqual(sent)
    })

    it('and knows nothing of what was never sent', async () => {
      const { deliverer, purchase } = await open('usual')
      await send(deliverer, purchase(kind))
      expect(await deliverer.readBack(purchase(kind))).toBeUndefined()
    })

    it('later, when the BSS takes its time', async () => {
      const { deliverer, purchase, plan, release } = await open('usual')
      const bought = purchase(kind)
      await plan(kind, 'hold')
      expect(await send(deliverer, bought)).toMatchObject({ outcome: 'pending' })
      expect(await deliverer.readBack(bought)).toMatchObject({ outcome: 'pending' })
      await release(kind)
      expect(await deliverer.readBack(bought)).toMatchObject({ outcome: 'delivered' })
    })

    it('not at all, when the BSS accepts it and then fails', async () => {
      const { deliverer, purchase, plan, books } = await open('usual')
      const bought = purchase(kind)
      await plan(kind, 'failed')
      expect(await send(deliverer, bought)).toMatchObject({ outcome: 'impossible' })
      expect(await deliverer.readBack(bought)).toMatchObject({ outcome: 'impossible' })
      expect(await books()).toEqual([])
    })

    it('not at all, when the BSS refuses it, and says so without a number', async () => {
      const { deliverer, purchase, refuse, books } = await open('usual')
      const bought = refuse(purchase(kind))
      const result = await send(deliverer, bought)
      expect(result).toMatchObject({ outcome: 'impossible' })
      expect(JSON.stringify(result)).not.toContain(bought.msisdn)
      expect(await books()).toEqual([])
    })

    it('under a lost answer, and finds it when it reads back', async () => {
      const { deliverer, purchase, spoil, books } = await open('short')
      const bought = purchase(kind)
      await spoil(kind, 'lost after')
      await expect(send(deliverer, bought)).rejects.toMatchObject({ code: 'provider_unreachable' })
      expect(await deliverer.readBack(bought)).toMatchObject({ outcome: 'delivered' })
      expect(await books()).toHaveLength(1)
    })

    it('nothing under a lost request, and finds nothing when it reads back', async () => {
      const { deliverer, purchase, spoil, books } = await open('usual')
      const bought = purchase(kind)
      await spoil(kind, 'lost before')
      await expect(send(deliverer, bought)).rejects.toMatchObject({ code: 'provider_unreachable' })
      expect(await deliverer.readBack(bought)).toBeUndefined()
      expect(await books()).toEqual([])
    })

    it.each([
      ['broken', 'provider_unreachable'],
      ['garbled', 'provider_broke_contract'],
    ] as const)('and does not take a %s answer for a refusal', async (fault, code) => {
      const { deliverer, purchase, spoil } = await open('usual')
      const bought = purchase(kind)
      await spoil(kind, fault)
      const error = await send(deliverer, bought).catch((thrown: unknown) => thrown)
      expect(error).toMatchObject({ name: 'PortalError', code })
      expect(String(error)).not.toContain(bought.msisdn)
      expect(await deliverer.readBack(bought)).toMatchObject({ outcome: 'delivered' })
    })
  })
}
