import { expect, type Page } from '@playwright/test'
import { readSentCode } from '../sandbox.ts'
import { typeCode } from './code.ts'

export type PinWallet = 'SmartCash' | 'Nyanja Money PIN'

const numberLabels: Readonly<Record<PinWallet, string>> = {
  SmartCash: 'Registered SmartCash number',
  'Nyanja Money PIN': 'Nyanja Money number',
}

export const pinField = (page: Page) => page.getByRole('textbox', { name: '4-digit PIN' })

/** Orders up to the page that asks for the code. */
export async function askWalletForCode(page: Page, wallet: PinWallet, line: string): Promise<void> {
  await page.getByRole('link', { name: wallet }).click()
  await page.getByRole('textbox', { name: numberLabels[wallet] }).fill(line)
  await page.getByRole('button', { name: 'Proceed' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Enter the code')
}

/** Orders up to the page that asks for the PIN. */
export async function goToPin(page: Page, wallet: PinWallet, line: string): Promise<void> {
  await askWalletForCode(page, wallet, line)
  await typeCode(page, await readSentCode(line))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Enter your PIN')
}

export async function typePin(page: Page, pin: string): Promise<void> {
  // The script that encrypts it has loaded then.
  await expect(pinField(page)).toBeFocused()
  await pinField(page).fill(pin)
  await page.getByRole('button', { name: /^Pay MWK/ }).click()
}
