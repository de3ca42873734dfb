import type { Page } from '@playwright/test'
import { expectMail, expectSms, readSentCode, readSms } from '../sandbox.ts'
import { expectAccessible } from '../screen.ts'
import { cancelAtGateway } from '../steps/card-page.ts'
import { codeField, otherCode } from '../steps/code.ts'
import { tabTo, tabToAndPress } from '../steps/keyboard.ts'
import { payButton, toEmail, typeEmail } from '../steps/pay.ts'
import { askWallet } from '../steps/portal-service.ts'
import { orderAirtime } from '../steps/recharge.ts'
import { expect, test } from '../visitor.ts'

const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const referenceField = (page: Page) => page.getByRole('textbox', { name: 'Reference' })
const numberField = (page: Page) => page.getByRole('textbox', { name: 'Phone number' })
const sendButton = (page: Page) => page.getByRole('button', { name: 'Send me a code' })
const showButton = (page: Page) => page.getByRole('button', { name: 'Show the payment' })
const sentence = 'If there is a payment with this reference and this number, a code of 6 digits is on its way'

/** Begins a payment that waits for its payer's approval, and returns it as its page shows it. */
async function paymentOf(page: Page, line: string): Promise<string> {
  await page.goto(`/payment/status?id=${await askWallet(line, 500)}`)
  return referenceOn(page)
}

const referenceOn = async (page: Page) => (await page.locator('.reference').textContent()) ?? ''

async function searchFor(page: Page, reference: string, msisdn: string): Promise<void> {
  await referenceField(page).fill(reference)
  await numberField(page).fill(msisdn)
  await sendButton(page).click()
  await expect(page.getByText(sentence)).toBeVisible()
}

test.describe('a payment with a lost page', () => {
  test('is found from the foot of every page, by its reference and a code by SMS', async ({
    page,
    line,
    complaints,
  }) => {
    complaints.expect(/status of 400/)
    const reference = await paymentOf(page, line)
    await page.goto('/')
    await page.getByRole('contentinfo').getByRole('link', { name: 'Find a payment' }).click()
    await expect(heading(page)).toHaveText('Where is my money?')
    await sendButton(page).click()
    await expect(page.getByRole('alert')).toContainText('Type the reference of the payment.')
    await expectAccessible(page)
    await searchFor(page, reference.toLowerCase(), line)
    await expect(page).toHaveURL(/\/find-payment\/code\?ref=\w+$/)
    await expectAccessible(page)

    const code = await readSentCode(line)
    await codeField(page).fill(otherCode(code))
    await showButton(page).click()
    await expect(page.getByText('Please enter correct OTP. 4 attempts left.')).toBeVisible()
    await codeField(page).fill(code)
    await showButton(page).click()
    await expect(page).toHaveURL(/\/payment\/status\?id=\w+$/)
    expect(await referenceOn(page)).toBe(reference)
  })

  test('answers a stranger’s number and an unknown reference as it answers its payer', { tag: '@verify' }, async ({
    page,
    line,
    nextLine,
    complaints,
  }) => {
    complaints.expect(/status of 400/)
    const reference = await paymentOf(page, line)
    const stranger = nextLine()
    for (const [typed, msisdn] of [
      [reference, stranger],
      ['NYA-0000-0000', nextLine()],
    ] as const) {
      await page.goto('/find-payment')
      await searchFor(page, typed, msisdn)
      await codeField(page).fill('123456')
      await showButton(page).click()
      await expect(page.getByText('Please enter correct OTP. 4 attempts left.')).toBeVisible()
    }
    expect(await readSms(stranger)).toEqual([])
  })

  test('is mailed to the address of the receipt', { tag: '@verify' }, async ({ page, line }) => {
    const email = toEmail(line)
    await orderAirtime(page, line, 450)
    await typeEmail(page, email)
    await payButton(page).click()
    await cancelAtGateway(page)
    const reference = await referenceOn(page)
    await page.goto('/find-payment')
    await page.getByText('Use the e-mail of the receipt instead').click()
    await expectAccessible(page)
    await referenceField(page).fill(reference)
    await page.getByRole('textbox', { name: 'E-mail' }).fill(email)
    await sendButton(page).click()
    await expect(heading(page)).toHaveText('Look into your e-mail')
    await expect(page.getByText('t•••@e•••.com')).toBeVisible()
    await expectAccessible(page)
    const mail = await expectMail(email, /^The link of your payment$/)
    await page.goto(/http\S+/.exec(mail)?.[0] ?? '')
    expect(await referenceOn(page)).toBe(reference)
  })

  test.describe('without script', () => {
    test.use({ javaScriptEnabled: false })

    test('is found the same way, in Swahili, with the keyboard alone', async ({ page, line }) => {
      const reference = await paymentOf(page, line)
      await page.goto('/sw/gethelp/a/where-is-my-money')
      await tabToAndPress(page, page.getByRole('main').getByRole('link', { name: 'Tazama malipo' }))
      await expect(heading(page)).toHaveText('Pesa zangu ziko wapi?')
      await tabTo(page, page.getByRole('textbox', { name: 'Nambari ya kumbukumbu' }))
      await page.keyboard.type(reference)
      await page.keyboard.press('Tab')
      await page.keyboard.type(line)
      await page.keyboard.press('Enter')
      await expect(heading(page)).toBeVisible()
      await expectAccessible(page)
      const sms = await expectSms(line, /^\d{6} ni nambari/)
      await tabTo(page, page.getByRole('textbox', { name: /6/ }))
      await page.keyboard.type(/^\d{6}/.exec(sms)?.[0] ?? '')
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL(/\/sw\/payment\/status\?id=\w+$/)
      expect(await referenceOn(page)).toBe(reference)
    })
  })
})
