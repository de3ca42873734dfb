import config from '../playwright.config.ts'
import { openBillByCode } from '../steps/code.ts'
import { accountButton, signIn } from '../steps/staff.ts'
import { expect, test } from '../visitor.ts'

// Browsers of visitors keep pages alive behind the back button; only the tool switches that off.
test.use({
  launchOptions: { ...config.use?.launchOptions, ignoreDefaultArgs: ['--disable-back-forward-cache'] },
})

const heading = { level: 1 } as const
const dropped = { 'clear-site-data': '"cache", "storage"' }

/** Behaves like a browser that kept the page although it may not. */
const showFromMemory = () => {
  dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
  return document.body.textContent
}

test.describe('after "Forget everything"', { tag: '@verify' }, () => {
  test('nothing that a code has opened is shown again, by Back or from memory', async ({ page }) => {
    await openBillByCode(page, 4_300)
    await expect(page.getByText('MWK 4,300').first()).toBeVisible()

    const kept = await page.context().newPage()
    await kept.goto(page.url())
    await expect(kept.getByText('MWK 4,300').first()).toBeVisible()
    await expect(kept.locator('body > .toasts')).toHaveCount(1)

    await page.goto('/forget-phone')
    const answered = page.waitForResponse((response) => response.request().method() === 'POST')
    await page.getByRole('button', { name: 'Forget everything' }).click()
    expect(await (await answered).allHeaders()).toMatchObject(dropped)
    await expect(page.getByText('This phone keeps nothing from here')).toBeVisible()

    await page.evaluate(() => history.go(-2))
    await expect(page.getByRole('button', { name: 'Send a code to' })).toBeVisible()
    await expect(page.getByText('4,300')).toHaveCount(0)

    expect(await kept.evaluate(showFromMemory)).toBe('')
    await expect(kept.getByRole('button', { name: 'Send a code to' })).toBeVisible()
    await expect(kept.getByText('4,300')).toHaveCount(0)
  })
})

test.describe('after sign-out', { tag: '@verify' }, () => {
  test.use({ viewport: { width: 1280, height: 800 } })
  test.beforeEach(({ operator }) => operator.openConsole())

  test('no page of the console is shown again, by Back or from memory', async ({ page }) => {
    await signIn(page, 'administrator')
    await page.getByRole('link', { name: 'Audit' }).click()
    await expect(page.getByRole('heading', heading)).toHaveText('Audit')

    const kept = await page.context().newPage()
    await kept.goto(page.url())
    await expect(kept.getByRole('heading', heading)).toHaveText('Audit')

    const before = await page.evaluate(() => history.length)
    const answered = page.waitForResponse((response) => response.request().method() === 'POST')
    await page.getByRole('button', { name: 'Sign out' }).click()
    expect(await (await answered).allHeaders()).toMatchObject(dropped)
    await expect(page.getByRole('heading', heading)).toHaveText('Sign out here too?')
    await page.getByRole('button', { name: 'Sign out' }).click()
    await expect(page.getByRole('heading', heading)).toHaveText('You are signed out')
    await expect(page).toHaveURL(/done/)

    await page.evaluate((known) => history.go(known - history.length), before)
    await expect(accountButton(page, 'administrator')).toBeVisible()

    expect(await kept.evaluate(showFromMemory)).toBe('')
    await expect(accountButton(kept, 'administrator')).toBeVisible()
  })
})
