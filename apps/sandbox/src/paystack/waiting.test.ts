import { describe, expect, it, onTestFinished } from 'vitest'
import { browser } from '../core/fixture.ts'
import { openPaystack } from './fixture.ts'
import { Timers } from './timers.ts'

/** Opens a sandbox with a manual clock, which restarts at some time. */
async function open() {
  const paystack = await openPaystack({ timeScale: 1 })
  onTestFinished(async () => {
    paystack.simulator.reset()
    await paystack.close()
  })
  const { page } = await paystack.begin()

  return {
    ...paystack,
    act: (action: string, fields: Record<string, string> = {}) => browser.send(page, { action, ...fields }),
    restartAfter(ms: number) {
      const memory: unknown = JSON.parse(JSON.stringify(paystack.simulator.snapshot()))
      paystack.simulator.reset()
      paystack.pass(ms)
      paystack.simulator.restore(memory)
    },
  }
}

const pinCard = { card: '507850785078507812', cvv: '081', expiry: '12/30' }

describe('a pending step', () => {
  it('completes a transfer, also after a restart', async () => {
    const { act, restartAfter, statusOf, reported } = await open()
    await act('transfer')
    expect(await statusOf()).toBe('pending')
    restartAfter(19_999)
    expect(await statusOf()).toBe('pending')
    restartAfter(1)
    expect(await statusOf()).toBe('success')
    expect((await reported()).map(({ event }) => event)).toEqual(['charge.success'])
  })

  it('expires for a cardholder, who may still pay later', async () => {
    const { act, restartAfter, statusOf } = await open()
    await act('card', pinCard)
    restartAfter(599_999)
    expect(await statusOf()).toBe('ongoing')
    restartAfter(1)
    expect(await statusOf()).toBe('abandoned')
    await act('pin', { pin: '1111' })
    expect(await statusOf()).toBe('success')
  })

  it('restarts when the cardholder begins again', async () => {
    const { act, pass, restartAfter, statusOf } = await open()
    await act('card', pinCard)
    pass(500_000)
    await act('card', pinCard)
    restartAfter(500_000)
    expect(await statusOf()).toBe('ongoing')
  })

  it('completes a refund', async () => {
    const { control, refund, restartAfter, readRefund, statusOf } = await open()
    await control('TXN-1/pay', { outcome: 'success' })
    const { id } = (await refund()).json.data
    restartAfter(9_999)
    expect((await readRefund(id)).json.data.status).toBe('pending')
    restartAfter(1)
    expect((await readRefund(id)).json.data.status).toBe('processed')
    expect(await statusOf()).toBe('reversed')
  })
})

describe('a scheduled action', () => {
  it('runs at its time, and not after it was cleared', async () => {
    const done: string[] = []
    let changes = 0
    const timers = new Timers({ now: () => new Date(), changed: () => void changes++ })
    timers.at(Date.now() + 20, () => done.push('cleared'))
    timers.clear()
    timers.at(Date.now() + 40, () => done.push('later'))
    timers.at(Date.now() - 1, () => done.push('at once'))
    expect(done).toEqual(['at once'])
    await expect.poll(() => done).toEqual(['at once', 'later'])
    expect(changes).toBe(1)
  })
})
