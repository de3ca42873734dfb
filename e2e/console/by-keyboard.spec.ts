import { consoleUrl } from '../addresses.ts'
import { expectAccessible } from '../screen.ts'
import { tabTo, tabToAndPress } from '../steps/keyboard.ts'
import { paidFor } from '../steps/portal-service.ts'
import { accountButton, actNamed, searchField, summaryOf } from '../steps/staff.ts'
import { expect, test } from '../visitor.ts'

test.use({ viewport: { width: 1280, height: 800 } })
test.beforeEach(({ operator }) => operator.openConsole())

test('a refund is asked for and agreed to with the keyboard alone', { tag: '@verify' }, async ({ page, line }) => {
  await paidFor(line, 500)
  await paidFor(line, 500)
  await page.goto(consoleUrl)
  await tabToAndPress(page, accountButton(page, 'care_agent'))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Find a payment')
  await expectAccessible(page)
  await page.keyboard.press('/')
  await expect(searchField(page)).toBeFocused()
  await page.keyboard.type(line)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: '2 payments' })).toBeVisible()
  const newest = page.getByRole('row').nth(1).getByRole('link')
  const reference = (await newest.textContent()) ?? ''
  await tabToAndPress(page, newest)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(reference)
  await tabToAndPress(page, summaryOf(page, 'Refund'))
  await tabTo(page, actNamed(page, 'Refund').getByRole('combobox'))
  await page.keyboard.press('Tab')
  await page.keyboard.type('Called at noon')
  await tabToAndPress(page, actNamed(page, 'Refund').getByRole('button'))
  await expect(page.getByRole('status')).toContainText('Refund: waits for a second person now.')
  await expect(page.getByText('Called at noon')).toBeVisible()
  await expectAccessible(page)

  await page.context().clearCookies()
  await page.goto(consoleUrl)
  await tabToAndPress(page, accountButton(page, 'finance'))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Find a payment')
  await page.keyboard.press('/')
  await page.keyboard.type(reference)
  await page.keyboard.press('Enter')
  await tabToAndPress(page, summaryOf(page, 'Agree'))
  await tabToAndPress(page, actNamed(page, 'Agree').getByRole('button'))
  await expect(page.getByRole('status')).toContainText('Agree: done.')
})
