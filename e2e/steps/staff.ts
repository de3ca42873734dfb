import { expect, type Locator, type Page } from '@playwright/test'
import { consoleUrl } from '../addresses.ts'
import { reloadUntilText } from './waiting.ts'

/** The accounts of the sandbox's identity provider. */
const accounts = {
  care_agent: 'Alinafe Banda',
  care_lead: 'Chimwemwe Phiri',
  finance: 'Thoko Mbewe',
  administrator: 'Dalitso Nyirenda',
} as const

export type Role = keyof typeof accounts

export const accountButton = (page: Page, role: Role) => page.getByRole('button', { name: accounts[role] })
export const searchField = (page: Page) => page.getByRole('textbox', { name: 'Find a payment' })
const acts = (page: Page) => page.getByRole('complementary', { name: 'What you can do' })
export const actNamed = (page: Page, name: string) => acts(page).locator('details', { has: summaryOf(page, name) })
export const summaryOf = (page: Page, name: string) => page.locator('summary').getByText(name, { exact: true })

/** One person before the console, whose clicks are counted from the sign-in on. */
export interface StaffVisit {
  readonly clicks: () => number
  press(what: Locator): Promise<void>
  /** Types it into the search of every page, and presses Enter. */
  find(text: string): Promise<void>
  /** Opens an act and sends it with the first of its reasons. */
  act(name: string, button?: string): Promise<void>
  expectState(state: string): Promise<void>
}

/** Signs in with a browser without cookies: those of a colleague end here and at the identity provider. */
export async function signIn(page: Page, role: Role): Promise<StaffVisit> {
  await page.context().clearCookies()
  await page.goto(consoleUrl)
  await accountButton(page, role).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Find a payment')
  let clicks = 0
  const press = async (what: Locator) => {
    clicks += 1
    await what.click()
  }
  return {
    clicks: () => clicks,
    press,
    async find(text) {
      await searchField(page).fill(text)
      clicks += 1
      await searchField(page).press('Enter')
      await expect(page).not.toHaveURL(/\/$/)
    },
    async act(name, button = name) {
      await press(summaryOf(page, name))
      await press(actNamed(page, name).getByRole('button', { name: button }))
      await expect(page.getByRole('status')).toContainText(`${name}:`)
    },
    async expectState(state) {
      await reloadUntilText(page, page.locator('.title-line'), state)
    },
  }
}

export const mostClicks = 5

/** Expects what a person sees who may read and not act. */
export async function expectNotFor(page: Page, name: string): Promise<void> {
  await expect(acts(page).locator('form', { has: page.getByRole('button', { name, exact: true }) })).toHaveCount(0)
  await summaryOf(page, 'Why not something else').click()
  const why = acts(page)
    .getByRole('term')
    .filter({ hasText: new RegExp(`^${name}$`) })
    .locator('xpath=following-sibling::dd[1]')
  await expect(why).toHaveText('Possible, but not for your role.')
}
