import { expectAccessible } from '../screen.ts'
import { tabToAndPress } from '../steps/keyboard.ts'
import { signIn } from '../steps/staff.ts'
import { expect, test } from '../visitor.ts'

test.use({ viewport: { width: 1280, height: 800 } })
test.beforeEach(({ operator }) => operator.openConsole())

test('a forgotten session in another browser is ended with the keyboard', { tag: '@verify' }, async ({
  page,
  browser,
}) => {
  const forgotten = await browser.newPage()
  await signIn(forgotten, 'care_lead')
  await signIn(page, 'care_lead')
  await tabToAndPress(page, page.getByRole('link', { name: 'Chimwemwe Phiri' }))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Where you are signed in')
  await expect(page.getByRole('row', { name: 'This browser' })).toHaveCount(1)
  await expect(page.getByRole('row', { name: 'Another browser' }).first()).toBeVisible()
  await expectAccessible(page)
  await tabToAndPress(page, page.getByRole('button', { name: 'Sign out everywhere else' }))
  await expect(page.getByRole('status')).toContainText(/^Signed out elsewhere: \d+\.$/)
  await expect(page.getByText('You are signed in nowhere else.')).toBeVisible()
  await expectAccessible(page)
  await forgotten.close()
})
