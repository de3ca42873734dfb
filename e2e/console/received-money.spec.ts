import type { Page } from '@playwright/test'
import { readObject, readObjects, readText } from '../json.ts'
import { ask } from '../sandbox.ts'
import { expectAccessible } from '../screen.ts'
import { payByCard } from '../steps/pay.ts'
import { orderAirtime } from '../steps/recharge.ts'
import { actNamed, signIn, summaryOf } from '../steps/staff.ts'
import { reloadUntilText } from '../steps/waiting.ts'
import { expect, test } from '../visitor.ts'

test.use({ viewport: { width: 1280, height: 800 } })
test.beforeEach(({ operator }) => operator.openConsole())

test('half of the price goes back once two people have seen what the provider has', {
  tag: '@verify',
}, async ({ page, line, complaints }) => {
  complaints.expect(/status of 422/)
  await orderAirtime(page, line, 2200)
  await payByCard(page)
  await ask(`/__sim/dpo/${await idAtDpo(page)}/pay`, 'POST', { outcome: 'underpaid' })

  const lead = await signIn(page, 'care_lead')
  await lead.find(line)
  await reloadUntilText(page, page.locator('.payment-head'), 'dpo: over- or underpaid')
  await expect(page.locator('.components')).toContainText('The provider has MWK 1,100')
  const act = actNamed(page, 'It was paid')
  const amount = act.getByRole('textbox', { name: 'Amount in MWK' })
  await summaryOf(page, 'It was paid').click()
  await expect(act).toContainText('The provider says MWK 1,100')
  await expectAccessible(page)
  await amount.fill('2200')
  await act.getByRole('button', { name: 'Ask for a second person' }).click()
  await expect(page.getByRole('alert')).toContainText('this amount is missing, or not right')
  await amount.fill('1100')
  await act.getByRole('button', { name: 'Ask for a second person' }).click()
  await expect(page.getByRole('status')).toContainText('It was paid: waits for a second person now.')

  const finance = await signIn(page, 'finance')
  await finance.find(line)
  await expect(page.getByRole('complementary')).toContainText('It was paid · MWK 1,100')
  await expectAccessible(page)
  await finance.act('Agree')
  await finance.expectState('Refunded')
  await expect(page.locator('.title-line')).toContainText('MWK 1,100')
  await expect(page.locator('.attempt')).toContainText('MWK 2,200')
})

/** Reads the portal's id of the payment whose page at DPO is open. */
async function idAtDpo(page: Page): Promise<string> {
  const transactions = readObjects(readObject(await ask('/__sim/dpo')).transactions)
  const token = new URL(page.url()).searchParams.get('ID')
  const opened = transactions.find((one) => one.token === token)
  return readText(opened ?? {}, 'companyRef')
}
