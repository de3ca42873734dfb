import { money } from '@nyanja/domain/money/money'
import { hour } from '@nyanja/domain/time'
import { expect, it } from 'vitest'
import { creditIdOf } from '../../payments/credits.ts'
import type { JournaledCall } from '../../recovery/recovery.ts'
import { capturedResult, openPayments } from '../payments/test-payments.ts'
import { describeOnEachEngine } from '../test-database.ts'
import { recoverMissingCalls } from './missing-calls.ts'
import { createUnknownPayments } from './unknown-payments.ts'

const amount = money('MWK', 50_000)

describeOnEachEngine('a database that was restored without a word', (openDatabase) => {
  async function open() {
    const database = await openDatabase()
    const harness = openPayments(database)
    const { clock, gateways, deliveryProvider } = harness
    const sent: string[] = []
    deliveryProvider.prepare =
      async ({ id }) =>
      async () => {
        sent.push(id)
        return { outcome: 'delivered', bssReference: `B-${id}` }
      }
    gateways.wallet.verify = async (requested) => capturedResult(requested)
    const paid = async () => harness.startAttempt(await harness.placedOrder(), { method: 'nyanja_money' })
    const line = (reference: string, call: string, at = clock.now): JournaledCall => ({
      ...{ reference, gateway: call === 'top_up' ? 'bss' : 'wallet', call, amount, at },
    })
    const start = (...calls: readonly JournaledCall[]) =>
      recoverMissingCalls(
        database,
        { readLast: async () => calls, readSince: async (since) => calls.filter(({ at }) => at >= since) },
        clock.now,
      )
    const unknown = () => createUnknownPayments(database.db, () => clock.now).open(9)
    const recoveries = () => database.db.selectFrom('recoveries').selectAll().execute()
    /** The backup has the captured payment, and its delivery is due. */
    async function captured() {
      const { id } = await paid()
      clock.now += 10_000
      for (const attempt of await harness.due.attempts('wallet', { limit: 9, leaseMs: 1 }))
        await harness.statusChecks.checkPayment(attempt)
      return id
    }
    return { ...harness, harness, sent, paid, captured, line, start, recoveries, unknown }
  }

  it('delivers nothing again that the journal has, and that the BSS knows', async () => {
    const { captured, start, line, recoveries, deliveryProvider, after, sent, history, clock } = await open()
    const id = await captured()
    expect(await start(line(id, 'charge', clock.now - 9_000), line(id, 'top_up'))).toBe(1)
    expect(await recoveries()).toMatchObject([{ who: 'portal', journal_read_at: null }])
    deliveryProvider.findByReference = async () => ({ outcome: 'delivered', bssReference: 'B-1' })
    await after(1)
    expect(sent).toEqual([])
    expect((await history(id)).at(-1)).toBe('delivery delivered')
  })

  it('begins one recovery, however often it is started, and another one when it is restored again', async () => {
    const { captured, start, line, recoveries, unknown, clock } = await open()
    const id = await captured()
    const lines = [line('S2VUNKNOWN', 'charge'), line(id, 'top_up')]
    expect(await start(...lines)).toBe(2)
    expect(await unknown()).toMatchObject([{ reference: 'S2VUNKNOWN', calls: ['charge'], amount }])
    clock.now += hour
    expect(await start(...lines)).toBe(0)
    expect(await recoveries()).toHaveLength(1)
    expect(await start(...lines, line('S2VLATER', 'charge'))).toBe(1)
    expect(await recoveries()).toHaveLength(2)
  })

  it('does not begin when every call follows its intention', async () => {
    const { captured, paid, start, line, recoveries, after, sent, due, harness } = await open()
    const id = await captured()
    for (const delivery of await due.deliveries({ limit: 9, leaseMs: 1 })) await harness.deliveries.deliver(delivery)
    const waiting = await paid()
    await after(1)
    expect(sent).toContain(id)
    const calls = [line(id, 'charge'), line(id, 'top_up'), line(waiting.id, 'charge'), line(waiting.id, 'pin')]
    expect(await start(...calls)).toBe(0)
    expect(await start()).toBe(0)
    expect(await recoveries()).toEqual([])
    expect(await start(...calls, line(id, 'top_up'))).toBe(1)
  })

  it.each(['refund', 'credit'] as const)('begins also when only a %s is missing', async (kind) => {
    const { captured, start, line, recoveries } = await open()
    const id = await captured()
    expect(await start(kind === 'refund' ? line(id, 'refund') : line(creditIdOf(id), 'top_up'))).toBe(1)
    expect(await recoveries()).toHaveLength(1)
  })
})
