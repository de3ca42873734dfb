import { addBilledLine, addRouter, expectBundles } from '../sandbox.ts'
import { expectAccessible } from '../screen.ts'
import { tabTo } from '../steps/keyboard.ts'
import { receiptLine } from '../steps/pay.ts'
import { clickContinue, openRouter, payForRouter, routerField, shown } from '../steps/router.ts'
import { expect, test } from '../visitor.ts'

const path = '/data-bundle'

test.describe('a bundle for a router', () => {
  test('is chosen with its price and its end, paid, and delivered', { tag: '@verify' }, async ({ page }) => {
    const router = await addRouter()
    await page.goto(path)
    await expect(page.getByRole('button', { name: 'Continue' })).toBeDisabled()
    await expectAccessible(page)
    await openRouter(page, path, router)
    await expect(page.getByRole('group', { name: 'Monthly' })).toBeVisible()
    const row = page.getByRole('listitem').filter({ hasText: '150 GB' })
    await expect(row).toContainText('MWK 60,000')
    await expect(row).toContainText('MWK 0.40 / MB')
    await expect(row).toContainText(/Ends \w{3} \d+ \w{3}, \d\d:\d\d\. Does not renew\./)
    await expectAccessible(page)

    await page.getByRole('radio', { name: /150 GB/ }).check()
    await clickContinue(page)
    await page.getByText('Show order').click()
    await expect(page.getByText('150 GB for the home for thirty days').first()).toBeVisible()
    await payForRouter(page)
    await expect(receiptLine(page, 'Payment type')).toHaveText('Broadband Recharge')
    await expectBundles(router, ['HBB-150'])
  })

  test('is kept when its buyer returns to change it', { tag: '@verify' }, async ({ page }) => {
    await openRouter(page, path, await addRouter())
    await page.getByRole('radio', { name: /Unlimited data/ }).check()
    await clickContinue(page)
    await page.getByRole('link', { name: 'Back' }).click()
    await expect(page.getByRole('radio', { name: /Unlimited data/ })).toBeChecked()
    await page.getByRole('link', { name: 'Another number' }).click()
    await expect(routerField(page)).toHaveValue('')
  })

  test("is refused for a phone, with a link to the phone's page that keeps the number", { tag: '@verify' }, async ({
    page,
    line,
  }) => {
    await page.goto(path)
    await routerField(page).fill(line)
    await clickContinue(page)
    await expect(page.getByText('This is a mobile line.')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Top it up' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Airtime or a bundle')
    await expect(page.getByRole('textbox', { name: 'Phone number to top up' })).toHaveValue(/^99 900/)

    const billed = await addBilledLine(5_000)
    await page.goto(path)
    await routerField(page).fill(billed)
    await clickContinue(page)
    await page.getByRole('button', { name: 'Pay its bill' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pay your bill')
    await expect(page.getByText(shown(billed))).toBeVisible()
  })

  test('is linked from the other pages for the number of a router', { tag: '@verify' }, async ({ page }) => {
    const router = await addRouter()
    await page.goto('/prepaid-recharge')
    await page.getByRole('textbox', { name: 'Phone number to top up' }).fill(router)
    await page.getByRole('button', { name: 'See router bundles' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Router bundles')
    await expect(page.getByText(shown(router))).toBeVisible()
    await page.getByRole('link', { name: 'See the data balance first' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('What is left')
    await expect(page.getByText(shown(router))).toBeVisible()

    await page.goto('/')
    await page.getByRole('link', { name: 'Top up a router' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Router bundles')
  })

  test('has to be chosen', { tag: '@verify' }, async ({ page, complaints }) => {
    complaints.expect(/status of 400/)
    await openRouter(page, path, await addRouter())
    await clickContinue(page)
    await expectAccessible(page)
    await page.getByRole('alert').getByRole('link', { name: 'Please choose a bundle' }).click()
    await expect(page.getByRole('radio').first()).toBeFocused()
  })

  test('is not offered for an invalid number', { tag: '@verify' }, async ({ page, complaints }) => {
    complaints.expect(/status of 400/)
    await page.goto(path)
    await routerField(page).fill('991111111')
    await clickContinue(page)
    await expect(page.getByText(/^Invalid Mobile No/).first()).toBeVisible()
    await expect(routerField(page)).toHaveValue('991111111')
    await expectAccessible(page)
  })

  test('is not offered to postpaid routers, with an explanation', { tag: '@verify' }, async ({ page }) => {
    await openRouter(page, path, await addRouter({ type: 'POSTPAID' }))
    await expect(page.getByRole('heading', { name: 'No bundles for this number right now' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Continue' })).toHaveCount(0)
    await expectAccessible(page)
  })

  test('is asked for again when an order is unknown', { tag: '@verify' }, async ({ page }) => {
    await page.goto(`${path}?order=4ACRNRH2GNJS0V3RYN`)
    await expect(page.getByText('This page was open too long.')).toBeVisible()
    await expect(routerField(page)).toBeVisible()
  })

  test('is bought in Swahili', { tag: '@verify' }, async ({ page }) => {
    const router = await addRouter()
    await page.goto(`/sw${path}`)
    await page.getByRole('textbox', { name: 'Nambari ya ruta' }).fill(router)
    await page.getByRole('button', { name: 'Endelea' }).click()
    await expect(page.getByRole('group', { name: 'Kwa mwezi' })).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('radio', { name: /150 GB/ }).check()
    await page.getByRole('button', { name: 'Endelea' }).click()
    await expect(page).toHaveURL(/\/sw\/payment\/start/)
  })

  test('is bought with the keyboard alone', { tag: '@verify' }, async ({ page }) => {
    const router = await addRouter()
    await page.goto(path)
    await tabTo(page, routerField(page))
    await page.keyboard.type(router)
    await page.keyboard.press('Enter')
    await expect(page.getByText(shown(router))).toBeVisible()
    // The radios are several groups to see and one for the keyboard.
    await tabTo(page, page.getByRole('radio').first())
    await page.keyboard.press('ArrowDown')
    await expect(page.getByRole('radio', { name: /Unlimited data/ })).toBeChecked()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('How do you want to pay?')
  })
})

test.describe('a bundle for a router without script', () => {
  test.use({ javaScriptEnabled: false })

  test('is found, and can be paid', { tag: '@verify' }, async ({ page, complaints }) => {
    complaints.expect(/status of 400/)
    const router = await addRouter()
    await page.goto(path)
    await clickContinue(page)
    await expect(page.getByText('Phone No is required').first()).toBeVisible()
    await routerField(page).fill('99')
    await clickContinue(page)
    await expect(page.getByText(/digits so far/).first()).toBeVisible()
    await openRouter(page, path, router)
    await page.getByRole('radio', { name: /Unlimited data/ }).check()
    await clickContinue(page)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('How do you want to pay?')
    await expect(page.getByText('MWK 120,000').first()).toBeVisible()
  })
})
