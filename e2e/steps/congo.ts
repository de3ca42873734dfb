import { expect, type Page } from '@playwright/test'
import { readNumber, readObject, readObjects, readText } from '../json.ts'
import { ask } from '../sandbox.ts'

export const heading = (page: Page) => page.getByRole('heading', { level: 1 })
export const continueButton = (page: Page) => page.getByRole('button', { name: 'Continuer', exact: true })
export const unitsField = (page: Page) => page.getByRole('textbox', { name: 'Montant du crédit' })
export const switchTo = (page: Page, sum: string | RegExp) =>
  page.getByRole('navigation', { name: 'Payer en' }).getByRole('link', { name: sum })
/** The link of `Nyanja Money` on the handset, and not with a PIN on the page. */
export const methodLink = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Façons de payer' }).getByRole('link', { name: new RegExp(`^${name}(?! PIN)`) })
export const pinField = (page: Page) => page.getByRole('textbox', { name: 'PIN à 4 chiffres' })
export const payButton = (page: Page) => page.getByRole('button', { name: /^Payer / })

/** Orders from the start to the page of payment methods. */
export async function orderUnits(page: Page, line: string, units: number): Promise<void> {
  await page.goto('/prepaid-recharge')
  await page.getByRole('textbox', { name: 'Numéro à recharger' }).fill(line)
  await expect(page.getByText('Ligne prépayée. Prête à être rechargée.')).toBeVisible()
  await unitsField(page).fill(String(units))
  await continueButton(page).click()
  await expect(heading(page)).toHaveText(/Comment payer/)
}

/** Orders up to the message on the handset. */
export async function payByMpesa(page: Page): Promise<void> {
  await methodLink(page, 'M-Pesa').click()
  await pressMpesa(page)
  await expect(heading(page)).toHaveText('Regardez votre téléphone')
}

export async function pressMpesa(page: Page): Promise<void> {
  const pay = page.getByRole('button', { name: 'Continuer pour payer' })
  // The card's form asks for an e-mail too, and is still shown for a moment.
  await expect(pay).toBeVisible()
  await page.getByRole('textbox', { name: 'E-mail pour le reçu' }).fill('jean@example.com')
  await pay.click()
}

export async function expectThanks(page: Page): Promise<void> {
  await expect(heading(page)).toHaveText('Merci')
}

/** Reads the value beside a term on the receipt. */
export function receiptLine(page: Page, term: string) {
  return page
    .getByRole('complementary', { name: 'Reçu' })
    .getByRole('term')
    .filter({ hasText: term })
    .locator('xpath=following-sibling::dd[1]')
}

/** Orders up to the page for the code of a wallet that is paid by PIN. */
export async function askWalletForCode(page: Page, line: string): Promise<void> {
  await page.getByRole('link', { name: 'Nyanja Money PIN' }).click()
  await page.getByRole('textbox', { name: 'Numéro Nyanja Money' }).fill(line)
  await continueButton(page).click()
  await expect(heading(page)).toHaveText('Tapez le code')
}

export async function typeWalletCode(page: Page, code: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Code à 6 chiffres' }).fill(code)
  await page.getByRole('button', { name: 'Vérifier et continuer' }).click()
}

/** Sets the price of a dollar, in francs. */
export async function moveRate(rate = '2850.00'): Promise<void> {
  await ask('/__sim/rates', 'POST', { rate })
}

/** Returns the amounts that a handset shows, as the wallet was charged: `CDF 14250`. */
export async function readPromptAmounts(party: 'money' | 'mpesa', msisdn: string): Promise<string[]> {
  const prompts = readObjects(await ask(`/__sim/${party}/prompts?msisdn=${msisdn}`))
  return prompts.map((prompt) => `${readText(prompt, 'currency')} ${readNumber(prompt, 'amountMinor') / 100}`)
}

/** Returns what the providers recorded as charged for a line, and what it got for that, with the currency of each. */
export async function expectSums(msisdn: string, sums: { taken: readonly string[]; delivered: readonly string[] }) {
  const sumsIn = (rows: ReturnType<typeof readObjects>) =>
    rows.map((row) => `${readText(row, 'currency')} ${readNumber(row, 'amountMinor') / 100}`)
  const read = async () => {
    const { captures, deliveries } = readObject(await ask('/__sim/books'))
    return {
      taken: sumsIn(readObjects(captures).filter((capture) => readText(capture, 'payer').includes(msisdn))),
      delivered: sumsIn(readObjects(deliveries).filter((delivery) => readText(delivery, 'msisdn') === msisdn)),
    }
  }
  await expect.poll(read, { intervals: [100] }).toEqual(sums)
}
