import { inTurns, pagesOfSite } from '../steps/all-pages.ts'
import { observeShifts, shiftsAtRest } from '../steps/layout-shift.ts'
import { payByMoney } from '../steps/pay.ts'
import { orderAirtime } from '../steps/recharge.ts'
import { watchRequests } from '../steps/waiting.ts'
import { expect, test } from '../visitor.ts'

for (const width of [360, 768, 1280]) {
  test(`no page moves by itself while it loads, ${width} px wide`, {
    tag: '@verify',
  }, async ({ page, line }) => {
    await page.setViewportSize({ width, height: 800 })
    await page.addInitScript(observeShifts)
    const rest = watchRequests(page)
    const shifts: string[] = []
    for (const path of inTurns(await pagesOfSite(page))) {
      await page.goto(path)
      shifts.push(...(await shiftsAtRest(page, rest)))
    }
    await orderAirtime(page, line, 340)
    const payment = page.url()
    for (const path of [payment.replace(/\/payment\/start(\/[a-z-]+)?/, '/prepaid-recharge'), payment]) {
      await page.goto(path)
      shifts.push(...(await shiftsAtRest(page, rest)))
    }
    await payByMoney(page)
    await page.reload()
    shifts.push(...(await shiftsAtRest(page, rest)))
    expect(shifts).toEqual([])
  })
}
