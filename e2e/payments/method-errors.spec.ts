import { expectAccessible } from '../screen.ts'
import { orderBundle } from '../steps/code.ts'
import { methodLink } from '../steps/pay.ts'
import { expect, test } from '../visitor.ts'

test('what is wrong with one way to pay stands in its form alone, and is counted', { tag: '@verify' }, async ({
  page,
  line,
  complaints,
}) => {
  complaints.expect(/status of 400/)
  await orderBundle(page, line)
  await methodLink(page, 'Airtime').click()
  await page.getByRole('textbox', { name: 'Nyanja number that pays' }).fill('')
  await page.getByRole('button', { name: 'Send me a code' }).click()
  await expect(page.getByRole('alert')).toContainText('2 things to put right')
  await expect(page.getByRole('textbox', { name: 'Nyanja number that pays' })).toHaveAccessibleDescription(
    /Please enter Phone No/,
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
