import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { customer, openChat, otp } from './fixture.ts'

let fixture: Awaited<ReturnType<typeof openChat>>
beforeEach(async () => {
  fixture = await openChat()
})
afterEach(() => fixture.close())

const lastMessage = (pattern: RegExp) =>
  expect.poll(async () => (await fixture.lines()).some((line) => pattern.test(line))).toBe(true)

describe('the chat', () => {
  it('greets with a numbered list', async () => {
    expect(await fixture.lines()).toEqual(['Moni! What do you want to buy?\n1 Airtime\n2 A bundle'])
    expect(await fixture.announce('hello')).toContain('Type a number from the list.')
  })

  it('sells airtime and is paid on the handset', async () => {
    expect(await fixture.announce('1')).toContain('1 This one, 99 900 0001')
    expect(await fixture.announce('0999000002')).toContain('From MWK 50 to MWK 100,000.')
    expect(await fixture.announce('1,500')).toContain('MWK 1,500 of airtime for 99 900 0002. How do you want to pay?')
    expect(await fixture.announce('2')).toContain('Look at your phone and type your PIN there.')
    const [initiated] = fixture.sent('/transaction/v1/initiate')
    expect(initiated?.body).toEqual({
      data: {
        amount: '1500',
        countryCode: '265',
        currencyCode: 'MWK',
        mobileNumber: '0999000002',
        paymentMobile: customer,
        paymentMode: 'NYANJA_MONEY_PUSH',
        transactionType: 'PREPAID_RECHARGE',
      },
    })
    expect(fixture.sent('/transaction/v1/process')[0]?.body).toMatchObject({ data: { transactionId: 'T1' } })
  })

  it('offers no payment method that it does not support', async () => {
    expect(await fixture.announce('1', '1', '500')).toMatch(/1 Airtime\n2 Nyanja Money$/)
  })

  it('reports the end of a payment automatically, and offers the next purchase', async () => {
    fixture.state.statuses = [
      { status: 'IN_PROCESS' },
      { status: 'IN_PROCESS' },
      {
        status: 'SUCCESS',
        amount: 500,
        currencyCode: 'MWK',
        mobileNumber: '099•••••01',
        refTransactionId: 'NYA-7K4P-29XD',
      },
    ]
    await fixture.announce('1', '1', '500', '2')
    await lastMessage(/Thank you! MWK 500 of airtime is on 099•••••01\. Reference NYA-7K4P-29XD\.\nMoni!/)
    expect(await fixture.announce('2')).toContain('For which number?')
  })

  it('reports why a payment failed', async () => {
    fixture.state.statuses = [
      { status: 'FAILED', statusReason: 'Cancelled by the customer', refTransactionId: 'NYA-1' },
    ]
    await fixture.announce('1', '1', '500', '2')
    await lastMessage(/Not successful\. Cancelled by the customer\. Reference NYA-1\./)
  })

  it('reports the end of a payment also to a customer who has continued', async () => {
    await fixture.announce('1', '1', '500', '2', '0', '2')
    fixture.state.statuses = [
      { status: 'SUCCESS', amount: 500, currencyCode: 'MWK', mobileNumber: '099•••••01', refTransactionId: 'NYA-1' },
    ]
    await lastMessage(/^Thank you! .* Reference NYA-1\.$/)
    expect(await fixture.announce('1')).toContain('Which bundle?')
  })

  it('pays by airtime after the code and a confirmation, and encrypts the code', async () => {
    await fixture.announce('2', '1', '2')
    expect(await fixture.announce('1')).toContain('Type the 6-digit code that came by SMS to 99 900 0001.')
    expect(await fixture.announce('12')).toContain('A code has 6 digits.')
    expect(await fixture.announce('111 111')).toContain('Please enter correct OTP. 4 attempts left.')
    expect(await fixture.announce(otp)).toContain('Take MWK 2,000 from the airtime of 99 900 0001?')
    expect(fixture.sent('/transaction/v1/initiate')).toEqual([])
    await fixture.announce('1')
    expect(fixture.sent('/transaction/v1/initiate')[0]?.body).toMatchObject({
      data: { paymentMode: 'AIR_TIME', uniqueCode: 'unique-1', productCode: 'MW-W-2600', amount: '2000' },
    })
    const verifies = fixture.sent('/optimus/otp/verify')
    expect(verifies).toHaveLength(2)
    expect(JSON.stringify(verifies)).not.toContain(otp)
    expect(verifies[1]?.body).toMatchObject({ data: { refId: 'ref-1', keyId: 'k1' } })
  })

  it('pays nothing without a confirmation', async () => {
    expect(await fixture.announce('2', '1', '2', '1', otp, '2')).toContain('How do you want to pay?')
    expect(fixture.sent('/transaction/v1/initiate')).toEqual([])
  })

  it("forwards the portal's messages", async () => {
    expect(await fixture.announce('1', '12')).toContain('Invalid Mobile No.')
    expect(await fixture.announce('999000003')).toContain('I top up prepaid lines only.')
    expect(await fixture.announce('1', '10')).toContain('Minimum amount should be MWK 50.')
    fixture.state.initiate = { statusCode: 400, status: 'failure', message: 'A line cannot pay for its own airtime' }
    expect(await fixture.announce('100', '2')).toMatch(
      /^A line cannot pay for its own airtime\.[\s\S]*How do you want to pay/,
    )
    fixture.state.initiate = undefined
    fixture.state.process = {
      statusCode: 402,
      status: 'failure',
      message: "Looks like you don't have sufficient balance",
    }
    expect(await fixture.announce('2')).toContain("Looks like you don't have sufficient balance.")
    expect(await fixture.announce('1', '1')).toContain('max limit exhausted, please try after sometime.')
  })

  it('begins again at 0, from any question', async () => {
    for (const texts of [['1'], ['1', '1'], ['1', '1', '500'], ['1', '1', '500', '1'], ['2', '1']])
      expect(await fixture.announce(...texts, '0')).toMatch(/^Moni!/)
  })

  it('has a key of its own at the portal, and may repeat its calls', async () => {
    await fixture.announce('1', '1', '500', '2')
    for (const { headers } of fixture.calls)
      expect(headers).toMatchObject({ 'x-api-key': 'chat-key', 'x-service-id': 'chat', 'x-opco': 'MW' })
    for (const path of ['/transaction/v1/initiate', '/transaction/v1/process'])
      expect(fixture.sent(path)[0]?.headers['idempotency-key']).toMatch(/^[\w-]{36}$/)
  })

  it('reports that the portal is silent, and continues when it is back', async () => {
    await fixture.portal.close()
    expect(await fixture.announce('1', '1')).toContain('I cannot reach Nyanja now.')
  })

  it('keeps its state over a restart', async () => {
    await fixture.announce('1', '1')
    const before = await fixture.lines()
    const state: unknown = JSON.parse(JSON.stringify(fixture.chat.snapshot()))
    fixture.chat.reset()
    expect(await fixture.lines()).toHaveLength(1)
    fixture.chat.restore(state)
    expect(await fixture.lines()).toEqual(before)
  })
})
