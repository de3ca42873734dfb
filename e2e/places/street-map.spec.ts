import type { Page } from '@playwright/test'
import { expectAccessible } from '../screen.ts'
import { watchRequests } from '../steps/waiting.ts'
import { expect, test } from '../visitor.ts'

test.use({ hasVectorTiles: true })

const drawn = (page: Page) => page.locator('canvas.leaflet-tile-loaded')

/** Collects the bytes over the wire of everything that the map loads, and the statuses of its tiles. */
function weighMap(page: Page) {
  const statuses: number[] = []
  const sizes: Promise<number>[] = []
  page.on('requestfinished', (request) => {
    if (!/\/assets\/(map|vector-tiles)-|[.]pmtiles$/.test(request.url())) return
    sizes.push(
      request.sizes().then(({ responseBodySize, responseHeadersSize }) => responseBodySize + responseHeadersSize),
    )
    if (request.url().endsWith('.pmtiles'))
      void request.response().then((response) => statuses.push(response?.status() ?? 0))
  })
  return { statuses, total: async () => (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0) }
}

test("an operator's own map is drawn from ranges of its archive, within 100 KB", { tag: '@verify' }, async ({
  page,
}) => {
  const weight = weighMap(page)
  const rest = watchRequests(page)
  await page.goto('/openNetworks')
  await page.locator('.map').scrollIntoViewIfNeeded()
  await expect(page.getByRole('application')).toBeVisible()
  await expect(drawn(page).first()).toBeVisible()
  await rest()
  expect(new Set(weight.statuses)).toEqual(new Set([206]))
  expect(await weight.total()).toBeLessThan(100_000)
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect(drawn(page).first()).toBeVisible()
  await page.getByRole('button', { name: 'Zoom in' }).click()
  await expect(drawn(page).first()).toBeVisible()
})
