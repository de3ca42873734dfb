import { createHash } from 'node:crypto'
import { day, hour, minute } from '@nyanja/domain/time'
import { ReadPdf } from '@nyanja/server/adapters/pdf-receipt/test-pdf'
import { createStaticHandler, RouterContextProvider } from 'react-router'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readReceiptFile } from '../../server/receipt-file.ts'
import { createTestApp, fakeGateway, orderAirtime, type TestApp, testLines } from '../../server/testing/test-app.ts'
import { isPlacedOrder } from '../order/order-page.ts'
import { portalContext } from '../portal-context.ts'
import { loader as loadReceipt } from './receipt.ts'

let test: TestApp
const log: object[] = []
afterEach(() => test.close())

const routes = [{ path: '/:language?/payment/status/:id/receipt.pdf', loader: loadReceipt }]

async function handlePage(request: Request, requestContext: RouterContextProvider): Promise<Response> {
  const answer: unknown = await createStaticHandler(routes).queryRoute(request, { requestContext })
  if (answer instanceof Response) return answer
  throw new Error('No answer')
}

async function ask(id: string, prefix = ''): Promise<Response> {
  const context = new RouterContextProvider()
  context.set(portalContext, test.portal)
  return handlePage(new Request(`http://localhost:3000${prefix}/payment/status/${id}/receipt.pdf`), context)
}

/** Buys airtime by a push payment, with all work that is due done. */
async function pay(): Promise<string> {
  const order = await orderAirtime(test.portal)
  if (!isPlacedOrder(order)) throw new Error('The order has no choice')
  await test.portal.payments.pay(order, {
    method: 'nyanja_money',
    gateway: 'open-api-money',
    payerMsisdn: testLines.prepaid,
  })
  test.clock.ms += minute
  await test.doDueWork()
  const { attempt } = await test.portal.progress.pageOf(order, 'status')
  return attempt?.id ?? ''
}

const factsIn = (pdf: ReadPdf): unknown =>
  JSON.parse(pdf.at(pdf.at(pdf.catalog, 'AF').dictionary, 'F').stream.toString())

describe('the receipt of a payment as a file', () => {
  beforeEach(async () => {
    test = await createTestApp()
  })

  it('is a private PDF with the reference in its name and no number in it', async () => {
    const id = await pay()
    const answer = await ask(id)
    const { attempt } = await test.portal.progress.payment(id)
    expect(answer.status).toBe(200)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'cache-control': 'no-store',
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="receipt-${attempt.reference}.pdf"`,
    })
    const facts = factsIn(new ReadPdf(new Uint8Array(await answer.arrayBuffer())))
    expect(facts).toMatchObject({
      reference: attempt.reference,
      status: 'delivered',
      item: { kind: 'airtime', receiver: '+265 99 ••• ••67' },
      amount: { currency: 'MWK', value: '500' },
      taxes: { net: { value: '429.18' }, lines: [{ name: 'VAT', amount: { value: '70.82' } }] },
    })
    expect(JSON.stringify(facts)).not.toContain(testLines.prepaid)
  })

  it('has the same bytes today and tomorrow, and others in another language', async () => {
    const id = await pay()
    const hash = async (prefix = '') =>
      createHash('sha256')
        .update(new Uint8Array(await (await ask(id, prefix)).arrayBuffer()))
        .digest('hex')
    const first = await hash()
    test.clock.ms += day
    expect(await hash()).toBe(first)
    expect(await hash('/sw')).not.toBe(first)
  })

  it('is not given to a stranger of an old payment, who sees the page of it', async () => {
    const id = await pay()
    test.clock.ms += 91 * day
    const answer = await ask(id, '/sw')
    expect([answer.status, answer.headers.get('location')]).toEqual([303, `/sw/payment/status?id=${id}`])
  })

  it('is given sixty times an hour for one payment, and other payments do not suffer', async () => {
    const [id, other] = [await pay(), await pay()]
    for (let times = 0; times < 60; times += 1) expect((await ask(id)).status).toBe(200)
    await expect(ask(id)).rejects.toMatchObject({ code: 'too_many_requests' })
    expect((await ask(other)).status).toBe(200)
    test.clock.ms += 2 * hour
    expect((await ask(id)).status).toBe(200)
  })

  it('goes with the mail about it', async () => {
    const id = await pay()
    const file = await readReceiptFile({ handlePage, log: { error: (fault) => log.push(fault) } }, test.portal, {
      attemptId: id,
      language: 'sw',
    })
    expect(file).toMatchObject({ name: expect.stringMatching(/^receipt-NYA-.*[.]pdf$/), type: 'application/pdf' })
    expect(new ReadPdf(file?.content ?? new Uint8Array()).catalog).toContain('/Lang (sw)')
  })
})

describe('a payment that is not over', () => {
  it('has no receipt: neither its page nor its mail', async () => {
    test = await createTestApp({ push: fakeGateway('push', { verify: async () => ({ state: 'pending' }) }) })
    const id = await pay()
    expect((await ask(id)).status).toBe(303)
    expect((await ask('unknown')).status).toBe(303)
    const mail = { attemptId: id, language: 'en' }
    expect(await readReceiptFile({ handlePage, log: { error: () => {} } }, test.portal, mail)).toBeUndefined()
  })
})
