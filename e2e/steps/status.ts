import { expect, type Page } from '@playwright/test'

export async function expectStatus(page: Page, tag: string, heading: string | RegExp): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
  await expect(receiptLine(page, 'Status')).toHaveText(tag)
}

export async function expectSuccess(page: Page): Promise<void> {
  await expectStatus(page, 'Successful', 'Thank you')
}

/** What stands beside a word on the receipt. */
export function receiptLine(page: Page, term: string) {
  return page
    .getByRole('complementary', { name: 'Receipt' })
    .getByRole('term')
    .filter({ hasText: term })
    .locator('xpath=following-sibling::dd[1]')
}

/** As a visitor does who has no script, or no patience. */
export async function checkUntil(page: Page, heading: string): Promise<void> {
  await expect(async () => {
    const checkNow = page.getByRole('link', { name: 'Check now' })
    // The page looks by itself too, and may have lost the link in between.
    if (await checkNow.isVisible()) await checkNow.click({ timeout: 2000 })
    // A press before the page has come would only ask for it anew, on a busy machine for ever.
    await page.waitForLoadState()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading, { timeout: 500 })
  }).toPass({ intervals: [200] })
}

/** Nobody paid in time, and the page says so. */
export async function expectOver(page: Page): Promise<void> {
  await expectStatus(page, 'Not successful', 'The time to pay is over')
  await expect(receiptLine(page, 'Reason')).toHaveText('*There was no approval in time.')
}
