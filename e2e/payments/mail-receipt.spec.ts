import { expectMail, failNextDelivery, readMails } from '../sandbox.ts'
import { payAtGateway } from '../steps/card-page.ts'
import { emailField, expectStatus, expectSuccess, payButton } from '../steps/pay.ts'
import { orderAirtime } from '../steps/recharge.ts'
import { expect, test } from '../visitor.ts'

test.describe('a receipt by e-mail', () => {
  test('is sent once the airtime is delivered, and links to the payment', async ({ page, line }) => {
    const address = `receipt-${line}@example.com`
    await orderAirtime(page, line, 820)
    await emailField(page).fill(address)
    await payButton(page).click()
    await payAtGateway(page)
    await expectSuccess(page)

    const text = await expectMail(address, /^Receipt: MWK.820/)
    expect(text).toContain('Thank you. MWK 820 airtime is on')
    expect(text).not.toContain(line)
    await page.goto(/http\S+/.exec(text)?.[0] ?? '')
    await expectSuccess(page)
  })

  test('reports that a refund has begun, and that it is complete', { tag: '@verify' }, async ({ page, line }) => {
    const address = `refund-${line}@example.com`
    await failNextDelivery('topup')
    await orderAirtime(page, line, 830)
    await emailField(page).fill(address)
    await payButton(page).click()
    await payAtGateway(page)
    await expectStatus(page, 'Not successful', /back/)
    await expectMail(address, /is back,/)
    expect((await readMails(address)).map(({ subject }) => subject).sort()).toEqual([
      expect.stringMatching(/^Your MWK.830 is back, /),
      expect.stringMatching(/^Your MWK.830 is coming back, /),
    ])
  })
})
