import { portalUrl } from '../addresses.ts'
import { expectAccessible } from '../screen.ts'
import { expect, test } from '../visitor.ts'

test.use({ market: 'cd' })

test.describe('in DR Congo', () => {
  test('shops are found in French, by names without their accents', { tag: '@verify' }, async ({ page }) => {
    await page.goto('/storeLocator')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Trouver une boutique')
    await page.getByRole('combobox').fill('kasai oriental')
    await page.getByRole('button', { name: 'Chercher' }).click()
    await expect(page.locator('#count')).toHaveText('1 boutique à moins de 100 km de Kasaï-Oriental')
    await expect(page.locator('.shops > li')).toContainText(/\d,\d\skm/)
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Bipemba', exact: true }).click()
    await expect(page.getByText('lundi à vendredi')).toBeVisible()
    await expectAccessible(page)
  })

  test('channels ask for shops under the brand of that market', { tag: '@verify' }, async ({ request }) => {
    const path = '/cms/maps/nyanjashopsbycoordinates?longitude=15.31&latitude=-4.32&distanceInKilometers=50'
    const answer = await request.get(`${portalUrl}${path}&opco=CD`)
    const shops: unknown = await answer.json()
    expect(shops).toHaveLength(3)
    expect((await request.get(`${portalUrl}${path}&opco=MW`)).status()).toBe(400)
  })
})
