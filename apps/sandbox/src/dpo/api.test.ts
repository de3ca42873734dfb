import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { companyToken, openDpo, order, tagsIn } from './fixture.ts'

const minuteMs = 60_000
let dpo: Awaited<ReturnType<typeof openDpo>>

beforeEach(async () => {
  dpo = await openDpo()
})
afterEach(() => dpo.close())

const verify = (companyRef = 'TXN-1') => dpo.notify('verifyToken', `<CompanyRef>${companyRef}</CompanyRef>`)
const create = (changes = {}, service = {}) => dpo.notify('createToken', order(changes, service))

describe('the XML envelope', () => {
  it.each([
    ['no company token', '<API3G><Request>verifyToken</Request></API3G>', '801'],
    ['a foreign company token', '<API3G><CompanyToken>X</CompanyToken><Request>verifyToken</Request></API3G>', '802'],
    ['no request', `<API3G><CompanyToken>${companyToken}</CompanyToken></API3G>`, '803'],
    [
      'card data',
      `<API3G><CompanyToken>${companyToken}</CompanyToken><Request>chargeTokenCreditCard</Request></API3G>`,
      '803',
    ],
    ['no XML', 'hello', '804'],
    ['an open tag', '<API3G><CompanyToken>', '804'],
    ['nothing', '', '804'],
    [
      'an entity',
      '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><API3G><CompanyToken>&x;</CompanyToken></API3G>',
      '804',
    ],
  ])('reports %s with HTTP 200', async (_title, body, result) => {
    expect(tagsIn(await dpo.post(body)).Result).toBe(result)
  })

  it('is read from a form, with backslashes in the prolog and bare ampersands', async () => {
    const inner = order({ RedirectURL: 'http://localhost:3000/a?x=1&copy=2&amp;y=3' })
    const body = `<?xml version=\\"1.0\\" encoding=\\"utf-8\\"?><API3G><CompanyToken>${companyToken}</CompanyToken><Request>createToken</Request>${inner}</API3G>`
    const answer = tagsIn(await dpo.post(body, { 'content-type': 'application/x-www-form-urlencoded' }))
    expect(answer).toMatchObject({ Result: '000', TransRef: expect.stringMatching(/^R\d+$/) })

    await dpo.pay('TXN-1', 'paid')
    const { headers } = await dpo.app.inject(`/dpo/acs-return?ID=${answer.TransToken}`)
    expect(headers.location).toContain('/a?x=1&copy=2&y=3&TransID=')
  })

  it('gets a fault at one operation without the others', async () => {
    dpo.world.faults.add({ provider: 'dpo', operation: 'verifyToken', kind: 'error_before' })
    expect((await create()).Result).toBe('000')
    expect((await verify()).Result).toBeUndefined()
  })
})

describe('createToken', () => {
  it.each([
    ['902', 'PaymentAmount', { PaymentAmount: '' }, {}],
    ['902', 'PaymentAmount', { PaymentAmount: '10.001' }, {}],
    ['902', 'PaymentAmount', { PaymentAmount: '-5' }, {}],
    ['902', 'PaymentAmount', { PaymentAmount: '0.00' }, {}],
    ['902', 'PaymentCurrency', { PaymentCurrency: '' }, {}],
    ['902', 'PTL', { PTLtype: 'weeks' }, {}],
    ['902', 'RedirectURL', { RedirectURL: 'javascript:alert(1)' }, {}],
    ['904', 'Currency', { PaymentCurrency: 'EUR' }, {}],
    ['905', 'limit', { PaymentAmount: '1500000.01' }, {}],
    ['950', 'ServiceType', {}, { ServiceType: '1' }],
    ['950', 'ServiceDate', {}, { ServiceDate: '' }],
  ])('refuses with %s and names %s', async (result, field, changes, service) => {
    const answer = await create(changes, service)
    expect(answer).toMatchObject({ Result: result, ResultExplanation: expect.stringContaining(field) })
    expect(answer.TransToken).toBeUndefined()
  })

  it('refuses a repeated tag', async () => {
    const twice = order().replace('<PTL>30</PTL>', '<PTL>30</PTL><PTL>60</PTL>')
    expect((await dpo.notify('createToken', twice)).Result).toBe('960')
  })

  it('accepts the maximum itself', async () => {
    expect((await create({ PaymentAmount: '1500000' })).Result).toBe('000')
  })

  it('refuses a reference only when it was paid before', async () => {
    await create()
    expect((await create()).Result).toBe('000')
    await dpo.pay('TXN-1', 'paid')
    expect((await create()).Result).toBe('940')
    expect((await create({ CompanyRefUnique: '0' })).Result).toBe('000')
  })
})

describe('verifyToken', () => {
  it('returns 900 until the time limit and 903 after it', async () => {
    await create()
    expect(await verify()).toMatchObject({ Result: '900', TransactionAmount: '1000.00', CompanyRef: 'TXN-1' })
    dpo.pass(30 * minuteMs - 1)
    expect((await verify()).Result).toBe('900')
    dpo.pass(1)
    expect((await verify()).Result).toBe('903')
  })

  it('allows four days without a given limit', async () => {
    await create({ PTL: '', PTLtype: '' })
    dpo.pass(96 * 60 * minuteMs - 1)
    expect((await verify()).Result).toBe('900')
    dpo.pass(1)
    expect((await verify()).Result).toBe('903')
  })

  it('finds a payment by token and by reference, and by no other', async () => {
    const { TransToken } = await create()
    const byToken = await dpo.notify('verifyToken', `<TransactionToken>${TransToken}</TransactionToken>`)
    expect(byToken.CompanyRef).toBe('TXN-1')
    expect((await dpo.notify('verifyToken', '')).Result).toBe('950')
    expect(await verify('TXN-2')).toMatchObject({
      Result: '902',
      ResultExplanation: expect.stringContaining('CompanyRef'),
    })
  })

  it('returns the paid one of two tokens with one reference', async () => {
    await create()
    await dpo.pay('TXN-1', 'paid')
    await create({ CompanyRefUnique: '0' })
    expect((await verify()).Result).toBe('000')
  })

  it('marks a paid payment as verified unless it only reads', async () => {
    await create()
    await dpo.pay('TXN-1', 'paid')
    const isVerified = async () => (await dpo.app.inject('/__sim/dpo/TXN-1')).json().isVerified
    await dpo.notify('verifyToken', '<CompanyRef>TXN-1</CompanyRef><VerifyTransaction>0</VerifyTransaction>')
    expect(await isVerified()).toBe(false)
    await verify()
    expect(await isVerified()).toBe(true)
  })

  it.each([
    ['paid', { Result: '000', TransactionAmount: '1000.00', TransactionCurrency: 'MWK', FraudAlert: '000' }],
    ['authorized', { Result: '001', TransactionApproval: '' }],
    ['overpaid', { Result: '002', TransactionAmount: '1100.00' }],
    ['underpaid', { Result: '002', TransactionAmount: '500.00' }],
    ['pending_bank', { Result: '003' }],
    ['queued', { Result: '005' }],
    ['split_pending', { Result: '007' }],
    ['declined', { Result: '901' }],
    ['expired', { Result: '903' }],
    ['cancelled', { Result: '904' }],
    ['wrong_amount', { Result: '000', TransactionAmount: '1001.00', TransactionFinalAmount: '1001.00' }],
    ['wrong_currency', { Result: '000', TransactionCurrency: 'USD', TransactionFinalCurrency: 'USD' }],
    ['converted', { Result: '000', TransactionCurrency: 'USD', TransactionFinalCurrency: 'MWK' }],
    ['fraud_alert', { Result: '000', FraudAlert: '001' }],
    ['reversed', { Result: '904' }],
  ])('reports a payment that ended %s', async (outcome, expected) => {
    await create()
    expect((await dpo.pay('TXN-1', outcome)).statusCode).toBe(200)
    expect(await verify()).toMatchObject(expected)
  })
})

describe('cancelToken', () => {
  it('closes an open payment and does not change a paid one', async () => {
    const { TransToken } = await create()
    const cancel = () => dpo.notify('cancelToken', `<TransactionToken>${TransToken}</TransactionToken>`)
    expect((await cancel()).Result).toBe('000')
    expect((await verify()).Result).toBe('904')

    await create()
    await dpo.pay('TXN-1', 'paid')
    const paid = (await dpo.app.inject('/__sim/dpo/TXN-1')).json().token
    expect((await dpo.notify('cancelToken', `<TransactionToken>${paid}</TransactionToken>`)).Result).toBe('999')
  })
})
