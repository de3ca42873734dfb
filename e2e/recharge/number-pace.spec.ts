import type { Page } from '@playwright/test'
import { expectAccessible } from '../screen.ts'
import { continueButton, numberField, typeAmount } from '../steps/recharge.ts'
import { expect, test } from '../visitor.ts'

/** The requests come as fast as a machine sends them, from the address of this test. */
async function checkOften(page: Page, msisdn: string): Promise<void> {
  for (let round = 0; round < 10; round += 1)
    await Promise.all(
      Array.from({ length: 30 }, () =>
        page.request.post('/line-check/bill', { form: { msisdn }, failOnStatusCode: true }),
      ),
    )
}

test.describe('numbers that are looked up faster than people can', () => {
  test.beforeEach(async ({ page, line, complaints }) => {
    complaints.expect(/status of 429/)
    await checkOften(page, line)
  })

  test('cost the next visitor of the address a moment of the browser', { tag: '@verify' }, async ({ page, line }) => {
    await page.goto('/data-bundle')
    await page.getByRole('textbox', { name: 'Broadband number' }).fill(line)
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByRole('button', { name: 'Top it up' })).toBeVisible()
  })

  test('do not block a recharge', { tag: '@verify' }, async ({ page, line }) => {
    await page.goto('/prepaid-recharge')
    await numberField(page).fill(line)
    await typeAmount(page, 500)
    await continueButton(page).click()
    await expect(page).toHaveURL(/\/payment\/start\?order=/)
  })

  test.describe('without script', () => {
    test.use({ javaScriptEnabled: false })

    test('cost a short wait', { tag: '@verify' }, async ({ page, line, operator }) => {
      await page.goto('/prepaid-recharge')
      await numberField(page).fill(line)
      await typeAmount(page, 500)
      await continueButton(page).click()
      await expect(page.getByText(/Wait \d+ seconds and press the button/)).toBeVisible()
      await expectAccessible(page)
      await operator.letPass(1)
      await continueButton(page).click()
      await expect(page).toHaveURL(/\/payment\/start\?order=/)
    })
  })
})
