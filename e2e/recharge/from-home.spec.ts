import type { Page } from '@playwright/test'
import { expectAccessible } from '../screen.ts'
import { expect, test } from '../visitor.ts'

const lines = { prepaid: '999000001', postpaid: '999000050', router: '999000070' } as const
const shown = (line: string) => `+265 ${line.replace(/(..)(...)(....)/, '$1 $2 $3')}`
const title = (page: Page) => page.getByRole('heading', { level: 1 })
const numberField = (page: Page) => page.locator('#msisdn')

async function choose(page: Page, kind: 'Airtime' | 'Bundle' | 'Pay a bill', number: string): Promise<void> {
  await page.goto('/')
  await numberField(page).fill(number)
  await page.getByRole('radio', { name: kind }).check()
  await page.getByRole('button', { name: 'Continue' }).click()
}

for (const javaScriptEnabled of [true, false])
  test.describe(`the home page ${javaScriptEnabled ? 'with' : 'without'} script`, () => {
    test.use({ javaScriptEnabled })

    test('leads a number to the page of each choice', async ({ page }) => {
      await choose(page, 'Pay a bill', lines.postpaid)
      await expect(title(page)).toHaveText('Pay your bill')
      await expect(page.getByText(shown(lines.postpaid))).toBeVisible()

      await choose(page, 'Bundle', lines.prepaid)
      await expect(title(page)).toHaveText('Airtime or a bundle')
      await expect(page).toHaveURL(/#bundles$/)
      await expect(numberField(page)).toHaveValue('99 900 0001')

      await choose(page, 'Airtime', lines.prepaid)
      await expect(title(page)).toHaveText('Airtime or a bundle')
      await expect(numberField(page)).toHaveValue('99 900 0001')
    })

    test('leads a line that the choice is not for to its own page', { tag: '@verify' }, async ({ page }) => {
      await choose(page, 'Pay a bill', lines.prepaid)
      await expect(page.getByText('This is a prepaid line.')).toBeVisible()
      await expect(numberField(page)).toHaveValue(lines.prepaid)
      await expect(page.getByRole('radio', { name: 'Pay a bill' })).toBeChecked()
      await expectAccessible(page)
      await page.getByRole('button', { name: 'Top it up' }).click()
      await expect(title(page)).toHaveText('Airtime or a bundle')
      await expect(numberField(page)).toHaveValue('99 900 0001')

      await choose(page, 'Airtime', lines.postpaid)
      await page.getByRole('button', { name: 'Pay its bill' }).click()
      await expect(title(page)).toHaveText('Pay your bill')
      await expect(page.getByText(shown(lines.postpaid))).toBeVisible()
    })

    test('shows what is wrong with the number, and keeps the choice', { tag: '@verify' }, async ({
      page,
      complaints,
    }) => {
      complaints.expect(/status of 400/)
      await choose(page, 'Pay a bill', '123')
      await expect(numberField(page)).toHaveAccessibleDescription(/Invalid Mobile No/)
      await expect(page.getByRole('alert')).toContainText('One thing to put right')
      await expect(page.getByRole('radio', { name: 'Pay a bill' })).toBeChecked()
      await expectAccessible(page)
      await numberField(page).fill(lines.postpaid)
      await page.getByRole('button', { name: 'Continue' }).click()
      await expect(title(page)).toHaveText('Pay your bill')
    })
  })

/** Behaves like browsers that do not know the attributes by which a button chooses another address. */
async function ignoreAddressesOfButtons(page: Page): Promise<void> {
  await page.route(/./, async (route) => {
    if (route.request().resourceType() !== 'document') return route.continue()
    const response = await route.fetch({ maxRedirects: 0 })
    await route.fulfill({ response, body: (await response.text()).replace(/ formaction="[^"]*"/gi, '') })
  })
}

test.describe('an offer of another page, in a browser where buttons choose no address', { tag: '@verify' }, () => {
  test.use({ javaScriptEnabled: false })

  const offers = [
    ['/prepaid-recharge', lines.postpaid, 'Pay its bill', 'Pay your bill'],
    ['/prepaid-recharge', lines.router, 'See router bundles', 'Router bundles'],
    ['/postpaid-bill-pay', lines.prepaid, 'Top it up', 'Airtime or a bundle'],
    ['/postpaid-bill-pay', lines.router, 'See router bundles', 'Router bundles'],
    ['/data-bundle', lines.postpaid, 'Pay its bill', 'Pay your bill'],
    ['/broadband-recharge', lines.prepaid, 'Top it up', 'Airtime or a bundle'],
  ] as const
  for (const [path, number, button, heading] of offers)
    test(`leads from ${path} to “${heading}”, with the number`, async ({ page }) => {
      await ignoreAddressesOfButtons(page)
      await page.goto(path)
      await numberField(page).fill(number)
      await page.getByRole('button', { name: 'Continue' }).click()
      await page.getByRole('button', { name: button }).click()
      await expect(title(page)).toHaveText(heading)
      if (heading === 'Airtime or a bundle') await expect(numberField(page)).toHaveValue(/^99 900/)
      else await expect(page.getByText(shown(number))).toBeVisible()
    })
})

test.describe('what stands beside a number', { tag: '@verify' }, () => {
  const bundles = (page: Page) => page.locator('input[name=bundle]')
  const order = (page: Page) => page.getByRole('complementary', { name: 'Your order' })

  test('is of that number alone, while another is typed and when the first returns', async ({ page }) => {
    await page.goto('/prepaid-recharge')
    await numberField(page).fill(lines.prepaid)
    await expect(order(page)).toContainText(shown(lines.prepaid))
    await expect(bundles(page)).not.toHaveCount(0)
    const first = page.url()

    await numberField(page).fill('99900000')
    await expect(bundles(page)).toHaveCount(0)
    await expect(order(page)).not.toContainText(shown(lines.prepaid))

    await numberField(page).fill('999000002')
    await expect(order(page)).toContainText(shown('999000002'))
    await expect(bundles(page)).not.toHaveCount(0)

    await numberField(page).fill(lines.postpaid)
    await expect(page.getByText('This is a postpaid line')).toBeVisible()
    await expect(bundles(page)).toHaveCount(0)
    await expect(order(page)).not.toContainText('999 00')

    await numberField(page).fill(lines.prepaid)
    await expect(order(page)).toContainText(shown(lines.prepaid))
    await expect(page).toHaveURL(first)
  })

  test.describe('without script', () => {
    test.use({ javaScriptEnabled: false })

    test('is of no other where its page refuses another number', async ({ page, complaints }) => {
      complaints.expect(/status of 400/)
      await page.goto('/prepaid-recharge')
      await numberField(page).fill(lines.prepaid)
      await page.getByRole('button', { name: 'Continue' }).click()
      await expect(bundles(page)).not.toHaveCount(0)
      await expect(order(page)).toContainText(shown(lines.prepaid))
      await numberField(page).fill('123')
      await page.getByRole('button', { name: 'Continue' }).click()
      await expect(numberField(page)).toHaveAccessibleDescription(/Invalid Mobile No/)
      await expect(bundles(page)).toHaveCount(0)
      await expect(order(page)).not.toContainText(shown(lines.prepaid))
    })
  })
})
