import type { Page, Response } from '@playwright/test'
import { portalUrl, sandboxUrl } from '../addresses.ts'
import { approvePush, expectPrompts, expectRecords } from '../sandbox.ts'
import { expectAccessible } from '../screen.ts'
import { payAtGateway } from '../steps/card-page.ts'
import { expectSuccess, payByCard, payByMoney } from '../steps/pay.ts'
import { beginAtHome, clickContinue, orderAirtime, typeAmount } from '../steps/recharge.ts'
import { expect, test } from '../visitor.ts'

/** Every answer of the portal during the test. */
function listen(page: Page): Response[] {
  const heard: Response[] = []
  page.context().on('response', (response) => {
    if (response.url().startsWith(portalUrl)) heard.push(response)
  })
  return heard
}

const isDocument = (response: Response) => response.request().resourceType() === 'document'

test.describe('every document', () => {
  test('of a purchase carries its policy, sets no cookie and has no number in its address', async ({ page, line }) => {
    const heard = listen(page)
    await beginAtHome(page, line)
    await typeAmount(page, 710)
    await clickContinue(page)
    await payByCard(page)
    await payAtGateway(page)
    await expectSuccess(page)

    const pages = heard.filter((response) => isDocument(response) && response.ok())
    expect(pages.length).toBeGreaterThanOrEqual(5)
    for (const response of pages) {
      const headers = await response.allHeaders()
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'same-origin',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
      })
      const policy = headers['content-security-policy'] ?? ''
      for (const rule of ["default-src 'none'", "form-action 'self'", "frame-ancestors 'none'", "base-uri 'none'"])
        expect(policy).toContain(rule)
      expect(policy).toContain("require-trusted-types-for 'script'")
      expect(policy).not.toMatch(/unsafe|https?:|\*/)
    }
    for (const response of heard) {
      expect(response.url()).not.toContain(line)
      expect(response.url()).not.toMatch(/@|%40/)
      expect(await response.headerValue('set-cookie')).toBeNull()
    }
    expect(await page.context().cookies(portalUrl)).toEqual([])
  })

  test('about an order or a payment is not cached', { tag: '@verify' }, async ({ page, line }) => {
    const heard = listen(page)
    await orderAirtime(page, line, 720)
    await payByMoney(page)
    const own = heard.filter((response) => isDocument(response) && /[?&](order|id)=/.test(response.url()))
    expect(own.length).toBeGreaterThanOrEqual(2)
    for (const response of own) expect(await response.headerValue('cache-control')).toContain('no-store')
  })

  test('under another host name leads to the public one', { tag: '@verify' }, async ({ request }) => {
    const answer = await request.get('/prepaid-recharge?filter=data', {
      headers: { host: '127.0.0.1:1' },
      maxRedirects: 0,
    })
    expect(answer.status()).toBe(307)
    expect(answer.headers().location).toBe(`${portalUrl}/prepaid-recharge?filter=data`)
  })
})

test.describe('a stranger', () => {
  test('cannot send a form of the portal from another site', async ({ page, line, complaints }) => {
    complaints.expect(/status of 400/)
    // The router logs every such attempt, with its stack.
    complaints.expect(/does not match `origin` header|^ +at /)
    await orderAirtime(page, line, 730)
    const { search } = new URL(page.url())
    await page.route(`${sandboxUrl}/trap`, (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: `<form method="post" action="${portalUrl}/payment/start/nyanja-money${search}"><input name="msisdn" value="${line}"><button>Win a prize</button></form>`,
      }),
    )
    await page.goto(`${sandboxUrl}/trap`)
    const [answer] = await Promise.all([
      page.waitForResponse((response) => response.url().startsWith(portalUrl) && isDocument(response)),
      page.getByRole('button', { name: 'Win a prize' }).click(),
    ])
    expect(answer.status()).toBe(400)
    await expectPrompts(line, 0)
  })

  test('sees no number under the link of a payment and cannot continue the order', { tag: '@verify' }, async ({
    page,
    line,
    browser,
  }) => {
    await orderAirtime(page, line, 740)
    await payByMoney(page)
    const link = new URL(page.url())
    link.searchParams.delete('order')

    // Each check has a page of its own, because the previous page may still load its next state.
    const checkPage = async (heading: string) => {
      const strange = await browser.newPage({ baseURL: portalUrl })
      await strange.goto(link.href)
      await expect(strange.getByRole('heading', { level: 1 })).toHaveText(heading)
      const shown = (await strange.content()).replaceAll(/\s|&nbsp;/g, '')
      expect(shown).not.toContain(line)
      expect(shown).not.toContain('/payment/start')
      await strange.close()
    }
    await checkPage('Check your phone')
    await approvePush(line)
    await expectSuccess(page)
    await checkPage('Thank you')
    await expectRecords(line, { taken: [740], delivered: [740] })
  })

  test('gets a plain explanation for a link that is cut off', { tag: '@verify' }, async ({ page, complaints }) => {
    complaints.expect(/status of 404/)
    await page.goto('/payment/status?id=4ACRNRH2GNJS0V3RYN')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('We do not know this payment')
    await expectAccessible(page)
    await page.goto('/payment/start/card?order=4ACRNRH2GNJS0V3RYN')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('We do not know this order')
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Start again' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Airtime or a bundle')
  })
})
