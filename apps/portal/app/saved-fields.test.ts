import type { SavedEntry } from '@nyanja/domain/numbers/saved-numbers'
import { createStaticHandler, RouterContextProvider } from 'react-router'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createTestApp, orderAirtime, type TestApp, testLines } from '../server/testing/test-app.ts'
import { homeOrder } from '../server/testing/test-home-order.ts'
import { loader as loadBill, action as postBill } from './bills/bill.tsx'
import { loader as loadBalance, action as postBalance } from './broadband/broadband-recharge.tsx'
import { loader as loadRouter, action as postRouter } from './broadband/data-bundle.tsx'
import { loader as loadCorrection, action as postCorrection } from './corrections/ask-correction.tsx'
import { loader as loadFind, action as postFind } from './find-payment/find-payment.tsx'
import { loader as loadAccount, action as postAccount } from './fixed-line/account.tsx'
import { loader as loadForget, action as postForget } from './forget-phone.tsx'
import { loader as loadHome, action as postHome } from './home/home.tsx'
import { loader as loadDetails, action as postDetails } from './home-internet/details.tsx'
import { deviceOf } from './home-internet/draft-step.ts'
import { loader as loadTrack, action as postTrack } from './home-internet/tracking/track.tsx'
import { isPlacedOrder } from './order/order-page.ts'
import { loader as loadStart, action as postStart } from './payment/start.tsx'
import { clientIpContext, portalContext } from './portal-context.ts'
import { loader as loadRecharge, action as postRecharge } from './recharge/recharge.tsx'
import { savedCookie } from './saved-numbers/saved-choice.ts'

let test: TestApp
beforeEach(async () => {
  test = await createTestApp()
})
afterEach(() => test.close())

const account = 'PE1234567890'
const mum = { msisdn: testLines.hybrid, label: 'Mum' } as const
const house = { account, label: 'House' } as const
/** The position of each in the list, as a page sends it. */
const saved: readonly SavedEntry[] = [house, mum]
const [houseAt, mumAt] = ['0', '1']
const typedNumber = '99 123 4569'

const routes = [
  { path: '/', loader: loadHome, action: postHome },
  { path: '/prepaid-recharge', loader: loadRecharge, action: postRecharge },
  { path: '/postpaid-bill-pay', loader: loadBill, action: postBill },
  { path: '/data-bundle', loader: loadRouter, action: postRouter },
  { path: '/broadband-recharge', loader: loadBalance, action: postBalance },
  { path: '/find-payment', loader: loadFind, action: postFind },
  { path: '/hbb-lead-status', loader: loadTrack, action: postTrack },
  { path: '/hbb-lead/details', loader: loadDetails, action: postDetails },
  { path: '/orp/fixed-internet', loader: loadAccount, action: postAccount },
  { path: '/payment/correction', loader: loadCorrection, action: postCorrection },
  { path: '/payment/start/:method?', loader: loadStart, action: postStart },
  { path: '/forget-phone', loader: loadForget, action: postForget },
].map((route, at) => ({ ...route, id: String(at) }))

type Fields = Readonly<Record<string, string>>

async function send(
  address: string,
  { entries = saved, fields }: { entries?: readonly SavedEntry[]; fields?: Fields },
) {
  const requestContext = new RouterContextProvider()
  requestContext.set(portalContext, test.portal)
  requestContext.set(clientIpContext, '41.70.1.1')
  const [cookie = ''] = (await savedCookie(test.portal, entries)).split(';')
  const request = new Request(`http://localhost:3000${address}`, {
    ...{ method: fields === undefined ? 'GET' : 'POST', headers: entries.length === 0 ? {} : { cookie } },
    ...(fields && { body: new URLSearchParams(fields) }),
  })
  return createStaticHandler(routes).query(request, { requestContext })
}

/** Opens a page as the phone that has saved the entries. */
async function open(address: string, entries = saved) {
  const answer = await send(address, { entries })
  if (answer instanceof Response) throw new Error(`${address} leads to ${answer.headers.get('location')}`)
  const [shown] = Object.values<unknown>(answer.loaderData)
  const [headers] = Object.values(answer.loaderHeaders)
  return { shown, cacheControl: headers?.get('cache-control'), vary: headers?.get('vary') }
}

/** Posts a form to a page, which answers itself. */
async function answerTo(address: string, fields: Fields, entries = saved): Promise<unknown> {
  const answer = await send(address, { entries, fields })
  if (answer instanceof Response) throw new Error(`${address} leads to ${answer.headers.get('location')}`)
  const [body] = Object.values<unknown>(answer.actionData ?? {})
  return { status: answer.statusCode, body }
}

/** Posts a form that leads to another page. */
async function leadsTo(address: string, fields: Fields, entries = saved) {
  const answer = await send(address, { entries, fields })
  if (!(answer instanceof Response)) throw new Error(`${address} is shown again: ${JSON.stringify(answer.actionData)}`)
  const [cookie] = answer.headers.getSetCookie()
  const [, sealed] = /^__Host-numbers=([^;]*)/.exec(cookie ?? '') ?? []
  return {
    location: answer.headers.get('location') ?? '',
    /** What the phone has afterwards, where that changes. */
    kept: sealed === undefined ? undefined : test.portal.savedNumbers.open(unwrap(sealed)),
  }
}

/** Cookies of React Router are JSON in base64. */
const unwrap = (value: string): string => {
  const json = Buffer.from(decodeURIComponent(value), 'base64').toString()
  return json === '' ? '' : JSON.parse(json)
}

async function draftAddress(): Promise<string> {
  const { drafts, content } = test.portal
  const begin = await drafts.begin(deviceOf(content.page('website-homepage-config', 'en')), {
    channel: 'web',
    language: 'en',
  })
  if (begin.outcome !== 'begun') throw new Error('Nothing was begun')
  const plan = { code: 'HBB-150', description: 'Home 150GB', amount: { currency: 'MWK', minor: 6_000_000 } } as const
  await drafts.choosePlan(begin.draft, 0, plan)
  return `/hbb-lead/details?draft=${begin.draft.id}`
}

async function correctionAddress(): Promise<string> {
  const order = await orderAirtime(test.portal)
  if (!isPlacedOrder(order)) throw new Error('The order has no choice')
  const payer = { method: 'nyanja_money', gateway: 'open-api-money', payerMsisdn: testLines.prepaid } as const
  await test.portal.payments.pay(order, payer)
  test.clock.ms += 60_000
  await test.doDueWork()
  const { attempt } = await test.portal.progress.pageOf(order, 'status')
  return `/payment/correction?id=${attempt?.id}&order=${order.id}`
}

const paymentAddress = async () => `/payment/start/nyanja-money?order=${(await orderAirtime(test.portal)).id}`
const sentMessages = () => test.database.db.selectFrom('messages').selectAll().execute()

/** The pages that look at a number, and those that do more, whose field it only fills. */
const looking = ['/', '/prepaid-recharge', '/postpaid-bill-pay', '/data-bundle', '/broadband-recharge']
const filling: readonly (readonly [name: string, address: () => Promise<string>, body: object])[] = [
  ['finding a payment', async () => '/find-payment', { typed: { msisdn: typedNumber } }],
  ['correcting a payment', correctionAddress, { typed: typedNumber }],
  ['following an order', async () => '/hbb-lead-status', { find: { typed: { msisdn: typedNumber } } }],
  [
    'paying for internet at home',
    async () => `/hbb-lead-status?lead=${await homeOrder(test)}`,
    { pay: { typed: typedNumber } },
  ],
  ['ordering internet at home', draftAddress, { answers: { contactNumber: typedNumber }, faults: [] }],
  ['the wallet that pays', paymentAddress, { typed: { msisdn: typedNumber }, problems: [] }],
]
const everywhere = [
  ...looking.map((address) => [address, async () => address] as const),
  ...filling.map(([name, address]) => [name, address] as const),
]

describe('the numbers saved on a phone', () => {
  it.each(everywhere)('are offered by name and last digits: %s', async (_name, address) => {
    const { shown, cacheControl } = await open(await address())
    const page = JSON.stringify(shown)
    expect(page).toContain(`{"value":"${mumAt}","label":"Mum ·· 4569"}`)
    expect(page).not.toMatch(/99 ?123 ?4569/)
    // An account is no number.
    expect(page).not.toContain('House PE')
    expect(cacheControl).toBe('no-store')
  })

  it.each([...looking, '/find-payment', '/hbb-lead-status', '/orp/fixed-internet'])(
    'make a page private, which is public for others: %s',
    async (address) => {
      expect((await open(address)).cacheControl).toBe('no-store')
      const { cacheControl, vary } = await open(address, [])
      expect(cacheControl).toContain('public')
      expect(vary).toBe('cookie')
    },
  )

  it.each(filling)('fill a field without sending or paying anything: %s', async (_name, address, body) => {
    const page = await address()
    const messages = await sentMessages()
    expect(await answerTo(page, { saved: mumAt })).toMatchObject({ status: 200, body })
    expect(await sentMessages()).toEqual(messages)
    // No payment and no code has led away from it.
    await open(page)
  })

  it('fill the field beside what was typed', async () => {
    const fields = { saved: mumAt, reference: 'NYA-7K4P-29XD', email: 'a@b.mw', msisdn: '99' }
    expect(await answerTo('/find-payment', fields)).toMatchObject({
      body: { typed: { reference: 'NYA-7K4P-29XD', email: 'a@b.mw', msisdn: typedNumber }, problems: [] },
    })
  })

  it('fill no field with an account, nor with what is saved no more', async () => {
    const empty = { status: 200, body: { typed: { msisdn: '' }, problems: [] } }
    for (const at of [houseAt, '7', '-1', 'x']) {
      expect(await answerTo('/find-payment', { saved: at, msisdn: '991234567' })).toMatchObject(empty)
      expect(await answerTo(await paymentAddress(), { saved: at, msisdn: '991234567' })).toMatchObject(empty)
    }
  })

  it('continue where a page looks at a number, with none in its address', async () => {
    const { location } = await leadsTo('/broadband-recharge', { saved: mumAt })
    expect(location).toMatch(/^\/broadband-recharge\?order=\w+$/)
    expect(location).not.toContain(mum.msisdn)
  })

  it('are forgotten with one press, which leaves the accounts', async () => {
    for (const address of ['/find-payment', '/hbb-lead-status', await draftAddress(), await correctionAddress()])
      expect(await leadsTo(address, { forget: 'numbers' })).toEqual({
        location: '/forget-phone?done=numbers',
        kept: [house],
      })
  })
})

describe('the accounts saved on a phone', () => {
  it('are offered masked where an account is typed, and fill its field', async () => {
    const { shown } = await open('/orp/fixed-internet')
    expect(JSON.stringify(shown)).toContain(`{"value":"${houseAt}","label":"House PE••••••7890"}`)
    expect(JSON.stringify(shown)).not.toContain(account)
    expect(JSON.stringify(shown)).not.toContain('Mum')
    expect(await answerTo('/orp/fixed-internet', { saved: houseAt, email: 'a@b.mw' })).toMatchObject({
      status: 200,
      body: { typed: { account, email: 'a@b.mw' }, asksEmail: true, problems: [] },
    })
    expect(await answerTo('/orp/fixed-internet', { saved: mumAt })).toMatchObject({ body: { typed: { account: '' } } })
  })

  it('are forgotten with one press, which leaves the numbers', async () => {
    expect(await leadsTo('/orp/fixed-internet', { forget: 'accounts' })).toEqual({
      location: '/forget-phone?done=accounts',
      kept: [mum],
    })
  })

  it('are listed with the numbers, and forgotten one by one or with everything', async () => {
    const { shown } = await open('/forget-phone')
    expect(shown).toMatchObject({
      numbers: [
        { label: 'House', masked: 'PE••••••7890' },
        { label: 'Mum', masked: expect.stringContaining('•') },
      ],
    })
    expect(await leadsTo('/forget-phone', { forget: houseAt })).toMatchObject({ kept: [mum] })
    expect(await leadsTo('/forget-phone', { forget: 'all' })).toMatchObject({ kept: [] })
  })
})

describe('a number that is saved before it is paid for', () => {
  const wallet = { msisdn: testLines.prepaid }
  const whose = { channel: 'web', language: 'en', msisdn: testLines.prepaid, lineType: 'PREPAID' } as const
  const choice = { kind: 'airtime', amount: { currency: 'MWK', minor: 50_000 } } as const
  const addressOf = ({ id }: { readonly id: string }) => `/payment/start/nyanja-money?order=${id}`
  const linked = () =>
    test.portal.orders.open({ ...whose, choice, redirectPage: '/pay-me/a-token', payLink: 'a-token' })

  it('is offered masked, and is kept under its name when the payment begins', async () => {
    const address = await paymentAddress()
    const { shown } = await open(address)
    expect(shown).toMatchObject({ view: { keep: { tick: expect.stringMatching(/^Keep \+265.*•.* on this phone$/) } } })
    const { location, kept } = await leadsTo(address, { ...wallet, keep: 'on', label: ' Dad ' })
    expect(location).toMatch(/^\/payment\/status\?id=/)
    expect(kept).toEqual([...saved, { msisdn: testLines.prepaid, label: 'Dad' }])
  })

  it('has a sensible name where none was typed', async () => {
    const { kept } = await leadsTo(await paymentAddress(), { ...wallet, keep: 'on', label: '' }, [])
    expect(kept).toEqual([{ msisdn: testLines.prepaid, label: 'Number' }])
  })

  it('is kept by no payment that did not begin, whose form shows the tick again', async () => {
    const address = await paymentAddress()
    expect(await answerTo(address, { msisdn: '', keep: 'on', label: 'Dad' })).toMatchObject({
      status: 400,
      body: { keeping: { label: 'Dad' } },
    })
    expect(await answerTo(address, { saved: mumAt, keep: 'on', label: 'Dad' })).toMatchObject({
      body: { keeping: { label: 'Dad' } },
    })
    expect(await leadsTo(address, wallet)).toMatchObject({ kept: undefined })
  })

  it('is never that of a pay-me link, which its payer would learn', async () => {
    const order = await linked()
    const { shown } = await open(addressOf(order))
    expect(shown).not.toHaveProperty('view.keep', expect.anything())
    expect(JSON.stringify(shown)).not.toMatch(/99 ?123 ?4567/)
    const { location, kept } = await leadsTo(addressOf(order), { msisdn: testLines.hybrid, keep: 'on', label: 'Mum' })
    expect(location).toMatch(/^\/payment\/status\?id=/)
    expect(kept).toBeUndefined()
  })

  it('is the account where an account is paid, and not its contact', async () => {
    const order = await test.portal.orders.open({
      ...{ ...whose, account, lineType: 'POSTPAID', choice, redirectPage: '/orp/fixed-internet/invoices' },
      email: 'a@b.mw',
    })
    const { shown } = await open(addressOf(order), [mum])
    expect(shown).toMatchObject({ view: { keep: { tick: 'Keep PE••••••7890 on this phone' } } })
    const { kept } = await leadsTo(addressOf(order), { ...wallet, keep: 'on', label: '' }, [mum])
    expect(kept).toEqual([mum, { account, label: 'Account' }])
  })

  it('is not offered twice, nor beyond five, and what is saved keeps its name', async () => {
    const address = await paymentAddress()
    const five = ['1', '2', '3', '4', '5'].map((digit) => ({ msisdn: `88123456${digit}`, label: digit }))
    for (const entries of [[{ msisdn: testLines.prepaid, label: 'Dad' }], five]) {
      expect((await open(address, entries)).shown).not.toHaveProperty('view.keep', expect.anything())
      const order = await paymentAddress()
      const { kept } = await leadsTo(order, { ...wallet, keep: 'on', label: 'Other' }, entries)
      expect(kept).toBeUndefined()
    }
  })
})
