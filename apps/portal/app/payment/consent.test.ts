import { money } from '@nyanja/domain/money/money'
import { Exchange } from '@nyanja/server/exchange/exchange'
import type { PlacedOrder } from '@nyanja/server/payments/orders'
import { readMarket } from '@nyanja/server/settings/market'
import { describe, expect, it } from 'vitest'
import english from '../../content/en/orp-translation.json' with { type: 'json' }
import { confirmConsent, consentAt, currencyIn } from './consent.ts'

const minute = 60_000
const texts = { ...english, belowDollar: english.belowDollar.replace('{brand}', 'Nyanja') }
const market = readMarket(new URL('../../markets/cd.json', import.meta.url).pathname)
const order: PlacedOrder = {
  id: 'O1',
  channel: 'web',
  language: 'fr',
  msisdn: '830000001',
  lineType: 'PREPAID',
  redirectPage: '/prepaid-recharge',
  createdAt: 0,
  expiresAt: 1,
  choice: { kind: 'airtime', amount: money('USD', 500) },
}

async function open() {
  const rates: { franc: number | undefined; ms: number } = { franc: 285_000, ms: Date.UTC(2026, 10, 20, 12) }
  const exchange = new Exchange({
    source: {
      rate: async () => {
        if (rates.franc === undefined) throw new Error('silent')
        return { one: 'USD', costs: money('CDF', rates.franc) }
      },
    },
    currency: 'USD',
    secondCurrency: 'CDF',
    secret: 'a secret of tests',
    now: () => rates.ms,
  })
  const portal = { market, exchange }
  const offer = await exchange.offer({ id: order.id, amount: order.choice.amount })
  const at = (quote = offer?.sealed ?? '') => new URL(`http://localhost/payment/start/code?order=O1&quote=${quote}`)
  const confirmed = (url = at()) => confirmConsent(portal, consentAt(portal, url, order), { order, url, texts })
  return { rates, portal, at, confirmed }
}

describe("a payer's consent by a code", () => {
  it('is for the order at exactly the francs in its address', async () => {
    const { portal, at } = await open()
    const consent = consentAt(portal, at(), order)
    expect(consent).toMatchObject({ subject: 'O1 CDF 1425000', charged: money('CDF', 1_425_000) })
    expect(currencyIn(consent)).toEqual({ currency: 'CDF' })
  })

  it.each([
    ['no other currency', 'http://localhost/payment/start/code?order=O1'],
    ['what was never offered', 'http://localhost/payment/start/code?order=O1&quote=a.b.c'],
  ])('is for the order at its own amount when the address names %s', async (_what, address) => {
    const { portal } = await open()
    const consent = consentAt(portal, new URL(address), order)
    expect(consent).toEqual({ subject: 'O1', charged: money('USD', 500) })
    expect(currencyIn(consent)).toEqual({})
  })

  it('is for no other order', async () => {
    const { portal, at } = await open()
    expect(consentAt(portal, at(), { ...order, id: 'O2' }).subject).toBe('O2')
  })

  it('stays valid while the code arrives, even when the rate moves', async () => {
    const { rates, confirmed } = await open()
    rates.franc = 300_000
    rates.ms += 14 * minute
    expect(await confirmed()).toMatchObject({ outcome: 'confirmed', quote: { charged: money('CDF', 1_425_000) } })
  })

  it('is requested again, with the new amount, once the amount has changed', async () => {
    const { rates, confirmed } = await open()
    rates.franc = 300_000
    rates.ms += 15 * minute
    expect(await confirmed()).toEqual({
      outcome: 'moved',
      note: expect.stringMatching(/now pay CDF.15.000\. Nothing/),
      nextHref: 'See the new amount',
    })
  })

  it('names the currency that can be paid while the rate is unknown', async () => {
    const { rates, confirmed } = await open()
    rates.franc = undefined
    rates.ms += 15 * minute
    expect(await confirmed()).toMatchObject({ outcome: 'moved', note: expect.stringContaining('You can pay in USD.') })
  })

  it('needs no rate for the order’s own amount', async () => {
    const { rates, confirmed } = await open()
    rates.franc = undefined
    expect(await confirmed(new URL('http://localhost/payment/start/code?order=O1'))).toEqual({ outcome: 'confirmed' })
  })
})
