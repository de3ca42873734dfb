import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from './screen.ts'
import { payButton, wayLink } from './steps/pay.ts'
import { continueButton, numberField, orderAirtime, typeAmount, typeNumber } from './steps/recharge.ts'
import { expect, test } from './visitor.ts'

/** Words on it, a way home that works, and everything in its look. */
async function expectWholePage(page: Page, heading: string | RegExp): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
  await expect(page.getByRole('banner')).toBeVisible()
  await expect(page.getByRole('contentinfo')).toBeVisible()
  const family = await page.evaluate(() => getComputedStyle(document.body).fontFamily)
  expect(family, 'the style has gone').not.toMatch(/Times/)
}

/** As the router does for a link inside a journey. */
async function goWithoutLoading(page: Page, to: string): Promise<void> {
  await page.evaluate(`window.__reactRouterDataRouter.navigate(${JSON.stringify(to)})`)
}

async function isHydrated(page: Page): Promise<void> {
  await expect(continueButton(page)).toBeDisabled()
}

/** React has put its marks on the element. */
async function isTakenOver(element: Locator): Promise<void> {
  const marks = () => element.evaluate((node) => Object.keys(node).filter((name) => name.startsWith('__react')).length)
  await expect.poll(marks, { intervals: [100] }).toBeGreaterThan(0)
}

/** Once it is there the page knows that it waits. On a clock that stands still: how long that took. */
async function waitForOverlay(page: Page): Promise<number> {
  let waitedMs = 0
  await expect(async () => {
    waitedMs += 400
    await page.clock.fastForward(400)
    await expect(page.getByText('Please wait')).toBeVisible({ timeout: 500 })
  }).toPass()
  return waitedMs
}

test.describe('never an empty page', () => {
  test('when a part of the page breaks in the browser', async ({ page, complaints }) => {
    complaints.expect(/This part is broken/)
    await page.route('**/assets/recharge-*.js', (route) =>
      route.fulfill({
        contentType: 'text/javascript',
        body: `export default function Broken() { throw new Error('This part is broken') }`,
      }),
    )
    await page.goto('/prepaid-recharge')
    await expectWholePage(page, 'Unexpected Application Error!')
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Go to the first page' }).click()
    await expectWholePage(page, 'Top up any line')
  })

  test('when the data of the next screen do not arrive', async ({ page, complaints }) => {
    complaints.expect(/status of 500|Unable to decode turbo-stream/)
    await page.route('**/about.data*', (route) => route.fulfill({ status: 500, body: 'no' }))
    await page.goto('/prepaid-recharge')
    await isHydrated(page)
    await goWithoutLoading(page, '/about')
    await expectWholePage(page, 'Unexpected Application Error!')
    await page.goto('/')
    await expectWholePage(page, 'Top up any line')
  })

  test('when the script of the next screen never comes: after two minutes it is loaded without', {
    tag: '@verify',
  }, async ({ page }) => {
    await page.clock.install()
    await page.goto('/prepaid-recharge')
    await isHydrated(page)
    // A clock that ran on would make the two minutes pass while a busy machine looks at the page.
    await page.clock.pauseAt(Date.now() + 60_000)
    await page.route('**/assets/about-*.js', () => {})
    const asked = page.waitForRequest('**/assets/about-*.js')
    await page.evaluate(`void window.__reactRouterDataRouter.navigate('/about')`)
    await asked
    const waitedMs = await waitForOverlay(page)
    await page.clock.fastForward(119_000 - waitedMs)
    await expectWholePage(page, 'Airtime or a bundle')
    await page.clock.fastForward(1_000 + waitedMs)
    await expectWholePage(page, 'About Nyanja')
  })

  test('at an address that does not exist, loaded or reached without loading', { tag: '@verify' }, async ({
    page,
    complaints,
  }) => {
    complaints.expect(/status of 404/)
    await page.goto('/no-such-page')
    await expectWholePage(page, 'About Nyanja')
    await expect(page.getByText('The address you asked for does not exist.')).toBeVisible()
    await expectAccessible(page)

    await page.goto('/page-not-found')
    await expectWholePage(page, 'Page not found')
    await expectAccessible(page)

    await page.goto('/prepaid-recharge')
    await isHydrated(page)
    await goWithoutLoading(page, '/no-such-page')
    await expectWholePage(page, 'About Nyanja')
    await expect(page.getByText('The address you asked for does not exist.')).toBeVisible()
    await page.goBack()
    await expectWholePage(page, 'Airtime or a bundle')
  })

  for (const [address, title] of [
    ['/service-unavailable', 'This service is not available right now'],
    ['/sw/service-unavailable?why=busy&step=payment&seconds=5', 'Watu wengi wako hapa kwa sasa'],
  ] as const)
    test(`when it cannot be shown for now: ${address}`, async ({ page, complaints }) => {
      complaints.expect(/status of 503/)
      await page.goto(address)
      await expectWholePage(page, title)
      await expectAccessible(page)
    })

  test('when something has changed the page before the script takes it over', async ({ page, line, complaints }) => {
    complaints.expect(/Minified React error #418/)
    await page.route('**/prepaid-recharge', async (route) => {
      const response = await route.fetch()
      const body = (await response.text()).replace('>Airtime or a bundle</h1>', '>Airtime or <b>a parcel</b></h1>')
      await route.fulfill({ response, body })
    })
    await page.goto('/prepaid-recharge')
    await expect.poll(() => complaints.all.join()).toContain('#418')
    await expectWholePage(page, 'Airtime or a bundle')
    await typeNumber(page, line)
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
    // Before that a press loads a page of its own, and one more step leads back.
    await isTakenOver(wayLink(page, 'Nyanja Money'))
    await wayLink(page, 'Nyanja Money').click()
    await expect(page.getByRole('textbox', { name: 'Nyanja Money number' })).toBeVisible()
    await page.goBack()
    await expectWholePage(page, 'Airtime or a bundle')
    await expect(numberField(page)).not.toHaveValue('')
    await page.goForward()
    await expectWholePage(page, 'How do you want to pay?')
    await expect(payButton(page)).toBeEnabled()
  })
})
