import { assetsUrl, portalUrl } from '../addresses.ts'
import { methodLink } from '../steps/pay.ts'
import { orderAirtime } from '../steps/recharge.ts'
import { watchRequests } from '../steps/waiting.ts'
import { expect, test } from '../visitor.ts'

// Playwright would send them to the other origin too, where no page sends any.
test.use({ hasAssetsOrigin: true, extraHTTPHeaders: {} })

test.describe('where assets have an origin of their own', () => {
  test('pages are hydrated by scripts from there, and break no policy', { tag: '@verify' }, async ({ page, line }) => {
    const rest = watchRequests(page)
    const scripts: string[] = []
    page.on('request', (request) => {
      if (request.resourceType() === 'script') scripts.push(new URL(request.url()).origin)
    })
    for (const path of ['/prepaid-recharge', '/postpaid-bill-pay', '/contact-us']) {
      await page.goto(path)
      await rest()
    }
    expect(new Set(scripts)).toEqual(new Set([assetsUrl]))
    const before = scripts.length
    await orderAirtime(page, line, 780)
    await expect(methodLink(page, 'Nyanja Money')).toBeVisible()
    expect(new URL(page.url()).origin).toBe(portalUrl)
    expect(scripts.length).toBeGreaterThan(before)
    expect(new Set(scripts)).toEqual(new Set([assetsUrl]))
  })

  test('the map is drawn by a script from there', { tag: '@verify' }, async ({ page }) => {
    await page.goto('/openNetworks?q=Zomba')
    await page.locator('.map').scrollIntoViewIfNeeded()
    await expect(page.getByRole('application')).toBeVisible()
  })
})
