import type { Page } from '@playwright/test'

/** At the gateway and then at the bank, each on a site of its own. */
export async function payAtGateway(page: Page): Promise<void> {
  await useCard(page, 'Approved, 3-D Secure')
  await page.getByRole('button', { name: 'Approve' }).click()
}

export async function useCard(page: Page, words: string): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`${words}$`) }).click()
}

export async function cancelAtGateway(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Cancel and go back to the shop' }).click()
}
