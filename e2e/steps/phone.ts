import { expect, type Page } from '@playwright/test'
import { sandboxUrl } from '../addresses.ts'

/** The handset of a line, in a tab of its own. */
export async function openPhone(page: Page, msisdn: string): Promise<Page> {
  const phone = await page.context().newPage()
  await phone.goto(`${sandboxUrl}/phone?msisdn=${msisdn}`)
  return phone
}

export async function approveOnPhone(phone: Page): Promise<void> {
  await phone.getByLabel('PIN', { exact: true }).fill('1234')
  await phone.getByRole('button', { name: 'Approve' }).click()
  await expect(phone.getByText('Approved.')).toBeVisible()
}

export async function refuseOnPhone(phone: Page): Promise<void> {
  await phone.getByRole('button', { name: 'Refuse' }).click()
  await expect(phone.getByText('Refused.')).toBeVisible()
}
