import { expect, type Page } from '@playwright/test'
import { approvePush, readSentCode } from '../sandbox.ts'
import { typeCode } from './code.ts'
import { expectSuccess, payByMoney } from './pay.ts'
import { orderAirtime } from './recharge.ts'

export const meantField = (page: Page) => page.getByRole('textbox', { name: 'The number that you meant' })
export const sendButton = (page: Page) => page.getByRole('button', { name: 'Send a code to it' })
export const askLink = (page: Page) => page.getByRole('link', { name: 'Wrong number?' })

/** Returns the reference, as the page of the payment shows it. */
export async function boughtFor(page: Page, line: string, amount: number): Promise<string> {
  await orderAirtime(page, line, amount)
  await payByMoney(page)
  await approvePush(line)
  await expectSuccess(page)
  return (await page.locator('.reference').textContent()) ?? ''
}

/** Requests a correction, as support receives it. */
export async function askFor(page: Page, meant: string): Promise<void> {
  await askLink(page).click()
  await meantField(page).fill(meant)
  await sendButton(page).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Enter the code')
  await typeCode(page, await readSentCode(meant))
  await expect(page.getByText('You asked us to put the number right')).toBeVisible()
}
