import type { CDPSession, Page } from '@playwright/test'
import { ports } from '../addresses.ts'
import { payByMoney } from '../steps/pay.ts'
import { continueButton, numberField, orderAirtime } from '../steps/recharge.ts'
import { watchRequests } from '../steps/waiting.ts'
import { expect, test } from '../visitor.ts'

const sentence = (page: Page) => page.getByRole('contentinfo').getByText(/^This page was/)

/** On a link of unknown speed, islands wait for a touch. */
const hideLink = (page: Page) =>
  page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: undefined }))

/** Counts everything transferred for the page that is opened next, headers included, as the browser counts it. */
async function listen(session: CDPSession): Promise<() => Promise<number>> {
  const sizes = new Map<string, number>()
  session.on('Network.requestWillBeSent', ({ requestId, loaderId }) => {
    // The request of a document bears the id of its loader: what an earlier page still loads no longer counts.
    if (requestId === loaderId) sizes.clear()
    sizes.set(requestId, 0)
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (sizes.has(requestId)) sizes.set(requestId, encodedDataLength)
  })
  await session.send('Network.enable')
  await session.send('Network.setCacheDisabled', { cacheDisabled: true })
  return async () => {
    // Its answer comes behind all events so far.
    await session.send('Runtime.evaluate', { expression: '0' })
    return [...sizes.values()].reduce((sum, size) => sum + size, 0)
  }
}

async function kilobytesShown(page: Page): Promise<number> {
  const [, size = ''] = /was ([\d.]+) KB/.exec((await sentence(page).textContent()) ?? '') ?? []
  return Number(size)
}

/** Returns the page's own figure as a share of what was transferred. */
async function honestyOf(page: Page, load: () => Promise<unknown>): Promise<number> {
  const session = await page.context().newCDPSession(page)
  const bytes = await listen(session)
  await hideLink(page)
  const rest = watchRequests(page)
  await load()
  await rest()
  const honesty = (1000 * (await kilobytesShown(page))) / (await bytes())
  await session.detach()
  return honesty
}

test.describe('the cost of a page', () => {
  for (const path of ['/', '/about', '/privacy', '/table', '/postpaid-bill-pay', '/prepaid-recharge']) {
    test(`is reported honestly at the foot of ${path}`, { tag: '@verify' }, async ({ page }) => {
      const honesty = await honestyOf(page, () => page.goto(path))
      expect(Math.abs(honesty - 1), `${path} says ${honesty.toFixed(3)} of what it is`).toBeLessThan(0.07)
      await expect(sentence(page)).toHaveText(
        /^This page was [\d.]+ KB\. At our standard rate it cost you MWK 0\.\d\d\.( When you first use the form, .*)?$/,
      )
    })
  }

  test('includes what the first touch of a form adds, which no slow link loads before', { tag: '@verify' }, async ({
    page,
  }) => {
    // Chromium reports this of every link until it has measured.
    await page.addInitScript(() =>
      Object.defineProperty(navigator, 'connection', { value: { effectiveType: '4g', saveData: false } }),
    )
    const session = await page.context().newCDPSession(page)
    await session.send('Network.enable')
    await session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 400,
      downloadThroughput: 50_000,
      uploadThroughput: 20_000,
    })
    const bytes = await listen(session)
    const rest = watchRequests(page)
    await page.goto('/prepaid-recharge')
    await rest()
    const before = await bytes()
    const [, added = ''] = /first use the form, ([\d.]+) KB more/.exec((await sentence(page).textContent()) ?? '') ?? []
    await numberField(page).focus()
    await expect(continueButton(page)).toBeDisabled()
    await rest()
    expect(Math.abs((1000 * Number(added)) / ((await bytes()) - before) - 1)).toBeLessThan(0.05)
  })

  test('is reported on private pages too', { tag: '@verify' }, async ({ page, line }) => {
    await orderAirtime(page, line, 320)
    const repeated = await honestyOf(page, () => page.reload())
    expect(Math.abs(repeated - 1), `the payment says ${repeated.toFixed(3)} of what it is`).toBeLessThan(0.05)
    await payByMoney(page)
    await expect(sentence(page)).toBeVisible()
  })

  test('is the same for every visitor, and moves nothing', { tag: '@verify' }, async ({ page }) => {
    const [first, second] = [await page.request.get('/about'), await page.request.get('/about?utm_source=sms')]
    expect(await first.text()).toBe(await second.text())
    await page.goto('/sw/about')
    await expect(page.getByRole('contentinfo').getByText(/KB \d/)).toHaveCount(1)
    const shift = await page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          new PerformanceObserver((list, observer) => {
            observer.disconnect()
            resolve(list.getEntries().length)
          }).observe({ type: 'layout-shift', buffered: true })
          requestAnimationFrame(() => requestAnimationFrame(() => resolve(0)))
        }),
    )
    expect(shift).toBe(0)
  })
})

test.describe('a page view', () => {
  const counted = async (page: Page, name: string, language: string) => {
    const text = await (await page.request.get(`http://127.0.0.1:${ports.admin}/metrics`)).text()
    return Number(
      new RegExp(`portal_page_views_total{page="${name}",language="${language}"} (\\d+)`).exec(text)?.[1] ?? 0,
    )
  }

  test("is counted by the page's name for every visitor, and sent to no other site", { tag: '@verify' }, async ({
    page,
    line,
  }) => {
    const strangers: string[] = []
    page.on('request', (request) => {
      if (!request.url().startsWith('http://localhost')) strangers.push(request.url())
    })
    const before = await counted(page, 'homepage', 'sw')
    await page.goto('/sw')
    await expect(page.locator('meta[name=page]')).toHaveAttribute('content', 'homepage')
    expect(await counted(page, 'homepage', 'sw')).toBe(before + 1)

    await orderAirtime(page, line, 330)
    expect(await counted(page, 'MW_cw_prepaid_recharge', 'en')).toBeGreaterThan(0)
    await payByMoney(page)
    await expect(page.locator('meta[name=page]')).toHaveAttribute('content', 'MW_cw_status')
    expect(await counted(page, 'MW_cw_status', 'en')).toBeGreaterThan(0)
    expect(strangers).toEqual([])
  })
})
