import { expect, type Page } from '@playwright/test'
import { continueButton } from './recharge.ts'

/** Scripts stay on their way until they are let through, as on a slow link. */
export async function holdScripts(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/assets/**', async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}

/** The page of a recharge is taken over: its button waits for a number. */
export async function isHydrated(page: Page): Promise<void> {
  await expect(continueButton(page)).toBeDisabled()
}
