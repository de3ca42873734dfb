import type { Page, Response } from '@playwright/test'
import { portalUrl, sandboxUrl } from '../addresses.ts'
import { expectRecords } from '../sandbox.ts'
import { expectAccessible } from '../screen.ts'
import { findPopup, payAtPaystack, payInPopup } from '../steps/card-page.ts'
import { checkUntil, expectSuccess, payByPaystack, receiptLine } from '../steps/pay.ts'
import { beginAtHome, clickContinue, orderAirtime, typeAmount } from '../steps/recharge.ts'
import { expect, test } from '../visitor.ts'

const setupError = { event: 'error', data: { type: 'setup', message: 'Transaction has been completed' } }

/** Builds a page for the frame of the popup that sends this message. */
function pageWithText(message: object) {
  const body = `<script>parent.postMessage(${JSON.stringify(message)}, '*')</script>`
  return { contentType: 'text/html', body }
}

/** The popup no longer covers the fallback link. */
async function expectPaidOnOwnPage(page: Page, line: string, amount: number): Promise<void> {
  await page.unrouteAll()
  await page.getByRole('link', { name: 'Continue to the card page' }).click()
  await payAtPaystack(page)
  await expectSuccess(page)
  await expectRecords(line, { taken: [amount], delivered: [amount] })
}

test.describe('a card through Paystack', () => {
  test("is paid in a popup over the portal's page", async ({ page, line }) => {
    await orderAirtime(page, line, 510)
    await payByPaystack(page, line)
    await payInPopup(page)
    await expectSuccess(page)
    await expect(receiptLine(page, 'Paid with')).toHaveText('Card')
    await expectRecords(line, { taken: [510], delivered: [510] })

    const id = new URL(page.url()).searchParams.get('id')
    await page.goto(`/payment/status?id=${id}&channel=whatsapp&pg=paystack`)
    await expectSuccess(page)
  })

  test('can be left by closing the popup, and resumed', { tag: '@verify' }, async ({ page, line }) => {
    await orderAirtime(page, line, 530)
    await payByPaystack(page, line)
    await findPopup(page).getByRole('button', { name: 'Cancel payment' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('We are checking your payment')
    await expectAccessible(page)
    await expectRecords(line, { taken: [], delivered: [] })

    await page.getByRole('link', { name: 'Continue to the card page' }).click()
    await payInPopup(page)
    await expectSuccess(page)
    await expectRecords(line, { taken: [530], delivered: [530] })
  })

  test('is paid on Paystack’s own page when the popup does not open', { tag: '@verify' }, async ({
    page,
    line,
    complaints,
  }) => {
    complaints.expect(/ERR_FAILED/)
    await page.route('**/paystack/v2/inline.js', (route) => route.abort())
    await orderAirtime(page, line, 550)
    await payByPaystack(page, line)
    await expect(page.getByText('The card window did not open.')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Continue to the card page' }).click()
    await payAtPaystack(page)
    await expectSuccess(page)
    await expectRecords(line, { taken: [550], delivered: [550] })
  })

  test('is paid on Paystack’s own page when the popup reports an error in its setup', { tag: '@verify' }, async ({
    page,
    line,
  }) => {
    await page.route(/paystack\/checkout\/[^/]+\?mode=popup/, (route) => route.fulfill(pageWithText(setupError)))
    await orderAirtime(page, line, 552)
    await payByPaystack(page, line)
    await expect(page.getByText('The card window did not open.')).toBeVisible()
    await expectPaidOnOwnPage(page, line, 552)
  })

  test('is paid on Paystack’s own page when the popup never loads', { tag: '@verify' }, async ({ page, line }) => {
    await page.clock.install()
    await page.route('**/paystack/checkout/popup', (route) => route.fulfill({ body: '' }))
    await orderAirtime(page, line, 554)
    await payByPaystack(page, line)
    await expect(page.locator('iframe[title="Paystack checkout"]')).toBeVisible()
    await page.clock.fastForward(30_000)
    await expect(page.getByText('The card window did not open.')).toBeVisible()
    await expectPaidOnOwnPage(page, line, 554)
  })

  test('loads its script and its popup on that one page and no other', { tag: '@verify' }, async ({ page, line }) => {
    const pages: Response[] = []
    page.on('response', (response) => {
      const request = response.request()
      const isOurs = response.url().startsWith(portalUrl) && response.ok()
      if (isOurs && request.isNavigationRequest() && request.frame() === page.mainFrame()) pages.push(response)
    })
    await orderAirtime(page, line, 560)
    await payByPaystack(page, line)
    await payInPopup(page)
    await expectSuccess(page)

    const policies = await Promise.all(pages.map((response) => response.headerValue('content-security-policy')))
    const open = policies.filter((policy) => policy?.includes(sandboxUrl))
    expect(policies.length).toBeGreaterThanOrEqual(4)
    expect(open).toHaveLength(1)
    expect(open[0]).toContain(`script-src 'self' ${sandboxUrl}/paystack/v2/inline.js;`)
    expect(open[0]).toContain(`frame-src ${sandboxUrl};`)
    expect(open[0]).not.toMatch(/unsafe|\*/)
  })
})

test.describe('a card through Paystack, without script', () => {
  test.use({ javaScriptEnabled: false })

  test('is paid on Paystack’s own page', { tag: '@verify' }, async ({ page, line }) => {
    await beginAtHome(page, line)
    await typeAmount(page, 570)
    await clickContinue(page)
    await payByPaystack(page, line)
    await payAtPaystack(page)
    await checkUntil(page, 'Thank you')
    await expectRecords(line, { taken: [570], delivered: [570] })
  })
})
