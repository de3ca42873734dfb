import { expect, type Page } from '@playwright/test'
import { sandboxUrl } from '../addresses.ts'
import { expectRecords } from '../sandbox.ts'
import { expectAccessible } from '../screen.ts'
import { payAtGateway } from './card-page.ts'
import { orderAirtime } from './recharge.ts'

export const emailField = (page: Page) => page.getByRole('textbox', { name: 'Email for the receipt' })
export const walletField = (page: Page) => page.getByRole('textbox', { name: 'Nyanja Money number' })
export const payButton = (page: Page) => page.getByRole('button', { name: /^Pay MWK/ })

/** Some gateways identify a payer by the address alone. */
export const toEmail = (line: string) => `thoko.${line}@example.com`

export async function typeEmail(page: Page, email = 'thoko@example.com'): Promise<void> {
  await emailField(page).fill(email)
}

/** The link of `Nyanja Money` on the handset, and not with a PIN on the page; the footer links to its loans. */
export const methodLink = (page: Page, name: string) =>
  page.getByRole('main').getByRole('link', { name: new RegExp(`^${name}(?! PIN)`) })

export async function chooseMethod(page: Page, name: string): Promise<void> {
  const link = methodLink(page, name)
  await link.click()
  await expect(link).toHaveAttribute('aria-current', 'true')
}

/** Orders up to the card page of the gateway. */
export async function payByCard(page: Page): Promise<void> {
  await typeEmail(page)
  await payButton(page).click()
  await expect(page.getByRole('heading', { name: 'Pay by card' })).toBeVisible()
}

/** Orders up to Paystack's checkout, in the popup or on its own page. */
export async function payByPaystack(page: Page, line: string): Promise<void> {
  await chooseMethod(page, 'Card with Paystack')
  await typeEmail(page, toEmail(line))
  await payButton(page).click()
}

export async function pressMoney(page: Page): Promise<void> {
  await chooseMethod(page, 'Nyanja Money')
  await payButton(page).click()
}

/** Orders up to the message on the handset. */
export async function payByMoney(page: Page): Promise<void> {
  await pressMoney(page)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Check your phone')
}

const gateway = `${sandboxUrl}/dpo/**`

/** Keeps the visitor on the redirect page, as a slow link does. */
export async function withCircuitOpen(page: Page, act: () => Promise<void>): Promise<void> {
  await page.route(gateway, (route) => route.abort('aborted'))
  await act()
  await page.unroute(gateway)
}

export async function expectStatus(page: Page, tag: string, heading: string | RegExp): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
  await expect(receiptLine(page, 'Status')).toHaveText(tag)
}

export async function expectSuccess(page: Page): Promise<void> {
  await expectStatus(page, 'Successful', 'Thank you')
}

/** Reads the value beside a term on the receipt. */
export function receiptLine(page: Page, term: string) {
  return page
    .getByRole('complementary', { name: 'Receipt' })
    .getByRole('term')
    .filter({ hasText: term })
    .locator('xpath=following-sibling::dd[1]')
}

/** Presses "Check now", where it is, and waits for the page: another press would only request it again. */
async function checkNow(page: Page): Promise<void> {
  const loaded = page.waitForEvent('load')
  // Where nothing is pressed, nothing waits for it.
  loaded.catch(() => {})
  const press = ([link]: Element[]) => {
    if (link instanceof HTMLElement) link.click()
    return link !== undefined
  }
  const isPressed = await page
    .getByRole('link', { name: 'Check now' })
    .evaluateAll(press)
    // The page checks by itself too, and loads just now.
    .catch(() => true)
  if (isPressed) await loaded
}

/** Reloads as a visitor does without script, or one who does not wait. */
export async function checkUntil(page: Page, heading: string): Promise<void> {
  const title = page.getByRole('heading', { level: 1 })
  const reload = async () => {
    if ((await title.textContent()) !== heading) await checkNow(page)
    return title.textContent()
  }
  await expect.poll(reload, { intervals: [200] }).toBe(heading)
}

/** The payment timed out, and the page shows it. */
export async function expectTimedOut(page: Page): Promise<void> {
  await expectStatus(page, 'Not successful', 'The time to pay is over')
  await expect(receiptLine(page, 'Reason')).toHaveText('*There was no approval in time.')
}

/** A way in which a handset is prompted. */
interface Ring {
  /** Orders up to the message on the handset. */
  readonly pay: (page: Page) => Promise<void>
  /** Orders up to the press that would send it. */
  readonly press: (page: Page) => Promise<void>
}

/** After three unanswered prompts the handset gets no more, and a card pays. */
export async function expectLeftAlone(page: Page, line: string, { pay, press }: Ring): Promise<void> {
  for (const amount of [730, 740, 750]) {
    await orderAirtime(page, line, amount)
    await pay(page)
  }
  await orderAirtime(page, line, 760)
  await press(page)
  await expect(page.getByRole('alert')).toContainText('Please wait 15 minutes, or pay another way.')
  await expectAccessible(page)
  await chooseMethod(page, 'Card with DPO Pay')
  await payByCard(page)
  await payAtGateway(page)
  await expectSuccess(page)
  await expectRecords(line, { taken: [760], delivered: [760] })
}
