import { expect, type Page } from '@playwright/test'

export const numberField = (page: Page) => page.getByRole('textbox', { name: 'Phone number to top up' })
export const amountField = (page: Page) => page.getByRole('textbox', { name: 'Airtime amount' })
export const continueButton = (page: Page) => page.getByRole('button', { name: 'Continue' })

export async function beginAtHome(page: Page, line: string, kind: 'Airtime' | 'Bundle' = 'Airtime'): Promise<void> {
  await page.goto('/')
  await page.getByRole('textbox', { name: 'Phone number' }).fill(line)
  await page.getByRole('radio', { name: kind }).check()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Airtime or a bundle')
}

export async function typeAmount(page: Page, amount: number): Promise<void> {
  await amountField(page).fill(String(amount))
}

export async function chooseBundle(page: Page, name: string | RegExp): Promise<void> {
  await page.getByRole('radio', { name }).check()
}

export async function clickContinue(page: Page): Promise<void> {
  await continueButton(page).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('How do you want to pay?')
}

/** Types it and waits for the answer, as long as it takes. */
export async function typeNumber(page: Page, line: string): Promise<void> {
  await numberField(page).fill(line)
  await expectReady(page)
}

export async function expectReady(page: Page): Promise<void> {
  await expect(page.getByText('Prepaid line. Ready to top up.')).toBeVisible()
}

/** Goes from the start to the page of payment methods, with a bundle of a day. */
export async function orderBundle(page: Page, line: string): Promise<void> {
  await page.goto('/prepaid-recharge')
  await typeNumber(page, line)
  await chooseBundle(page, /500 MB/)
  await clickContinue(page)
}

/** Goes from the start to the page of payment methods. */
export async function orderAirtime(page: Page, line: string, amount: number): Promise<void> {
  await page.goto('/prepaid-recharge')
  await typeNumber(page, line)
  await typeAmount(page, amount)
  await clickContinue(page)
}
