import type { Page } from '@playwright/test'
import { addFault, expectRecords, giveAirtime, readSentCode, refuseNextDebit } from '../sandbox.ts'
import { expectAccessible } from '../screen.ts'
import {
  askForCode,
  guessCode,
  orderBundle,
  orderBundleByPress,
  otherCode,
  typeCode,
  verifyButton,
} from '../steps/code.ts'
import { expectStatus, expectSuccess, receiptLine } from '../steps/pay.ts'
import { orderAirtime } from '../steps/recharge.ts'
import { expect, test } from '../visitor.ts'

const yes = (page: Page) => page.getByRole('button', { name: 'Yes, pay MWK 2,000' })

/** Orders up to the last question. */
async function proveNumber(page: Page, line: string): Promise<void> {
  await giveAirtime(line, 5000)
  await orderBundle(page, line)
  await askForCode(page, line)
  await typeCode(page, await readSentCode(line))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Are you sure')
}

test.describe('paying with airtime', () => {
  test('charges the line that received the code, after a confirmation', { tag: '@verify' }, async ({
    page,
    line,
    complaints,
  }) => {
    complaints.expect(/status of 400/)
    await giveAirtime(line, 5000)
    await orderBundle(page, line)
    await askForCode(page, line)
    await expectAccessible(page)
    const code = await readSentCode(line)

    await typeCode(page, otherCode(code))
    await expect(page.getByText('Please enter correct OTP. 4 attempts left.')).toBeVisible()
    await expectAccessible(page)
    await typeCode(page, `${code.slice(0, 3)} ${code.slice(3)}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Are you sure')
    await expect(page.getByText(/Left after this: MWK.3,000/)).toBeVisible()
    await expectAccessible(page)
    await expectRecords(line, { taken: [], delivered: [] })

    await yes(page).click()
    await expectSuccess(page)
    await expect(receiptLine(page, 'Paid with')).toHaveText('Airtime')
    await expectRecords(line, { taken: [2000], delivered: ['MW-W-2600'] })
  })

  test('cannot be done by guessing the code', { tag: '@verify' }, async ({ page, line, complaints }) => {
    complaints.expect(/status of 400/)
    await giveAirtime(line, 5000)
    await orderBundle(page, line)
    await askForCode(page, line)
    const code = await readSentCode(line)
    await guessCode(page, code)
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Pay another way' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('How do you want to pay?')
    await expectRecords(line, { taken: [], delivered: [] })
  })

  test('shows before the confirmation that the balance is too low', { tag: '@verify' }, async ({ page, line }) => {
    await giveAirtime(line, 150)
    await orderBundle(page, line)
    await askForCode(page, line)
    await typeCode(page, await readSentCode(line))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText("Looks like you don't have sufficient balance")
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Pay another way' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('How do you want to pay?')
    await expectRecords(line, { taken: [], delivered: [] })
  })

  test('charges nothing when the network refuses it after the confirmation', { tag: '@verify' }, async ({
    page,
    line,
  }) => {
    await proveNumber(page, line)
    await refuseNextDebit()
    await yes(page).click()
    await expectStatus(page, 'Not successful', 'Nothing was taken')
    await expectAccessible(page)
    await expectRecords(line, { taken: [], delivered: [] })
    await page.getByRole('link', { name: 'Try again' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('How do you want to pay?')
  })

  test('charges once when the network is silent', { tag: '@verify' }, async ({ page, line }) => {
    // It is retried only when the first call can no longer be in progress.
    test.slow()
    await proveNumber(page, line)
    await addFault({ provider: 'bss', operation: 'adjustBalance', kind: 'hang_after', times: 1 })
    await yes(page).click({ noWaitAfter: true })
    await expectStatus(page, 'In Processing', 'We are checking your payment')
    await expectSuccess(page)
    await expectRecords(line, { taken: [2000], delivered: ['MW-W-2600'] })
  })

  test('charges nothing without the confirmation', { tag: '@verify' }, async ({ page, line }) => {
    await proveNumber(page, line)
    await page.getByRole('link', { name: 'No, go back' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('How do you want to pay?')
    await expectRecords(line, { taken: [], delivered: [] })
  })

  test('can be left before the code is typed', { tag: '@verify' }, async ({ page, line }) => {
    await giveAirtime(line, 5000)
    await orderBundle(page, line)
    await askForCode(page, line)
    await page.getByRole('link', { name: 'Pay another way' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('How do you want to pay?')
    await expectRecords(line, { taken: [], delivered: [] })
  })

  test('cannot be confirmed with a copied link', { tag: '@verify' }, async ({ page, line, browser }) => {
    await proveNumber(page, line)
    const stranger = await browser.newPage()
    await stranger.goto(page.url())
    await expect(stranger.getByRole('link', { name: 'Send me a code' })).toBeVisible()
    await stranger.close()
  })

  test('is not offered for airtime of the same line', { tag: '@verify' }, async ({ page, line, complaints }) => {
    complaints.expect(/status of 400/)
    await orderAirtime(page, line, 500)
    await page.getByRole('link', { name: 'Airtime' }).click()
    const payer = page.locator('#msisdn')
    await expect(payer).toHaveValue('')
    await expect(payer).toHaveAccessibleDescription(/A line cannot pay for its own airtime/)
    await payer.fill(line)
    await page.getByRole('textbox', { name: 'Email' }).fill('thoko@example.com')
    await page.getByRole('button', { name: 'Send me a code' }).click()
    await expect(page.getByRole('alert')).toContainText('A line cannot pay for its own airtime.')
    await expectAccessible(page)
  })

  test.describe('without script', () => {
    test.use({ javaScriptEnabled: false })

    test('works the same way', { tag: '@verify' }, async ({ page, line }) => {
      await giveAirtime(line, 5000)
      await orderBundleByPress(page, line)
      await askForCode(page, line)
      await expect(verifyButton(page)).toBeVisible()
      await typeCode(page, await readSentCode(line))
      await yes(page).click()
      await expectRecords(line, { taken: [2000], delivered: ['MW-W-2600'] })
    })
  })
})
