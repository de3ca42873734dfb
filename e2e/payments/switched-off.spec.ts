import type { Page } from '@playwright/test'
import { payAtGateway } from '../steps/card-page.ts'
import { expectSuccess, payByCard } from '../steps/pay.ts'
import { orderAirtime } from '../steps/recharge.ts'
import { expect, test } from '../visitor.ts'

test.use({ alone: 'editing' })

const cards = (page: Page) => page.getByRole('link', { name: /^Card/ })
const signed = ['--by', 'thoko'] as const

test.describe('a gateway that staff switch off', () => {
  test.afterEach(async ({ operator }) => {
    await operator.runCli('method', 'dpo', 'on', ...signed)
  })

  test('is no longer offered, and payments begun with it continue', { tag: '@verify' }, async ({
    page,
    context,
    line,
    operator,
  }) => {
    await orderAirtime(page, line, 470)
    await expect(cards(page)).toHaveCount(2)
    const choosing = page.url()
    await payByCard(page)

    await operator.runCli('method', 'dpo', 'off', 'maintenance', ...signed)
    expect(await operator.runCli('method', 'list')).toMatch(/- dpo +off .* thoko +maintenance/)
    const other = await context.newPage()
    await orderAirtime(other, line, 480)
    await expect(cards(other)).toHaveCount(1)

    await payAtGateway(page)
    await expectSuccess(page)
    await page.goto(choosing)
    await expectSuccess(page)

    await operator.runCli('method', 'dpo', 'on', ...signed)
    await other.reload()
    await expect(cards(other)).toHaveCount(2)
  })
})
