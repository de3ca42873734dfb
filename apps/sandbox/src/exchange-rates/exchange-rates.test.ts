import Fastify from 'fastify'
import { describe, expect, it } from 'vitest'
import { createWorld } from '../core/html.ts'
import { createExchangeRates } from './exchange-rates.ts'

function openFixture() {
  const world = createWorld({ now: () => new Date('2026-11-20T12:00:00Z'), market: 'cd' })
  const app = Fastify()
  const rates = createExchangeRates(world)
  rates.register(app)
  const ask = async (pair = 'base=USD&quote=CDF', key = 'nyanja-sandbox-rates') =>
    app.inject({ url: `/rates/v1/exchange-rates?${pair}`, headers: { 'x-api-key': key } })
  return { rates, ask, move: (rate: string) => app.inject({ method: 'POST', url: '/__sim/rates', payload: { rate } }) }
}

describe('the rate of the day', () => {
  it('is returned to callers with the key', async () => {
    const { ask } = openFixture()
    expect((await ask()).json()).toEqual({
      base: 'USD',
      quote: 'CDF',
      rate: '2850.00',
      asOf: '2026-11-20T12:00:00.000Z',
    })
    expect((await ask(undefined, 'guess')).statusCode).toBe(401)
  })

  it('is known for one pair of currencies', async () => {
    expect((await openFixture().ask('base=USD&quote=MWK')).json()).toEqual({ error: 'unknown_pair' })
  })

  it('can be changed, survives a restart, and is reset to the default', async () => {
    const { rates, ask, move } = openFixture()
    await move('2900.50')
    const before = rates.snapshot()
    rates.reset()
    expect((await ask()).json()).toMatchObject({ rate: '2850.00' })
    rates.restore(before)
    expect((await ask()).json()).toMatchObject({ rate: '2900.50' })
  })
})
