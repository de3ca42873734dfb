import { runInNewContext } from 'node:vm'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { browser } from '../core/fixture.ts'
import { openPaystack } from './fixture.ts'

let paystack: Awaited<ReturnType<typeof openPaystack>>
let code: string

beforeEach(async () => {
  paystack = await openPaystack()
  code = (await paystack.begin()).code
})
afterEach(() => paystack.close())

type WebhookSubscription = (event: object) => void
interface Sender {
  readonly source?: object
  readonly origin?: string
}
const text = async (path: string) => (await fetch(paystack.url + path)).text()
const frameUrl = (query = '?mode=popup') => `${paystack.url}/paystack/checkout/${code}${query}`

/** Reads the message of a frame's page to its parent page. */
async function readBy(answer: Response | Promise<Response>): Promise<unknown> {
  const [, shown] = /data-says="([^"]*)"/.exec(await (await answer).text()) ?? []
  return shown ? JSON.parse(shown.replaceAll('&quot;', '"')) : undefined
}

async function act(action: string, fields: Record<string, string> = {}): Promise<unknown> {
  const answer = await browser.send(frameUrl(), { action, ...fields })
  const next = browser.leadsTo(answer)
  return readBy(next === '' ? answer : fetch(new URL(next, paystack.url)))
}

const paid = {
  event: 'success',
  data: {
    reference: 'TXN-1',
    trxref: 'TXN-1',
    status: 'success',
    message: 'Approved',
    trans: expect.stringMatching(/^\d+$/),
    transaction: expect.stringMatching(/^\d+$/),
  },
}

describe('the pages of the frame', () => {
  it('report once that they are loaded, and their payment', async () => {
    expect(await readBy(fetch(`${paystack.url}/paystack/checkout/popup`))).toEqual({ event: 'loaded:checkout' })
    expect(await readBy(fetch(frameUrl('?mode=popup&opened')))).toEqual({
      event: 'loaded:transaction',
      data: { id: expect.any(Number), customer: { email: 'customer@example.com' }, accessCode: code },
    })
    expect(await readBy(fetch(frameUrl()))).toBeUndefined()
  })

  it('show the bank in a frame of its own, and report success when it has confirmed', async () => {
    const fields = { action: 'card', card: '4084084084084081', cvv: '408', expiry: '12/30' }
    expect(browser.leadsTo(await browser.send(frameUrl(), fields))).toBe(`/paystack/checkout/${code}?mode=popup`)
    const page = await fetch(frameUrl())
    expect(page.headers.get('content-security-policy')).toContain(`frame-src 'self' ${paystack.bankUrl}`)
    const [, atBank = ''] = /<iframe src="([^"]+)"/.exec(await page.text()) ?? []
    expect(atBank).toMatch(new RegExp(`^${paystack.bankUrl}/acs/challenge/`))

    const home = browser.leadsTo(await browser.send(atBank, { decision: 'approve' }))
    expect(await readBy(fetch(home))).toEqual({ event: 'bank:left' })
    expect(await readBy(fetch(frameUrl()))).toEqual(paid)
  })

  it('ask for another card when the bank refuses, or when the customer cancels there', async () => {
    const fields = { action: 'card', card: '4084084084084081', cvv: '408', expiry: '12/30' }
    await browser.send(frameUrl(), fields)
    const [, atBank = ''] = /<iframe src="([^"]+)"/.exec(await (await fetch(frameUrl())).text()) ?? []
    await browser.follow(browser.leadsTo(await browser.send(atBank, { decision: 'refuse' })))
    expect(await (await fetch(frameUrl())).text()).toMatch(/Declined by the bank[\s\S]*Test cards/)
    await browser.send(frameUrl(), fields)
    await act('cancel')
    expect(await (await fetch(frameUrl())).text()).toContain('Test cards')
  })

  it('report all other endings', async () => {
    expect(await act('cancel')).toEqual({ event: 'cancel', data: { status: 'cancelled' } })
    expect(await act('card', { card: '4084080000005408', cvv: '001', expiry: '12/30' })).toBeUndefined()
    await paystack.control('TXN-1/pay', { outcome: 'pending' })
    expect(await readBy(fetch(frameUrl()))).toEqual({ event: 'transfer:pending', data: { status: 'pending' } })
    expect(await readBy(fetch(`${paystack.url}/paystack/checkout/x?mode=popup`))).toMatchObject({
      event: 'error',
      data: { type: 'setup' },
    })
  })

  it('report nothing and run no script without a parent page', async () => {
    await act('phone', { phone: '0551234987' })
    expect(await (await fetch(frameUrl())).text()).not.toContain('Back to the shop')
    const page = await fetch(frameUrl(''))
    expect(page.headers.get('content-security-policy')).not.toContain('script-src')
    const alone = await page.text()
    expect(alone).toContain('Back to the shop')
    expect(alone).not.toMatch(/data-says="[^"]|<script/)
  })

  it('run the one script of their own origin', async () => {
    const page = await fetch(frameUrl())
    expect(page.headers.get('content-security-policy')).toContain("script-src 'self'")
    expect(await page.text()).toContain('<script src="/paystack/checkout/frame.js">')
  })
})

/** Runs the frame's script in a page with a message, and records its effects. */
async function runFrame(reads: string) {
  const reported: unknown[] = []
  const went: string[] = []
  const listeners: WebhookSubscription[] = []
  const parent = { postMessage: (message: unknown) => reported.push(message) }
  runInNewContext(await text('/paystack/checkout/frame.js'), {
    parent,
    addEventListener: (_type: string, listener: WebhookSubscription) => listeners.push(listener),
    document: { querySelector: () => ({ dataset: { says: reads } }) },
    location: {
      origin: 'http://checkout.test',
      replace: (url: string) => went.push(url),
      reload: () => went.push('here'),
    },
  })
  const hear = (data: unknown, { source = parent, origin = 'http://shop.test' }: Sender = {}) => {
    for (const listener of listeners) listener({ data, source, origin })
  }
  return { reported, went, hear }
}

const resume = (params: object) => ({ type: 'inline:url', path: 'newTransaction', params })

describe('the script of the frame', () => {
  it("forwards its page's message, and opens the payment that it receives", async () => {
    const { reported, went, hear } = await runFrame('{"event":"loaded:checkout"}')
    expect(reported).toEqual([{ event: 'loaded:checkout' }])
    for (const stray of ['close', 'render', null, { type: 'analytics' }]) hear(stray)
    hear(resume({ accessCode: code }), { source: {} })
    expect(went).toEqual([])
    hear(resume({ accessCode: code, mode: 'popup' }))
    expect(went).toEqual([`/paystack/checkout/${code}?mode=popup&opened`])
  })

  it("reloads when the bank is done, and ignores other pages' messages", async () => {
    const { went, hear } = await runFrame('')
    hear({ event: 'bank:left' })
    expect(went).toEqual([])
    hear({ event: 'bank:left' }, { source: {}, origin: 'http://checkout.test' })
    expect(went).toEqual(['here'])
  })

  it('starts no payment with an amount from a browser', async () => {
    const { reported, went, hear } = await runFrame('')
    hear(resume({ key: 'pk_test_x', email: 'a@example.com', amount: 1 }))
    expect(reported).toMatchObject([{ event: 'error', data: { type: 'setup' } }])
    expect(went).toEqual([])
  })
})

interface Popup {
  resumeTransaction(code: string, callbacks: object): void
  cancelTransaction(): void
}

/** The merchant's page, in which the popup's script runs. */
async function openShop() {
  const sent: unknown[] = []
  const called: unknown[][] = []
  const listeners = new Set<WebhookSubscription>()
  const frames: { src: string; style: { display?: string }; contentWindow: object }[] = []
  const createElement = () => ({
    style: {},
    src: '',
    contentWindow: { postMessage: (message: unknown, origin: string) => sent.push([message, origin]) },
  })
  const window: { PaystackPop?: new () => Popup } = {}
  runInNewContext(await text('/paystack/v2/inline.js'), {
    window,
    URL,
    location: { href: 'http://localhost:3000/payment' },
    addEventListener: (_type: string, listener: WebhookSubscription) => listeners.add(listener),
    document: {
      currentScript: { src: `${paystack.url}/paystack/v2/inline.js` },
      createElement,
      body: { append: (...elements: typeof frames) => frames.push(...elements) },
    },
  })
  const callbacks = Object.fromEntries(
    ['onSuccess', 'onCancel', 'onLoad', 'onError'].map((name) => [
      name,
      (...data: unknown[]) => called.push([name, ...data]),
    ]),
  )
  const popup = window.PaystackPop && new window.PaystackPop()
  popup?.resumeTransaction(code, callbacks)
  const checkout = frames[1]
  const hear = (data: unknown, { source = checkout?.contentWindow, origin = paystack.url }: Sender = {}) => {
    for (const listener of listeners) listener({ data, source, origin })
  }
  const isOpen = () => frames.map(({ style }) => style.display === 'block')
  return { sent, called, frames, checkout, isOpen, popup, hear }
}

describe('the script of the popup', () => {
  it('covers the page immediately and sends the loaded frame its payment', async () => {
    const { sent, called, checkout, isOpen, hear } = await openShop()
    expect(isOpen()).toEqual([true, true])
    expect(checkout?.src).toBe(`${paystack.url}/paystack/checkout/popup`)
    expect(sent).toEqual([])
    hear({ event: 'loaded:checkout' })
    const metadata = JSON.stringify({ referrer: 'http://localhost:3000/payment' })
    expect(sent).toEqual([[resume({ accessCode: code, metadata, mode: 'popup' }), paystack.url]])
    hear({ event: 'loaded:transaction', data: { accessCode: code } })
    expect(called).toEqual([['onLoad', { accessCode: code }]])
  })

  it.each([
    ['success', { reference: 'TXN-1' }, ['onSuccess', { reference: 'TXN-1' }]],
    ['cancel', { status: 'cancelled' }, ['onCancel']],
    ['close', { status: 'closed' }, ['onCancel']],
    ['transfer:pending', { status: 'pending' }, ['onCancel']],
  ])('ends with %s, once', async (event, data, call) => {
    const { sent, called, isOpen, hear } = await openShop()
    hear({ event, data })
    hear({ event, data })
    expect(called).toEqual([call])
    expect(sent).toEqual([['close', paystack.url]])
    expect(isOpen()).toEqual([false, false])
  })

  it('reports a setup error and stays open, until the merchant cancels', async () => {
    const { called, isOpen, popup, hear } = await openShop()
    hear({ event: 'error', data: { type: 'setup', message: 'x' } })
    expect(called).toEqual([['onError', { type: 'setup', message: 'x' }]])
    expect(isOpen()).toEqual([true, true])
    popup?.cancelTransaction()
    expect(called.slice(1)).toEqual([['onCancel']])
    expect(isOpen()).toEqual([false, false])
  })

  it('ignores messages of others, and errors after the setup', async () => {
    const { called, isOpen, hear } = await openShop()
    const success = { event: 'success', data: { reference: 'TXN-1' } }
    hear(success, { origin: 'https://evil.example' })
    hear(success, { source: {} })
    for (const stray of ['close', undefined, { event: 'error', data: { type: 'network' } }, { event: 'other' }])
      hear(stray)
    expect(called).toEqual([])
    expect(isOpen()).toEqual([true, true])
  })
})
