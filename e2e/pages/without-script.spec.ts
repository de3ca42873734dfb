import { approvePush, expectRecords } from '../sandbox.ts'
import { expectAccessible } from '../screen.ts'
import { cancelAtGateway, payAtGateway } from '../steps/card-page.ts'
import {
  checkUntil,
  chooseMethod,
  emailField,
  expectStatus,
  payButton,
  payByCard,
  payByMoney,
  walletField,
} from '../steps/pay.ts'
import {
  amountField,
  beginAtHome,
  chooseBundle,
  clickContinue,
  continueButton,
  expectReady,
  numberField,
  typeAmount,
} from '../steps/recharge.ts'
import { expect, test } from '../visitor.ts'

test.use({ javaScriptEnabled: false })

test.describe('without script', () => {
  test('airtime is bought by card', async ({ page, line }) => {
    await beginAtHome(page, line)
    await typeAmount(page, 600)
    await clickContinue(page)
    await payByCard(page)
    await payAtGateway(page)
    await checkUntil(page, 'Thank you')
    await expectRecords(line, { taken: [600], delivered: [600] })
  })

  test('a bundle is found by kind and bought by Nyanja Money', async ({ page, line }) => {
    await page.goto('/prepaid-recharge')
    await expectAccessible(page)
    await numberField(page).fill(line)
    await continueButton(page).click()
    await expectReady(page)
    await expectAccessible(page)

    await page.getByRole('navigation', { name: 'Show' }).getByRole('link', { name: 'SMS' }).click()
    await expect(page.getByRole('radio', { name: /GB/ })).toHaveCount(0)
    await expect(page).toHaveURL(/filter=sms/)
    await page.getByRole('navigation', { name: 'Show' }).getByRole('link', { name: 'Data' }).click()
    await chooseBundle(page, /500 MB/)
    await clickContinue(page)
    await expectAccessible(page)
    await payByMoney(page)
    await expectAccessible(page)

    await approvePush(line)
    await expectRecords(line, { taken: [800], delivered: ['MW-D-500'] })
    await checkUntil(page, 'Thank you')
  })

  test('the page of a payment reloads itself until the payment is over', { tag: '@verify' }, async ({ page, line }) => {
    await beginAtHome(page, line)
    await typeAmount(page, 650)
    await clickContinue(page)
    await payByMoney(page)
    await expect(page.locator('noscript').locator('p')).toContainText('This page checks again in 10 seconds.')
    await approvePush(line)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Thank you')
    await expect(page.locator('noscript')).toHaveCount(0)
    await expectRecords(line, { taken: [650], delivered: [650] })
  })

  test('a quick amount is ordered with one press', { tag: '@verify' }, async ({ page, line }) => {
    await beginAtHome(page, line)
    await page.getByRole('button', { name: '1,000' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('How do you want to pay?')
    await expect(payButton(page)).toHaveText('Pay MWK 1,000')
  })

  test('no button is disabled, and errors are shown in the page', async ({ page, line, complaints }) => {
    complaints.expect(/status of 400/)
    await page.goto('/prepaid-recharge')
    await continueButton(page).click()
    await expect(page.getByRole('alert').getByRole('link', { name: 'Phone No is required' })).toBeVisible()
    await expect(numberField(page)).toHaveAccessibleDescription(/Phone No is required/)
    await expectAccessible(page)

    await numberField(page).fill('888888888')
    await continueButton(page).click()
    await expect(numberField(page)).toHaveAccessibleDescription(/Invalid Mobile No/)
    await expect(numberField(page)).toHaveValue('888888888')

    await numberField(page).fill(line)
    await amountField(page).fill('10')
    await continueButton(page).click()
    await expect(amountField(page)).toHaveAccessibleDescription(/Minimum amount should be MWK 50/)
    await amountField(page).fill('1000000')
    await continueButton(page).click()
    await expect(amountField(page)).toHaveAccessibleDescription(/Maximum amount should be MWK 100,000/)
    await amountField(page).fill('200')
    await clickContinue(page)

    await payButton(page).click()
    await expect(emailField(page)).toHaveAccessibleDescription(/Email is required/)
    await expectAccessible(page)
    await emailField(page).fill('thoko@')
    await payButton(page).click()
    await expect(emailField(page)).toHaveAccessibleDescription(/Invalid Email Id/)
    await chooseMethod(page, 'Nyanja Money')
    await walletField(page).fill('')
    await payButton(page).click()
    await expect(walletField(page)).toHaveAccessibleDescription(/Phone No is required/)
  })

  test('a cancelled card payment leads back to another method', { tag: '@verify' }, async ({ page, line }) => {
    await beginAtHome(page, line)
    await typeAmount(page, 450)
    await clickContinue(page)
    await payByCard(page)
    await cancelAtGateway(page)
    await checkUntil(page, 'You cancelled the payment')
    await expectStatus(page, 'Not successful', 'You cancelled the payment')
    await page.getByRole('link', { name: 'Try again' }).click()
    await payByCard(page)
    await payAtGateway(page)
    await checkUntil(page, 'Thank you')
    await expectRecords(line, { taken: [450], delivered: [450] })
  })
})
