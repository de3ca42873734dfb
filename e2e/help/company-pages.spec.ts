import type { Page } from '@playwright/test'
import { chooseLanguage, expectAccessible } from '../screen.ts'
import { tabTo } from '../steps/keyboard.ts'
import { expect, test } from '../visitor.ts'

const pages = [
  { path: '/about', title: 'About Nyanja', sw: 'Kuhusu Nyanja', reads: 'Your money comes back.' },
  { path: '/contact-us', title: 'Contact Us', sw: 'Wasiliana nasi', reads: 'We never ask for your PIN' },
  {
    path: '/give_your_feedback',
    title: 'Our Service Experience',
    sw: 'Maoni kuhusu huduma yetu',
    reads: 'within 5 working days',
  },
  {
    path: '/more-nyanja-money',
    title: 'Nyanja Money Loans',
    sw: 'Mikopo ya Nyanja Money',
    reads: 'Never tell anybody',
  },
  { path: '/privacy', title: 'Privacy', sw: 'Faragha', reads: 'An order that nobody paid' },
  { path: '/site-map', title: 'All pages', sw: 'Kurasa zote', reads: 'Top up and pay' },
] as const

const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const footLink = (page: Page, name: string) => page.getByRole('contentinfo').getByRole('link', { name, exact: true })

for (const { path, title, sw, reads } of pages) {
  test.describe(title, () => {
    test('is read in two languages, on every screen', { tag: '@verify' }, async ({ page }) => {
      await page.goto(path)
      await expect(heading(page)).toHaveText(title)
      await expect(page.getByText(reads)).toBeVisible()
      await expectAccessible(page)

      await chooseLanguage(page, 'Kiswahili')
      await expect(heading(page)).toHaveText(sw)
      await expect(page.locator('html')).toHaveAttribute('lang', 'sw')
      await expectAccessible(page)
    })

    test.describe('without script', () => {
      test.use({ javaScriptEnabled: false })

      test('is the same page, small, and cacheable', { tag: '@verify' }, async ({ page }) => {
        const answer = await page.goto(path)
        await expect(page.getByText(reads)).toBeVisible()
        await expect(page.locator('script:not([type$=json]):not([src^="/assets/"])')).toHaveCount(0)
        expect(answer?.headers()['cache-control']).toContain('public')
        expect((await answer?.request().sizes())?.responseBodySize ?? Number.POSITIVE_INFINITY).toBeLessThan(20_000)
      })
    })
  })
}

test.describe('the foot of every page', () => {
  test('links to the contacts, under the names that people know', { tag: '@verify' }, async ({ page }) => {
    const known = ['Contact Us', 'Our Service Experience', 'Nyanja Money Loans', 'Privacy', 'About Nyanja', 'All pages']
    await page.goto('/prepaid-recharge')
    for (const name of known) {
      await footLink(page, name).click()
      await expect(heading(page)).toHaveText(name)
      await expect(footLink(page, name)).toHaveAttribute('aria-current', 'page')
    }
  })
})

test.describe('a visitor with a question', () => {
  test('calls, writes or continues with the keyboard alone', { tag: '@verify' }, async ({ page }) => {
    await page.goto('/contact-us')
    const main = page.getByRole('main')
    await expect(main.getByRole('link', { name: /^Call 300/ })).toHaveAttribute('href', 'tel:300')
    await expect(main.getByRole('link', { name: /^Call \+265/ })).toHaveAttribute('href', 'tel:+265991300300')
    await expect(main.getByRole('link', { name: /^Write to/ })).toHaveAttribute('href', 'mailto:care@nyanja.example')
    await tabTo(page, main.getByRole('link', { name: /^Praise, ideas and complaints/ }))
    await page.keyboard.press('Enter')
    await expect(heading(page)).toHaveText('Our Service Experience')
    await expect(main.getByRole('link', { name: /^Tell us by e-mail/ })).toHaveAttribute(
      'href',
      'mailto:care@nyanja.example?subject=My%20experience%20with%20Nyanja',
    )
  })

  test('dials for a loan after reading what it costs', { tag: '@verify' }, async ({ page }) => {
    await page.goto('/more-nyanja-money')
    await expect(page.getByRole('link', { name: /^Dial \*444#/ })).toHaveAttribute('href', 'tel:*444%23')
    await expect(page.getByRole('row', { name: /^30 days/ })).toContainText('114')
  })

  test('finds the one stored item named in the policy, and where to delete it', { tag: '@verify' }, async ({
    page,
  }) => {
    await page.goto('/sw/privacy')
    await page.getByRole('main').getByRole('link', { name: 'Sahau simu hii' }).click()
    await expect(page).toHaveURL(/\/sw\/forget-phone$/)
  })

  test('sees every page in one list', { tag: '@verify' }, async ({ page }) => {
    await page.goto('/site-map')
    const links = page.getByRole('main').getByRole('listitem').getByRole('link')
    const hrefs = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''))
    expect(hrefs.length).toBeGreaterThan(10)
    for (const href of hrefs) expect((await page.request.get(href)).status(), href).toBe(200)
  })
})
