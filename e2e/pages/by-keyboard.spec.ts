import { expectRecords } from '../sandbox.ts'
import { findPopup } from '../steps/card-page.ts'
import { tabTo, tabToAndPress } from '../steps/keyboard.ts'
import {
  emailField,
  expectStatus,
  expectSuccess,
  methodLink,
  payButton,
  payByCard,
  payByPaystack,
  walletField,
} from '../steps/pay.ts'
import { amountField, continueButton, expectReady, numberField, orderAirtime } from '../steps/recharge.ts'
import { expect, test } from '../visitor.ts'

test.describe('with the keyboard alone', () => {
  test('airtime is bought by card', async ({ page, line }) => {
    await page.goto('/')
    await tabTo(page, page.getByRole('textbox', { name: 'Phone number' }))
    await page.keyboard.type(line)
    await tabTo(page, page.getByRole('radio', { name: 'Airtime' }))
    await page.keyboard.press('ArrowRight')
    await expect(page.getByRole('radio', { name: 'Bundle' })).toBeChecked()
    await page.keyboard.press('ArrowLeft')
    await tabToAndPress(page, page.getByRole('button', { name: 'Continue' }))

    await expectReady(page)
    await tabTo(page, amountField(page))
    await page.keyboard.type('620')
    await expect(continueButton(page)).toBeEnabled()
    await tabToAndPress(page, continueButton(page))

    await tabTo(page, emailField(page))
    await page.keyboard.type('thoko@example.com')
    await tabToAndPress(page, payButton(page))

    await tabToAndPress(page, page.getByRole('button', { name: /Approved, 3-D Secure$/ }))
    await tabToAndPress(page, page.getByRole('button', { name: 'Approve' }))
    await expectSuccess(page)
    await expectRecords(line, { taken: [620], delivered: [620] })
    await tabToAndPress(page, page.getByRole('link', { name: 'Return' }))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Airtime or a bundle')
  })

  test('a wrong code of the bank is corrected', { tag: '@verify' }, async ({ page, line }) => {
    await orderAirtime(page, line, 640)
    await payByCard(page)
    await tabToAndPress(page, page.getByRole('button', { name: /Approved, 3-D Secure$/ }))
    const code = page.getByRole('textbox', { name: 'Code from your bank' })
    await tabTo(page, code)
    await page.keyboard.type('000000')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('alert')).toHaveText('That code is wrong. Tries left: 2')
    await tabTo(page, code)
    await page.keyboard.type('123456')
    await page.keyboard.press('Enter')
    await expectSuccess(page)
    await expectRecords(line, { taken: [640], delivered: [640] })
  })

  test('a visitor who returned from the card page pays with another method', { tag: '@verify' }, async ({
    page,
    line,
  }) => {
    await orderAirtime(page, line, 650)
    await payByPaystack(page, line)
    await findPopup(page).getByRole('button', { name: 'Cancel payment' }).click()
    await expectStatus(page, 'In Processing', 'We are checking your payment')
    await tabToAndPress(page, page.getByRole('link', { name: 'Pay another way' }))
    await tabToAndPress(page, methodLink(page, 'Nyanja Money'))
    await tabTo(page, walletField(page))
    await page.keyboard.press('Enter')
    await expectStatus(page, 'In Processing', 'Check your phone')
  })

  test('a quick amount fills the field, and Enter in a field submits the form', { tag: '@verify' }, async ({
    page,
    line,
  }) => {
    await page.goto('/prepaid-recharge')
    await tabTo(page, numberField(page))
    await expect(continueButton(page)).toBeDisabled()
    await page.keyboard.type(line)
    await page.keyboard.press('Enter')
    await expectReady(page)
    await tabToAndPress(page, page.getByRole('button', { name: '500', exact: true }))
    await expect(amountField(page)).toHaveValue('500')
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Shift+Tab')
    await expect(amountField(page)).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('How do you want to pay?')
    await expect(payButton(page)).toHaveText('Pay MWK 500')
  })

  test('another payment method is chosen, and keeps the focus', { tag: '@verify' }, async ({ page, line }) => {
    await page.goto('/prepaid-recharge')
    await numberField(page).fill(line)
    await expectReady(page)
    await tabTo(page, amountField(page))
    await page.keyboard.type('630')
    await page.keyboard.press('Enter')
    const money = methodLink(page, 'Nyanja Money')
    await tabToAndPress(page, money)
    await expect(money).toBeFocused()
    await tabTo(page, walletField(page))
    await page.keyboard.press('Enter')
    await expectStatus(page, 'In Processing', 'Check your phone')
  })

  test('the skip link leads past the header on every screen', async ({ page, complaints }) => {
    complaints.expect(/status of 404/)
    for (const address of ['/', '/prepaid-recharge', '/about', '/payment/status?id=unknown', '/sw']) {
      await page.goto(address)
      await page.keyboard.press('Tab')
      const skip = page.getByRole('link', { name: /^(Skip to main content|Ruka hadi maudhui makuu)$/ })
      await expect(skip).toBeFocused()
      await expect(skip).toBeInViewport()
      await page.keyboard.press('Enter')
      await expect(page.locator('#main')).toBeFocused()
    }
  })
})
