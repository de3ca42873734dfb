import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { breakerSettings, createProviderBulkhead } from './provider-bulkhead.ts'

class NoConnection extends Error {}

function open(mostAtOnce = 10) {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const callSlots: boolean[] = []
  const calls = { made: 0 }
  const bulkhead = createProviderBulkhead({
    mostAtOnce,
    isConnectFailure: (thrown) => thrown instanceof NoConnection,
    toggled: (isOpen) => callSlots.push(isOpen),
  })
  const passing =
    <Value>(answer: () => Promise<Value>) =>
    () =>
      bulkhead.pass(async () => {
        calls.made += 1
        return answer()
      })
  const lost = passing(() => Promise.reject(new NoConnection()))
  const slow = passing(() => Promise.reject(new Error('no answer in time')))
  const good = passing(async () => 'good')
  const failing = async (times: number, call: () => Promise<unknown>) => {
    for (let one = 0; one < times; one += 1) await call().catch(() => undefined)
  }
  return { bulkhead, callSlots, calls, lost, slow, good, failing }
}

const { connectFailures, probeAfterMs } = breakerSettings
const notSent = { outcome: 'not_sent', reason: 'circuit_open' }

describe('calls to a provider that cannot be reached', () => {
  it('are not sent after several consecutive failures', async () => {
    const { bulkhead, callSlots, calls, lost, good, failing } = open()
    await failing(connectFailures, lost)
    expect([bulkhead.isOpen, callSlots]).toEqual([true, [true]])
    expect(await good()).toEqual(notSent)
    expect(calls.made).toBe(connectFailures)
  })

  it('continue while some connections succeed', async () => {
    const { bulkhead, lost, good, failing } = open()
    for (let round = 0; round < 3; round += 1) {
      await failing(connectFailures - 1, lost)
      await good()
    }
    expect(bulkhead.isOpen).toBe(false)
  })

  it('continue after missing answers, because something may have been sent', async () => {
    const { bulkhead, slow, failing } = open()
    await failing(50, slow)
    expect(bulkhead.isOpen).toBe(false)
  })

  it('continue once a probe has reached the provider', async () => {
    const { callSlots, lost, good, failing } = open()
    await failing(connectFailures, lost)
    vi.setSystemTime(Date.now() + probeAfterMs)
    expect(await good()).toEqual({ outcome: 'passed', value: 'good' })
    expect(callSlots).toEqual([true, false])
  })

  it('are still not sent during a probe and after it has failed', async () => {
    const { bulkhead, callSlots, calls, lost, good, failing } = open()
    await failing(connectFailures, lost)
    vi.setSystemTime(Date.now() + probeAfterMs)
    const { promise, reject } = Promise.withResolvers<never>()
    const probe = bulkhead.pass(() => promise)
    expect(await good()).toEqual(notSent)
    reject(new NoConnection())
    await expect(probe).rejects.toThrow(NoConnection)
    expect(await good()).toEqual(notSent)
    expect(callSlots).toEqual([true])
    expect(calls.made).toBe(connectFailures)
  })
})

describe('a provider that hangs', () => {
  it('blocks a limited number of calls, and accepts another one as soon as one has ended', async () => {
    const { bulkhead, good } = open(2)
    const { promise, resolve } = Promise.withResolvers<string>()
    const hanging = [bulkhead.pass(() => promise), bulkhead.pass(() => promise)]
    expect(await good()).toEqual({ outcome: 'not_sent', reason: 'bulkhead_full' })
    resolve('late')
    await Promise.all(hanging)
    expect(await good()).toEqual({ outcome: 'passed', value: 'good' })
  })
})
