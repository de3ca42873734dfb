import { expectAccessible } from '../screen.ts'
import { accountField, askFor, bills, newAccount, showButton } from '../steps/fixed-line.ts'
import { expect, test } from '../visitor.ts'

/** The first threshold of the policy `account_lookup` is 600 misses an hour. */
const pastFirstThreshold = 700
const minutesUntilForgotten = 70
const soon = { amount: 18_250.75, dueInDays: 12 }

test.describe('guesses of account numbers by a machine', () => {
  test.beforeEach(({ operator, complaints }) => {
    complaints.expect(/status of 429/)
    operator.rememberMissedAccounts(pastFirstThreshold)
  })
  test.afterEach(async ({ operator }) => operator.letPass(minutesUntilForgotten))

  test('cost the next visitor a moment of the browser', { tag: '@verify' }, async ({ page }) => {
    const account = await newAccount({ bills: [soon] })
    await askFor(page, account)
    await expect(page.getByRole('heading', { name: 'Open bills' })).toBeVisible()
    expect(page.url()).not.toContain(account)
  })

  test.describe('without script', () => {
    test.use({ javaScriptEnabled: false })

    test('cost the next visitor a short wait', { tag: '@verify' }, async ({ page, operator }) => {
      const account = await newAccount({ bills: [soon] })
      await askFor(page, account)
      const wait = page.getByText(/Wait \d+ seconds and press the button/)
      await expect(wait).toBeVisible()
      await expect(accountField(page)).toHaveValue(account)
      await expectAccessible(page)
      await showButton(page).click()
      await expect(wait).toBeVisible()
      await operator.letPass(1)
      await showButton(page).click()
      await expect(bills(page)).toHaveCount(1)
    })
  })
})
