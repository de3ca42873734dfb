import type { Page } from '@playwright/test'
import { portalUrl } from '../addresses.ts'
import { expectAccessible } from '../screen.ts'
import { tabTo, tabToAndPress } from '../steps/keyboard.ts'
import { expect, test } from '../visitor.ts'

const place = (page: Page) => page.getByLabel('Where do you want to know?')
const headline = (page: Page) => page.locator('#answer .headline')
const show = (page: Page) => page.getByRole('button', { name: 'Show', exact: true })
const map = (page: Page) => page.getByRole('application')
const sites = (page: Page) => page.locator('.map-site')
const row = (page: Page, network: string) => page.getByRole('row', { name: network })
const names = (page: Page) => page.locator('.map-name span')

async function askFor(page: Page, words: string): Promise<void> {
  await place(page).fill(words)
  await show(page).click()
}

/** The map loads by itself once it is in view. */
async function seeMap(page: Page): Promise<void> {
  await page.locator('.map').scrollIntoViewIfNeeded()
  await expect(map(page)).toBeVisible()
  await expect(sites(page).first()).toBeVisible()
}

test.describe('the coverage of a place', () => {
  test('is found from every page, and described in text', async ({ page }) => {
    await page.goto('/')
    await page.getByText('Menu').click()
    await page.getByRole('link', { name: 'Coverage', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Network coverage')
    await expect(place(page)).toHaveAttribute('placeholder', 'Enter a Location')
    await expect(headline(page)).toHaveText(/^4G works in \d+ of 39 towns$/)
    await askFor(page, 'Mponela')
    await expect(page.getByRole('heading', { level: 2, name: 'Mponela' })).toBeVisible()
    await expect(headline(page)).toHaveText('4G indoors and outdoors')
    await expect(page.getByText(/^Nearest site \d+\sm$/)).toBeVisible()
    await expect(row(page, '5G').getByRole('cell')).toHaveText(['No coverage', /^\d+\skm$/])
    await expect(page.getByText('Sites as of 15 November 2026.')).toBeVisible()
  })

  test('is shown for one network at a time, of those that the operator has', { tag: '@verify' }, async ({ page }) => {
    await page.goto('/openNetworks?q=Lilongwe&filter=5g')
    await expect(page.getByRole('radio')).toHaveCount(4)
    await expect(page.getByRole('radio', { name: '5G coverage' })).toBeChecked()
    await expect(page.getByRole('heading', { name: '5G sites near here' })).toBeVisible()
    await page.goto('/openNetworks?filter=5g')
    await expect(page.getByRole('heading', { name: '5G in towns' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Mzuzu' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Mponela' })).toBeHidden()
    await page.getByRole('link', { name: 'Mzuzu' }).click()
    await expect(headline(page)).toHaveText(/^5G/)
  })

  test('tolerates spelling errors, and offers other places of the name', { tag: '@verify' }, async ({ page }) => {
    await page.goto('/openNetworks?q=blantire')
    await expect(page.getByRole('heading', { level: 2, name: 'Blantyre' })).toBeVisible()
    await page.goto('/openNetworks?q=atlantis')
    await expect(page.getByRole('heading', { name: 'No match' })).toBeVisible()
    await expect(page.getByText('We do not know “atlantis”.')).toBeVisible()
    await expectAccessible(page)
  })

  test('is shown for the middle of a town, where its part has no point of its own', { tag: '@verify' }, async ({
    page,
  }) => {
    await page.goto('/openNetworks?q=Kanengo')
    await expect(page.getByText('This is the answer for the middle of Lilongwe.')).toBeVisible()
    await expectAccessible(page)
    await page.locator('#answer').getByRole('link', { name: 'Pick a spot on the map' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pick a spot on the map')
    await page.goto('/openNetworks?q=Lilongwe')
    await expect(headline(page)).toBeVisible()
    await expect(page.getByText('the answer for the middle')).toHaveCount(0)
  })

  test('explains what "covered" means', { tag: '@verify' }, async ({ page }) => {
    await page.goto('/openNetworks?q=Zomba')
    await page.getByText('What “covered” means').click()
    await expect(page.getByText('4G: indoors up to 1.2 km from a site, outdoors up to 5 km.')).toBeVisible()
    await expectAccessible(page)
  })

  test('can be read in Swahili', { tag: '@verify' }, async ({ page }) => {
    await page.goto('/sw/openNetworks?q=Zomba&filter=3g')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Mtandao ulipo')
    await expect(page.getByRole('radio', { name: 'Mtandao wa 3G' })).toBeChecked()
    await expect(page.getByText('Minara kufikia 15 Novemba 2026.')).toBeVisible()
    await expectAccessible(page)
  })

  for (const address of [
    '/openNetworks?q=0991234567',
    '/openNetworks?at=-13.96,33.78',
    '/storeLocator?place=0991234567',
    '/map/places?q=0991234567',
    '/map/near?at=-13.96,33.78',
  ])
    test(`is not cached when it shows what the visitor asked: ${address}`, { tag: '@verify' }, async ({ request }) => {
      expect((await request.get(`${portalUrl}${address}`)).headers()['cache-control']).toBe('no-store')
    })

  test('does not repeat a search that is longer than a name', { tag: '@verify' }, async ({ page }) => {
    await page.goto(`/openNetworks?q=${'x'.repeat(500)}`)
    await expect(page.getByText(`We do not know “${'x'.repeat(60)}”.`)).toBeVisible()
    await expect(place(page)).toHaveValue('x'.repeat(60))
    expect(await page.locator('main').innerHTML()).not.toContain('x'.repeat(61))
  })

  test('is sent no position more exact than it needs', { tag: '@verify' }, async ({ page }) => {
    await page.goto('/openNetworks?at=-13.53121,33.73999')
    await expect(page.locator('form[method=post]')).toHaveAttribute(
      'action',
      '/openNetworks?at=-13.531%2C33.74&filter=4g',
    )
  })

  test('is not answered abroad', { tag: '@verify' }, async ({ page }) => {
    await page.goto('/openNetworks?at=48.85,2.35')
    await expect(headline(page)).toHaveText('No coverage')
    await expect(page.getByText('Is this wrong? Tell us')).toBeHidden()
    await expect(page.getByText(/Internet at home/)).toBeHidden()
  })

  test('can be corrected by visitors who know better', { tag: '@verify' }, async ({ page, operator }) => {
    await page.goto('/openNetworks?q=Monkey+Bay')
    await page.getByText('Is this wrong? Tell us').click()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Send' }).click()
    await expect(page.getByText('Choose a network and what it is like there.')).toBeVisible()
    await page.getByRole('radio', { name: '4G', exact: true }).check()
    await page.getByRole('radio', { name: 'Calls break off' }).check()
    await page.getByRole('button', { name: 'Send' }).click()
    await expect(page.getByText('Thank you. Our network people will look at Monkey Bay.')).toBeVisible()
    await expectAccessible(page)
    expect(await operator.runCli('coverage', 'list')).toMatch(
      /Monkey Bay, Mangochi +-14\.08 +34\.92 +4G +dropped calls/,
    )
  })
})

test.describe('the coverage map', () => {
  test('loads when it is in view, and clusters sites that are close together', { tag: '@verify' }, async ({ page }) => {
    await page.goto('/openNetworks')
    await expect(map(page)).toBeHidden()
    await seeMap(page)
    await expect(names(page).first()).toBeVisible()
    await expect(sites(page).filter({ hasText: /^\d+$/ }).first()).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Zoom in' }).click()
    await expect(page.locator('.map-length')).toHaveText('5 km')
  })

  test('waits for a press when the visitor saves data', { tag: '@verify' }, async ({ page }) => {
    await page.addInitScript(() => {
      Object.defineProperty(navigator, 'connection', { value: { saveData: true, effectiveType: '4g' } })
    })
    await page.goto('/openNetworks?q=Salima')
    await page.locator('.map').scrollIntoViewIfNeeded()
    await expect(page.getByText('The map takes about 50 KB of data.')).toBeVisible()
    await expect(map(page)).toBeHidden()
    await page.getByRole('button', { name: 'Show the map' }).click()
    await expect(map(page)).toBeVisible()
    await expect(page.locator('.map .here')).toBeVisible()
  })

  test('follows the search and the network without another page', { tag: '@verify' }, async ({ page }) => {
    await page.goto('/openNetworks')
    await seeMap(page)
    await page.evaluate(() => {
      for (const part of [document.body, document.querySelector('#answer')]) part?.setAttribute('data-same', '')
    })
    await page.getByRole('radio', { name: '5G coverage' }).check()
    await expect(headline(page)).toHaveText(/^5G works in/)
    await expect(page).toHaveURL(/\/openNetworks\?filter=5g$/)
    await askFor(page, 'Lilongwe')
    await expect(page.getByRole('heading', { level: 2, name: 'Lilongwe', exact: true })).toBeVisible()
    await expect(page.locator('.map-length')).toHaveText('5 km')
    await expect(page.locator('.map .sites.fifth').first()).toBeVisible()
    await expect(page.locator('body[data-same] #answer[data-same]')).toHaveCount(1)
    await expectAccessible(page)
    await page.goBack()
    await expect(headline(page)).toHaveText(/^5G works in/)
  })

  test('shows the last request, whichever answer arrives first', { tag: '@verify' }, async ({ page }) => {
    await page.goto('/openNetworks')
    await seeMap(page)
    const [released, release] = bulkhead()
    await page.route(/openNetworks\?filter=2g$/, async (route) => {
      await released
      await route.continue()
    })
    await page.getByRole('radio', { name: '2G coverage' }).check()
    await page.getByRole('radio', { name: '5G coverage' }).check()
    await expect(headline(page)).toHaveText(/^5G works in/)
    const late = page.waitForResponse(/openNetworks\?filter=2g$/)
    release()
    await (await late).finished()
    await page.getByRole('radio', { name: '3G coverage' }).check()
    await expect(headline(page)).toHaveText(/^3G works in/)
    await page.goBack()
    await expect(page).toHaveURL(/filter=5g$/)
  })

  test('leaves the focus where it was', { tag: '@verify' }, async ({ page }) => {
    await page.goto('/openNetworks')
    await seeMap(page)
    const [released, release] = bulkhead()
    await page.route(/openNetworks\?filter=5g$/, async (route) => {
      await released
      await route.continue()
    })
    await page.getByRole('radio', { name: '5G coverage' }).check()
    await page.getByRole('link', { name: 'Zomba' }).focus()
    release()
    await expect(headline(page)).toHaveText(/^5G works in/)
    await expect(page.locator('#around')).toBeFocused()
  })

  test('is moved and zoomed with the keyboard alone', { tag: '@verify' }, async ({ page }) => {
    await page.goto('/openNetworks')
    await seeMap(page)
    await tabTo(page, map(page))
    const before = await names(page).allTextContents()
    await page.keyboard.press('+')
    await expect(page.locator('.map-length')).toHaveText('5 km')
    for (let press = 0; press < 12; press += 1) await page.keyboard.press('ArrowDown')
    await expect.poll(() => names(page).allTextContents()).not.toEqual(before)
    await tabToAndPress(page, page.getByRole('button', { name: 'Zoom out' }))
    await expect(page.locator('.map-length')).toHaveText('10 km')
  })

  test('shows which spot was picked on it, and links to its coverage', async ({ page }) => {
    await page.goto('/openNetworks')
    await page.getByRole('link', { name: 'Pick a spot on the map' }).click()
    await seeMapAlone(page)
    await expect(page.locator('.map-said')).toHaveText('Near Nkhotakota')
    await expectAccessible(page)
    await page.evaluate(() =>
      document.addEventListener('location-changed', (event) => {
        if (event instanceof CustomEvent) document.body.dataset.reported = JSON.stringify(event.detail)
      }),
    )
    await page.getByLabel('Find a place on the map').fill('zomba')
    await page.getByRole('button', { name: 'Find' }).click()
    await expect(page.locator('.map-said')).toHaveText('Near Zomba')
    await expect(page.locator('body')).toHaveAttribute(
      'data-reported',
      /"lat":-15\.38.*"lng":35\.31.*"address":"Near Zomba"/,
    )
    await page.getByLabel('Find a place on the map').fill('atlantis')
    await page.getByRole('button', { name: 'Find' }).click()
    await expect(page.locator('.map-said')).toHaveText('No match')
    await page.getByRole('button', { name: 'Show coverage here' }).click()
    await expect(page.getByRole('heading', { level: 2, name: 'Near Zomba' })).toBeVisible()
    await expect(headline(page)).toHaveText(/^5G|^4G/)
  })

  test('shows a message when it does not load, and can be retried', { tag: '@verify' }, async ({
    page,
    complaints,
  }) => {
    complaints.expect(/map-.*js|Failed to (load|fetch)/)
    const html = await (await page.request.get('/openNetworks?q=Zomba')).text()
    await page.route(`**${/data-module="([^"]+)"/.exec(html)?.[1]}`, (route) => route.abort())
    await page.goto('/openNetworks?q=Zomba')
    await page.locator('.map').scrollIntoViewIfNeeded()
    await expect(page.getByText('The map did not arrive. Press the button to try again.')).toBeVisible()
    await expect(headline(page)).toBeVisible()
    await expectAccessible(page)
    await tabToAndPress(page, page.getByRole('button', { name: 'Show the map' }))
    await expect(map(page)).toBeFocused()
  })
})

/** The answer is held until the test releases it. */
function bulkhead(): [Promise<void>, () => void] {
  const { promise, resolve } = Promise.withResolvers<void>()
  return [promise, resolve]
}

async function seeMapAlone(page: Page): Promise<void> {
  await page.locator('.map').scrollIntoViewIfNeeded()
  await expect(map(page)).toBeVisible()
}

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('everything but the map is there', async ({ page }) => {
    await page.goto('/openNetworks')
    await page.getByRole('radio', { name: '2G coverage' }).check()
    await askFor(page, 'Karonga')
    await expect(page).toHaveURL(/\?q=Karonga&filter=2g$/)
    await expect(headline(page)).toBeVisible()
    await expect(page.getByRole('heading', { name: '2G sites near here' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Show the map' })).toBeHidden()
    await expectAccessible(page)
    await page.getByText('Is this wrong? Tell us').click()
    await page.getByRole('radio', { name: '2G', exact: true }).check()
    await page.getByRole('radio', { name: 'No signal' }).check()
    await page.getByRole('button', { name: 'Send' }).click()
    await expect(page.getByText('Thank you. Our network people will look at Karonga.')).toBeVisible()
    await page.goto('/openNetworks/spot')
    await expect(page.locator('.map-cover noscript p')).toHaveText(/^Picking a spot needs script\./)
    await expectAccessible(page)
  })
})
