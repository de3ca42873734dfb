import { money } from '@nyanja/domain/money/money'
import { hour, minute } from '@nyanja/domain/time'
import { describe, expect, it } from 'vitest'
import { Exchange } from './exchange.ts'

const order = { id: 'an order', amount: money('USD', 500) }

function open() {
  const world: { ms: number; franc: number | undefined } = { ms: 1_000_000, franc: 285_000 }
  const exchange = (secret = 'a secret of tests') =>
    new Exchange({
      source: {
        rate: async () => {
          if (world.franc === undefined) throw new Error('silent')
          return { one: 'USD', costs: money('CDF', world.franc) }
        },
      },
      currency: 'USD',
      secondCurrency: 'CDF',
      secret,
      now: () => world.ms,
    })
  return { world, exchange }
}

async function offered({ exchange }: ReturnType<typeof open>) {
  const offer = await exchange().offer(order)
  if (offer === undefined) throw new Error('No offer')
  return offer
}

describe('an amount in the second currency', () => {
  it('is offered with its rate and time, and valid for five minutes', async () => {
    const fixture = open()
    const { quote, holdsUntil } = await offered(fixture)
    expect(quote).toEqual({
      ordered: money('USD', 500),
      charged: money('CDF', 1_425_000),
      rate: { one: 'USD', costs: money('CDF', 285_000) },
      quotedAt: 1_000_000,
    })
    expect(holdsUntil).toBe(1_000_000 + 5 * minute)
  })

  it('is not offered while the rate is unknown', async () => {
    const { world, exchange } = open()
    world.franc = undefined
    expect(await exchange().offer(order)).toBeUndefined()
  })

  it('is accepted as shown while it is valid, with any rate and in every process', async () => {
    const fixture = open()
    const { sealed, quote } = await offered(fixture)
    fixture.world.franc = 300_000
    fixture.world.ms += 5 * minute - 1
    expect(await fixture.exchange().agree(sealed, order)).toEqual({ outcome: 'agreed', quote, sealed })
    fixture.world.franc = undefined
    expect(await fixture.exchange().agree(sealed, order)).toEqual({ outcome: 'agreed', quote, sealed })
  })

  it('must be shown again when it has expired and the rate has changed', async () => {
    const fixture = open()
    const { sealed } = await offered(fixture)
    fixture.world.franc = 300_000
    fixture.world.ms += 5 * minute
    expect(await fixture.exchange().agree(sealed, order)).toEqual({ outcome: 'moved' })
  })

  it('is accepted after its expiry when it has not changed', async () => {
    const fixture = open()
    const { sealed } = await offered(fixture)
    fixture.world.ms += hour
    expect(await fixture.exchange().agree(sealed, order)).toMatchObject({
      outcome: 'agreed',
      quote: { charged: money('CDF', 1_425_000), quotedAt: fixture.world.ms },
    })
  })

  it('is refused after its expiry while the rate is unknown', async () => {
    const fixture = open()
    const { sealed } = await offered(fixture)
    fixture.world.ms += 5 * minute
    fixture.world.franc = undefined
    expect(await fixture.exchange().agree(sealed, order)).toEqual({ outcome: 'rate_unknown' })
  })

  it('is accepted as shown while a code for it is sent and entered, and no longer', async () => {
    const fixture = open()
    const { sealed, quote } = await offered(fixture)
    fixture.world.franc = 300_000
    fixture.world.ms += 15 * minute - 1
    expect(await fixture.exchange().confirm(sealed, order)).toEqual({ outcome: 'agreed', quote, sealed })
    expect(await fixture.exchange().agree(sealed, order)).toEqual({ outcome: 'moved' })
    fixture.world.ms += 1
    expect(await fixture.exchange().confirm(sealed, order)).toEqual({ outcome: 'moved' })
    expect(fixture.exchange().shown(sealed, order)).toEqual(quote)
    expect(fixture.exchange().shown(sealed, { ...order, id: 'another order' })).toBeUndefined()
  })

  it.each([
    ['nothing', () => ''],
    ['a guess', () => 'abc.def.ghi'],
    ['another rate', (sealed: string) => sealed.replace(/\.[^.]+\./, '.2s.')],
    ['another time', (sealed: string) => sealed.replace(/^[^.]+/, 'zzzzzz')],
    ['a rate that nothing could cost', () => 'mwr6gf5u.2gosa7pa2gv.x'],
    ['a half', (sealed: string) => sealed.slice(0, -1)],
    ['far too much', (sealed: string) => sealed.repeat(10)],
  ])('is shown first to a visitor with %s', async (_what, bend) => {
    const fixture = open()
    const { sealed } = await offered(fixture)
    fixture.world.franc = 300_000
    expect(await fixture.exchange().agree(bend(sealed), order)).toEqual({ outcome: 'moved' })
  })

  it('is bound to one order, one amount and one secret', async () => {
    const fixture = open()
    const { sealed } = await offered(fixture)
    fixture.world.franc = 300_000
    const moved = { outcome: 'moved' }
    expect(await fixture.exchange().agree(sealed, { ...order, id: 'another order' })).toEqual(moved)
    expect(await fixture.exchange().agree(sealed, { ...order, amount: money('USD', 501) })).toEqual(moved)
    expect(await fixture.exchange('another secret').agree(sealed, order)).toEqual(moved)
  })
})
