import { expect, type Page } from '@playwright/test'
import { addBilledLine, addRouter, approvePush, expectSms, giveBundle, refusePush } from '../sandbox.ts'
import type { Transcript } from '../transcript.ts'
import { otherCode } from './code.ts'
import { newAccount } from './fixed-line.ts'
import { orderInternet } from './leads.ts'
import { askWallet } from './portal-service.ts'

/** Elements are named by selectors alone: each journey is the same in all languages. */
const press = (page: Page, selector: string) => page.locator(selector).locator('visible=true').first().click()
const primary = 'main form .button:not(.second):enabled'

/** Reads the code in any language: the last line of the SMS is for phones. */
const readCode = async (line: string) => (await expectSms(line, /#\d{6}$/)).slice(-6)

async function typeWrongThenRight(page: Page, transcript: Visit['transcript'], code: string): Promise<void> {
  await page.locator('#code').fill(otherCode(code))
  await press(page, primary)
  await transcript.read('A wrong code', '#code-error')
  await page.locator('#code').fill(code)
  await press(page, primary)
}

const lateBill = { amount: 22_000, dueInDays: -9 }
const laterBill = { amount: 18_250.75, dueInDays: 12 }

/** Goes from the methods to the payment that waits for its approval. */
async function askForMoney(page: Page, transcript: Visit['transcript'], wallet: string): Promise<void> {
  await transcript.read('How to pay', 'a[href*="/nyanja-money"]')
  await press(page, 'main a[href*="/nyanja-money"]')
  await transcript.read('Nyanja Money is chosen', '[aria-current=true][href*="/nyanja-money"]')
  await page.locator('main input[type=tel]:visible').first().fill(wallet)
  await press(page, primary)
  await transcript.read('The payment waits for its approval', '.steps')
}

export interface Visit {
  readonly page: Page
  readonly transcript: Pick<Transcript, 'read' | 'hold'>
  readonly prefix: string
  readonly line: string
}

export const journeys: Readonly<Record<string, (visit: Visit) => Promise<void>>> = {
  async recharge({ page, transcript, prefix, line }) {
    await page.goto(`${prefix}/prepaid-recharge`)
    await transcript.read('The form', '#msisdn')
    await page.locator('#msisdn').fill('999')
    await page.locator('#amount').fill('10')
    await page.locator('#amount').blur()
    await transcript.read('Too few digits, and an amount that is too small', '#amount-error')
    const release = await transcript.hold('**/line-check/recharge*')
    await page.locator('#msisdn').fill(line)
    await page.locator('#amount').fill('640')
    await transcript.read('The number is being checked', '[data-line] .say')
    release()
    await transcript.read('The number is known', '.order .button:enabled')
    await press(page, '.order .button')
    await askForMoney(page, transcript, line)
    await approvePush(line)
    await expect(page.locator('#watch')).toHaveCount(0)
    await transcript.read('It is paid and delivered', '.reference')
  },

  async bundle({ page, transcript, prefix, line }) {
    await page.goto(`${prefix}/prepaid-recharge`)
    const release = await transcript.hold('**/line-check/recharge*')
    await page.locator('#msisdn').fill(line)
    await expect(page.locator('[data-line] .say')).toBeVisible()
    release()
    const bundle = page.locator('main [type=radio][name=bundle]').first()
    await expect(bundle).toBeVisible()
    await page.locator('#amount').fill('500')
    await bundle.check()
    await transcript.read('A bundle in place of the amount', '[type=radio]:checked')
    await press(page, '.order .button')
    await transcript.read('How to pay', 'a[href*="/airtime"]')
    await page.locator('#email').fill('chisomo@')
    await page.locator('#email').blur()
    await transcript.read('Half an address for the receipt', '#email-error')
    await askForMoney(page, transcript, line)
    await refusePush(line)
    await expect(page.locator('#watch')).toHaveCount(0)
    await transcript.read('The payer has refused', '.reference')
  },

  async bill({ page, transcript, prefix }) {
    const owing = await addBilledLine(12_300)
    await page.goto(`${prefix}/postpaid-bill-pay`)
    await transcript.read('The form', '#msisdn')
    await page.locator('#msisdn').fill(owing)
    await press(page, primary)
    await transcript.read('What is owed is asked for', '#owed-heading')
    await press(page, 'section:has(> #owed-heading) .button')
    const code = await readCode(owing)
    await transcript.read('The code', '#code')
    await typeWrongThenRight(page, transcript, code)
    await transcript.read('The bill', '#amount')
    await press(page, primary)
    await transcript.read('How to pay', 'a[href*="/nyanja-money"]')
  },

  async 'fixed-internet'({ page, transcript, prefix }) {
    const account = await newAccount({ bills: [lateBill, laterBill] })
    await page.goto(`${prefix}/orp/fixed-internet`)
    await transcript.read('The form', '#account')
    await page.locator('#account').fill('12')
    await page.locator('#email').fill('chisomo@')
    await page.locator('#email').blur()
    await transcript.read('No such number, and half an address', '#email-error')
    await page.locator('#account').fill(account)
    await page.locator('#email').fill('chisomo@example.com')
    await press(page, primary)
    await transcript.read('The invoices', '#invoices')
    await page.locator('[name=invoice]').first().uncheck()
    await transcript.read('None is chosen', '#invoices')
    await page.locator('[name=invoice]').last().check()
    await transcript.read('Another one is chosen', '#invoices')
    await press(page, primary)
    await transcript.read('How to pay', 'a[href*="/nyanja-money"]')
  },

  async 'internet-at-home'({ page, transcript, prefix, line }) {
    await page.goto(`${prefix}/home-internet`)
    await transcript.read('The offer', primary)
    await press(page, primary)
    await transcript.read('The plans', '[type=radio]')
    await page.locator('main [type=radio]').first().check()
    await transcript.read('A plan is chosen', '[type=radio]:checked')
    await press(page, '.order .button')
    await transcript.read('Name, number and address', '#f-fullName')
    await page.locator('#f-fullName').fill('12')
    await page.locator('#f-contactNumber').fill('0999')
    await page.locator('#f-contactNumber').blur()
    await transcript.read('A name without letters, and too few digits', '#f-contactNumber-error')
    await page.locator('#f-fullName').fill('Chisomo Banda')
    await page.locator('#f-contactNumber').fill(line)
    await page.locator('#f-email').fill('chisomo@example.com')
    await page.locator('#f-city').click()
    await page.locator('#f-city').fill('Lil')
    await transcript.read('Towns while one is typed', '[role=option]')
    await page.getByRole('option', { name: 'Lilongwe' }).click()
    await page.locator('#f-installationAddress').fill('Plot 12, Area 47')
    await page.locator('#f-consent').check()
    await press(page, primary)
    await transcript.read('The place', '#call-heading')
    await press(page, 'section:has(> #call-heading) .button')
    const code = await readCode(line)
    await transcript.read('The code', '#code')
    await typeWrongThenRight(page, transcript, code)
    await transcript.read('The order is received', '.reference')
  },

  async 'follow-an-order'({ page, transcript, prefix, line }) {
    const { reference } = await orderInternet(line)
    await page.goto(`${prefix}/hbb-lead-status`)
    await transcript.read('The form', '#reference')
    await page.locator('#reference').fill('HB-0000-0000')
    await page.locator('#msisdn').fill(line)
    await press(page, primary)
    await transcript.read('No such order', 'main [role=alert]')
    await page.locator('#reference').fill(reference)
    await page.locator('#msisdn').fill(line)
    await press(page, primary)
    await transcript.read('The order', '#steps')
  },

  async 'find-payment'({ page, transcript, prefix, line }) {
    await page.goto(`/payment/status?id=${await askWallet(line, 500)}`)
    const reference = (await page.locator('.reference').textContent()) ?? ''
    await page.goto(`${prefix}/find-payment`)
    await transcript.read('The form', '#reference')
    await press(page, primary)
    await transcript.read('Nothing is typed', '.summary')
    await page.locator('#reference').fill(reference)
    await page.locator('#msisdn').fill(line)
    await press(page, primary)
    const code = await readCode(line)
    await transcript.read('The code', '#code')
    await typeWrongThenRight(page, transcript, code)
    await transcript.read('The payment', '.reference')
  },

  async balance({ page, transcript, prefix, line }) {
    const router = await addRouter({ contact: line })
    await giveBundle(router, { code: 'HBB-150', boughtHoursAgo: 240, left: 0.5 })
    await page.goto(`${prefix}/broadband-recharge`)
    await transcript.read('The form', '#msisdn')
    await page.locator('#msisdn').fill(router)
    await press(page, primary)
    await transcript.read('The bundles of the router', '#balance-heading')
    await press(page, 'section:has(> #balance-heading) .button')
    const code = await readCode(line)
    await transcript.read('The code', '#code')
    await typeWrongThenRight(page, transcript, code)
    await transcript.read('The balance', '#balance-heading')
  },

  async help({ page, transcript, prefix }) {
    const [words, strange] = prefix === '' ? ['bundle', 'zzzqqq'] : ['kifurushi', 'zzzqqq']
    await page.goto(`${prefix}/gethelp`)
    await transcript.read('The help', '#q')
    await page.locator('#q').fill(words)
    await transcript.read('Answers while a question is typed', '[data-suggest] li')
    await page.locator('#q').fill(strange)
    await expect(page.locator('[data-suggest] li')).toHaveCount(0)
    await transcript.read('No answer to it', '[data-suggest] [role=status]:not(:empty)')
    await page.locator('#q').press('Enter')
    await transcript.read('The page without an answer', '#found, main h1')
    await page.goto(`${prefix}/gethelp/a/buy-a-bundle`)
    await transcript.read('An answer', '#vote')
    await press(page, '[name=vote][value=no]')
    await transcript.read('The vote is counted, and the reason is asked for', '.why')
  },

  async coverage({ page, transcript, prefix }) {
    await page.goto(`${prefix}/openNetworks`)
    await transcript.read('Towns with a network', '#answer')
    await page.locator('#q').fill('Mponela')
    await press(page, 'main form .button')
    await transcript.read('What works in Mponela', '#answer h2')
    await page.locator('#q').fill('atlantis')
    await press(page, 'main form .button')
    await expect(page.locator('#answer')).toContainText('atlantis')
    await transcript.read('An unknown place', '#answer h2')
  },

  async shops({ page, transcript, prefix }) {
    await page.goto(`${prefix}/storeLocator`)
    await transcript.read('The form', '#place')
    await page.locator('#place').fill('Zomba')
    await press(page, 'main search .button, main form .button')
    await transcript.read('The shops near Zomba', '#count')
    await page.locator('#place').fill('Lllwongee')
    await press(page, 'main search .button, main form .button')
    await expect(page.locator('main')).toContainText('“Lllwongee”')
    await transcript.read('An unknown place', 'main h2')
  },

  async contact({ page, transcript, prefix, line }) {
    await page.goto(`${prefix}/contact-us`)
    await transcript.read('Ways to reach the operator', '#f-fullName')
    await page.locator('#f-contactNumber').fill('0999')
    await page.locator('#f-email').fill('thoko@')
    await page.locator('#f-email').blur()
    await transcript.read('Too few digits, and half an address', '#f-email-error')
    await page.locator('#f-fullName').fill('Thoko Banda')
    await page.locator('#f-contactNumber').fill(line)
    await page.locator('#f-email').fill('')
    await page.locator('#f-topic').click()
    await page.getByRole('option').nth(1).click()
    await page.locator('#f-message').fill('My airtime is gone')
    await press(page, primary)
    await transcript.read('The message is sent', '#write b')
  },

  async 'every-page'({ page, transcript, prefix }) {
    await page.goto(`${prefix}/about`)
    await transcript.read('Head and foot', 'main h1', 'body')
    await page.goto(prefix === '' ? '/' : prefix)
    await transcript.read('The first page', 'main form')
    await page.goto(`${prefix}/service-status`)
    await transcript.read('How payments do', 'main h1')
  },
}
