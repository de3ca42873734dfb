import { expectRecords, expectSms } from '../sandbox.ts'
import { expectAccessible } from '../screen.ts'
import { payAtGateway } from '../steps/card-page.ts'
import { expectSuccess, payButton, payByCard, receiptLine, typeEmail, withCircuitOpen } from '../steps/pay.ts'
import { beginAtHome, clickContinue, expectReady, orderAirtime, typeAmount } from '../steps/recharge.ts'
import { expect, test } from '../visitor.ts'

test.describe('airtime by card', () => {
  test('is delivered to the line, and the SMS links to the receipt', { tag: '@verify' }, async ({ page, line }) => {
    await beginAtHome(page, line)
    await expectReady(page)
    await typeAmount(page, 500)
    await clickContinue(page)
    await payByCard(page)
    await payAtGateway(page)

    await expectSuccess(page)
    await expect(receiptLine(page, 'Payment type')).toHaveText('PREPAID RECHARGE')
    await expect(page.getByRole('heading', { name: 'Money received' })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Airtime delivered' })).toBeVisible()
    await expectRecords(line, { taken: [500], delivered: [500] })

    const sms = await expectSms(line, /MWK 500 airtime is on/)
    await page.goto(/http\S+/.exec(sms)?.[0] ?? '')
    await expectSuccess(page)
  })

  test('has no screen with an accessibility violation', { tag: '@verify' }, async ({ page, line }) => {
    await page.goto('/')
    await expectAccessible(page)
    await page.goto('/prepaid-recharge')
    await expectAccessible(page)
    await orderAirtime(page, line, 500)
    await expectAccessible(page)
    await page.goBack()
    await expectReady(page)
    await expectAccessible(page)
    await page.goForward()
    await withCircuitOpen(page, async () => {
      await typeEmail(page)
      await payButton(page).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Continue to the card page')
      await expectAccessible(page)
    })
    await page.getByRole('link', { name: 'Continue to the card page' }).click()
    await payAtGateway(page)
    await expectSuccess(page)
    await expectAccessible(page)
  })
})
