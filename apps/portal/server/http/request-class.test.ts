import { IssuedIds } from '@nyanja/server/common/ids'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createTestApp, orderAirtime, testCallbackToken, testLines } from '../testing/test-app.ts'
import { Admission } from './admission.ts'
import { findClientAmong } from './api/api-serve.ts'
import { testHeaders } from './api/test-caller.ts'
import { type Classified, createClassify } from './request-class.ts'

const ids = new IssuedIds('a secret')
const at = Date.UTC(2026, 10, 20, 12)
const [order, payment, link] = [ids.newTimedId(at), ids.newTimedId(at), ids.newId()]
const invented = new IssuedIds('another secret').newTimedId(at)
const classify = createClassify({
  isIssued: (id) => ids.isIssued(id),
  findClient: findClientAmong(['kiosk:kiosk-key']),
  callbackTokens: ['current-token', 'previous-token'],
})

const key = { 'x-api-key': 'kiosk-key' }
const callbacks = '/api/portal-service/transaction/v1/pg-callback'
const api = '/orp/bfe/api/portal-service'

interface Sent {
  readonly headers?: Record<string, string>
  readonly body?: unknown
  readonly ip?: string
}

function classOf(line: string, { headers = {}, body, ip = '41.70.1.1' }: Sent = {}) {
  const [method = '', url = ''] = line.split(' ')
  return classify({ method, url, headers, body, ip })
}

const nameOf = (line: string, sent?: Sent) => {
  const classified = classOf(line, sent)
  return classified === 'always' ? classified : classified.name
}

describe('the class of a request', () => {
  it.each([
    `GET /payment/status/${payment}`,
    `GET /payment/status?id=${payment}`,
    `GET /sw/payment/status/${payment}/state`,
    `GET /payment/start/card?order=${order}`,
    `POST /sw/payment/start/pin?order=${order}`,
    `GET /pay-me/${link}`,
    `GET ${callbacks}/status/ORP/dpo?back=x&CompanyRef=${payment}`,
  ])('is payment for the address of one that exists: %s', (line) => {
    expect(nameOf(line)).toBe('payment')
  })

  it.each([
    'GET /payment/status?id=nonsense',
    `GET /payment/status/${invented}`,
    `GET /payment/status/${invented}/state`,
    `GET /payment/status/${payment.toLowerCase()}`,
    `GET /payment/status/${payment.slice(0, -1)}`,
    'GET /payment/start/card?order=nonsense',
    `GET /payment/start/card?order=${invented}`,
    'POST /payment/start/pin',
    'GET /pay-me/zzz',
    `GET /pay-me/${invented}`,
    `POST /pay-me/${invented}`,
    `GET ${callbacks}/status/ORP/dpo?CompanyRef=${invented}`,
    `GET /payment/status/${payment}/receipt.pdf`,
  ])('is the lowest for what only looks like a payment, and for a file of one: %s', (line) => {
    expect(nameOf(line)).toBe('page')
  })

  it.each([
    ['POST', `${callbacks}/notify/dpo/current-token`, 'payment'],
    ['POST', `${callbacks}/notify/dpo/previous-token`, 'payment'],
    ['POST', '/api/portal-service/lead/v1/notify/bss/current-token', 'payment'],
    ['POST', `${callbacks}/notify/dpo/nonsense`, 'page'],
    ['POST', `${callbacks}/notify/dpo/`, 'page'],
    ['POST', `${callbacks}/notify/dpo`, 'page'],
  ])('is payment for a callback with the secret of its address alone: %s %s', (method, url, name) => {
    expect(nameOf(`${method} ${url}`)).toBe(name)
  })

  it('is payment for the call of a channel that continues a payment, and channel for its others', () => {
    const status = (id: string) => `GET ${api}/transaction/v1/status?tid=${id}`
    const process = `POST ${api}/transaction/v1/process`
    expect(nameOf(status(payment), { headers: key })).toBe('payment')
    expect(nameOf(process, { headers: key, body: { data: { transactionId: payment } } })).toBe('payment')
    expect(nameOf(status(invented), { headers: key })).toBe('channel')
    expect(nameOf(process, { headers: key, body: { data: { transactionId: invented } } })).toBe('channel')
    expect(nameOf(`POST ${api}/transaction/v1/initiate`, { headers: key, body: { data: {} } })).toBe('channel')
  })

  it.each([undefined, null, 'text', [], { data: null }, { data: [payment] }, { data: { transactionId: 7 } }])(
    'is channel for a call with any other body: %j',
    (body) => {
      expect(nameOf(`POST ${api}/transaction/v1/process`, { headers: key, body })).toBe('channel')
    },
  )

  it('is the lowest for a call without a valid key, whatever it names', () => {
    const line = `GET ${api}/transaction/v1/status?tid=${payment}`
    expect([nameOf(line), nameOf(line, { headers: { 'x-api-key': 'wrong' } })]).toEqual(['page', 'page'])
    expect(nameOf('GET /cms/packages/active')).toBe('page')
  })

  it.each([
    ['POST /prepaid-recharge', 'journey'],
    [`GET /prepaid-recharge?order=${order}`, 'journey'],
    [`GET /hbb-lead?draft=${link}`, 'journey'],
    ['GET /prepaid-recharge?order=nonsense', 'page'],
    [`GET /prepaid-recharge?order=${invented}`, 'page'],
    ['GET /prepaid-recharge', 'page'],
    ['GET /', 'page'],
    ['GET /paymental', 'page'],
    ['POST /csp-reports', 'page'],
    ['POST /script-errors', 'page'],
    ['GET /assets/a.js', 'always'],
    ['GET /healthz', 'always'],
  ])('is that of a form, of an order or of a new page: %s', (line, name) => {
    expect(nameOf(line)).toBe(name)
  })

  it('does not depend on an id that stands behind many invented ones', () => {
    expect(nameOf(`GET /payment/status/${`${invented}/`.repeat(400)}${payment}`)).toBe('page')
  })
})

describe('the turns of a class', () => {
  const partyOf = (line: string, sent?: Sent) => {
    const classified = classOf(line, sent)
    return classified === 'always' ? undefined : classified.party
  }

  it('are shared by payments, so that customers behind one address do not wait for each other', () => {
    expect(partyOf(`GET /payment/status/${payment}`)).toBe(payment)
    expect(partyOf(`GET /prepaid-recharge?order=${order}`)).toBe(order)
  })

  it('are shared by addresses where nothing else tells clients apart', () => {
    expect(partyOf('GET /', { ip: '::ffff:41.70.1.1' })).toBe('41.70.1.1')
    expect(partyOf('GET /', { ip: '2001:db8::1' })).toBe(partyOf('GET /about', { ip: '2001:db8::2' }))
    expect(partyOf(`GET /payment/status/${invented}`)).toBe('41.70.1.1')
    // A receipt is no step of its payment.
    expect(partyOf(`GET /payment/status/${payment}/receipt.pdf`)).toBe('41.70.1.1')
  })
})

/** Notes what waits for admission. */
class WatchedAdmission extends Admission {
  readonly entered: string[] = []

  override enter(classified: Classified, begin: () => void, refuse: () => void): void {
    this.entered.push(classified.name)
    super.enter(classified, begin, refuse)
  }
}

describe('a request of the portal', () => {
  it('is of the class payment with the ids that the portal gives its customers, and with no others', async () => {
    const admission = new WatchedAdmission({ now: () => 0 })
    const test = await createTestApp({ admission })
    onTestFinished(() => test.close())
    const { app, portal } = test
    const opened = await orderAirtime(portal)
    const paid = { mobileNumber: testLines.prepaid, paymentMobile: testLines.prepaid, amount: 500 }
    const where = { countryCode: '265', currencyCode: 'MWK', transactionType: 'PREPAID_RECHARGE' }
    const initiated = await app.inject({
      method: 'POST',
      url: `${api}/transaction/v1/initiate`,
      headers: testHeaders,
      payload: { data: { ...paid, ...where, paymentMode: 'NYANJA_MONEY_PUSH' } },
    })
    const { transactionId } = initiated.json().result
    const placed = await portal.orders.order(opened.id)
    const ofOrder =
      placed?.choice === undefined ? undefined : await portal.payLinks.make({ ...placed, choice: placed.choice })

    const classAt = async (url: string, headers: Readonly<Record<string, string>> = { host: 'localhost:3000' }) => {
      admission.entered.length = 0
      await app.inject({ url, headers })
      return admission.entered.join()
    }
    expect(await classAt(`/payment/start?order=${opened.id}`)).toBe('payment')
    expect(await classAt(`/prepaid-recharge?order=${opened.id}`)).toBe('journey')
    expect(await classAt(`/payment/status/${transactionId}`)).toBe('payment')
    expect(await classAt(`/pay-me/${ofOrder?.token}`)).toBe('payment')
    expect(await classAt(`${api}/transaction/v1/status?tid=${transactionId}`, testHeaders)).toBe('payment')
    expect(await classAt(`${api}/transaction/v1/status?tid=${invented}`, testHeaders)).toBe('channel')
    for (const url of ['/payment/status?id=nonsense', `/payment/status/${invented}`, '/pay-me/zzz'])
      expect(await classAt(url)).toBe('page')
    // A channel without its key is refused before it waits.
    expect(await classAt(`${api}/transaction/v1/status?tid=${transactionId}`, {})).toBe('')

    const notify = async (token: string) => {
      admission.entered.length = 0
      await app.inject({ method: 'POST', url: `${callbacks}/notify/dpo/${token}`, payload: 'x' })
      return admission.entered.join()
    }
    expect([await notify(testCallbackToken), await notify('nonsense')]).toEqual(['payment', 'page'])
  })
})
