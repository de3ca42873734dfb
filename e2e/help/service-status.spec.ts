import type { Page } from '@playwright/test'
import { approvePush, expectRecords, setPromptTimeout } from '../sandbox.ts'
import { chooseLanguage, expectAccessible } from '../screen.ts'
import { chooseMethod, payButton } from '../steps/pay.ts'
import { askWallet } from '../steps/portal-service.ts'
import { orderAirtime } from '../steps/recharge.ts'
import { reloadUntil } from '../steps/waiting.ts'
import { expect, test } from '../visitor.ts'

// An operator of its own, whose figures no other test has changed.
test.use({ cards: ['dpo'] })

const methodRegion = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const figureOf = (page: Page, method: string, row: string) =>
  methodRegion(page, method)
    .getByRole('row', { name: new RegExp(`^${row}`) })
    .getByRole('cell')
    .first()

test.describe('the health of each payment method', () => {
  test('is public, and comes from real payments', { tag: '@verify' }, async ({ page, nextLine }) => {
    const lines = Array.from({ length: 5 }, nextLine)
    for (const line of lines) {
      await askWallet(line, 150)
      await approvePush(line)
    }
    for (const line of lines) await expectRecords(line, { taken: [150], delivered: [150] })

    await page.goto('/')
    await page.getByRole('contentinfo').getByRole('link', { name: 'Service health' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Service health')
    await expect(methodRegion(page, 'Nyanja Money').getByText(/Works as usual|Few payments right now/)).toBeVisible()
    await expect(figureOf(page, 'Nyanja Money', 'Payments that went through')).toHaveText(/^\d+ %of \d+$/)
    await expect(figureOf(page, 'Nyanja Money', 'Usual time until it arrives')).toHaveText(/^\d+ seconds?$/)
    await expect(figureOf(page, 'Nyanja Money', 'Money sent back')).toHaveText('None')
    await expectAccessible(page)
  })

  test('is unknown while too few have paid with it', { tag: '@verify' }, async ({ page }) => {
    await page.goto('/service-status')
    await expect(methodRegion(page, 'M-Pesa').getByText('Few payments right now')).toBeVisible()
    await expect(methodRegion(page, 'M-Pesa').getByText('Too few payments in the last 24 hours to say.')).toBeVisible()
  })

  test('is shown in Swahili', { tag: '@verify' }, async ({ page }) => {
    await page.goto('/service-status')
    await chooseLanguage(page, 'Kiswahili')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Hali ya huduma')
    await expect(page.getByRole('heading', { name: 'Jinsi tunavyohesabu' })).toBeVisible()
    await expectAccessible(page)
  })

  test.describe('without script', () => {
    test.use({ javaScriptEnabled: false })

    test('is the same page, and a small one', { tag: '@verify' }, async ({ page }) => {
      const answer = await page.goto('/service-status')
      await expect(page.getByRole('heading', { name: 'How we count' })).toBeVisible()
      expect(await page.locator('script').count()).toBe(0)
      expect((await answer?.request().sizes())?.responseBodySize ?? Number.POSITIVE_INFINITY).toBeLessThan(20_000)
    })
  })
})

test.describe('a visitor who chooses a payment method', () => {
  test('sees that a method is failing, and a link to one that works', { tag: '@verify' }, async ({
    page,
    line,
    nextLine,
  }) => {
    await setPromptTimeout(500)
    for (const silent of Array.from({ length: 16 }, nextLine)) await askWallet(silent, 160)

    await orderAirtime(page, line, 500)
    await reloadUntil(page, () => page.getByText('Many payments fail right now').isVisible())
    await expectAccessible(page)
    const methods = page.getByRole('list', { name: 'Ways to pay' }).getByRole('listitem')
    await expect(methods.last()).toContainText('Nyanja Money')

    // The method stays available: only an attempt shows whether it works again.
    await chooseMethod(page, 'Nyanja Money')
    await expect(payButton(page)).toBeVisible()
    await page.getByRole('link', { name: 'How each way to pay is doing' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Service health')
  })
})
