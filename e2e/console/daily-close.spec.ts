import { consoleUrl } from '../addresses.ts'
import { expectSms } from '../sandbox.ts'
import { expectAccessible } from '../screen.ts'
import { tabToAndPress } from '../steps/keyboard.ts'
import { paidFor } from '../steps/portal-service.ts'
import { signIn } from '../steps/staff.ts'
import { reloadUntil } from '../steps/waiting.ts'
import { expect, test } from '../visitor.ts'

// The clock is moved, which no other test may see.
test.use({ alone: 'editing', viewport: { width: 1280, height: 800 } })
test.beforeEach(({ operator }) => operator.openConsole())

test('a closed day is added up again, and gives the same close', { tag: '@verify' }, async ({
  page,
  line,
  operator,
}) => {
  await paidFor(line, 500)
  // A capture that is stored later is of the next day, which is not over.
  await expectSms(line, /MWK 500/)
  await operator.letPass(30 * 60)
  await signIn(page, 'finance')
  const newest = page.getByRole('row').nth(1).getByRole('link')
  await reloadUntil(
    page,
    () => newest.isVisible(),
    () => page.goto(`${consoleUrl}/finance`),
  )
  await expectAccessible(page)
  await tabToAndPress(page, newest)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Close of')
  await expectAccessible(page)
  await tabToAndPress(page, page.getByRole('button', { name: 'Check now' }))
  await expect(page.getByRole('status')).toContainText('gives the same close, byte for byte')
  await expect(page.getByText('Adds up', { exact: true })).toBeVisible()
  await expectAccessible(page)
})
