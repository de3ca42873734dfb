import { money } from '@nyanja/domain/money/money'
import { describe, expect, it } from 'vitest'
import { type TimeoutName, timeoutsMs } from '../../common/timeouts.contract.ts'
import { describeRateSource } from '../../exchange/rate-source.contract.ts'
import { testSandbox } from '../sandbox.contract.ts'
import { createHttpRateSource, type HttpRatesOptions } from './http-rate-source.ts'

const sandbox = testSandbox({ market: 'cd' })

const open = (options: Partial<HttpRatesOptions> = {}, timeout: TimeoutName = 'usual') =>
  createHttpRateSource({
    baseUrl: `${sandbox.url}/rates`,
    apiKey: 'nyanja-sandbox-rates',
    one: 'USD',
    other: 'CDF',
    timeoutMs: timeoutsMs[timeout],
    pause: async () => {},
    ...options,
  })

const move = (rate: string) => sandbox.control('/rates', { rate })
const injectFault = (kind: string) => sandbox.injectFault({ provider: 'rates', operation: 'rate', kind, times: 10 })

describeRateSource('the operator’s rate service', async (timeout) => ({
  source: open({}, timeout),
  move,
  silence: () => injectFault('hang_before'),
  garble: () => injectFault('garbage_after'),
}))

describe('the operator’s rate service', () => {
  it('is called once per period, however many pages are shown', async () => {
    const clock = { ms: 0 }
    const source = open({ now: () => clock.ms, rememberMs: 30_000 })
    await source.rate()
    await move('2900')
    clock.ms = 29_999
    expect((await source.rate()).costs).toEqual(money('CDF', 285_000))
    clock.ms = 30_000
    expect((await source.rate()).costs).toEqual(money('CDF', 290_000))
  })

  it('is called again immediately after a failure', async () => {
    const source = open()
    await sandbox.injectFault({ provider: 'rates', operation: 'rate', kind: 'garbage_after', times: 1 })
    await expect(source.rate()).rejects.toMatchObject({ code: 'provider_broke_contract' })
    expect((await source.rate()).costs).toEqual(money('CDF', 285_000))
  })

  it('requires its key', async () => {
    await expect(open({ apiKey: 'guess' }).rate()).rejects.toMatchObject({ code: 'provider_broke_contract' })
  })
})
