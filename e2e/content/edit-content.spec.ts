import type { Page } from '@playwright/test'
import { addFault, clearFaults, publish } from '../sandbox.ts'
import { expectAccessible } from '../screen.ts'
import { reloadUntil, reloadUntilText } from '../steps/waiting.ts'
import { expect, test } from '../visitor.ts'

test.use({ hasCms: true })

const homeText = 'content/en/website-homepage-config.json'

const heading = (page: Page) => page.getByRole('heading', { level: 1 })

test.describe('an editor of texts', () => {
  test.afterEach(async ({ operator }) => {
    await clearFaults()
    await publish('/incident-banner')
    await publish('/sw/incident-banner')
    await operator.editFile('content/en/incident-banner.json', () => '{"active":"","heading":"","text":"","href":""}')
  })

  test('changes a text, and visitors see it at once', { tag: '@verify' }, async ({ page, operator }) => {
    await page.goto('/')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Top up any line')
    await operator.editFile(homeText, (text) => text.replace('Top up any line', 'Top up any {brand} line'))
    await reloadUntilText(page, heading(page), 'Top up any Nyanja line')
    await operator.editFile(homeText, (text) => text.replace('Top up any {brand} line', 'Top up any line'))
    await reloadUntilText(page, heading(page), 'Top up any line')
  })

  test('makes a mistake, and visitors still see the previous text', { tag: '@verify' }, async ({
    page,
    operator,
    complaints,
  }) => {
    complaints.expect(/The last good version of this file stays in use/)
    const before = await operator.portalLog()
    await operator.editFile(homeText, (text) => text.replace('"Top up any line",', '"Top up every line"'))
    await expect
      .poll(async () => (await operator.portalLog()).slice(before.length), { intervals: [100] })
      .toMatch(/en\/website-homepage-config: not JSON, look at line \d+/)
    await page.goto('/')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Top up any line')
    await operator.editFile(homeText, (text) => text.replace('"Top up every line"', '"Top up any line",'))
  })

  test('reports a fault to all visitors, in each language', { tag: '@verify' }, async ({ page, operator }) => {
    const slow = { active: 'yes', heading: 'Mobile money is slow this morning.', text: 'Your money is safe.', href: '' }
    await operator.editFile('content/en/incident-banner.json', () => JSON.stringify(slow))
    await page.goto('/')
    await reloadUntil(page, () => page.getByText(`${slow.heading} ${slow.text}`).isVisible())
    await expectAccessible(page)

    await publish('/sw/incident-banner', {
      ...slow,
      heading: 'Pesa kwa simu ni polepole leo.',
      text: 'Pesa yako ni salama.',
    })
    await page.goto('/sw')
    await reloadUntil(page, () => page.getByText('Pesa yako ni salama.').isVisible())
  })
})

test.describe('the operator’s CMS', () => {
  test('overrides the files, and its last texts stay when it fails', { tag: '@verify' }, async ({
    page,
    operator,
    complaints,
  }) => {
    complaints.expect(/The CMS does not answer|From the CMS/)
    const news = {
      active: 'yes',
      heading: 'We work on the network in the north tonight.',
      text: '',
      href: '/service-status',
    }
    await publish('/incident-banner', news)
    await page.goto('/')
    await reloadUntil(page, () => page.getByRole('link', { name: news.heading }).isVisible())

    await addFault({ provider: 'cms', kind: 'error_before', times: 1_000 })
    await expect.poll(() => operator.portalLog()).toContain('The CMS does not answer')
    await page.reload()
    await expect(page.getByRole('link', { name: news.heading })).toBeVisible()

    await clearFaults()
    await publish('/incident-banner', { ...news, heading: ['not', 'a text'] })
    await expect.poll(() => operator.portalLog()).toContain('From the CMS: en/incident-banner: not a text: heading')
    await page.reload()
    await expect(page.getByRole('link', { name: news.heading })).toBeVisible()

    await publish('/incident-banner')
    await reloadUntil(page, () => page.getByRole('link', { name: news.heading }).isHidden())
  })
})
