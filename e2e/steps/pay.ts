import { expect, type Page } from '@playwright/test'
import { sandboxUrl } from '../addresses.ts'

export const emailField = (page: Page) => page.getByRole('textbox', { name: 'Email for the receipt' })
export const walletField = (page: Page) => page.getByRole('textbox', { name: 'Nyanja Money number' })
export const payButton = (page: Page) => page.getByRole('button', { name: /^Pay MWK/ })

/** Some gateways know a payer by nothing but the address. */
export const emailOf = (line: string) => `thoko.${line}@example.com`

export async function typeEmail(page: Page, email = 'thoko@example.com'): Promise<void> {
  await emailField(page).fill(email)
}

/** `Nyanja Money` on the handset, and not with a PIN on the page; its loans stand at the foot. */
export const methodLink = (page: Page, name: string) =>
  page.getByRole('main').getByRole('link', { name: new RegExp(`^${name}(?! PIN)`) })

export async function chooseMethod(page: Page, name: string): Promise<void> {
  const link = methodLink(page, name)
  await link.click()
  await expect(link).toHaveAttribute('aria-current', 'true')
}

/** As far as the card page of the gateway. */
export async function payByCard(page: Page): Promise<void> {
  await typeEmail(page)
  await payButton(page).click()
  await expect(page.getByRole('heading', { name: 'Pay by card' })).toBeVisible()
}

/** As far as Paystack's checkout, wherever it opens. */
export async function payByPaystack(page: Page, line: string): Promise<void> {
  await chooseMethod(page, 'Card with Paystack')
  await typeEmail(page, emailOf(line))
  await payButton(page).click()
}

export async function pressMoney(page: Page): Promise<void> {
  await chooseMethod(page, 'Nyanja Money')
  await payButton(page).click()
}

/** As far as the message on the handset. */
export async function payByMoney(page: Page): Promise<void> {
  await pressMoney(page)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Check your phone')
}

const gateway = `${sandboxUrl}/dpo/**`

/** Keeps the visitor on the hand-over page, as a slow link does. */
export async function withCircuitOpen(page: Page, act: () => Promise<void>): Promise<void> {
  await page.route(gateway, (route) => route.abort('aborted'))
  await act()
  await page.unroute(gateway)
}
