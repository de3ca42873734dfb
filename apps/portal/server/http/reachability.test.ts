import { createReachability } from '@nyanja/server/common/reachability'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createTestApp, orderAirtime } from '../testing/test-app.ts'

describe('a gateway that cannot be reached', () => {
  it('is tried by one visitor in ten seconds, until one has reached it', () => {
    const clock = { now: 0 }
    const reachability = createReachability(() => clock.now)
    const tries = () => [reachability.isAvailable('dpo'), reachability.isAvailable('dpo')]
    expect(tries()).toEqual([true, true])
    reachability.toggled('dpo', true)
    expect([...tries(), reachability.isAvailable('mpesa')]).toEqual([false, false, true])
    clock.now += 10_000
    expect(tries()).toEqual([true, false])
    expect(reachability.isReachable('dpo')).toBe(false)
    reachability.toggled('dpo', false)
    expect(tries()).toEqual([true, true])
  })

  it('begins no payment, and is not offered', async () => {
    const { portal, reachability, close } = await createTestApp()
    onTestFinished(close)
    const order = await orderAirtime(portal)
    reachability.toggled('dpo', true)
    const payer = { method: 'card', email: 'thoko@example.com' } as const
    expect(await portal.payments.pay(order, payer)).toEqual({ outcome: 'method_unavailable' })
    const offered = (await portal.openPaymentOptions()).map(({ gateway }) => gateway)
    expect(offered).not.toContain('dpo')
    expect(await portal.methodRecords.of('card')).toMatchObject({ isAvailable: offered.includes('paystack') })
    reachability.toggled('open-api-money', true)
    expect(await portal.methodRecords.of('nyanja_money')).toMatchObject({ health: 'failing', isAvailable: false })
    expect((await portal.progress.pageOf(order, 'choose')).situation).toBe('open')

    reachability.toggled('dpo', false)
    expect(await portal.payments.pay(order, payer)).toMatchObject({ outcome: 'redirect' })
  })
})
