import type { Method } from '@nyanja/server/payments/attempt'
import type { PayResult } from '@nyanja/server/payments/payment-results'
import { type LineSource, Lines } from '@nyanja/server/subscriber/lines'
import { testAttempt as attempt, testOrder as order } from '@nyanja/server/testing/test-orders'
import { describe, expect, it } from 'vitest'
import english from '../../content/en/orp-translation.json' with { type: 'json' }
import { hrefs } from '../hrefs.ts'
import { methodOptions, openOption } from '../order/methods.ts'
import { nextAfter, readPayer, type Typed } from './pay-action.ts'

const texts = { ...english, methodMoney: 'Blue Sky Money' }

describe('after Pay', () => {
  it.each<[PayResult, string]>([
    [{ outcome: 'redirect', attempt, url: 'https://pay.example/1' }, '/payment/start/card/continue?order=O1'],
    [{ outcome: 'waiting', attempt }, '/payment/status?id=T1&order=O1'],
    [{ outcome: 'already_processed', attempt }, '/payment/status?id=T1&order=O1'],
    [{ outcome: 'refused', attempt, reason: 'declined' }, '/payment/status?id=T1&order=O1'],
    [{ outcome: 'order_ended' }, '/payment/start?order=O1'],
  ])('$outcome leads to a page of the portal', (result, to) => {
    expect(nextAfter(result, order, hrefs(''))).toEqual({ to })
  })

  it('stays on the page when another attempt would not help', () => {
    expect(nextAfter({ outcome: 'too_many_prompts' }, order, hrefs(''))).toEqual({ problem: 'too_many_prompts' })
    expect(nextAfter({ outcome: 'method_unavailable' }, order, hrefs(''))).toEqual({ problem: 'method_unavailable' })
  })
})

describe('the payment methods', () => {
  const market = {
    brand: 'Blue Sky',
    paymentOptions: [
      { method: 'nyanja_money', gateway: 'open-api-money' },
      { method: 'card', gateway: 'dpo' },
    ],
  } as const
  const options = methodOptions({ ...market, paymentOptions: [...market.paymentOptions] }, texts)

  it('are listed by name, and the brand’s wallet has the brand’s address', () => {
    expect(options.map(({ segment }) => segment)).toEqual(['blue-sky-money', 'card'])
  })

  it('begin with the card', () => {
    expect(openOption(options, undefined)?.method).toBe('card')
    expect(openOption(options, 'blue-sky-money')?.method).toBe('nyanja_money')
    expect(openOption(options, 'cash')).toBeUndefined()
  })

  it('are one for each card gateway, the first of them at the usual address', () => {
    const labels = { name: 'methodCardWith', hint: 'methodCardHint' } as const
    const cards = methodOptions(
      {
        brand: 'Blue Sky',
        paymentOptions: [
          { method: 'card', gateway: 'paystack', displayName: 'Paystack', labels },
          { method: 'card', gateway: 'dpo', displayName: 'DPO Pay', labels },
        ],
      },
      texts,
    )
    expect(cards.map(({ name, segment }) => [name, segment])).toEqual([
      ['Card with DPO Pay', 'card-dpo'],
      ['Card with Paystack', 'card'],
    ])
    expect(openOption(cards, undefined)?.gateway).toBe('paystack')
    expect(openOption(cards, 'card-dpo')?.gateway).toBe('dpo')
  })
})

describe('the typed fields of a payment', () => {
  const numbers = { countryCode: '265', length: 9, trunk: '0', example: '991234567' }
  const ourLine = '991234567'
  const source: LineSource = {
    lineOf: async (msisdn) =>
      msisdn === ourLine ? { found: true, lineType: 'PREPAID', isBroadband: false } : { found: false },
  }
  const sources = { market: { numbers }, lines: new Lines({ source, rules: numbers, now: () => 0 }) }
  const copy = { ...english, serviceSilent: 'Please try again' }
  const read = (method: Method, typed: Typed) => readPayer(sources, method, typed, copy)

  it('are read one by one, and all faults are reported at once', async () => {
    expect(await read('mpesa', { email: '', msisdn: '12' })).toEqual({
      outcome: 'problems',
      problems: [
        { field: 'msisdn', text: 'Please enter valid phone no' },
        { field: 'email', text: 'Email is required' },
      ],
    })
  })

  it('require a challenge after many looked-up numbers, even when other fields are wrong', async () => {
    const challenged = {
      outcome: 'challenge',
      challenge: { proofOfWork: {}, token: 'new', waitSeconds: 20 },
    } as const
    const metered = { market: { numbers }, lines: { check: async () => challenged } }
    for (const method of ['airtime', 'nyanja_money', 'nyanja_money_pin'] as const)
      expect(await readPayer(metered, method, { msisdn: ourLine, email: '' }, copy)).toEqual(challenged)
  })

  it('may name a number of another operator when the wallet is another company’s', async () => {
    expect(await read('mpesa', { email: 'a@b.mw', msisdn: '+265 88 123 4567' })).toEqual({
      outcome: 'payer',
      payer: { method: 'mpesa', email: 'a@b.mw', payerMsisdn: '881234567' },
    })
    expect(await read('nyanja_money', { msisdn: '881234567' })).toMatchObject({
      problems: [{ field: 'msisdn', text: english.walletNumberInvalid }],
    })
  })
})
