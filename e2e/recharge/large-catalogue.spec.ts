import { offerMany, removeBundles } from '../catalogue.ts'
import { addFault, addRouter, clearFaults } from '../sandbox.ts'
import { expectAccessible } from '../screen.ts'
import { typeNumber } from '../steps/recharge.ts'
import { clickContinue, openRouter } from '../steps/router.ts'
import { expect, test } from '../visitor.ts'

// Another setting is another operator: no other test sees what is offered here.
test.use({ cards: ['dpo'] })

const path = '/data-bundle'

test.describe('a large catalogue', () => {
  test('is shown in parts, group by group and page by page', { tag: '@verify' }, async ({ page, operator }) => {
    await offerMany('HBB', 'MANY', 500)
    await operator.letPass(2)
    const router = await addRouter()
    await openRouter(page, path, router)
    const { length } = await page.content()
    expect(length).toBeLessThan(115_000)
    await expect(page.getByRole('radio')).toHaveCount(60)
    await expect(page.getByRole('group', { name: 'Daily' }).getByRole('radio')).toHaveCount(15)
    await expectAccessible(page)

    await page.getByRole('link', { name: 'All 125: Weekly' }).click()
    await expect(page).toHaveURL(/filter=Weekly/)
    await expect(page.getByText('1 to 60 of 125')).toBeVisible()
    await page.getByRole('link', { name: 'More of these' }).click()
    await page.getByRole('link', { name: 'More of these' }).click()
    await expect(page.getByText('121 to 125 of 125')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('navigation', { name: 'Show' }).getByRole('link', { name: 'Weekend' }).click()
    await expect(page.getByText('1 to 60 of 125')).toBeVisible()
    await page.getByRole('radio').last().check()
    await clickContinue(page)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('How do you want to pay?')
  })

  test('shows a message when a bundle is no longer sold, and sells another one', { tag: '@verify' }, async ({
    page,
    operator,
    complaints,
  }) => {
    complaints.expect(/status of 400/)
    await offerMany('HBB', 'GONE', 1)
    await operator.letPass(2)
    await openRouter(page, path, await addRouter())
    await page.locator('input[value="GONE-1"]').check()
    await removeBundles(['GONE-1'])
    await operator.letPass(2)
    await clickContinue(page)
    await expect(page.getByText('This bundle is no longer sold. Please choose another one.').first()).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('radio').first().check()
    await clickContinue(page)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('How do you want to pay?')
  })

  test('shows a message and a retry button while it is silent', { tag: '@verify' }, async ({
    page,
    operator,
    complaints,
  }) => {
    complaints.expect(/status of 400/)
    const router = await addRouter()
    await openRouter(page, path, router)
    await operator.letPass(2)
    await addFault({ provider: 'bss', operation: 'productOffering.read', kind: 'error_before', times: 20 })
    await page.reload()
    await expect(page.getByText('We cannot show bundles right now.')).toBeVisible()
    await expectAccessible(page)
    await clearFaults()
    await page.getByRole('link', { name: 'Try again' }).click()
    await expect(page.getByRole('radio').first()).toBeVisible()
  })

  test('is sent in part to a phone, and keeps the choice under every filter', { tag: '@verify' }, async ({
    page,
    line,
    operator,
  }) => {
    await offerMany('data', 'PHONE', 300)
    await offerMany('social', 'SOCIAL', 200)
    await operator.letPass(2)
    await page.goto('/prepaid-recharge')
    await typeNumber(page, line)
    expect(await page.getByRole('radio').count()).toBeLessThanOrEqual(24)
    await expectAccessible(page)
    await page.getByRole('link', { name: /^All \d+: Monthly/ }).click()
    await expect(page).toHaveURL(/period=Monthly/)
    await expect(page.getByRole('radio')).toHaveCount(20)
    await page.getByRole('radio').nth(3).check()
    const chosen = (await page.getByRole('radio').nth(3).getAttribute('value')) ?? ''
    const more = page.getByRole('link', { name: 'More of these' })
    await expect(more).toHaveAttribute('href', new RegExp(`bundle=${chosen}`))
    await more.click()
    await expect(page.getByRole('radio')).toHaveCount(21)
    await page.getByRole('navigation', { name: 'Show' }).getByRole('link', { name: 'Social' }).click()
    await expect(page).toHaveURL(/filter=social/)
    await expect(page.locator(`input[value="${chosen}"]`)).toBeChecked()
    await expectAccessible(page)
    await clickContinue(page)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('How do you want to pay?')
  })
})
