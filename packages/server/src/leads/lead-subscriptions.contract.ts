import { describe, expect, it, onTestFinished } from 'vitest'
import { serve } from '../adapters/serve.contract.ts'
import type { TimeoutName } from '../common/timeouts.contract.ts'
import type { LeadCallbackReader, LeadCallbackReading } from './lead-callbacks.ts'
import type { LeadSubscriptions } from './lead-subscriptions.ts'

export interface LeadSubscriptionsFixture {
  readonly registry: LeadSubscriptions
  readonly reader: LeadCallbackReader
  /** Makes an order through any channel; returns the BSS's id of it. */
  order(): Promise<string>
  /** Changes the stage as the operator does. */
  move(bssReference: string): Promise<unknown>
  /** Injects a fault into the next call. */
  mishap(what: 'lost' | 'doubled' | 'late'): Promise<unknown>
  /** Lists the ids of the BSS's listeners. */
  subscriptions(): Promise<readonly unknown[]>
  /** Loses all listeners, as a restart does. */
  forget(): Promise<unknown>
  /** Injects a fault into the answer to the next subscription. */
  spoil(fault: 'lost before' | 'lost after' | 'broken' | 'garbled'): Promise<unknown>
}

const faults = [
  ['lost before', 'provider_unreachable'],
  ['lost after', 'provider_unreachable'],
  ['broken', 'provider_unreachable'],
] as const

/** Opens an address that records the callbacks it receives. */
async function open(reader: LeadCallbackReader) {
  const heard: LeadCallbackReading[] = []
  const origin = await serve((_request, body, response) => {
    heard.push(reader.read(body))
    response.writeHead(204).end()
  }, onTestFinished)
  return { address: `${origin}/bss`, heard }
}

/** Describes the contract of every BSS that calls back about changed orders. */
export function describeLeadSubscriptions(
  name: string,
  start: (timeout: TimeoutName) => Promise<LeadSubscriptionsFixture>,
): void {
  describe(`the webhook subscription at ${name}`, () => {
    it('calls the registered address with the changed order', async () => {
      const { registry, reader, order, move, subscriptions } = await start('usual')
      const { address, heard } = await open(reader)
      const result = await registry.listen(address)
      expect(result).toEqual({ outcome: 'listening', id: expect.any(String) })
      expect(await subscriptions()).toEqual(['id' in result ? result.id : ''])
      const bssReference = await order()
      await move(bssReference)
      await expect.poll(() => heard).toContainEqual({ bssReference })
      expect(heard).not.toContain('unreadable')
    })

    it('ends on request, also on a repeated one', async () => {
      const { registry, reader, order, move } = await start('usual')
      const [one, other] = [await open(reader), await open(reader)]
      const result = await registry.listen(one.address)
      await registry.listen(other.address)
      const id = 'id' in result && result.id !== undefined ? result.id : ''
      expect(await registry.leave(id)).toBe('left')
      const bssReference = await order()
      await move(bssReference)
      await expect.poll(() => other.heard).toContainEqual({ bssReference })
      expect(one.heard).toEqual([])
      expect(await registry.leave(id)).toBe('left')
    })

    it('ignores listeners that were lost, also when they are removed', async () => {
      const { registry, reader, forget, subscriptions } = await start('usual')
      const { address } = await open(reader)
      const result = await registry.listen(address)
      await forget()
      expect(await subscriptions()).toEqual([])
      expect(await registry.leave('id' in result && result.id !== undefined ? result.id : '')).toBe('left')
    })

    it('may drop, duplicate or delay callbacks', async () => {
      const { registry, reader, order, move, mishap } = await start('usual')
      const { address, heard } = await open(reader)
      await registry.listen(address)
      const times = (bssReference: string) =>
        heard.filter((reading) => typeof reading === 'object' && reading.bssReference === bssReference).length
      const [lost, doubled, late, last] = [await order(), await order(), await order(), await order()]
      await mishap('lost')
      await move(lost)
      await mishap('doubled')
      await move(doubled)
      await mishap('late')
      await move(late)
      await move(last)
      await expect.poll(() => [times(last), times(late), times(doubled) > 1]).toEqual([1, 1, true])
      const arrived = heard.map((reading) => typeof reading === 'object' && reading.bssReference)
      expect(arrived.indexOf(late)).toBeGreaterThan(arrived.indexOf(last))
      expect(times(lost)).toBe(0)
    })

    it('reports a refusal', async () => {
      const { registry } = await start('usual')
      expect(await registry.listen('nowhere')).toMatchObject({ outcome: 'refused', reason: expect.any(String) })
    })

    it('is registered although its answer is truncated', async () => {
      const { registry, reader, subscriptions, spoil } = await start('usual')
      const { address } = await open(reader)
      await spoil('garbled')
      const result = await registry.listen(address)
      expect(result.outcome).toMatch(/^(listening|unnamed)$/)
      expect(await subscriptions()).toEqual(['id' in result ? result.id : expect.any(String)])
    })

    it.each(faults)('is unknown after a request or removal whose answer was %s', async (fault, code) => {
      const { registry, reader, spoil } = await start('short')
      const { address } = await open(reader)
      await spoil(fault)
      await expect(registry.listen(address)).rejects.toMatchObject({ name: 'PortalError', code })
      await spoil(fault)
      await expect(registry.leave('somebody')).rejects.toMatchObject({ name: 'PortalError', code })
    })
  })
}
