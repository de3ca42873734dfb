import { expect, type Page } from '@playwright/test'
import { readSentCode } from '../sandbox.ts'
import { payAtGateway } from './card-page.ts'
import { typeCode } from './code.ts'
import { expectSuccess, payByCard } from './pay.ts'
export const routerField = (page: Page) =>
  page.getByRole('textbox', { name: /^(Broadband number|Phone or router number)$/ })
export const clickContinue = (page: Page) => page.getByRole('button', { name: 'Continue' }).click()
export const shown = (line: string) => `+265 ${line.replace(/(..)(...)(....)/, '$1 $2 $3')}`

/** Orders up to the bundles of the router. */
export async function openRouter(page: Page, path: string, router: string): Promise<void> {
  await page.goto(path)
  await routerField(page).fill(router)
  await clickContinue(page)
  await expect(page.getByText(shown(router))).toBeVisible()
}

/** Proves that the visitor holds the phone that the router is registered with. */
export async function showBalance(page: Page, router: string, handset = router): Promise<void> {
  await openRouter(page, '/broadband-recharge', router)
  await page.getByRole('button', { name: 'Send a code' }).click()
  await typeCode(page, await readSentCode(handset))
  await expect(page.getByRole('heading', { name: 'Data balance', exact: true })).toBeVisible()
}

/** Pays by card, since the price is more than a wallet holds. */
export async function payForRouter(page: Page): Promise<void> {
  await payByCard(page)
  await payAtGateway(page)
  await expectSuccess(page)
}
