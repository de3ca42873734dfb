import { addFault } from '../sandbox.ts'
import { expectAccessible } from '../screen.ts'
import {
  beginOrder,
  choosePlan,
  confirmPlace,
  describeHousehold,
  heading,
  installAtPin,
  proveNumber,
  showMap,
  towns,
} from '../steps/home-internet.ts'
import { tabTo } from '../steps/keyboard.ts'
import { expect, test } from '../visitor.ts'

test.use({ hasStreets: true })

test.describe('the place of an installation', () => {
  test.beforeEach(async ({ page }) => {
    await beginOrder(page)
    await choosePlan(page)
  })

  test('is found by its street, and confirmed', { tag: '@verify' }, async ({ page, line }) => {
    await describeHousehold(page, { line, address: 'Kenyatta Road' })
    await expect(page.getByText('Is this where we should install it?')).toBeVisible()
    await expect(page.locator('.headline')).toContainText('Kenyatta Road')
    await expect(page.getByText('OpenStreetMap').first()).toBeVisible()
    await expectAccessible(page)
    await confirmPlace(page)
    await proveNumber(page, line)
    await expect(heading(page)).toHaveText('Service available')
  })

  test('is picked on the map with the keyboard when the street is not the right one', { tag: '@verify' }, async ({
    page,
    line,
  }) => {
    await describeHousehold(page, { line, address: 'Kenyatta Road' })
    await page.getByRole('link', { name: 'No, I show you the place' }).click()
    await showMap(page)
    await expectAccessible(page)
    const lat = page.locator('input[name=lat]')
    const first = await lat.inputValue()
    await tabTo(page, page.getByRole('application'))
    for (let press = 0; press < 5; press += 1) await page.keyboard.press('ArrowDown')
    await expect(lat).not.toHaveValue(first)
    await tabTo(page, page.getByRole('button', { name: 'Install it at the pin' }))
    await page.keyboard.press('Enter')
    await expect(heading(page)).toHaveText('Enter the code')
    await page.getByRole('link', { name: 'Back to the place' }).click()
    await expect(page.getByRole('heading', { name: 'Install it here' })).toBeVisible()
    await expect(page.locator('.headline')).not.toHaveText('Install it here')
    await expectAccessible(page)
  })

  test('is checked again when the pin is in another town than the typed one', { tag: '@verify' }, async ({
    page,
    line,
  }) => {
    await describeHousehold(page, { line, address: 'Nameless Lane' })
    const pinAtBalaka = async () => {
      await showMap(page)
      await page.getByLabel('Find a place on the map').fill('Balaka')
      await page.keyboard.press('Enter')
      await expect(page.locator('.map-said')).toContainText('Balaka')
      await tabTo(page, page.getByRole('button', { name: 'Install it at the pin' }))
      await page.keyboard.press('Enter')
      await expect(page.getByRole('alert')).toHaveText('You wrote Lilongwe. The pin stands near Balaka.')
    }
    await pinAtBalaka()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Back to the map' }).click()
    await pinAtBalaka()
    await tabTo(page, page.getByRole('button', { name: 'Install it near Balaka' }))
    await page.keyboard.press('Enter')
    await expect(heading(page)).toHaveText('Enter the code')
    await proveNumber(page, line)
    await expect(heading(page)).toHaveText('Not yet available')
  })

  test('is picked on the map while the geocoder is silent', { tag: '@verify' }, async ({ page, line }) => {
    // A street that was found before would be cached.
    await addFault({ provider: 'photon', kind: 'error_before', times: 20 })
    await describeHousehold(page, { line, address: 'Station Road' })
    await expect(page.getByText('We know the town, but not this address.')).toBeVisible()
    await expectAccessible(page)
    await installAtPin(page)
  })

  test('is refused for a town that the form does not list', { tag: '@verify' }, async ({ page, line }) => {
    await describeHousehold(page, { line, town: towns.notYet, address: 'Kenyatta Road' })
    await expect(page.getByText('We know the town, but not this address.')).toBeVisible()
  })
})
