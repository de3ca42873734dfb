import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from '../screen.ts'
import { methodLink, payButton } from '../steps/pay.ts'
import { continueButton, expectReady, numberField, orderAirtime, typeAmount, typeNumber } from '../steps/recharge.ts'
import { expect, test } from '../visitor.ts'

/** Text on it, a link home that works, and the whole style. */
async function expectWholePage(page: Page, heading: string | RegExp): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
  await expect(page.getByRole('banner')).toBeVisible()
  await expect(page.getByRole('contentinfo')).toBeVisible()
  const family = await page.evaluate(() => getComputedStyle(document.body).fontFamily)
  expect(family, 'the style has gone').not.toMatch(/Times/)
}

/** React has marked the element. */
async function isTakenOver(element: Locator): Promise<void> {
  const marks = () => element.evaluate((node) => Object.keys(node).filter((name) => name.startsWith('__react')).length)
  await expect.poll(marks, { intervals: [100] }).toBeGreaterThan(0)
}

/** Holds the islands' script until the visitor has begun to type, as on a slow link. */
async function holdIslands(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/framework-*.js', async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}

test.describe('a page is never empty', () => {
  test('when an island breaks in the browser: its form works without script', async ({ page, line, complaints }) => {
    complaints.expect(/Cannot destructure property/)
    await page.route('**/prepaid-recharge', async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, body: (await response.text()).replace('{"page":{', '{"pages":{') })
    })
    const reported = page.waitForRequest('**/script-errors')
    const releaseIslands = await holdIslands(page)
    await page.goto('/prepaid-recharge')
    await numberField(page).pressSequentially(line.slice(0, 3))
    releaseIslands()
    expect((await reported).postData()).toContain('TypeError')
    await page.unroute('**/prepaid-recharge')
    await page.keyboard.type(line.slice(3))
    await expectWholePage(page, 'Airtime or a bundle')
    await expectAccessible(page)
    await expect(numberField(page)).toHaveValue(line)
    await typeAmount(page, 300)
    await continueButton(page).click()
    await expect(payButton(page)).toHaveText('Pay MWK 300')
  })

  test('at an unknown address', { tag: '@verify' }, async ({ page, complaints }) => {
    complaints.expect(/status of 404/)
    await page.goto('/no-such-page')
    await expectWholePage(page, 'About Nyanja')
    await expect(page.getByText('The address you asked for does not exist.')).toBeVisible()
    await expectAccessible(page)

    // The answer would be in React Router's own format for its client router, which is not shipped.
    expect((await page.request.get('/prepaid-recharge.data')).status()).toBe(404)

    await page.goto('/page-not-found')
    await expectWholePage(page, 'Page not found')
    await expectAccessible(page)
  })

  for (const [address, title] of [
    ['/service-unavailable', 'This service is not available right now'],
    ['/sw/service-unavailable?why=busy&step=payment&seconds=5', 'Watu wengi wako hapa kwa sasa'],
  ] as const)
    test(`when it cannot be shown for now: ${address}`, { tag: '@verify' }, async ({ page, complaints }) => {
      complaints.expect(/status of 503/)
      await page.goto(address)
      await expectWholePage(page, title)
      await expectAccessible(page)
    })

  test('when another script has changed the page before hydration', { tag: '@verify' }, async ({
    page,
    line,
    complaints,
  }) => {
    complaints.expect(/Minified React error #418/)
    await page.route('**/prepaid-recharge', async (route) => {
      const response = await route.fetch()
      const body = (await response.text()).replace('Phone number to top up</label>', 'Phone <b>to fill</b></label>')
      await route.fulfill({ response, body })
    })
    const releaseIslands = await holdIslands(page)
    await page.goto('/prepaid-recharge')
    await page.locator('main form input:not([type=hidden])').first().pressSequentially(line.slice(0, 3))
    releaseIslands()
    await expect.poll(() => complaints.all.join()).toContain('#418')
    await page.keyboard.type(line.slice(3))
    await expectWholePage(page, 'Airtime or a bundle')
    await expect(numberField(page)).toHaveValue(line)
    await expectReady(page)
    await typeAmount(page, 300)
    await continueButton(page).click()
    await expect(payButton(page)).toHaveText('Pay MWK 300')
  })

  test('when an extension has added elements of its own', { tag: '@verify' }, async ({ page, line }) => {
    await page.route('**/prepaid-recharge', async (route) => {
      const response = await route.fetch()
      const body = (await response.text())
        .replace('<main', '<div id="extension">Translated</div><main')
        .replace('</head>', '<meta name="extension" content="on"></head>')
      await route.fulfill({ response, body })
    })
    await page.goto('/prepaid-recharge')
    await expectWholePage(page, 'Airtime or a bundle')
    await typeNumber(page, line)
    await typeAmount(page, 300)
    await continueButton(page).click()
    await expect(payButton(page)).toHaveText('Pay MWK 300')
  })

  test('on the way from a page without script to one with it and back', { tag: '@verify' }, async ({ page, line }) => {
    await orderAirtime(page, line, 400)
    await page.getByRole('link', { name: 'Nyanja home' }).click()
    await expectWholePage(page, 'Top up any line')
    await page.goBack()
    await expectWholePage(page, 'How do you want to pay?')
    // Before hydration a press loads a page of its own, and one more step leads back.
    await isTakenOver(methodLink(page, 'Nyanja Money'))
    await methodLink(page, 'Nyanja Money').click()
    await expect(page.getByRole('textbox', { name: 'Nyanja Money number' })).toBeVisible()
    await page.goBack()
    await expectWholePage(page, 'Airtime or a bundle')
    await expect(numberField(page)).not.toHaveValue('')
    await page.goForward()
    await expectWholePage(page, 'How do you want to pay?')
    await expect(payButton(page)).toBeEnabled()
  })
})
