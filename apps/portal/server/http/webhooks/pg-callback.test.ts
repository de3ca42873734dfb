import assert from 'node:assert/strict'
import { minute } from '@nyanja/domain/time'
import { openPayments } from '@nyanja/server/db/payments/test-payments'
import { describeOnEachEngine } from '@nyanja/server/db/test-database'
import type { CallbackReading } from '@nyanja/server/payments/payment-gateway'
import { gatewayCatalog } from '@nyanja/server/settings/gateways'
import Fastify from 'fastify'
import { it } from 'vitest'
import { servePgCallbacks } from './pg-callback.ts'

const token = 'a-token-that-nobody-guesses'
const previousToken = 'the-token-before-that'
const path = '/api/portal-service/transaction/v1/pg-callback'
const own = 'with an answer of its own: '

function readingOf(text: string): CallbackReading {
  const attemptId = text.replace(own, '')
  return text === attemptId
    ? { attemptId }
    : { attemptId, answer: { status: 202, contentType: 'text/plain', body: 'Heard' } }
}

describeOnEachEngine('the address that gateways know', (openDatabase) => {
  async function open() {
    const harness = openPayments(await openDatabase())
    const app = Fastify()
    const reader = {
      isSigned: true,
      read: (body: Buffer) => (body.length === 0 ? ('unreadable' as const) : readingOf(body.toString())),
      answer: { status: 200, contentType: 'text/plain', body: 'OK' },
    }
    const market = { languages: [{ code: 'en' }, { code: 'sw', prefix: 'sw' }] as const } as const
    servePgCallbacks(app, {
      portal: {
        market,
        progress: harness.progress,
        returnParameters: gatewayCatalog.returnParameters,
        callbackReaders: { card: reader, unsigned: { ...reader, isSigned: false } },
      },
      tokens: [token, previousToken],
    })

    const abandoned: string[] = []
    harness.gateways.card.abandon = async ({ id }) => {
      abandoned.push(id)
    }
    let verifications = 0
    harness.gateways.card.verify = async () => {
      verifications += 1
      return { state: 'pending' }
    }
    const attempt = await harness.startAttempt(await harness.placedOrder(), { method: 'card' })

    return {
      harness,
      attempt,
      abandoned,
      verifications: () => verifications,
      comeBack: (query: string, gateway = 'card') => app.inject({ url: `${path}/status/ORP/${gateway}?${query}` }),
      postBack: (form: Record<string, string>, query = '') =>
        app.inject({
          method: 'POST',
          url: `${path}/status/ORP/card?${query}`,
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
          payload: new URLSearchParams(form).toString(),
        }),
      call: (payload: string, address = `card/${token}`) =>
        app.inject({ method: 'POST', url: `${path}/notify/${address}`, payload }),
    }
  }

  it('lists a signed callback about an unknown payment, once, and still answers 404', async () => {
    const { harness, call } = await open()
    const unknown = 'Z'.repeat(30)
    assert.equal((await call(unknown)).statusCode, 404)
    assert.equal((await call(unknown)).statusCode, 404)
    const rows = await harness.db.selectFrom('unknown_payments').selectAll().execute()
    assert.deepEqual(
      rows.map(({ gateway, reference, source }) => ({ gateway, reference, source })),
      [{ gateway: 'card', reference: unknown, source: 'callback' }],
    )
  })

  it('lists no unsigned callback, and no reference of a foreign form', async () => {
    const { harness, call } = await open()
    await call('Z'.repeat(30), `unsigned/${token}`)
    await call('shop-4711')
    assert.deepEqual(await harness.db.selectFrom('unknown_payments').selectAll().execute(), [])
  })

  it('lists no more callbacks in an hour than a person can read', async () => {
    const { harness, call } = await open()
    const flood = (from: number) =>
      Promise.all(Array.from({ length: 70 }, (_, at) => call(String(from + at).padStart(30, '0'))))
    await flood(0)
    const listed = async () => (await harness.db.selectFrom('unknown_payments').select('reference').execute()).length
    const first = await listed()
    await flood(100)
    assert.equal(await listed(), first)
    harness.clock.now += 60 * minute + 1
    await call('9'.repeat(30))
    assert.equal(await listed(), first + 1)
  })

  it('leads the visitor who was redirected back to the order', async () => {
    const { attempt, comeBack, harness } = await open()
    const { statusCode, headers } = await comeBack(`CompanyRef=${attempt.id}&back=${attempt.returnToken}&pg=dpo`)
    assert.equal(statusCode, 303)
    assert.equal(headers.location, `/payment/status?id=${attempt.id}&order=${attempt.orderId}&pg=dpo`)
    assert.ok((await harness.progress.payment(attempt.id)).attempt.returnedAt)
  })

  it('shows a stranger with the id no more than the status, and lets him cancel nothing', async () => {
    const { attempt, abandoned, comeBack, harness } = await open()
    const { headers } = await comeBack(`CompanyRef=${attempt.id}&status=CANCELLED&back=guessed`)
    assert.equal(headers.location, `/payment/status?id=${attempt.id}`)
    assert.equal((await harness.progress.payment(attempt.id)).attempt.returnedAt, undefined)
    assert.deepEqual(abandoned, [])
  })

  it('leads the visitor back under any name of the id, in the query or in a posted form', async () => {
    const { attempt, comeBack, postBack } = await open()
    const names = ['reference', 'trxref', 'txref', 'CompanyRef', 'PnrID', 'merchant_transaction_id', 'refNo', 'tx_ref']
    for (const name of names)
      for (const { statusCode, headers } of [
        await comeBack(`${name}=${attempt.id}&status=success`),
        await postBack({ [name]: attempt.id, status: 'success' }),
      ])
        assert.deepEqual([statusCode, headers.location], [303, `/payment/status?id=${attempt.id}`])
  })

  it('believes its own address before what is posted to it', async () => {
    const { attempt, abandoned, postBack } = await open()
    const { headers } = await postBack(
      { refNo: attempt.id, status: 'CANCELLED', back: 'guessed', channel: 'kiosk' },
      `back=${attempt.returnToken}&status=done&channel=whatsapp&pg=paystack`,
    )
    assert.equal(
      headers.location,
      `/payment/status?id=${attempt.id}&order=${attempt.orderId}&channel=whatsapp&pg=paystack`,
    )
    assert.deepEqual(abandoned, [])
    const nothing = await postBack({})
    assert.deepEqual([nothing.statusCode, nothing.headers.location], [303, '/page-not-found'])
  })

  it('cancels a payment that the visitor cancelled, without waiting for the provider', async () => {
    const { attempt, comeBack, harness } = await open()
    const seen: string[] = []
    harness.gateways.card.abandon = ({ id }) => {
      seen.push(id)
      return new Promise(() => {})
    }
    await comeBack(`CompanyRef=${attempt.id}&status=cancelled&back=${attempt.returnToken}`)
    assert.deepEqual(seen, [attempt.id])
  })

  it('triggers a status check no more often than every three seconds', async () => {
    const { attempt, verifications, comeBack, harness } = await open()
    for (let time = 0; time < 20; time += 1) {
      await comeBack(`CompanyRef=${attempt.id}&back=${attempt.returnToken}`)
      await harness.after(100)
    }
    assert.equal(verifications(), 1)
  })

  it('answers with any content in its query', async () => {
    const { attempt, comeBack } = await open()
    const queries = [
      '',
      'CompanyRef=%00',
      'CompanyRef=unknown',
      'CompanyRef=a&CompanyRef=b',
      `PnrID=${'x'.repeat(9000)}`,
    ]
    for (const query of queries) {
      const { statusCode, headers } = await comeBack(query)
      assert.deepEqual([statusCode, headers.location], [303, '/page-not-found'])
    }
    const twice = await comeBack(`CompanyRef=${attempt.id}&status=a&status=b&back=a&back=b&pg=a%0d%0aX:1&__proto__=a`)
    assert.equal(twice.headers.location, `/payment/status?id=${attempt.id}&pg=a%0D%0AX%3A1`)
    assert.equal((await comeBack(`CompanyRef=${attempt.id}`, 'wallet')).headers.location, '/page-not-found')
  })

  it('accepts a callback, and the same one again', async () => {
    const { attempt, verifications, call, harness } = await open()
    for (const _ of [1, 2]) assert.equal((await call(attempt.id)).body, 'OK')
    const answered = await call(own + attempt.id)
    assert.deepEqual([answered.statusCode, answered.body], [202, 'Heard'])
    await harness.work()
    assert.equal(verifications(), 1)
  })

  it('accepts callbacks at the address of the previous token while the token is rotated', async () => {
    const { attempt, call } = await open()
    assert.equal((await call(attempt.id, `card/${previousToken}`)).body, 'OK')
    assert.equal((await call(attempt.id, 'card/the-token-before-both')).statusCode, 404)
  })

  it('refuses callbacks without the token, of unknown payments and of no content', async () => {
    const { attempt, call } = await open()
    assert.equal((await call(attempt.id, 'card/guessed')).statusCode, 404)
    assert.equal((await call(attempt.id, `__proto__/${token}`)).statusCode, 404)
    assert.equal((await call(attempt.id, `constructor/${token}`)).statusCode, 404)
    assert.equal((await call('unknown')).statusCode, 404)
    assert.equal((await call('a\0b')).statusCode, 404)
    assert.equal((await call('')).statusCode, 400)
    assert.equal((await call('x'.repeat(70_000))).statusCode, 413)
  })
})
