import { clearFaults, expectHeld, failNextDelivery, finishTopups, holdTopups, refuseRefunds } from '../sandbox.ts'
import { expectAccessible } from '../screen.ts'
import { askFor, boughtFor } from '../steps/correction.ts'
import { paidFor } from '../steps/portal-service.ts'
import { actNamed, expectNotFor, mostClicks, type Role, signIn, summaryOf } from '../steps/staff.ts'
import { expect, test } from '../visitor.ts'

test.use({ viewport: { width: 1280, height: 800 } })
test.beforeEach(({ operator }) => operator.openConsole())

test.afterEach(async () => {
  await clearFaults()
  await refuseRefunds(false)
})

const careAndFinance = ['care_agent', 'care_lead', 'finance'] as const satisfies readonly Role[]

test.describe('a call is solved in five clicks or less by each role that may', () => {
  test('“I paid and nothing came”', { tag: '@verify' }, async ({ page, nextLine, operator }) => {
    const calls = careAndFinance.map((role) => ({ role, line: nextLine() }))
    await holdTopups(calls.length)
    for (const { line } of calls) await paidFor(line, 500)
    await expectHeld(calls.length)
    const { find } = await signIn(page, 'administrator')
    await find(calls[0]?.line ?? '')
    await expectNotFor(page, 'Ask again now')
    await operator.postponeChecks()
    await finishTopups()
    for (const { role, line } of calls) {
      const agent = await signIn(page, role)
      await agent.find(line)
      await expect(page.locator('.title-line')).toContainText('Paid, not delivered')
      if (role === 'care_agent') await expectAccessible(page)
      await agent.act('Ask again now')
      await agent.expectState('Delivered')
      expect(agent.clicks()).toBeLessThanOrEqual(mostClicks)
    }
  })

  test('“I paid twice”', { tag: '@verify' }, async ({ page, nextLine }) => {
    const calls = [
      { role: 'care_agent', second: 'care_lead' },
      { role: 'care_lead', second: 'finance' },
      { role: 'finance', second: 'care_lead' },
    ] as const
    for (const { role, second } of calls) {
      const line = nextLine()
      await paidFor(line, 500)
      await paidFor(line, 500)
      const agent = await signIn(page, role)
      await agent.find(line)
      await expect(page.getByRole('heading', { name: '2 payments' })).toBeVisible()
      if (role === 'care_agent') await expectAccessible(page)
      const newest = page.getByRole('row').nth(1).getByRole('link')
      const reference = (await newest.textContent()) ?? ''
      await agent.press(newest)
      await agent.act('Refund', 'Ask for a second person')
      await expect(page.getByRole('status')).toContainText('Refund: waits for a second person now.')
      expect(agent.clicks()).toBeLessThanOrEqual(mostClicks)

      const other = await signIn(page, second)
      await other.find(reference)
      if (role === 'care_agent') await expectAccessible(page)
      await other.act('Agree')
      await other.expectState('Refunded')
      expect(other.clicks()).toBeLessThanOrEqual(mostClicks)
    }
    const { find, expectState } = await signIn(page, 'administrator')
    const line = nextLine()
    await paidFor(line, 500)
    await find(line)
    await expectState('Delivered')
    await expectNotFor(page, 'Refund')
  })

  test('“it went to a wrong number”', { tag: '@verify' }, async ({ page, line, nextLine }) => {
    const reference = await boughtFor(page, line, 500)
    await askFor(page, nextLine())
    const status = page.url()
    for (const role of ['care_agent', 'finance', 'administrator'] as const) {
      const { find } = await signIn(page, role)
      await find(line)
      await expect(page.getByText('The customer asks to move it')).toBeVisible()
      await expectNotFor(page, 'It was moved to the other number')
    }
    const agent = await signIn(page, 'care_lead')
    await agent.find(reference)
    await expectAccessible(page)
    await agent.act('It was moved to the other number')
    expect(agent.clicks()).toBeLessThanOrEqual(mostClicks)
    await page.goto(status)
    await expect(page.getByText('Put right', { exact: true })).toBeVisible()
  })

  test('“it went to a wrong number”, and the money goes back instead', { tag: '@verify' }, async ({
    page,
    line,
    nextLine,
  }) => {
    const reference = await boughtFor(page, line, 500)
    await askFor(page, nextLine())
    const status = page.url()
    const agent = await signIn(page, 'care_agent')
    await agent.find(reference)
    await agent.act('Refund', 'Ask for a second person')
    const lead = await signIn(page, 'care_lead')
    await lead.find(reference)
    await summaryOf(page, 'Why not something else').click()
    await expect(
      page.getByText('A refund is asked for and waits for a second person: decide that first.'),
    ).toBeVisible()
    await expectAccessible(page)
    await lead.act('Agree')
    await lead.expectState('Refunded')
    await page.goto(status)
    await expect(page.getByText('Refunded instead of moved', { exact: true })).toBeVisible()
    await expectAccessible(page)
  })

  test('“my refund is not here”', { tag: '@verify' }, async ({ page, nextLine, operator }) => {
    const calls = careAndFinance.map((role) => ({ role, line: nextLine() }))
    await refuseRefunds(true)
    for (const { line } of calls) {
      await failNextDelivery('topup')
      await paidFor(line, 500)
      const agent = await signIn(page, 'administrator')
      await agent.find(line)
      await agent.expectState('Going back')
      await expectNotFor(page, 'Ask again now')
    }
    await operator.postponeChecks()
    await refuseRefunds(false)
    for (const { role, line } of calls) {
      const agent = await signIn(page, role)
      await agent.find(line)
      if (role === 'care_agent') await expectAccessible(page)
      await agent.act('Ask again now')
      await agent.expectState('Refunded')
      expect(agent.clicks()).toBeLessThanOrEqual(mostClicks)
    }
  })
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('a call is solved, and the sign-out is complete', { tag: '@verify' }, async ({ page, nextLine, operator }) => {
    const line = nextLine()
    await holdTopups(1)
    await paidFor(line, 500)
    await expectHeld(1)
    await operator.postponeChecks()
    await finishTopups()
    const agent = await signIn(page, 'care_agent')
    await expectAccessible(page)
    await agent.find(line)
    await agent.press(page.locator('summary').getByText('Ask again now', { exact: true }))
    await expectAccessible(page)
    await agent.press(actNamed(page, 'Ask again now').getByRole('button'))
    await agent.expectState('Delivered')
    expect(agent.clicks()).toBeLessThanOrEqual(mostClicks)

    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('button', { name: 'Sign out', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('You are signed out')
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Sign in' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Who are you?')
  })
})
