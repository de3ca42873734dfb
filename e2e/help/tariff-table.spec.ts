import type { Page } from '@playwright/test'
import { portalUrl } from '../addresses.ts'
import { removeBundles, sellBundles } from '../catalogue.ts'
import { addFault, clearFaults } from '../sandbox.ts'
import { expectAccessible } from '../screen.ts'
import { tabToAndPress } from '../steps/keyboard.ts'
import { expect, test } from '../visitor.ts'

// Tests may change the catalogue of this operator.
test.use({ cards: ['paystack'] })

const smallBytes = 20_000

/** Returns all cells of one column, from top to bottom. */
const column = (page: Page, at: number) => page.locator(`tbody tr > :nth-child(${at})`)
const names = (page: Page) => column(page, 2).allTextContents()
const chip = (page: Page, group: string, name: string) =>
  page.getByRole('navigation', { name: group }).getByRole('link', { name, exact: true })
const head = (page: Page, name: string) => page.getByRole('columnheader', { name })
const count = (page: Page) => page.getByRole('heading', { level: 2 })

async function search(page: Page, words: string): Promise<void> {
  await page.getByRole('searchbox', { name: 'Search by name' }).fill(words)
  await page.getByRole('button', { name: 'Search' }).click()
}

test.describe('the table of all prices', () => {
  test('is found from every page, and leads to buying', { tag: '@verify' }, async ({ page }) => {
    await page.goto('/')
    await page.getByRole('contentinfo').getByRole('link', { name: 'All prices' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('All prices')
    await expect(count(page)).toHaveText('14 bundles')
    const row = page.getByRole('row', { name: /Weekly 2\.6GB/ })
    await expect(row.getByRole('cell')).toHaveText([
      'Data',
      '2.6 GB',
      /^7 days\s+Does not renew$/,
      'MWK 0.77 / MB',
      'MWK 2,000',
      'Buy Weekly 2.6GB',
    ])
    await expect(page.getByText('Postpaid')).toHaveCount(0)
    await expectAccessible(page)
    await row.getByRole('link', { name: 'Buy Weekly 2.6GB' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Airtime or a bundle')
  })

  test('shows one kind and one period, and keeps both in its address', { tag: '@verify' }, async ({ page }) => {
    await page.goto('/table')
    await chip(page, 'Kind of bundle', 'Data').click()
    await chip(page, 'How long it lasts', 'Weekly').click()
    await expect(count(page)).toHaveText('2 bundles')
    expect(await names(page)).toEqual(['Weekly 1GB', 'Weekly 2.6GB'])
    await expect(chip(page, 'Kind of bundle', 'Data')).toHaveAttribute('aria-current', 'true')
    await expectAccessible(page)
    await page.goto(page.url())
    await expect(count(page)).toHaveText('2 bundles')
    await chip(page, 'How long it lasts', 'Any length').click()
    expect((await names(page)).length).toBeGreaterThan(2)
  })

  test('is sorted by each column, both ways', { tag: '@verify' }, async ({ page }) => {
    await page.goto('/table')
    await expect(head(page, 'Lasts')).toHaveAttribute('aria-sort', 'ascending')
    for (const name of ['Kind', 'Bundle', 'You get', 'Price of data', 'You pay']) {
      await head(page, name).getByRole('link').click()
      await expect(head(page, name)).toHaveAttribute('aria-sort', 'ascending')
      await expect(page.locator('[aria-sort]')).toHaveCount(1)
      const upwards = await names(page)
      await head(page, name).getByRole('link').click()
      await expect(head(page, name)).toHaveAttribute('aria-sort', 'descending')
      expect(await names(page)).not.toEqual(upwards)
    }
    expect((await column(page, 6).allTextContents())[0]).toBe('MWK 120,000')
    await expectAccessible(page)
  })

  test('is searched by name, in any spelling', { tag: '@verify' }, async ({ page }) => {
    await page.goto('/table?kind=data&sort=-price')
    await search(page, '1 gb')
    await expect(page.getByText('Found with “1 gb”.')).toBeVisible()
    expect(await names(page)).toEqual(['No-expiry 1GB', 'Weekly 1GB'])
    await expect(page.getByRole('searchbox')).toHaveValue('1 gb')
    await page.getByRole('link', { name: 'Show all prices' }).click()
    await expect(count(page)).toHaveText('14 bundles')
  })

  test('shows that it has no such bundle, and the way out', { tag: '@verify' }, async ({ page }) => {
    await page.goto('/table')
    await search(page, 'submarine')
    await expect(count(page)).toHaveText('0 bundles')
    await expect(page.getByRole('heading', { name: 'We have no such bundle' })).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Show all prices' }).click()
    await expect(count(page)).toHaveText('14 bundles')
  })

  test('is not cached when a number was typed as a name', { tag: '@verify' }, async ({ request }) => {
    for (const path of ['/table', '/table/bundles.csv']) {
      const keeping = async (q: string) => (await request.get(path, { params: { q } })).headers()['cache-control']
      expect(await keeping('data'), path).toContain('public')
      expect(await keeping('0991 234 567'), path).toBe('no-store')
    }
  })

  test('is offered as a file for spreadsheets, with what the page shows', { tag: '@verify' }, async ({
    page,
    request,
  }) => {
    await page.goto('/table?kind=broadband')
    const href = await page.getByRole('link', { name: 'Download this list (CSV)' }).getAttribute('href')
    const answer = await request.get(`${portalUrl}${href}`)
    expect(answer.headers()).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="bundles.csv"',
    })
    expect((await answer.text()).split('\r\n')).toEqual([
      '\uFEFFproduct_code,name,category,period,line_type,price,currency,data_mb,voice_minutes,sms,validity_days,price_per_mb,renews',
      'HBB-150,Home 150GB,broadband,Monthly,PREPAID,60000,MWK,150000,,,30,0.4000,no',
      'HBB-UNL,Home Unlimited,broadband,Monthly,PREPAID,120000,MWK,-1,,,30,,no',
      '',
    ])
  })

  test('is printed without what only a screen needs', { tag: '@verify' }, async ({ page }) => {
    await page.goto('/table')
    await page.emulateMedia({ media: 'print' })
    await expect(page.getByRole('row')).toHaveCount(15)
    await expect(head(page, 'You pay')).toBeVisible()
    for (const gone of [
      page.getByRole('searchbox'),
      chip(page, 'Kind of bundle', 'Data'),
      page.getByText('Buy').first(),
    ])
      await expect(gone).toBeHidden()
  })

  test('is used with the keyboard alone', { tag: '@verify' }, async ({ page }) => {
    await page.goto('/table')
    await tabToAndPress(page, chip(page, 'Kind of bundle', 'SMS'))
    await expect(count(page)).toHaveText('1 bundle')
    await tabToAndPress(page, head(page, 'You pay').getByRole('link'))
    await expect(head(page, 'You pay')).toHaveAttribute('aria-sort', 'ascending')
    await tabToAndPress(page, page.getByRole('link', { name: 'Buy SMS 100' }))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Airtime or a bundle')
  })

  test('can be read in Swahili', { tag: '@verify' }, async ({ page }) => {
    await page.goto('/sw/table')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Bei zote')
    await page.getByRole('link', { name: 'Kwa wiki' }).click()
    await expect(page).toHaveURL(/\/sw\/table\?filter=weekly$/)
    await expect(count(page)).toHaveText('Vifurushi 4')
    await expectAccessible(page)
  })
})

test.describe('while the catalogue is silent', () => {
  test.afterEach(clearFaults)

  test('the table of all prices shows a message, and returns afterwards', { tag: '@verify' }, async ({
    page,
    operator,
    complaints,
  }) => {
    complaints.expect(/status of 503/)
    await operator.letPass(2)
    await addFault({ provider: 'bss', operation: 'productOffering.read', kind: 'error_before' })
    const answer = await page.goto('/table')
    expect(answer?.status()).toBe(503)
    expect(answer?.headers()['cache-control']).toBe('no-store')
    await expect(page.getByText('We cannot show the prices right now.')).toBeVisible()
    await expectAccessible(page)
    await clearFaults()
    await page.getByRole('link', { name: 'Try again' }).click()
    await expect(count(page)).toHaveText('14 bundles')
  })
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('the table of all prices is the same, small, and cacheable', { tag: '@verify' }, async ({ page }) => {
    const answer = await page.goto('/table')
    expect(answer?.headers()['cache-control']).toContain('public')
    expect(await page.locator('script').count()).toBe(0)
    expect((await answer?.request().sizes())?.responseBodySize ?? Number.POSITIVE_INFINITY).toBeLessThan(smallBytes)
    await search(page, 'WEEKLY')
    await expect(count(page)).toHaveText('3 bundles')
    await expectAccessible(page)
  })

  test('a table of five hundred rows comes fifty at a time, and whole for paper', { tag: '@verify' }, async ({
    page,
    operator,
  }) => {
    test.slow()
    const codes = await sellBundles(486)
    await operator.letPass(2)
    const answer = await page.goto('/table')
    await expect(count(page)).toHaveText('1 to 50 of 500 bundles')
    expect((await answer?.request().sizes())?.responseBodySize ?? Number.POSITIVE_INFINITY).toBeLessThan(smallBytes)
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Next 50' }).click()
    await expect(count(page)).toHaveText('51 to 100 of 500 bundles')
    await page.getByRole('link', { name: 'All on one page, to print' }).click()
    await expect(count(page)).toHaveText('500 bundles')
    await expect(page.getByRole('row')).toHaveCount(501)
    await removeBundles(codes)
    await operator.letPass(2)
  })
})
