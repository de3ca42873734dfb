import type { Page } from '@playwright/test'
import { expectRecords } from '../sandbox.ts'
import { payAtGateway } from '../steps/card-page.ts'
import { checkUntil, emailField, expectSuccess, methodLink, payButton, payByCard } from '../steps/pay.ts'
import { holdScripts } from '../steps/phone.ts'
import {
  amountField,
  clickContinue,
  continueButton,
  expectReady,
  numberField,
  orderAirtime,
} from '../steps/recharge.ts'
import { expect, test } from '../visitor.ts'

/** Fills in a form as a browser does: without key presses or input events. */
async function autofill(page: Page, values: Readonly<Record<string, string>>): Promise<void> {
  await page.evaluate((given) => {
    for (const [id, value] of Object.entries(given)) {
      const field = document.getElementById(id)
      if (field instanceof HTMLInputElement) field.value = value
    }
  }, values)
}

test.describe('before the script has loaded', () => {
  test('typed text stays, and counts', async ({ page, line }) => {
    const letThrough = await holdScripts(page)
    await page.goto('/prepaid-recharge', { waitUntil: 'commit' })
    await numberField(page).fill(`0${line}`)
    await amountField(page).pressSequentially('750')
    await expect(continueButton(page)).toBeEnabled()

    letThrough()
    await expectReady(page)
    await expect(amountField(page)).toHaveValue('750')
    await expect(continueButton(page)).toBeEnabled()
    await clickContinue(page)
    await expect(payButton(page)).toHaveText('Pay MWK 750')
  })

  test('a wrong text that was typed and left is shown once the script is there', { tag: '@verify' }, async ({
    page,
    line,
  }) => {
    await orderAirtime(page, line, 500)
    await methodLink(page, 'Card with DPO').click()
    await expect(payButton(page)).toBeVisible()
    const letThrough = await holdScripts(page)
    await page.reload({ waitUntil: 'commit' })
    await emailField(page).fill('chisomo@')
    await payButton(page).focus()
    await expect(page.locator('#email-error')).toBeHidden()
    letThrough()
    await expect(page.locator('#email-error')).toBeVisible()
    await expect(emailField(page)).toHaveValue('chisomo@')
  })

  for (const [width, height] of [
    [360, 640],
    [1280, 900],
  ] as const)
    test(`the button stays under the finger while the order fills, ${width} px wide`, {
      tag: '@verify',
    }, async ({ page, line }) => {
      await page.setViewportSize({ width, height })
      await orderAirtime(page, line, 500)
      await page.goto(page.url().replace(/\/payment\/start(\/[a-z]+)?/, '/prepaid-recharge'))
      await amountField(page).fill('')
      const empty = await continueButton(page).boundingBox()
      await amountField(page).fill('500')
      await expect(page.locator('.order .amount')).toHaveText('MWK 500')
      expect(await continueButton(page).boundingBox()).toEqual(empty)
    })

  test('text filled in by the browser counts', { tag: '@verify' }, async ({ page, line }) => {
    const letThrough = await holdScripts(page)
    await page.goto('/prepaid-recharge', { waitUntil: 'commit' })
    await expect(amountField(page)).toBeVisible()
    await autofill(page, { msisdn: `+265${line}`, amount: '760' })
    letThrough()
    await expectReady(page)
    await clickContinue(page)
    await expect(payButton(page)).toHaveText('Pay MWK 760')
  })

  test('a chosen bundle stays chosen', { tag: '@verify' }, async ({ page, line }) => {
    await orderAirtime(page, line, 500)
    const letThrough = await holdScripts(page)
    await page.goto(page.url().replace(/\/payment\/start(\/[a-z]+)?/, '/prepaid-recharge'), { waitUntil: 'commit' })
    await amountField(page).fill('')
    await page.getByRole('radio', { name: /500 MB/ }).check()
    letThrough()
    await expect(page.getByText('It does not renew. You pay once.')).toBeVisible()
    await expect(page.getByRole('radio', { name: /500 MB/ })).toBeChecked()
    await expect(amountField(page)).toHaveValue('')
    await clickContinue(page)
    await expect(payButton(page)).toHaveText('Pay MWK 800')
  })

  test('the form can be sent', { tag: '@verify' }, async ({ page, line }) => {
    await holdScripts(page)
    await page.goto('/prepaid-recharge', { waitUntil: 'commit' })
    await numberField(page).fill(line)
    await amountField(page).fill('770')
    await clickContinue(page)
    await expect(payButton(page)).toHaveText('Pay MWK 770')
  })

  test('no press is lost while the line is still looked up', { tag: '@verify' }, async ({ page, line }) => {
    const { promise: untilTestEnds } = Promise.withResolvers<void>()
    await page.route('**/line-check/recharge', () => untilTestEnds)
    await page.goto('/prepaid-recharge')
    await expect(continueButton(page)).toBeDisabled()
    await numberField(page).fill(line)
    await amountField(page).fill('775')
    await expect(page.getByText('Checking the line ...')).toBeVisible()
    await clickContinue(page)
    await expect(payButton(page)).toHaveText('Pay MWK 775')
  })

  test('the typed e-mail address stays, and the payment uses it', { tag: '@verify' }, async ({ page, line }) => {
    await orderAirtime(page, line, 780)
    const letThrough = await holdScripts(page)
    await page.reload({ waitUntil: 'commit' })
    await emailField(page).fill('thoko@example.com')
    letThrough()
    await methodLink(page, 'Nyanja Money').click()
    await page.getByRole('link', { name: 'Card with DPO Pay' }).click()
    await payByCard(page)
    await payAtGateway(page)
    await expectSuccess(page)
    await expectRecords(line, { taken: [780], delivered: [780] })
  })

  test('everything works when the script never loads', { tag: '@verify' }, async ({ page, line, complaints }) => {
    complaints.expect(/Failed to (load resource|fetch)|dynamically imported|ERR_/)
    // A node of another release does not have them, or nothing answers at all.
    await page.route('**/assets/**', (route) =>
      route.request().url().includes('framework') ? route.abort() : route.fulfill({ status: 404 }),
    )
    await page.goto('/prepaid-recharge')
    await numberField(page).fill(line)
    await amountField(page).fill('790')
    await clickContinue(page)
    await payByCard(page)
    await payAtGateway(page)
    await checkUntil(page, 'Thank you')
    await expectRecords(line, { taken: [790], delivered: [790] })
  })
})
