import { sandboxUrl } from '../addresses.ts'
import { ask, expectSms } from '../sandbox.ts'
import { expectAccessible } from '../screen.ts'
import { tabToAndPress } from '../steps/keyboard.ts'
import { paidFor } from '../steps/portal-service.ts'
import { actNamed, mostClicks, signIn } from '../steps/staff.ts'
import { expect, test } from '../visitor.ts'

test.use({ viewport: { width: 1280, height: 800 } })
test.beforeEach(({ operator }) => operator.openConsole())

const dayOf = (at: number) => new Intl.DateTimeFormat('en-CA', { timeZone: 'Africa/Blantyre' }).format(at)

test('finance imports a settlement file with a wrong amount, and closes the difference in five clicks @verify', async ({
  page,
  operator,
  nextLine,
}) => {
  for (const amount of [500, 700]) {
    const line = nextLine()
    await paidFor(line, amount)
    await expectSms(line, new RegExp(`MWK ${amount}`))
  }
  const file = `/__sim/settlements/money/${dayOf(operator.now())}`
  await ask(`${file}/faults`, 'POST', { kind: 'other_amount' })
  const buffer = Buffer.from(await (await fetch(sandboxUrl + file)).arrayBuffer())
  const finance = await signIn(page, 'finance')
  await finance.press(page.getByRole('link', { name: 'Settlements' }))
  await page.getByLabel('Format').selectOption('open-api-money')
  await page.getByLabel('File').setInputFiles({ name: 'money.csv', mimeType: 'text/csv', buffer })
  await finance.press(page.getByRole('button', { name: 'Import' }))
  await expect(page.getByRole('status')).toContainText(/Imported: \d+ rows/)
  await expectAccessible(page)
  await finance.press(page.getByRole('link', { name: 'The amount is another one' }).first())
  await expectAccessible(page)
  await finance.press(page.getByRole('button', { name: 'Close it' }))
  await expect(page.getByRole('status')).toContainText('Close it: done')
  await expect(page.locator('.title-line')).toContainText('Closed')
  expect(finance.clicks()).toBeLessThanOrEqual(mostClicks)
  await tabToAndPress(page, actNamed(page, 'Open it again').getByRole('button'))
  await expect(page.getByRole('status')).toContainText('Open it again: done')
  await expectAccessible(page)
})
