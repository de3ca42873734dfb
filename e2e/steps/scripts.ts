import type { Page } from '@playwright/test'

/** Scripts stay on their way until they are let through, as on a slow link. */
export async function holdScripts(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/assets/**', async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}
