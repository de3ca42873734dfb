import { expect, type FrameLocator, type Page } from '@playwright/test'

/** Pays at the gateway and then at the bank, each on its own site. */
export async function payAtGateway(page: Page): Promise<void> {
  await useCard(page, 'Approved, 3-D Secure')
  await page.getByRole('button', { name: 'Approve' }).click()
}

type Shown = Page | FrameLocator

/** Enters the code on the bank's own page, as 3-D Secure requires. */
export async function typeBankCode(bank: Shown, code: string): Promise<void> {
  await bank.getByRole('textbox', { name: 'Code from your bank' }).fill(code)
  await bank.getByRole('button', { name: 'Approve' }).click()
}

/** The bank accepts two wrong codes, and refuses at the third. */
export async function guessBankCode(bank: Shown): Promise<void> {
  for (const left of [2, 1]) {
    await typeBankCode(bank, '000000')
    await expect(bank.getByRole('alert')).toHaveText(`That code is wrong. Tries left: ${left}`)
  }
  await typeBankCode(bank, '000000')
}

export async function useCard(page: Page, text: string): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`${text}$`) }).click()
}

export async function cancelAtGateway(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Cancel and go back to the shop' }).click()
}

export const approvedAtPaystack = /^visa .*Approved$/

/** Opens Paystack's checkout in a popup over the portal's page. */
export const findPopup = (page: Page) => page.frameLocator('iframe[title="Paystack checkout"]')

export async function payInPopup(page: Page): Promise<void> {
  await findPopup(page).getByRole('button', { name: approvedAtPaystack }).click()
  await findPopup(page).frameLocator('iframe[title="Your bank"]').getByRole('button', { name: 'Approve' }).click()
}

/** Pays on Paystack's own page. */
export async function payAtPaystack(page: Page): Promise<void> {
  await page.getByRole('button', { name: approvedAtPaystack }).click()
  await page.getByRole('button', { name: 'Approve' }).click()
}
