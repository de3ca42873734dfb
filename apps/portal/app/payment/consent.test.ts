import { money } from '@nyanja/domain/money/money'
import { Exchange } from '@nyanja/server/exchange/exchange'
import type { PlacedOrder } from '@nyanja/server/payments/orders'
import { type Market, readMarket } from '@nyanja/server/settings/market'
import { clockOf } from '@nyanja/web/format/clock'
import { describe, expect, it } from 'vitest'
import english from '../../content/en/orp-translation.json' with { type: 'json' }
import { hrefs } from '../hrefs.ts'
import { confirmConsent, consentAt, currencyIn, currencyView } from './consent.ts'
import { agreementOn, chargingOf } from './pay-action.ts'

const minute = 60_000
const texts = { ...english, belowDollar: english.belowDollar.replace('{brand}', 'Nyanja') }
const market = readMarket(new URL('../../markets/cd.json', import.meta.url).pathname)
const single = readMarket(new URL('../../markets/mw.json', import.meta.url).pathname)

const orderOf = (cents: number): PlacedOrder => ({
  id: 'O1',
  channel: 'web',
  language: 'fr',
  msisdn: '830000001',
  lineType: 'PREPAID',
  redirectPage: '/prepaid-recharge',
  createdAt: 0,
  expiresAt: 1,
  choice: { kind: 'airtime', amount: money('USD', cents) },
})

function open() {
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
  return { rates, portal: { market, exchange } }
}

const inFrancs = new URL('http://localhost/payment/start/mpesa?order=O1&currency=CDF')
const inDollars = new URL('http://localhost/payment/start/mpesa?order=O1')

async function viewAt(url: URL, order: PlacedOrder, { portal }: ReturnType<typeof open>, of: Market = market) {
  const copy = { market: of, texts, clock: clockOf(market, 'fr'), to: hrefs(''), method: 'mpesa', elsewhere: [] }
  return currencyView(order, await chargingOf(portal, url, order), copy)
}

describe('the switch between two currencies', () => {
  it('shows both amounts, the rate and its validity, and keeps the payment method', async () => {
    expect(await viewAt(inFrancs, orderOf(500), open())).toMatchObject({
      links: [
        { href: '/payment/start/mpesa?order=O1', text: 'USD\u00a05', isCurrent: false },
        { href: '/payment/start/mpesa?order=O1&currency=CDF', text: 'CDF\u00a014\u202f250', isCurrent: true },
      ],
      notes: [expect.stringMatching(/CDF.14.250 at CDF.2.850 for USD.1\. .* 13:05 \(Kinshasa\)\./)],
      sealed: expect.any(String),
    })
  })

  it('reports an unknown rate to a visitor who asks for francs, and stays with dollars', async () => {
    const fixture = open()
    fixture.rates.franc = undefined
    expect(await viewAt(inFrancs, orderOf(500), fixture)).toMatchObject({
      links: [
        { text: 'USD\u00a05', isCurrent: true },
        { text: 'CDF', isCurrent: false },
      ],
      trouble: { heading: 'something went wrong!', text: expect.stringContaining('pay in USD') },
      notes: [],
    })
    expect(await viewAt(inDollars, orderOf(500), fixture)).not.toHaveProperty('trouble')
  })

  it.each([
    [99, 1],
    [100, 0],
  ])('of %i cents has %i notes about small amounts', async (cents, count) => {
    expect((await viewAt(inDollars, orderOf(cents), open()))?.notes).toHaveLength(count)
  })

  it('lists the payment methods that charge in the other currency alone', async () => {
    const { portal } = open()
    const copy = { market, texts, clock: clockOf(market, 'fr'), to: hrefs(''), method: undefined }
    const elsewhere = market.paymentOptions.filter(({ method }) => method === 'airtime')
    const view = currencyView(orderOf(500), await chargingOf(portal, inFrancs, orderOf(500)), { ...copy, elsewhere })
    expect(view?.notes.at(-1)).toBe('With Airtime you pay in USD only. Choose USD above.')
  })

  it('is absent in a market with one currency', async () => {
    expect(await viewAt(inDollars, orderOf(500), open(), single)).toBeUndefined()
  })
})

describe('what a visitor has agreed to pay', () => {
  async function agreed(url: URL, form: Readonly<Record<string, string>>, fixture: ReturnType<typeof open>) {
    const data = new FormData()
    for (const [name, value] of Object.entries(form)) data.set(name, value)
    return agreementOn(fixture.portal, url, { order: orderOf(500), form: data })
  }

  it('is the order’s own amount when no other currency is named', async () => {
    expect(await agreed(inDollars, {}, open())).toEqual({})
  })

  it('is what the page has shown', async () => {
    const fixture = open()
    const quote = (await viewAt(inFrancs, orderOf(500), fixture))?.sealed ?? ''
    fixture.rates.franc = 300_000
    expect(await agreed(inFrancs, { quote }, fixture)).toMatchObject({
      offered: { quote: { charged: money('CDF', 1_425_000) } },
    })
  })

  it('is requested again when the page has shown nothing, or too long ago', async () => {
    const fixture = open()
    expect(await agreed(inFrancs, {}, fixture)).toMatchObject({ problem: 'rate_moved', amount: 'CDF\u00a014\u202f250' })
    const quote = (await viewAt(inFrancs, orderOf(500), fixture))?.sealed ?? ''
    fixture.rates.franc = 300_000
    fixture.rates.ms += 5 * 60_000
    expect(await agreed(inFrancs, { quote }, fixture)).toMatchObject({
      problem: 'rate_moved',
      amount: 'CDF\u00a015\u202f000',
    })
    fixture.rates.franc = undefined
    expect(await agreed(inFrancs, { quote }, fixture)).toMatchObject({ problem: 'rate_unknown', currency: 'USD' })
  })
})

const order = orderOf(500)

async function openConsent() {
  const { rates, portal } = open()
  const offer = await portal.exchange.offer({ id: order.id, amount: order.choice.amount })
  const at = (quote = offer?.sealed ?? '') => new URL(`http://localhost/payment/start/code?order=O1&quote=${quote}`)
  const confirmed = (url = at()) => confirmConsent(portal, consentAt(portal, url, order), { order, url, texts })
  return { rates, portal, at, confirmed }
}

describe("a payer's consent by a code", () => {
  it('is for the order at exactly the francs in its address', async () => {
    const { portal, at } = await openConsent()
    const consent = consentAt(portal, at(), order)
    expect(consent).toMatchObject({ subject: 'O1 CDF 1425000', charged: money('CDF', 1_425_000) })
    expect(currencyIn(consent)).toEqual({ currency: 'CDF' })
  })

  it.each([
    ['no other currency', 'http://localhost/payment/start/code?order=O1'],
    ['what was never offered', 'http://localhost/payment/start/code?order=O1&quote=a.b.c'],
  ])('is for the order at its own amount when the address names %s', async (_what, address) => {
    const { portal } = await openConsent()
    const consent = consentAt(portal, new URL(address), order)
    expect(consent).toEqual({ subject: 'O1', charged: money('USD', 500) })
    expect(currencyIn(consent)).toEqual({})
  })

  it('is for no other order', async () => {
    const { portal, at } = await openConsent()
    expect(consentAt(portal, at(), { ...order, id: 'O2' }).subject).toBe('O2')
  })

  it('stays valid while the code arrives, even when the rate moves', async () => {
    const { rates, confirmed } = await openConsent()
    rates.franc = 300_000
    rates.ms += 14 * minute
    expect(await confirmed()).toMatchObject({ outcome: 'confirmed', quote: { charged: money('CDF', 1_425_000) } })
  })

  it('is requested again, with the new amount, once the amount has changed', async () => {
    const { rates, confirmed } = await openConsent()
    rates.franc = 300_000
    rates.ms += 15 * minute
    expect(await confirmed()).toEqual({
      outcome: 'moved',
      note: expect.stringMatching(/now pay CDF.15.000\. Nothing/),
      nextText: 'See the new amount',
    })
  })

  it('names the currency that can be paid while the rate is unknown', async () => {
    const { rates, confirmed } = await openConsent()
    rates.franc = undefined
    rates.ms += 15 * minute
    expect(await confirmed()).toMatchObject({ outcome: 'moved', note: expect.stringContaining('You can pay in USD.') })
  })

  it('needs no rate for the order’s own amount', async () => {
    const { rates, confirmed } = await openConsent()
    rates.franc = undefined
    expect(await confirmed(new URL('http://localhost/payment/start/code?order=O1'))).toEqual({ outcome: 'confirmed' })
  })
})
