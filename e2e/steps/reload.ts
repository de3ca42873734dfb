import { expect, type Locator, type Page } from '@playwright/test'

type Load = () => Promise<unknown>

/** Loads the page again until it shows what others have yet to do. A loaded page is complete. */
export async function reloadUntil(page: Page, isShown: () => Promise<boolean>, load: Load = () => page.reload()) {
  const look = async () => {
    await load()
    return isShown()
  }
  await expect.poll(look, { message: `${isShown}`, intervals: [200] }).toBe(true)
}

export async function reloadUntilText(page: Page, shown: Locator, text: string) {
  const look = async () => {
    await page.reload()
    return (await shown.allTextContents()).join(' ')
  }
  await expect.poll(look, { intervals: [200] }).toContain(text)
}
