import { expect, type Page } from '@playwright/test'
import { addBilledLine, readSentCode } from '../sandbox.ts'
import { chooseBundle, clickContinue, continueButton, expectReady, numberField, typeNumber } from './recharge.ts'

export const codeField = (page: Page) => page.getByRole('textbox', { name: '6-digit code' })
export const verifyButton = (page: Page) => page.getByRole('button', { name: 'Verify and go on' })

/** A bundle of 2,000 kwacha, up to the payment methods. */
export async function orderBundle(page: Page, line: string): Promise<void> {
  await page.goto('/prepaid-recharge')
  await typeNumber(page, line)
  await chooseBundle(page, /2\.6 GB/)
  await clickContinue(page)
}

/** Does the same without script, where the number is looked up by a press. */
export async function orderBundleByPress(page: Page, line: string): Promise<void> {
  await page.goto('/prepaid-recharge')
  await numberField(page).fill(line)
  await continueButton(page).click()
  await expectReady(page)
  await chooseBundle(page, /2\.6 GB/)
  await clickContinue(page)
}

/** Orders up to the page that asks for the code. */
export async function askForCode(page: Page, line: string): Promise<void> {
  await page.getByRole('link', { name: 'Airtime' }).click()
  await page.getByRole('textbox', { name: 'Nyanja number that pays' }).fill(line)
  await page.getByRole('textbox', { name: 'Email' }).fill('thoko@example.com')
  await page.getByRole('button', { name: 'Send me a code' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Enter the code')
}

export async function typeCode(page: Page, code: string): Promise<void> {
  await codeField(page).fill(code)
  await verifyButton(page).click()
}

/** Opens the bill of a new line that owes this many kwacha. */
export async function openBillByCode(page: Page, owed: number): Promise<void> {
  const line = await addBilledLine(owed)
  await page.goto('/postpaid-bill-pay')
  await page.getByRole('textbox', { name: 'Phone number of the bill' }).fill(line)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Send a code to' }).click()
  await typeCode(page, await readSentCode(line))
}

/** A code that was never sent. */
export const otherCode = (code: string) => (code === '111111' ? '222222' : '111111')

/** Uses up all attempts. */
export async function guessCode(page: Page, code: string): Promise<void> {
  await typeCode(page, otherCode(code))
  await expect(page.getByText('Please enter correct OTP. 4 attempts left.')).toBeVisible()
  for (let tries = 0; tries < 4; tries++) await typeCode(page, otherCode(code))
  await expect(page.getByText('Maximum attempts exhausted')).toBeVisible()
  await expect(codeField(page)).toBeHidden()
}
