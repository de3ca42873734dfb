import { expect, type Page } from '@playwright/test'
import { makeAccount } from '../sandbox.ts'

let made = 0

export interface TestBill {
  readonly amount: number
  readonly paid?: number
  /** A number below zero means overdue. */
  readonly dueInDays: number
}

interface TestAccount {
  readonly bills: readonly TestBill[]
  /** The account contact's address; there is no contact where both are left out. */
  readonly email?: string
  readonly phone?: string
}

/** Adds an account of this test alone. */
export async function newAccount({ bills, email, phone }: TestAccount): Promise<string> {
  made += 1
  const id = `P${7_000_000_000 + made}`
  await makeAccount({ id, line: String(1_760_000 + made), bills, email, phone })
  return id
}

export const accountField = (page: Page) => page.getByRole('textbox', { name: 'Account number' })
export const emailField = (page: Page) => page.getByRole('textbox', { name: 'Email for the receipt' })
export const showButton = (page: Page) => page.getByRole('button', { name: 'Show bills' })
export const continueButton = (page: Page) => page.getByRole('button', { name: 'Continue' })
export const bills = (page: Page) => page.getByRole('checkbox')

export async function askFor(page: Page, account: string, email = 'chisomo@example.com'): Promise<void> {
  await page.goto('/orp/fixed-internet')
  await accountField(page).fill(account)
  await emailField(page).fill(email)
  await showButton(page).click()
}

export async function showBills(page: Page, account: string, email?: string): Promise<void> {
  await askFor(page, account, email)
  await expect(page.getByRole('heading', { name: 'Open bills' })).toBeVisible()
}

export async function clickContinue(page: Page): Promise<void> {
  await continueButton(page).click()
  await expectPayment(page)
}

export async function expectPayment(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('How do you want to pay?')
}
