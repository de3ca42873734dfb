import type { Page } from '@playwright/test'
import { portalUrl } from '../addresses.ts'
import { expectAccessible } from '../screen.ts'
import { tabTo, tabToAndPress } from '../steps/keyboard.ts'
import { expect, test } from '../visitor.ts'

const smallBytes = 20_000

const title = (page: Page) => page.getByRole('heading', { level: 1 })
const count = (page: Page) => page.locator('#count')
const cards = (page: Page) => page.locator('.shops > li')
const names = (page: Page) => cards(page).getByRole('heading').getByRole('link').allTextContents()
const pin = (page: Page, label: string) => page.locator(`.map-pin[title="${label}"]`)

async function search(page: Page, words: string): Promise<void> {
  await page.getByRole('combobox').fill(words)
  await page.getByRole('button', { name: 'Search' }).click()
}

test.describe('finding a shop', () => {
  test('begins on every page, and ends with the directions', async ({ page }) => {
    await page.goto('/')
    await page.getByRole('contentinfo').getByRole('link', { name: 'Nyanja Shops' }).click()
    await expect(title(page)).toHaveText('Find a shop')
    await page.getByRole('navigation', { name: 'Or choose a town' }).getByRole('link', { name: 'Lilongwe' }).click()
    await expect(count(page)).toHaveText('10 shops within 100 km of Lilongwe, nearest first')
    expect((await names(page)).slice(0, 3)).toEqual(['City Centre', 'Old Town', 'Area 47'])

    const first = cards(page).first()
    await expect(first).toContainText('0.9 km')
    await expect(first).toContainText('Independence Drive, opposite the post office, Lilongwe')
    await expect(first).toContainText(/Open until|Closes soon|Closed, opens/)
    await expect(first).toContainText('SIM swap · Pay bills · Nyanja Money · Phones and routers · Internet at home')
    await expect(first.getByRole('link', { name: 'Call City Centre' })).toHaveAttribute('href', 'tel:+265999000101')
    await expect(first.getByRole('link', { name: 'Directions to City Centre' })).toHaveAttribute(
      'href',
      /destination=-13\.9603,33\.7821$/,
    )
  })

  test('accepts districts, parts of towns and names of shops, in any spelling', { tag: '@verify' }, async ({
    page,
  }) => {
    await page.goto('/storeLocator')
    await search(page, 'nkhatabay')
    await expect(count(page)).toContainText('of Nkhata Bay')
    await search(page, 'area25')
    await expect(count(page)).toContainText('of Area 25, Lilongwe')
    expect((await names(page))[0]).toBe('Area 25')
    await search(page, 'kanengo')
    await expect(page.getByText('We do not have Kanengo on our map yet')).toBeVisible()
    await expectAccessible(page)
    await search(page, 'Victoria av')
    expect((await names(page))[0]).toBe('Victoria Avenue')
    await search(page, 'Blantrye')
    await expect(count(page)).toContainText('of Blantyre')
    await expect(page.getByRole('combobox')).toHaveValue('Blantrye')
    await page.goto('/storeLocator?place=ma')
    await page.getByRole('navigation', { name: 'Did you mean' }).getByRole('link').first().click()
    await expect(page.getByRole('navigation', { name: 'Did you mean' })).toHaveCount(0)
  })

  test('shows that the place is unknown, and similar names', { tag: '@verify' }, async ({ page }) => {
    await page.goto('/storeLocator')
    await search(page, 'Lllwongee')
    await expect(page.getByRole('heading', { name: 'We do not know a place called “Lllwongee”' })).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('navigation', { name: 'Did you mean' }).getByRole('link', { name: 'Lilongwe' }).click()
    await expect(count(page)).toContainText('of Lilongwe')
  })

  test('shows that no shop is so near, and searches further', { tag: '@verify' }, async ({ page }) => {
    await page.goto('/storeLocator?place=Chisumulu&radius=10')
    await expect(page.getByRole('heading', { name: 'No results' })).toBeVisible()
    await expect(page.getByText('There is no shop within 10 km of Chisumulu.')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Look within 25 km' }).click()
    await expect(count(page)).toHaveText('1 shop within 25 km of Chisumulu')
    await page.getByRole('navigation', { name: 'How far you would go' }).getByRole('link', { name: '100 km' }).click()
    await expect(page).toHaveURL(/\/storeLocator\?place=Chisumulu$/)
    await expect(count(page)).toContainText('within 100 km of Chisumulu')
  })

  test('finds dealers too, and keeps the place', { tag: '@verify' }, async ({ page }) => {
    await page.goto('/')
    await page.getByRole('contentinfo').getByRole('link', { name: 'Dealers' }).click()
    await expect(title(page)).toHaveText('Find a dealer')
    await search(page, 'Zomba')
    const dealers = await names(page)
    await page
      .getByRole('navigation', { name: 'Who you are looking for' })
      .getByRole('link', { name: 'Nyanja Shops' })
      .click()
    await expect(count(page)).toContainText('of Zomba')
    await expect(title(page)).toHaveText('Find a shop')
    expect(await names(page)).not.toEqual(dealers)
  })

  for (const [spelling, address] of [
    ['/store-locator', '/storeLocator'],
    ['/store_finder/nyanja_shop', '/storeLocator'],
    ['/store_finder/dealers', '/storeLocator?kind=dealers'],
    ['/sw/store-locator', '/sw/storeLocator'],
  ] as const)
    test(`begins at ${spelling} as well`, { tag: '@verify' }, async ({ request }) => {
      const answer = await request.get(`${portalUrl}${spelling}`, { maxRedirects: 0 })
      expect(answer.status()).toBe(308)
      expect(answer.headers().location).toBe(address)
    })

  for (const nothing of ['constructor', 'toString', 'other_shop'])
    test(`answers 404 for /store_finder/${nothing}`, { tag: '@verify' }, async ({ request }) => {
      const answer = await request.get(`${portalUrl}/store_finder/${nothing}`, { maxRedirects: 0 })
      expect(answer.headers().location).toBe('/page-not-found')
    })

  test('is done with the keyboard alone', { tag: '@verify' }, async ({ page }) => {
    await page.goto('/storeLocator')
    await tabTo(page, page.getByRole('combobox'))
    await page.keyboard.type('Mzuzu')
    await tabToAndPress(page, page.getByRole('button', { name: 'Search' }))
    await expect(count(page)).toContainText('of Mzuzu')
    await tabToAndPress(page, page.getByRole('link', { name: 'Orton Chirwa Avenue', exact: true }))
    await expect(title(page)).toHaveText('Orton Chirwa Avenue')
  })

  test('can be done in Swahili', { tag: '@verify' }, async ({ page }) => {
    await page.goto('/sw/storeLocator?place=Lilongwe')
    await expect(title(page)).toHaveText('Tafuta duka')
    await expect(count(page)).toHaveText('Maduka 10 ndani ya km 100 kutoka Lilongwe, la karibu kwanza')
    await expectAccessible(page)
    const first = cards(page).first().getByRole('heading').getByRole('link')
    await expect(first).toHaveText('Katikati ya Jiji')
    await first.click()
    await expect(page).toHaveURL(/\/sw\/storeLocator\/s001-city-centre-lilongwe$/)
    await expect(title(page)).toHaveText('Katikati ya Jiji')
    const facts = page.locator('script[type="application/ld+json"]').first()
    expect(await facts.textContent()).toContain('Katikati ya Jiji - Lilongwe')
    await expect(page.getByText('Jumatatu hadi Ijumaa')).toBeVisible()
    await expectAccessible(page)
  })
})

test.describe('a shop', () => {
  test('has a page of its own, for people and for search engines', { tag: '@verify' }, async ({ page }) => {
    await page.goto('/storeLocator/s001-city-centre-lilongwe')
    await expect(title(page)).toHaveText('City Centre')
    await expect(page.getByText('Monday to Friday')).toBeVisible()
    await expect(page.getByText('08:00–17:00')).toBeVisible()
    await expect(page.getByRole('listitem').filter({ hasText: 'SIM swap' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Open in a maps app' })).toHaveAttribute(
      'href',
      /^geo:-13\.9603,33\.7821/,
    )
    const facts = JSON.parse((await page.locator('script[type="application/ld+json"]').first().textContent()) ?? '')
    expect(JSON.stringify(facts)).toContain('"@type":"LocalBusiness"')
    expect(JSON.stringify(facts)).toContain('"telephone":"+265999000101"')
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Other shops near Lilongwe' }).click()
    await expect(count(page)).toContainText('of Lilongwe')
  })

  test('keeps its address when its name changes', { tag: '@verify' }, async ({ page }) => {
    await page.goto('/storeLocator/s001-what-it-was-called')
    await expect(page).toHaveURL(/\/storeLocator\/s001-city-centre-lilongwe$/)
  })

  test('shows a message when it has closed', { tag: '@verify' }, async ({ page, complaints }) => {
    complaints.expect(/status of 404/)
    const answer = await page.goto('/storeLocator/s999-nowhere')
    expect(answer?.status()).toBe(404)
    await expect(title(page)).toHaveText('This shop is not here any more')
    await expectAccessible(page)
  })
})

test.describe('the map of shops', () => {
  test('is one step away on a phone, where it is below the list', { tag: '@verify' }, async ({ page }) => {
    await page.goto('/storeLocator?place=Lilongwe')
    await page.getByRole('link', { name: 'See the map' }).click()
    await expect(page.locator('.map')).toBeInViewport()
    await page.setViewportSize({ width: 1280, height: 800 })
    await expect(page.getByRole('link', { name: 'See the map' })).toBeHidden()
  })

  test('has a numbered pin for each shop, which grows in the middle when its card has the focus', {
    tag: '@verify',
  }, async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.goto('/storeLocator?place=Lilongwe')
    const second = pin(page, '2. Old Town')
    await expect(second).toBeAttached()
    await expect(page.locator('.map-pin b')).toContainText(['1', '2', '3'])
    expect(await second.evaluate(({ clientWidth, clientHeight }) => [clientWidth, clientHeight])).toEqual([15, 30])
    await cards(page).nth(1).hover()
    await expect(second).toHaveClass(/large/)
    await expect
      .poll(async () => {
        const [map, drawn] = [await page.locator('.map').boundingBox(), await second.boundingBox()]
        return Math.abs((map?.x ?? 0) + (map?.width ?? 0) / 2 - ((drawn?.x ?? 0) + (drawn?.width ?? 0) / 2))
      })
      .toBeLessThan(30)
    await cards(page).first().hover()
    await expect(second).not.toHaveClass(/large/)
    await page.getByRole('link', { name: 'Old Town', exact: true }).focus()
    await expect(second).toHaveClass(/large/)
    await expectAccessible(page)
  })
})

test.describe('with permission to read the position', () => {
  test.use({ geolocation: { latitude: -13.5223, longitude: 33.7501 }, permissions: ['geolocation'] })

  test('shops near the visitor are found, and no address reveals the position', async ({ page }) => {
    const requested: string[] = []
    page.on('request', (request) => requested.push(request.url()))
    await page.goto('/storeLocator')
    await page.getByRole('button', { name: 'Use current location' }).click()
    await expect(count(page)).toContainText('within 100 km of you, near Mponela')
    expect(requested.filter((url) => url.includes('13.52'))).toEqual([])
    await expectAccessible(page)
    await page.getByRole('button', { name: '10 km', exact: true }).click()
    await expect(page.getByText('There is no shop within 10 km of you, near Mponela.')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Or choose a town' })).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: '25 km' }).click()
    await expect(count(page)).toContainText('within 25 km of you')
    await page.getByRole('button', { name: 'Dealers' }).click()
    await expect(title(page)).toHaveText('Find a dealer')
    await expect(count(page)).toContainText('within 25 km of you')
  })
})

test.describe('without permission to read the position', () => {
  test('the visitor sees a message, and searches by name', { tag: '@verify' }, async ({ page }) => {
    await page.goto('/storeLocator')
    await page.getByRole('button', { name: 'Use current location' }).click()
    await expect(page.getByRole('alert')).toContainText(
      'We are unable to access your Current Location. You can directly search your location from search field.',
    )
    await expect(page.getByRole('alert')).toContainText('No results')
    await expectAccessible(page)
    await search(page, 'Karonga')
    await expect(count(page)).toContainText('of Karonga')
  })
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('shops are found as usual, on small, cacheable pages', async ({ page }) => {
    await page.goto('/storeLocator')
    await expect(page.getByRole('button', { name: 'Use current location' })).toBeHidden()
    await search(page, 'Blantyre')
    await expect(count(page)).toContainText('of Blantyre')
    await expectAccessible(page)
    const answer = await page.reload()
    expect(answer?.headers()['cache-control']).toContain('public')
    expect((await answer?.request().sizes())?.responseBodySize ?? Number.POSITIVE_INFINITY).toBeLessThan(smallBytes)
    await cards(page).first().getByRole('heading').getByRole('link').click()
    await expect(page.getByRole('heading', { name: 'Opening hours' })).toBeVisible()
    await expectAccessible(page)
  })
})
