import { afterAll, describe, expect, it } from 'vitest'
import { bundles } from '../../../contract/product.ts'
import { createTestApp, testLines } from '../../testing/test-app.ts'
import { callerOf } from './test-caller.ts'

const test = await createTestApp()
const call = callerOf(test)
afterAll(() => test.close())

describe('POST bundle', () => {
  it('returns every field of a bundle, unlimited bundles last', async () => {
    const { body } = await call(bundles, { data: { msisdn: testLines.prepaid, lineType: 'PREPAID', serviceType: '' } })
    expect(body).toEqual({
      statusCode: 200,
      status: 'success',
      result: [
        {
          name: 'Daily 100MB',
          category: 'data',
          description: '100 MB of data for one day',
          data: 100,
          dataUnit: 'MB',
          voice: 0,
          voiceUnit: '',
          sms: 0,
          validity: 1,
          validityUnit: 'DAY',
          periodType: 'Daily',
          amount: 300,
          currency: 'MWK',
          productCode: 'MW-D-100',
          lineType: 'PREPAID',
          linetype: 'PREPAID',
        },
        {
          name: 'No-expiry',
          category: 'mixed',
          description: 'Data without end',
          data: -1,
          dataUnit: '',
          voice: 0,
          voiceUnit: '',
          sms: 100,
          validity: -1,
          validityUnit: '',
          periodType: 'Others',
          amount: 4500.5,
          currency: 'MWK',
          productCode: 'MW-Z-1000',
          lineType: 'PREPAID',
          linetype: 'PREPAID',
        },
      ],
    })
  })

  it('returns the bundles of one service when the call names one', async () => {
    const { body } = await call(bundles, { data: { msisdn: testLines.prepaid, serviceType: 'DATA' } })
    expect(body).toMatchObject({ result: [{ productCode: 'MW-D-100' }] })
  })

  it('returns a router what routers can use, and a phone what phones can', async () => {
    const home = { name: 'Home 150GB', category: 'broadband', data: 150, dataUnit: 'GB', productCode: 'HBB-150' }
    expect(await call(bundles, { data: { msisdn: testLines.router } })).toMatchObject({ body: { result: [home] } })
    expect(await call(bundles, { data: { msisdn: testLines.router, serviceType: 'HBB' } })).toMatchObject({
      body: { result: [home] },
    })
    expect(await call(bundles, { data: { msisdn: testLines.prepaid, serviceType: 'HBB' } })).toMatchObject({
      body: { result: [] },
    })
  })

  it.each(['HBB', 'broadband', 'Broadband'])(
    'requires no number to show the bundles of the service %s',
    async (name) => {
      const { body } = await call(bundles, { data: { serviceType: name } })
      expect(body).toMatchObject({ result: [{ productCode: 'HBB-150', periodType: 'Monthly', linetype: 'PREPAID' }] })
    },
  )

  it('requires no number to show what prepaid lines can buy', async () => {
    expect(await call(bundles, { data: {} })).toMatchObject({ body: { result: [{}, {}] } })
  })

  it('offers nothing to postpaid lines', async () => {
    expect(await call(bundles, { data: { msisdn: testLines.postpaid } })).toMatchObject({ body: { result: [] } })
    expect(await call(bundles, { data: { lineType: 'POSTPAID' } })).toMatchObject({ body: { result: [] } })
    expect(await call(bundles, { data: { lineType: 'POSTPAID', serviceType: 'HBB' } })).toMatchObject({
      body: { result: [] },
    })
  })

  it.each([{ msisdn: '991111111' }, { msisdn: 'x' }, { lineType: 'FREE' }])('refuses %j', async (data) => {
    expect(await call(bundles, { data })).toMatchObject({ status: 400, body: { message: 'Invalid Mobile No' } })
  })

  it('requires its input in data', async () => {
    expect(await call(bundles, { msisdn: testLines.prepaid })).toMatchObject({
      status: 400,
      body: { message: 'Invalid data' },
    })
  })
})
