import type { Page } from '@playwright/test'
import { expectAccessible } from '../screen.ts'
import { tabTo, tabToAndPress } from '../steps/keyboard.ts'
import { expect, test } from '../visitor.ts'

const map = (page: Page) => page.getByRole('application')
const shown = (page: Page) => page.locator('.map-said')
const picked = (page: Page) => page.locator('input[name=at]')
const mine = (page: Page) => page.getByRole('button', { name: 'Use current location' })

const denied = 'We are unable to access your Current Location. You can directly search your location from search field.'

async function openPicker(page: Page): Promise<void> {
  await page.goto('/openNetworks/spot')
  await page.locator('.map').scrollIntoViewIfNeeded()
  await expect(map(page)).toBeVisible()
  await expect(shown(page)).toHaveText('Near Nkhotakota')
}

test.describe('a place is picked on a map', () => {
  test("with the keyboard alone, and the pin's place is announced", { tag: '@verify' }, async ({ page }) => {
    await openPicker(page)
    await expect(picked(page)).toHaveValue('-13.254,34.301')
    await tabTo(page, map(page))
    // A key is ignored while the map still moves after the one before.
    const pressed = async (read: () => Promise<string | null>) => {
      await page.keyboard.press('ArrowDown')
      return read()
    }
    await expect.poll(() => pressed(() => shown(page).textContent())).toMatch(/^Near (?!Nkhotakota)/)
    await expect(picked(page)).toHaveValue(/^-1[34]\.\d+,34\.30\d$/)
    const far = await picked(page).inputValue()
    await page.keyboard.press('+')
    await expect.poll(() => pressed(() => picked(page).inputValue())).not.toBe(far)
    await expect(shown(page)).toHaveAttribute('role', 'status')
    await expectAccessible(page)
    await tabToAndPress(page, page.getByRole('button', { name: 'Show coverage here' }))
    await expect(page).toHaveURL(/\/openNetworks\?at=-13\./)
  })

  test('by a tap, and by moving the map under the pin', { tag: '@verify' }, async ({ page }) => {
    await openPicker(page)
    const first = await picked(page).inputValue()
    await map(page).click({ position: { x: 60, y: 60 } })
    await expect(picked(page)).not.toHaveValue(first)
    const tapped = await picked(page).inputValue()
    const { x = 0, y = 0, width = 0, height = 0 } = (await map(page).boundingBox()) ?? {}
    await page.mouse.move(x + width / 2, y + height / 2)
    await page.mouse.down()
    await page.mouse.move(x + width / 2 - 80, y + height / 2 - 40, { steps: 5 })
    await page.mouse.up()
    await expect(picked(page)).not.toHaveValue(tapped)
  })

  test('where the phone is', { tag: '@verify' }, async ({ page, context }) => {
    await context.grantPermissions(['geolocation'])
    await context.setGeolocation({ latitude: -15.3851, longitude: 35.3188 })
    await openPicker(page)
    await mine(page).click()
    await expect(shown(page)).toHaveText('Near Zomba')
    await expect(picked(page)).toHaveValue('-15.385,35.319')
    await expectAccessible(page)
  })

  test('manually, where the phone is abroad or hides its position', { tag: '@verify' }, async ({ page, context }) => {
    await openPicker(page)
    await mine(page).click()
    await expect(shown(page)).toHaveText(denied)
    await expectAccessible(page)
    await context.grantPermissions(['geolocation'])
    await context.setGeolocation({ latitude: 48.85, longitude: 2.35 })
    await mine(page).click()
    await expect(shown(page)).toHaveText('You are outside the area of this map. Search for the place, or move the map.')
    await expect(picked(page)).toHaveValue('-13.254,34.301')
  })
})
