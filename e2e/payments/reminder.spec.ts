import type { Page } from '@playwright/test'
import { approvePush, expectRecords, readSms } from '../sandbox.ts'
import { expectAccessible } from '../screen.ts'
import { expectSuccess, payByMoney } from '../steps/pay.ts'
import { orderAirtime, orderBundle } from '../steps/recharge.ts'
import { expect, test } from '../visitor.ts'

const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const remindMe = (page: Page) => page.getByRole('button', { name: 'Remind me' })
const reminders = /ends .* (http\S+\/remind\/\S+)/

const minutesOfDay = 24 * 60

/** The minutes from then to the next moment within the hours of reminders, on the clocks of Malawi. */
function minutesToHours(at: number): number {
  const passed = (at / 60_000 + 2 * 60) % minutesOfDay
  if (passed < 8 * 60) return 8 * 60 - passed
  return passed < 20 * 60 ? 0 : minutesOfDay + 8 * 60 - passed
}

async function buyBundle(page: Page, line: string): Promise<void> {
  await orderBundle(page, line)
  await payByMoney(page)
  await approvePush(line)
  await expectSuccess(page)
}

test.describe('a reminder', () => {
  test('comes by SMS before the bundle ends, and its link buys the same once', { tag: '@verify' }, async ({
    page,
    operator,
    line,
  }) => {
    await buyBundle(page, line)
    await page.getByRole('radio', { name: /Before it ends/ }).check()
    await remindMe(page).click()
    await expect(page.getByText('We will remind you.')).toBeVisible()
    await expectAccessible(page)
    const found = async () => (await readSms(line)).flatMap((text) => reminders.exec(text)?.[1] ?? [])
    // It comes by day alone.
    await expect
      .poll(async () => {
        await operator.letPass(120)
        return (await found()).length
      })
      .toBe(1)
    const [link = ''] = await found()
    expect(link).not.toContain(line)
    await page.goto(link)
    await expect(heading(page)).toHaveText('Buy the same again')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Pay MWK 800' }).click()
    await approvePush(line)
    await expectSuccess(page)
    await page.goto(link)
    await expect(heading(page)).toHaveText('Thank you')
    await expectRecords(line, { taken: [800, 800], delivered: ['MW-D-500', 'MW-D-500'] })
    await operator.letPass(24 * 60)
    expect(await found()).toHaveLength(1)
  })

  test('of a schedule asks the wallet on the day, and is ended without script', { tag: '@verify' }, async ({
    page,
    browser,
    operator,
    line,
  }) => {
    await orderAirtime(page, line, 560)
    await payByMoney(page)
    await approvePush(line)
    await expectSuccess(page)
    const visitor = await (await browser.newContext({ javaScriptEnabled: false })).newPage()
    const address = new URL(page.url())
    await visitor.goto(`/sw${address.pathname}${address.search}`)
    await visitor.getByRole('radio', { name: /Kila wiki/ }).check()
    await visitor.getByRole('button', { name: 'Nikumbushe' }).click()
    await expect(visitor.getByText('Tutakukumbusha.')).toBeVisible()
    await expectAccessible(visitor)
    // A prompt expires after minutes, so the clock stops when it comes.
    await operator.letPass(7 * minutesOfDay + minutesToHours(operator.now()) + 2)
    await approvePush(line)
    await expectRecords(line, { taken: [560, 560], delivered: [560, 560] })
    await visitor.context().close()
  })
})
