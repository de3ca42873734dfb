import { afterAll, describe, expect, it } from 'vitest'
import { pageConfig, productConfig } from '../../../contract/product.ts'
import { createTestApp } from '../../testing/test-app.ts'
import { callerOf } from './test-caller.ts'

const test = await createTestApp()
const call = callerOf(test)
afterAll(() => test.close())

describe('GET get-product-config', () => {
  it('returns the limits, the contact numbers and the constants of the market', async () => {
    const { status, body } = await call(productConfig, {})
    expect(status).toBe(200)
    expect(body).toMatchObject({
      statusCode: 200,
      status: 'success',
      result: {
        configData: {
          preMinAmnt: 50,
          preMaxAmnt: 100_000,
          postMinAmnt: 100,
          postMaxAmnt: 1_500_000,
          payStackConfig: '{"key":"pk_test"}',
          beta: { amountToHigherValueFeature: false },
          postpaidHybridCheck: true,
          enableAmPin: true,
          customerCareNumber: '300',
          pinResetDial: '*115#',
          paymentMaxTry: 10,
          kpi: false,
          channel: 'CWAAA',
          product: 'ORP',
          mode: 'PROD',
          language: 'en-US',
          country: 'MW',
          countryCode: '265',
          currency: 'MWK',
        },
      },
    })
  })
})

describe('GET config', () => {
  it('returns the texts of the page that the code names', async () => {
    const { body } = await call(pageConfig, { code: 'website-footer-config' })
    expect(body).toMatchObject({
      result: { code: 'website-footer-config', config: { shops: 'Nyanja Shops' } },
    })
  })

  it.each(['no-such-page', '__proto__', 'constructor', '../../package'])(
    'answers 404 for the code %s',
    async (code) => {
      expect(await call(pageConfig, { code })).toMatchObject({
        status: 404,
        body: { statusCode: 404, status: 'failure' },
      })
    },
  )

  it.each([{}, { code: '' }, { code: 'x'.repeat(101) }])('requires a code', async (input) => {
    expect(await call(pageConfig, input)).toMatchObject({ status: 400, body: { message: 'Invalid code' } })
  })
})
