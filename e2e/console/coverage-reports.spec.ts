import { expectAccessible } from '../screen.ts'
import { tabToAndPress } from '../steps/keyboard.ts'
import { signIn } from '../steps/staff.ts'
import { expect, test } from '../visitor.ts'

test.use({ viewport: { width: 1280, height: 800 } })
test.beforeEach(({ operator }) => operator.openConsole())

test('what a visitor says of the coverage map is read and closed with the keyboard', { tag: '@verify' }, async ({
  page,
}) => {
  await page.goto('/openNetworks?q=Monkey+Bay')
  await page.getByText('Is this wrong? Tell us').click()
  await page.getByRole('radio', { name: '4G', exact: true }).check()
  await page.getByRole('radio', { name: 'Calls break off' }).check()
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByText('Thank you. Our network people will look at Monkey Bay.')).toBeVisible()

  await signIn(page, 'care_agent')
  await tabToAndPress(page, page.getByRole('link', { name: 'Queues' }))
  await tabToAndPress(page, page.getByRole('link', { name: 'Coverage reports' }))
  await expectAccessible(page)
  await tabToAndPress(page, page.getByRole('link', { name: /Monkey Bay/ }))
  await expect(page.getByRole('heading', { level: 2, name: 'Calls break off' })).toBeVisible()
  await expectAccessible(page)
  await tabToAndPress(page, page.getByRole('button', { name: 'Close the reports' }))
  await expect(page.getByRole('status')).toContainText('Close the reports: done.')
  await expect(page.getByText('Nothing waits here.')).toBeVisible()
  await expectAccessible(page)
})
