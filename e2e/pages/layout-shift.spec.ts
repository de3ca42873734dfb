import type { Page } from '@playwright/test'
import { payByMoney } from '../steps/pay.ts'
import { orderAirtime } from '../steps/recharge.ts'
import { expect, test } from '../visitor.ts'

declare global {
  interface Window {
    /** What moved by itself, and by how much of the window. */
    readonly __shifts: string[]
  }
}

/**
 * Runs in the page before any script of the page. Counts from the second frame of the whole document: which part of it
 * is painted before the rest has arrived depends on the link.
 */
function observe(): void {
  const shifts: string[] = []
  Object.defineProperty(window, '__shifts', { value: shifts })
  let from = Number.POSITIVE_INFINITY
  const begin = () => {
    from = performance.now()
  }
  document.addEventListener('readystatechange', () => requestAnimationFrame(() => requestAnimationFrame(begin)), {
    once: true,
  })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      if (entry.startTime >= from) shifts.push(`${location.pathname} ${JSON.stringify(entry)}`)
  }).observe({ type: 'layout-shift', buffered: true })
}

/** The pages of the site map: one of each kind, and every second one in the other language. */
async function pagesOfSite(page: Page): Promise<string[]> {
  const map = await (await page.request.get('/sitemap.xml')).text()
  const all = [...map.matchAll(/<loc>([^<]+)/g)].map(([, address = '']) => new URL(address).pathname)
  const english = all.filter((path) => !/^\/(sw|fr|ny)(\/|$)/.test(path))
  const many = ['/gethelp/', '/storeLocator/']
  const single = english.filter((path) => !many.some((start) => path.startsWith(start)))
  const ofMany = many.flatMap((start) => english.find((path) => path.startsWith(start)) ?? [])
  return [...single.map((path, index) => (index % 2 === 0 ? path : `/sw${path}`)), ...ofMany]
}

async function shiftsAtRest(page: Page): Promise<string[]> {
  await page.waitForLoadState('networkidle')
  const control = page.locator('[data-island] :is(input:not([type=hidden]), a)').first()
  if ((await control.count()) > 0) {
    await control.focus()
    // React marks the container of a root.
    await page.waitForFunction(() =>
      Object.keys(document.querySelector('[data-island]') ?? {}).some((key) => key.startsWith('__reactContainer$')),
    )
  }
  return page.evaluate(
    () =>
      new Promise<string[]>((resolve) =>
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(window.__shifts))),
      ),
  )
}

for (const width of [360, 768, 1280]) {
  test(`no page moves by itself while it loads, ${width} px wide`, {
    tag: width === 768 ? [] : '@verify',
  }, async ({ page, line }) => {
    await page.setViewportSize({ width, height: 800 })
    await page.addInitScript(observe)
    const shifts: string[] = []
    for (const path of await pagesOfSite(page)) {
      await page.goto(path)
      shifts.push(...(await shiftsAtRest(page)))
    }
    await orderAirtime(page, line, 340)
    const payment = page.url()
    for (const path of [payment.replace(/\/payment\/start(\/[a-z-]+)?/, '/prepaid-recharge'), payment]) {
      await page.goto(path)
      shifts.push(...(await shiftsAtRest(page)))
    }
    await payByMoney(page)
    await page.reload()
    shifts.push(...(await shiftsAtRest(page)))
    expect(shifts).toEqual([])
  })
}
