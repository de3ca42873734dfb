import { PortalError } from '@nyanja/domain/errors'
import { afterAll, describe, expect, it } from 'vitest'
import { lineTypeCheck } from '../../../contract/balance.ts'
import { createTestApp, testLines } from '../../testing/test-app.ts'
import { callerOf } from './test-caller.ts'

const test = await createTestApp()
const call = callerOf(test)
afterAll(() => test.close())

describe('POST line-type', () => {
  it.each([
    ['PREPAID', testLines.prepaid],
    ['POSTPAID', testLines.postpaid],
    ['HYBRID', testLines.hybrid],
  ])('reports that a line is %s', async (result, msisdn) => {
    const { status, body } = await call(lineTypeCheck, { msisdn, checkIfBroadband: false, requestType: '' })
    expect(status).toBe(200)
    expect(body).toEqual({ statusCode: 200, status: 'success', result })
  })

  it.each(['0991234567', '+265 99 123 4567', '00265991234567', '099-123-4567', 991234567])(
    'understands %s as people write it',
    async (msisdn) => {
      expect(await call(lineTypeCheck, { msisdn })).toMatchObject({ status: 200, body: { result: 'PREPAID' } })
    },
  )

  it.each(['', '12', '99123456789', 'my number', '+27821234567', '991111111', null, {}, []])(
    'reports %j as an invalid number',
    async (msisdn) => {
      const { status, body } = await call(lineTypeCheck, { msisdn })
      expect(status).toBe(400)
      expect(body).toEqual({ statusCode: 400, status: 'failure', message: 'Invalid Mobile No' })
    },
  )

  it('accepts only routers when the call asks for broadband', async () => {
    const asBroadband = (msisdn: string) => call(lineTypeCheck, { msisdn, checkIfBroadband: true })
    expect(await asBroadband(testLines.router)).toMatchObject({ status: 200, body: { result: 'PREPAID' } })
    const asText = { msisdn: testLines.router, checkIfBroadband: 'true', requestType: 'HBB_MSISDN_CHECK' }
    expect(await call(lineTypeCheck, asText)).toMatchObject({ status: 200 })
    expect(await asBroadband(testLines.prepaid)).toMatchObject({ status: 400, body: { message: 'Invalid Mobile No' } })
  })

  it('reports an internal problem while the BSS is silent', async () => {
    const silent = await createTestApp({
      lineSource: {
        lineOf: async () => {
          throw new PortalError('provider_unreachable', 'The BSS does not answer')
        },
      },
    })
    const { status, body } = await callerOf(silent)(lineTypeCheck, { msisdn: testLines.prepaid })
    expect(status).toBe(504)
    expect(body).toEqual({ statusCode: 504, status: 'failure', message: 'Something Went Wrong!' })
    await silent.close()
  })
})
