import { expect, type Page } from '@playwright/test'
import { sandboxUrl } from '../addresses.ts'

/** Opens the handset of a line, in a tab of its own. */
export async function openPhone(page: Page, msisdn: string): Promise<Page> {
  const phone = await page.context().newPage()
  await phone.goto(`${sandboxUrl}/phone?msisdn=${msisdn}`)
  return phone
}

export async function answerOnPhone(phone: Page, pin: string, answer: string): Promise<void> {
  await phone.getByLabel('PIN', { exact: true }).fill(pin)
  await phone.getByRole('button', { name: 'Approve' }).click()
  await expect(phone.getByText(answer)).toBeVisible()
}

export const approveOnPhone = (phone: Page): Promise<void> => answerOnPhone(phone, '1234', 'Approved.')

export async function refuseOnPhone(phone: Page): Promise<void> {
  await phone.getByRole('button', { name: 'Refuse' }).click()
  await expect(phone.getByText('Refused.')).toBeVisible()
}

/** Holds scripts until they are released, as on a slow link. */
export async function holdScripts(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/assets/**', async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}
