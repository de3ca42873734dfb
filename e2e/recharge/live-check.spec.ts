import type { Page } from '@playwright/test'
import { expectAccessible } from '../screen.ts'
import { expect, test } from '../visitor.ts'

const pages = [
  {
    path: '/postpaid-bill-pay',
    own: '999000050',
    reads: 'Postpaid line',
    other: '999000001',
    offer: 'This is a prepaid line.',
  },
  {
    path: '/data-bundle',
    own: '999000070',
    reads: 'Broadband line',
    other: '999000001',
    offer: 'This is a mobile line.',
  },
] as const

const numberField = (page: Page) => page.locator('#msisdn')
const continueButton = (page: Page) => page.getByRole('button', { name: 'Continue', exact: true })

for (const { path, own, reads, other, offer } of pages) {
  test.describe(`the number on ${path}`, { tag: '@verify' }, () => {
    test('is checked as soon as it is complete, and another kind of line gets an offer', async ({ page }) => {
      await page.goto(path)
      await numberField(page).fill(own)
      await expect(page.getByText(reads, { exact: true })).toBeVisible()
      await expect(continueButton(page)).toBeEnabled()
      await numberField(page).fill(other)
      await expect(page.getByText(offer)).toBeVisible()
      await expect(continueButton(page)).toBeDisabled()
      await expectAccessible(page)
      await numberField(page).fill('888000001')
      await expect(numberField(page)).toHaveAccessibleDescription(/Invalid Mobile No\. We do not know this number/)
      await expect(continueButton(page)).toBeDisabled()
      await expect(page.getByText('To go on, fill in: ')).toBeVisible()
      await numberField(page).fill(own)
      await expect(continueButton(page)).toBeEnabled()
    })

    test('shows what is wrong with it when the focus leaves, and why the button is disabled', async ({ page }) => {
      await page.goto(path)
      await expect(continueButton(page)).toBeDisabled()
      await expect(page.getByText('To go on, fill in: ')).toBeVisible()
      await numberField(page).focus()
      await numberField(page).blur()
      await expect(numberField(page)).toHaveAccessibleDescription(/Phone No is required/)
      await numberField(page).fill('99a9000-001')
      await numberField(page).blur()
      await expect(numberField(page)).toHaveAccessibleDescription(/Please take out “a”: a number has digits only/)
      await expectAccessible(page)
      await numberField(page).fill(own)
      await expect(numberField(page)).not.toHaveAttribute('aria-invalid')
      await expect(page.getByText('To go on, fill in: ')).toBeHidden()
    })
  })
}

test('the e-mail address of a company is validated by the rules of the server', { tag: '@verify' }, async ({
  page,
}) => {
  await page.goto('/orp/fixed-internet')
  const email = page.locator('#email')
  const show = page.getByRole('button', { name: 'Show' })
  await page.locator('#account').fill('P1234567890')
  await email.fill('bad@gmailcom')
  await email.blur()
  await expect(email).toHaveAccessibleDescription(/Invalid Email Id/)
  await expect(show).toBeDisabled()
  await email.fill('a@b.co')
  await expect(email).not.toHaveAttribute('aria-invalid')
  await expect(show).toBeEnabled()
})
