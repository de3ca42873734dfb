import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { portalUrl } from '../addresses.ts'
import { readObject, readText } from '../json.ts'
import { expectAccessible } from '../screen.ts'
import { payByMoney } from '../steps/pay.ts'
import { continueButton, orderAirtime, typeAmount, typeNumber } from '../steps/recharge.ts'
import { reloadUntil } from '../steps/waiting.ts'
import { expect, test } from '../visitor.ts'

test.use({ alone: 'editing' })

const footLinks = (page: Page) => page.getByRole('contentinfo').getByRole('listitem').getByRole('link')
const textsOf = (page: Page) => footLinks(page).allInnerTexts()

let visits = 0

/** Bypasses the browser's cache, which keeps a page for a minute. */
async function goAnew(page: Page, path: string): Promise<void> {
  visits += 1
  await page.goto(`${path}?utm_source=${visits}`)
}

/** Expects the links once the edited file is read. */
async function expectLinks(page: Page, path: string, texts: readonly string[], links = footLinks(page)): Promise<void> {
  const reload = async () => {
    await goAnew(page, path)
    return links.allInnerTexts()
  }
  await expect.poll(reload, { intervals: [200] }).toEqual(texts)
}

async function shippedLinks(language: string, name: string): Promise<string> {
  const file = new URL(`../../apps/portal/content/${language}/${name}.json`, import.meta.url)
  return readText(readObject(JSON.parse(await readFile(file, 'utf8'))), 'links')
}

test.describe('an editor', () => {
  // Later tests of this operator use the links.
  test.afterEach(async ({ operator, page }) => {
    for (const language of ['en', 'sw', 'fr'])
      for (const name of ['website-headers-config', 'website-footer-config'])
        await operator.editTexts(language, name, { links: await shippedLinks(language, name) })
    const texts = async (path: string) => {
      await goAnew(page, path)
      return textsOf(page)
    }
    await expect.poll(async () => (await texts('/sw/about')).length).toBeGreaterThan(4)
    await expect.poll(() => texts('/about')).toContain('Forget this phone')
    await reloadUntil(
      page,
      () => page.getByText('Offers').isHidden(),
      () => goAnew(page, '/about'),
    )
  })

  test('decides which links the footer has, in which order, and adds one of his own', { tag: '@verify' }, async ({
    page,
    operator,
  }) => {
    const links = (work: string) => ({
      links: `privacy, [${work}](https://jobs.example.com/nyanja), [News](/about), contactUs`,
    })
    await operator.editTexts('en', 'website-footer-config', links('Work with us'))
    await operator.editTexts('sw', 'website-footer-config', links('Fanya kazi nasi'))
    await expectLinks(page, '/about', ['Privacy', 'Work with us', 'News', 'Contact Us'])
    await expect(footLinks(page).nth(1)).toHaveAttribute('href', 'https://jobs.example.com/nyanja')
    await expectAccessible(page)

    await goAnew(page, '/sw/prepaid-recharge')
    expect(await textsOf(page)).toEqual(['Faragha', 'Fanya kazi nasi', 'News', 'Wasiliana nasi'])
    await expect(footLinks(page).nth(2)).toHaveAttribute('href', '/sw/about')
  })

  test('decides what the header has too', { tag: '@verify' }, async ({ page, operator }) => {
    await page.setViewportSize({ width: 1280, height: 800 })
    await operator.editTexts('en', 'website-headers-config', { links: 'navPayBill, navRecharge, [Offers](/table)' })
    const links = page.getByRole('banner').getByRole('navigation').getByRole('link')
    await expectLinks(page, '/prepaid-recharge', ['Pay a bill', 'Recharge', 'Offers'], links)
    await expect(links.nth(1)).toHaveAttribute('aria-current', 'page')
  })

  test('who makes a typing error sees where, and every page stays as it was', { tag: '@verify' }, async ({
    page,
    operator,
    complaints,
  }) => {
    complaints.expect(/The last good version of this file stays in use/)
    await operator.editTexts('fr', 'website-footer-config', { links: 'contactUs' })
    await operator.editTexts('sw', 'website-footer-config', { links: 'contactUs, privcay' })
    await expect
      .poll(() => operator.portalLog())
      .toMatch(/sw\/website-footer-config line \d+: links: no link is called privcay; there are contactUs, /)
    await operator.editTexts('sw', 'website-footer-config', { links: 'privacy' })
    await expectLinks(page, '/sw/about', ['Faragha'])
  })
})

test.describe('a fault that staff report', () => {
  test.afterEach(async ({ operator, page }) => {
    for (const language of ['en', 'sw']) await operator.editTexts(language, 'incident-banner', { active: '' })
    await reloadUntil(
      page,
      () => page.getByText('No network in the north').isHidden(),
      () => goAnew(page, '/about'),
    )
  })

  test('is on every page in its language, and pages work as usual', { tag: '@verify' }, async ({
    page,
    operator,
    line,
  }) => {
    await operator.editTexts('en', 'incident-banner', {
      active: 'yes',
      heading: 'No network in the north',
      text: 'A cable is cut. We expect it back by 18:00 today.',
      href: '/contact-us',
    })
    await operator.editTexts('sw', 'incident-banner', {
      active: 'yes',
      heading: 'Hakuna mtandao kaskazini',
      text: 'Kebo imekatika. Tunatarajia urudi kabla ya saa 18:00 leo.',
      href: '/contact-us',
    })
    const banner = page.getByRole('main').getByRole('link', { name: 'No network in the north' })
    await reloadUntil(
      page,
      () => banner.isVisible(),
      () => goAnew(page, '/'),
    )
    await expectAccessible(page)

    await goAnew(page, '/prepaid-recharge')
    await expect(banner).toBeVisible()
    await typeNumber(page, line)
    await typeAmount(page, 300)
    await expectAccessible(page)
    await continueButton(page).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('How do you want to pay?')
    await expect(banner).toBeVisible()
    await payByMoney(page)
    await expect(banner).toBeVisible()

    await goAnew(page, '/sw/table')
    const swahili = page.getByRole('link', { name: 'Hakuna mtandao kaskazini' })
    await expect(swahili).toHaveAttribute('href', '/sw/contact-us')
    await swahili.click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Wasiliana nasi')
  })
})

test.describe('a visitor who finds or sends a link', () => {
  const attribute = (page: Page, selector: string, name: string) => page.locator(selector).getAttribute(name)

  test('sees what it leads to, and in which languages', { tag: '@verify' }, async ({ page }) => {
    await page.goto('/sw/contact-us?utm_source=sms')
    expect(await attribute(page, 'link[rel=canonical]', 'href')).toBe(`${portalUrl}/sw/contact-us`)
    expect(await attribute(page, 'link[hreflang=en]', 'href')).toBe(`${portalUrl}/contact-us`)
    expect(await attribute(page, 'meta[property="og:title"]', 'content')).toBe(await page.title())
    expect(await attribute(page, 'meta[name=description]', 'content')).toContain('Piga 300')
    const image = (await attribute(page, 'meta[property="og:image"]', 'content')) ?? ''
    const preview = await page.request.get(image)
    expect(preview.headers()['content-type']).toBe('image/png')
    expect((await preview.body()).length).toBeLessThan(10_000)
  })

  test('sees who the operator is, from data that no policy blocks', { tag: '@verify' }, async ({ page }) => {
    await page.goto('/')
    const data: unknown = JSON.parse((await page.locator('script[type="application/ld+json"]').textContent()) ?? '')
    expect(data).toMatchObject({ '@type': 'Organization', name: 'Nyanja', url: portalUrl })
    await expect(page).toHaveTitle('Top up, pay bills and buy bundles - Nyanja')
  })

  test('keeps the portal on a start screen, in its language', { tag: '@verify' }, async ({ page }) => {
    const devtools = await page.context().newCDPSession(page)
    for (const path of ['/', '/ny']) {
      await page.goto(path)
      const { errors, data } = await devtools.send('Page.getAppManifest')
      expect(errors).toEqual([])
      const manifest = JSON.parse(data ?? '')
      expect(manifest).toMatchObject({ name: 'Nyanja', start_url: path, display: 'minimal-ui' })
      for (const { src, type } of manifest.icons) {
        const icon = await page.request.get(src)
        expect([icon.status(), icon.headers()['content-type']], src).toEqual([200, type])
      }
    }
  })

  test('never finds a private page', { tag: '@verify' }, async ({ page, line }) => {
    const robots = async (address: string) => (await page.request.get(address)).headers()['x-robots-tag']
    await orderAirtime(page, line, 310)
    expect(await robots(page.url())).toBe('noindex')
    await payByMoney(page)
    expect(await robots(page.url())).toBe('noindex')
    expect(await robots('/no-such-page')).toBe('noindex')
    expect(await robots('/prepaid-recharge')).toBeUndefined()
  })

  test('finds every other page in the sitemap', { tag: '@verify' }, async ({ page }) => {
    expect(await (await page.request.get('/robots.txt')).text()).toContain(`Sitemap: ${portalUrl}/sitemap.xml`)
    const answer = await page.request.get('/sitemap.xml')
    expect(answer.headers()['content-type']).toContain('application/xml')
    const addresses = [...(await answer.text()).matchAll(/<loc>([^<]+)/g)].map(([, address = '']) => address)
    expect(addresses).toContain(`${portalUrl}/sw/privacy`)
    for (const address of addresses.filter((each) => !each.includes('/gethelp/') && !each.includes('/storeLocator/'))) {
      const found = await page.request.get(address)
      expect(found.status(), address).toBe(200)
      expect(found.headers()['x-robots-tag'], address).toBeUndefined()
    }
  })
})
