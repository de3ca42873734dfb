import { expectAccessible } from '../screen.ts'
import { orderBundle } from '../steps/code.ts'
import { methodLink } from '../steps/pay.ts'
import { expect, test } from '../visitor.ts'

test('what is wrong with one way to pay stands in its form alone', { tag: '@verify' }, async ({
  page,
  line,
  complaints,
}) => {
  complaints.expect(/status of 400/)
  await orderBundle(page, line)
  await methodLink(page, 'Airtime').click()
  await page.getByRole('textbox', { name: 'Nyanja number that pays' }).fill('888000001')
  await page.getByRole('textbox', { name: 'Email', exact: true }).fill('thoko@example.com')
  await page.getByRole('button', { name: 'Send me a code' }).click()
  await expect(page.getByRole('alert')).toContainText('One thing to put right')
  await expect(page.getByRole('textbox', { name: 'Nyanja number that pays' })).toHaveAccessibleDescription(
    /Please enter valid phone no/,
  )
  await expectAccessible(page)
  for (const method of ['Card with DPO Pay', 'Nyanja Money']) {
    await methodLink(page, method).click()
    await expect(page.locator('main [aria-invalid]:visible')).toHaveCount(0)
    await expect(page.getByRole('alert')).toHaveCount(0)
  }
})

test('an address is not said to be missing before the account was looked up', { tag: '@verify' }, async ({ page }) => {
  await page.goto('/orp/fixed-internet')
  await page.locator('#email').focus()
  await page.locator('#email').blur()
  await expect(page.locator('#email')).toHaveAccessibleDescription(/Email is required/)
  await expect(page.getByText('We have no email for this account')).toHaveCount(0)
})
