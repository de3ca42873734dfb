import type { Page } from '@playwright/test'
import config from '../playwright.config.ts'
import { emailField, payButton } from '../steps/pay.ts'
import { amountField, clickContinue, continueButton, numberField, typeAmount, typeNumber } from '../steps/recharge.ts'
import { expect, test } from '../visitor.ts'

// Browsers of visitors keep pages alive behind the back button; only the tool switches that off.
test.use({
  launchOptions: { ...config.use?.launchOptions, ignoreDefaultArgs: ['--disable-back-forward-cache'] },
})

async function watchReturns(page: Page): Promise<void> {
  await page.addInitScript(() =>
    addEventListener('pageshow', ({ persisted }) =>
      document.documentElement.setAttribute('data-kept', String(persisted)),
    ),
  )
}

async function goBackToCachedPage(page: Page): Promise<void> {
  await page.evaluate(() => history.back())
  await expect(page.locator('html')).toHaveAttribute('data-kept', 'true')
}

test("a page from the browser's back-forward cache works when the visitor returns to it", { tag: '@verify' }, async ({
  page,
  line,
}) => {
  await watchReturns(page)
  await page.goto('/prepaid-recharge')
  await typeNumber(page, line)
  await typeAmount(page, 330)
  await clickContinue(page)
  await goBackToCachedPage(page)
  await expect(numberField(page)).toHaveValue(/^99 900/)
  await expect(amountField(page)).toHaveValue('330')
  await expect(continueButton(page)).toHaveText('Continue')
  await typeAmount(page, 340)
  await clickContinue(page)
  await expect(payButton(page)).toHaveText('Pay MWK 340')
  await expect(emailField(page)).toBeVisible()
})
