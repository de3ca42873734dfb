import { consoleUrl } from '../addresses.ts'
import { expectSms } from '../sandbox.ts'
import { expectAccessible } from '../screen.ts'
import { payAtGateway } from '../steps/card-page.ts'
import { tabTo, tabToAndPress } from '../steps/keyboard.ts'
import { expectSuccess, payByCard } from '../steps/pay.ts'
import { paidFor } from '../steps/portal-service.ts'
import { orderAirtime } from '../steps/recharge.ts'
import { accountButton, actNamed, mostClicks, searchField, signIn, summaryOf } from '../steps/staff.ts'
import { reloadUntilText } from '../steps/waiting.ts'
import { expect, test } from '../visitor.ts'

test.use({ viewport: { width: 1280, height: 800 } })
test.beforeEach(({ operator }) => operator.openConsole())

test('a part goes back to the card, requested and agreed to with the keyboard alone', async ({
  page,
  line,
  complaints,
}) => {
  complaints.expect(/status of 422/)
  await orderAirtime(page, line, 500)
  await payByCard(page)
  await payAtGateway(page)
  await expectSuccess(page)
  const status = page.url()

  await page.goto(consoleUrl)
  await tabToAndPress(page, accountButton(page, 'care_agent'))
  await tabTo(page, searchField(page))
  await page.keyboard.type(line)
  await page.keyboard.press('Enter')
  const part = actNamed(page, 'Refund a part')
  const amount = part.getByRole('textbox', { name: 'Amount in MWK' })
  await tabToAndPress(page, summaryOf(page, 'Refund a part'))
  await tabTo(page, amount)
  await page.keyboard.type('500')
  await tabToAndPress(page, part.getByRole('button'))
  await expect(page.getByRole('alert')).toContainText('Refund a part: this amount is missing, or not right.')
  await expect(amount).toHaveValue('500')
  await expectAccessible(page)
  await tabTo(page, amount)
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('200')
  await tabToAndPress(page, part.getByRole('button'))
  await expect(page.getByRole('status')).toContainText('Refund a part: waits for a second person now.')

  await page.context().clearCookies()
  await page.goto(consoleUrl)
  await tabToAndPress(page, accountButton(page, 'care_lead'))
  await tabTo(page, searchField(page))
  await page.keyboard.type(line)
  await page.keyboard.press('Enter')
  await tabToAndPress(page, summaryOf(page, 'Agree'))
  await tabToAndPress(page, actNamed(page, 'Agree').getByRole('button'))
  await expect(page.getByRole('status')).toContainText('Agree: done.')
  await reloadUntilText(page, page.locator('.components'), 'Back with the payer')
  await expect(page.locator('.components')).toContainText('MWK 200 of MWK 500')
  await expectAccessible(page)

  await page.goto(status)
  await expect(page.getByText('MWK 200').first()).toBeVisible()
  await expectAccessible(page)
})

test('airtime is given as goodwill in five clicks, and the customer is told', { tag: '@verify' }, async ({
  page,
  line,
}) => {
  await paidFor(line, 500)
  const agent = await signIn(page, 'care_agent')
  await agent.find(line)
  await agent.press(summaryOf(page, 'Give airtime as goodwill'))
  const credit = actNamed(page, 'Give airtime as goodwill')
  await expectAccessible(page)
  await credit.getByRole('textbox', { name: 'Amount in MWK' }).fill('100')
  await agent.press(credit.getByRole('button'))
  await expect(page.getByRole('status')).toContainText('Give airtime as goodwill: waits for a second person now.')
  expect(agent.clicks()).toBeLessThanOrEqual(mostClicks)
  const lead = await signIn(page, 'care_lead')
  await lead.find(line)
  await lead.act('Agree')
  await reloadUntilText(page, page.locator('.components'), 'The line has it')
  await expectAccessible(page)
  await expectSms(line, /MWK 100/)
})

test('airtime of a refunded payment is taken back, once a second person has seen what the line has', {
  tag: '@verify',
}, async ({ page, line }) => {
  await paidFor(line, 500)
  await expectSms(line, /MWK 500/)
  for (const name of ['Refund', 'Take the airtime back']) {
    const agent = await signIn(page, 'care_agent')
    await agent.find(line)
    await agent.press(summaryOf(page, name))
    const act = actNamed(page, name)
    if (name !== 'Refund') await act.getByRole('textbox', { name: 'Amount in MWK' }).fill('500')
    await agent.press(act.getByRole('button'))
    await expect(page.getByRole('status')).toContainText(`${name}: waits for a second person now.`)
    await expectAccessible(page)
    const lead = await signIn(page, 'care_lead')
    await lead.find(line)
    if (name !== 'Refund') await reloadUntilText(page, page.locator('.request'), 'The line has MWK')
    await expectAccessible(page)
    await lead.act('Agree')
    await expect(page.getByRole('status')).toContainText('Agree: done.')
    const end = name === 'Refund' ? 'Back with the payer' : 'Taken from the line'
    await reloadUntilText(page, page.locator('.components'), end)
  }
  await expectAccessible(page)
  await expectSms(line, /we took MWK 500 of airtime back/)
  const [status] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('link', { name: /opens a new tab/ }).click(),
  ])
  await expect(status.getByText('Airtime taken back').first()).toBeVisible()
  await expectAccessible(status)
})
