import { expect, type Page } from '@playwright/test'
import { readSentCode, readSms } from '../sandbox.ts'
import { expectAccessible } from '../screen.ts'
import { typeCode } from './code.ts'

/** The town where internet at home is available, and the one where it is not yet. */
export const towns = { served: 'Lilongwe', notYet: 'Dedza' } as const

export interface Household {
  readonly line: string
  readonly town?: string
  readonly address?: string
}

export const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const clickContinue = (page: Page) => page.getByRole('button', { name: 'Continue' })

export async function beginOrder(page: Page): Promise<void> {
  await page.goto('/home-internet')
  await page.getByRole('button', { name: 'See the plans and order' }).click()
  await expect(heading(page)).toHaveText('Choose your plan')
}

export async function choosePlan(page: Page, plan = /Home 150GB/): Promise<void> {
  await page.getByRole('radio', { name: plan }).check()
  await clickContinue(page).click()
  await expect(heading(page)).toHaveText('Who are you?')
}

/** With script the list of towns is searched, without it opened. */
async function chooseTown(page: Page, town: string): Promise<void> {
  const list = page.getByRole('combobox', { name: 'Town' })
  if (!(await page.evaluate(() => matchMedia('(scripting: enabled)').matches))) {
    await list.selectOption(town)
    return
  }
  // Script puts a box in its place, which may come now.
  await list.and(page.locator('input')).fill(town)
  await page.getByRole('option', { name: town, exact: true }).click()
}

export async function fillDetails(
  page: Page,
  { line, town = towns.served, address = 'Plot 12, Area 47' }: Household,
): Promise<void> {
  await page.getByRole('textbox', { name: 'Full name' }).fill('Chisomo Banda')
  await page.getByRole('textbox', { name: 'Phone number' }).fill(line)
  await page.getByRole('textbox', { name: 'E-mail' }).fill('chisomo@example.com')
  await chooseTown(page, town)
  await page.getByRole('textbox', { name: 'Where to install it' }).fill(address)
  await page.getByRole('checkbox', { name: 'Nyanja may call me about this order' }).check()
}

/** Orders up to the address. */
export async function describeHousehold(page: Page, household: Household): Promise<void> {
  await fillDetails(page, household)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(heading(page)).toHaveText('Where do we install it?')
}

/** Confirms the position that a map of streets has found. */
export async function confirmPlace(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Yes, install it here' }).click()
  await expect(heading(page)).toHaveText('Enter the code')
}

export async function showMap(page: Page): Promise<void> {
  await page.locator('.map').scrollIntoViewIfNeeded()
  await expect(page.getByRole('application')).toBeVisible()
  await expect(page.locator('.map-said')).toHaveText(/\w/)
}

export async function installAtPin(page: Page): Promise<void> {
  await showMap(page)
  await page.getByRole('button', { name: 'Install it at the pin' }).click()
  // It was not moved.
  await expect(page.getByRole('heading', { name: 'Is this where we should install it?' })).toBeVisible()
  await expectAccessible(page)
  await confirmPlace(page)
}

export async function askToBeCalled(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Call me for the way' }).click()
  await expect(heading(page)).toHaveText('Enter the code')
}

export async function proveNumber(page: Page, line: string): Promise<void> {
  await typeCode(page, await readSentCode(line))
}

/** Orders from the offer up to the code. */
export async function orderAsFarAsCode(page: Page, household: Household): Promise<void> {
  await beginOrder(page)
  await choosePlan(page)
  await describeHousehold(page, household)
  await askToBeCalled(page)
}

/** Returns the link to follow the order, from its SMS: no other link may have come. */
export async function orderLink(line: string): Promise<string> {
  const links = async () => (await readSms(line)).flatMap((text) => /http\S+hbb-lead\S+/.exec(text)?.[0] ?? [])
  await expect.poll(async () => (await links()).length, { intervals: [100] }).toBe(1)
  return (await links())[0] ?? ''
}
